"""Links to games, which begin at once and keep unfinished ones."""

import pytest

from qttt.game import Placement, Position, Rules
from tests.browser.conftest import Visit
from tests.browser.expecting import expect

pytestmark = pytest.mark.every_engine


def test_linked_game_begins(visit: Visit) -> None:
    app = visit.open("#game/krist_rows=5_cols=5/X=human,O=random")
    position = Position(Rules.preset("krist", 5))
    app.expect_status("Your turn")
    app.make(position, Placement(0, 1))
    position = app.decided(position.play(Placement(0, 1)))
    app.reload()
    app.shows(position)


def test_linked_game_keeps_the_unfinished_one(visit: Visit) -> None:
    app = visit.open()
    app.start()
    position = app.play(Position(), Placement(0, 1))
    app.open("#game/classic3/X=human,O=human")
    app.play(Position(Rules.preset("classic3")), Placement(4, 4))
    app.open("#games")
    app.touch(app.page.get_by_role("listitem").last.get_by_role("button").first)
    app.shows(position)


def test_invalid_link_is_rejected(visit: Visit) -> None:
    app = visit.open("#game/chess/X=human,O=human")
    expect(app.page.get_by_role("alert")).to_contain_text(
        "This link does not contain a playable game"
    )
    expect(app.key("Play")).to_be_visible()


def test_welcome_screen_has_no_link_to_itself(visit: Visit) -> None:
    app = visit.open()
    visited = app.page.evaluate("history.length")
    for _ in range(3):
        app.start()
        app.press("Back")
        expect(app.key("Play")).to_be_visible()
    assert app.page.evaluate("history.length") == visited + 1
    app.go_forward()
    expect(app.square(0)).to_be_visible()
