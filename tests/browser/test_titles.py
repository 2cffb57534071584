"""Each screen has its own title, and takes the focus to its heading when it opens."""

import re

import pytest

from qttt.game import Position
from tests.browser.app import App
from tests.browser.conftest import Visit
from tests.browser.expecting import expect
from tests.browser.screens import LOOP

pytestmark = pytest.mark.every_engine

APP = "Quantum tic-tac-toe"
TITLES = {
    "": APP,
    "#games": f"Your games · {APP}",
    "#lessons": f"Lessons · {APP}",
    "#lessons/3": f"3. Marks that share a square · {APP}",
    "#puzzles": f"Puzzles · {APP}",
    "#daily": f"Puzzle of the day · {APP}",
    "#record": f"Your record · {APP}",
    "#analysis": f"Analysis: Standard rules, 3\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}3 · {APP}",
    "#teach": f"Classroom · {APP}",
    "#tutorial": f"Learn in one minute · {APP}",
    "#parity/goff/12_25_59_15": f"Is it really quantum? · {APP}",
    "#review": f"Review · {APP}",
    "#online": f"Play online · {APP}",
    "#online/leaders": f"Leaderboard · {APP}",
    "#online/room": f"Play in class · {APP}",
    "#online/abcdefgh": f"Invitation · {APP}",
    "#online/game/0000000000": f"Online game · {APP}",
    "#homework": f"Homework · {APP}",
}
GO = "(fragment) => { location.hash = fragment; }"


def heading(app: App) -> None:
    """Wait until the heading of the screen has the focus."""
    expect(app.page.get_by_role("heading", level=1)).to_be_focused()


@pytest.mark.not_in("webkit")
def test_each_screen_has_its_title_and_its_heading_the_focus(visit: Visit) -> None:
    visit.ignored.append("status of 404")  # of what does not exist, if it answers in time
    app = visit.open(touches=False)
    assert len(set(TITLES.values())) == len(TITLES)
    for fragment, title in TITLES.items():
        app.page.evaluate(GO, fragment)
        expect(app.page).to_have_title(title)
        if fragment:
            heading(app)


def test_keys_lead_to_headings(visit: Visit) -> None:
    app = visit.open(touches=False)
    app.page.get_by_role("button", name="Learn in one minute").press("Enter")
    expect(app.page).to_have_title(f"Learn in one minute · {APP}")
    heading(app)
    app.go_back()
    expect(app.page).to_have_title(APP)
    heading(app)


@pytest.mark.not_in("webkit")
def test_a_collapse_is_named_with_all_its_landings(visit: Visit) -> None:
    app = visit.open(touches=False)
    app.start(people=2)
    app.play(Position(), *LOOP)
    key = app.page.get_by_role("button", name=re.compile("^O4 lands on 1"))
    expect(key).to_have_accessible_name("O4 lands on 1 then X1 on 2, O2 on 5, X3 on 9")
    key.press("Enter")
    expect(app.page.get_by_text("Then X1 on 2, O2 on 5, X3 on 9.")).to_be_attached()
    label = re.compile("^5: O2 on the loop, .* O2 would land here$")
    expect(app.square(4)).to_have_accessible_name(label)
