"""The main paths through the app in Firefox and in WebKit, which is Safari's engine.

Chromium takes most of them by day in the modules that they are from.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from qttt.game import Placement, Position, Rules
from tests.browser import (
    test_element,
    test_first_minute,
    test_keeping,
    test_links,
    test_play,
    test_polls,
    test_settings,
    test_study,
)
from tests.browser.conftest import Visit
from tests.browser.engines import ENGINES
from tests.browser.expecting import expect
from tests.browser.people import DESKTOP, GAME, invite, place, play
from tests.selection import by_day

LARGE = Rules.preset("krist", 5)
OPENING = Placement(6, 12)


def small_values(visit: Visit) -> None:
    """Open a solved position, whose values come from a table, on a fresh page."""
    app = visit.open("#analysis/goff/12 34")
    panel = app.page.get_by_role("tabpanel")
    expect(panel).to_contain_text("if both play perfectly")
    expect(panel.get_by_text("proven")).to_be_visible()


def large_values(visit: Visit) -> None:
    """Search a position of a board that cannot be solved, on a fresh page."""
    app = visit.open("#analysis/krist rows=5 cols=5/b2c3")
    expect(app.page.get_by_role("tabpanel")).to_contain_text(
        re.compile(r"estimated from [0-9,]+ simulations, judged by learned weights")
    )


def best_on_a_large_board(visit: Visit) -> None:
    app = visit.open()
    app.start(people=1, preset="krist", side=5, level="Best", marks="X first")
    position = Position(LARGE)
    app.make(position, OPENING)
    position = app.decided(position.play(OPENING))
    app.make(position, position.legal_moves[0])
    app.decided(position.play(position.legal_moves[0]))


def online_game(visit: Visit) -> None:
    """Play against somebody with the next engine."""
    names = list(ENGINES)
    other = names[(names.index(visit.engine) + 1) % len(names)]
    if not ENGINES[other].find():
        other = visit.engine
    x = visit.open("#online")
    link = invite(x)
    o = visit.open(viewport=DESKTOP, engine=other)
    o.open(place(link))
    o.press("Play")
    for app in (x, o):
        expect(app.square(0)).to_be_visible()
    play(x, o, Position(), *GAME)
    x.expect_status("You won!")
    o.expect_status("You lost")


def puzzle(visit: Visit) -> None:
    test_study.test_a_puzzle_is_solved_and_played_on(visit, "goff")


def embedded_board(visit: Visit, folder: Path) -> None:
    test_links.test_a_frame_is_played_in(visit, folder, "")


PATHS: Mapping[str, Callable[[Visit], object]] = {
    "tutorial": test_first_minute.test_newcomer_soon_chooses_a_collapse_and_then_wins,
    "game": lambda visit: test_play.test_a_loop_is_collapsed_by_the_other_player(visit.open()),
    "computer": best_on_a_large_board,
    "values": small_values,
    "large values": large_values,
    "puzzle": puzzle,
    "review": lambda visit: test_study.test_a_game_is_reviewed_and_played_on(visit.open()),
    "online": online_game,
    "class": test_polls.test_a_class_votes_twice_and_sees_the_exact_answer,
    "Greek": lambda visit: test_settings.test_language_changes_at_once_and_is_saved(visit.open()),
    "dark": lambda visit: test_settings.test_dark_theme_applies_from_the_first_frame(visit.open()),
}
IN_FILES: Mapping[str, Callable[[Visit, Path], object]] = {
    "embed": embedded_board,
    "element": test_element.test_the_element_plays_under_a_strict_policy,
}
"""Paths that begin in a page of another site."""

every_engine = pytest.mark.parametrize(
    "engine", by_day(["firefox", "webkit"], ENGINES), indirect=True
)


IN_ONE_BY_DAY = {
    **dict.fromkeys(("tutorial", "class", "dark"), "firefox"),
    **dict.fromkeys(("game", "large values", "puzzle", "review", "Greek"), "webkit"),
}
"""The engine that takes a path by day, if one is enough: workers, sockets and frames, where the
two differ most, are on the other paths. By night all engines take every path."""


def is_by_day(engine: str, path: str) -> bool:
    return engine != "chromium" and IN_ONE_BY_DAY.get(path, engine) == engine


RUNS = [(engine, path) for path in PATHS for engine in ENGINES]


@pytest.mark.parametrize(
    ("engine", "path"),
    [pytest.param(*each, marks=[] if is_by_day(*each) else pytest.mark.nightly) for each in RUNS],
    indirect=["engine"],
)
def test_path(visit: Visit, path: str) -> None:
    PATHS[path](visit)


@every_engine
@pytest.mark.parametrize("path", IN_FILES)
def test_path_from_another_site(visit: Visit, tmp_path: Path, path: str) -> None:
    IN_FILES[path](visit, tmp_path)


@every_engine
@pytest.mark.works_offline
def test_app_works_offline(visit: Visit) -> None:
    test_keeping.test_app_works_offline(visit)


DODGING_KEY = """() => {
  document.body.innerHTML = "<button>Press</button>";
  const key = document.querySelector("button");
  key.style = "position: fixed; top: 20px";
  key.onclick = () => (key.textContent = "Pressed");
  addEventListener("mousemove", () => (key.style.top = "200px"), { once: true });
}"""


@pytest.mark.every_engine
def test_a_key_that_moves_away_from_the_pointer_is_pressed(visit: Visit) -> None:
    app = visit.open("#rules", touches=False)
    app.page.evaluate(DODGING_KEY)
    app.page.get_by_role("button", name="Press").click()
    expect(app.page.get_by_role("button")).to_have_text("Pressed")
