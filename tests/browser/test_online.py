"""People who play each other, each in a browser of their own."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from qttt.game import Collapse, Move, Placement, Player, Position
from tests.browser.app import App
from tests.browser.cable import Cable
from tests.browser.conftest import Visit
from tests.browser.server import Server

DESK = {"width": 1280, "height": 800}
GAME: tuple[Move, ...] = (
    *map(Placement, (0, 2, 3, 3, 4), (3, 3, 4, 8, 8)),
    Collapse(8),
)
"""Narrow win of X; O chooses how the loop collapses that X5 closes."""


@pytest.fixture
def cable(server: Server) -> Iterator[Cable]:
    with Cable(server.url) as cable:
        yield cable


def invite(host: App, *, marks: str = "X") -> str:
    """Invites a friend; returns the link."""
    host.choose(marks)
    host.press("Invite a friend")
    return host.page.get_by_role("textbox").input_value()


def meet(visit: Visit, url: str | None = None) -> tuple[App, App]:
    """X on a phone and O at a desk, in a game that has just begun. ``url`` is where O goes."""
    x = visit.open("#online")
    link = invite(x)
    o = visit.open(viewport=DESK, touches=False, url=url)
    o.open("#" + link.partition("#")[2])
    o.press("Play")
    for app in (x, o):
        expect(app.square(0)).to_be_visible()
    return x, o


def play(x: App, o: App, position: Position, *moves: Move) -> Position:
    """Each makes their own moves; both see each."""
    for move in moves:
        mover = x if position.to_move == Player.X else o
        mover.make(position, move)
        position = position.play(move)
        for app in (x, o):
            app.shows(position)
    return position


def test_a_whole_game_between_a_phone_and_a_desk(visit: Visit) -> None:
    x, o = meet(visit)
    position = play(x, o, Position(), *GAME)
    assert position.outcome
    x.says("You win!")
    o.says("You lose")


def test_a_rematch_changes_sides(visit: Visit) -> None:
    x, o = meet(visit)
    play(x, o, Position(), *GAME)
    x.press("Rematch")
    expect(o.page.get_by_text("wants a rematch")).to_be_visible()
    o.press("Accept")
    play(o, x, Position(), Placement(0, 8))


def test_a_connection_that_breaks_in_the_middle_of_a_collapse(visit: Visit, cable: Cable) -> None:
    x, o = meet(visit, cable.url)
    position = play(x, o, Position(), *GAME[:-1])
    cable.pull()
    expect(o.page.get_by_text("No connection")).to_be_visible()
    o.make(position, GAME[-1])
    after = position.play(GAME[-1])
    o.shows(after)
    o.says("Sending")
    x.shows(position)
    cable.plug()
    x.shows(after)
    x.says("You win!")
    o.says("You lose")
    # What a browser says about a cable that has been pulled is no complaint of the app.
    visit.said = [text for text in visit.said if "ERR_" not in text and "WebSocket" not in text]


def test_who_looks_for_the_same_meets(visit: Visit) -> None:
    x = visit.open("#online")
    x.choose("X")
    x.press("Find an opponent")
    expect(x.page.get_by_text("Looking for somebody")).to_be_visible()
    o = visit.open("#online", viewport=DESK, touches=False)
    o.choose("O")
    o.press("Find an opponent")
    play(x, o, Position(), Placement(0, 8), Placement(1, 2))


def test_offers_are_answered(visit: Visit) -> None:
    x, o = meet(visit)
    position = play(x, o, Position(), *GAME[:2])
    x.press("Take back")
    o.press("Accept")
    for app in (x, o):
        app.shows(Position())
    play(x, o, Position(), *GAME[:2])
    o.press("Offer a draw")
    expect(x.page.get_by_text("offers a draw")).to_be_visible()
    x.press("Decline")
    o.press("Offer a draw")
    o.says("offer it again after your next move")
    position = play(x, o, position, GAME[2])
    x.press("Offer a draw")
    o.press("Accept")
    for app in (x, o):
        app.says("agreed on a draw")
        app.shows(position)


def test_resigning_is_asked_twice(visit: Visit) -> None:
    x, o = meet(visit)
    play(x, o, Position(), *GAME[:2])
    x.press("Resign")
    x.press("Really resign?")
    x.says("You lose")
    o.says("X has resigned")


def test_a_spectator_sees_all_and_can_do_nothing(visit: Visit) -> None:
    x, o = meet(visit)
    position = play(x, o, Position(), *GAME[:2])
    spectator = visit.open(x.page.url.partition("/")[2].partition("/")[2].partition("/")[2])
    spectator.shows(position)
    expect(spectator.key(re.compile("Resign|Abort"))).to_have_count(0)
    expect(x.page.get_by_text("1 spectator")).to_be_visible()
    position = play(x, o, position, *GAME[2:])
    spectator.shows(position)
    spectator.says("X wins")


def test_a_reload_shows_the_same_game(visit: Visit) -> None:
    x, o = meet(visit)
    position = play(x, o, Position(), *GAME[:3])
    x.page.reload()
    x.shows(position)
    play(x, o, position, *GAME[3:])
    x.says("You win!")


def test_two_tabs_of_one_player_show_the_same(visit: Visit) -> None:
    x, o = meet(visit)
    position = play(x, o, Position(), *GAME[:2])
    other = visit.tab(x, x.page.url)
    other.shows(position)
    position = play(other, o, position, GAME[2])
    x.shows(position)
