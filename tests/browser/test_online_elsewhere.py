"""Games and searches that go on while other screens are open."""

import re

import pytest

from qttt.game import Position
from tests.browser.accessibility import broken_rules
from tests.browser.conftest import Visit
from tests.browser.expecting import expect
from tests.browser.layout import PHONES, misfits, misfits_enlarged
from tests.browser.people import DESKTOP, GAME, meet, open_options, play

pytestmark = pytest.mark.long


def test_a_live_game_is_seen_on_every_screen(visit: Visit) -> None:
    x, o = meet(visit)
    # Both have moved, so the game is not aborted while the screens are looked at.
    position = play(x, o, Position(), *GAME[:3])
    x.press("Back")
    expect(x.page.get_by_role("dialog")).to_contain_text("your clock keeps running")
    x.press("Stay")
    x.press("Back")
    x.press("Leave")
    left = x.page.locator(".banner")
    expect(left).to_contain_text("Opponent’s turn")
    expect(left).to_contain_text("Against Guest")
    x.press("Back")
    # A puzzle has an address of its own, from which the next screen is loaded anew.
    for screen in ("", "#lessons", "#online", "#puzzles", "#analysis"):
        x.open(screen)
        expect(left).to_contain_text("Opponent’s turn")
    x.open()
    expect(left).to_contain_text("Opponent’s turn")
    o.make(position, GAME[3])
    expect(left).to_contain_text("Your turn")
    expect(left.get_by_role("timer")).to_contain_text("X has")
    assert misfits(x.page, *PHONES) == []
    assert misfits_enlarged(x.page) == []
    x.press("Return")
    play(x, o, position.play(GAME[3]), GAME[4])
    x.press("Back")
    x.press("Leave")
    o.press("Resign")
    o.press("Yes, resign")
    expect(left).to_contain_text("You won!")


@pytest.mark.nightly
def test_the_computer_is_played_until_an_opponent_is_found(visit: Visit) -> None:
    x = visit.open("#online", bypass_csp=True)
    open_options(x)
    x.choose("X")
    x.press(re.compile("^Play now"))
    x.press("Play the computer while you wait")
    expect(x.square(0)).to_be_visible()
    expect(x.page.locator(".banner")).to_contain_text("Finding an opponent")
    o = visit.open("#online", viewport=DESKTOP, touches=False)
    open_options(o)
    o.choose("O")
    o.press(re.compile("^Play now"))
    expect(x.page.locator(".banner")).to_contain_text("Your game has started")
    assert broken_rules(x.page) == []
    x.press("Open it")
    play(x, o, Position(), *GAME[:2])
