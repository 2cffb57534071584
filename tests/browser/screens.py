"""The app's screens, and how to open them.

A screen listed here is tested in every size, colour scheme and language.
"""

import secrets
from collections.abc import Mapping

from qttt.game import Collapse, Move, Placement, Position
from tests.browser.app import App, Way
from tests.browser.expecting import expect
from tests.browser.people import SECRET, register
from tests.browser.school_screens import (
    after_the_lesson,
    ballot,
    call,
    collapse_explained,
    homework,
    homework_task,
    lesson_editor,
    new_homework,
    poll_on_the_wall,
    room_entered,
    room_on_the_wall,
    room_opened,
)

LOOP: tuple[Placement, ...] = tuple(map(Placement, (0, 1, 4, 0), (1, 4, 8, 4)))
"""X1 in 1 and 2, O2 in 2 and 5, X3 in 5 and 9; then O4 in 1 and 5 closes a loop."""

NARROW_WIN: tuple[Move, ...] = (
    *map(Placement, (0, 2, 3, 3, 4), (3, 3, 4, 8, 8)),
    Collapse(8),
)
"""A game with large marks and a line of each player at its end."""

PENDING = "#analysis/goff/12 25 59 15"
"""The same loop on the analysis board."""


def playing(*moves: Move) -> Way:
    """Open a game between two people after these moves."""

    def way(app: App) -> None:
        app.start(people=2)
        app.play(Position(), *moves)

    return way


def half_placed(app: App) -> None:
    playing(*LOOP, Collapse(4))(app)
    app.touch(app.square(2))
    expect(app.square(2)).to_have_attribute("aria-selected", "true")


def large_board(app: App) -> None:
    app.start(preset="krist", side=8)


def settings(app: App) -> None:
    app.press("Settings")
    expect(app.page.get_by_role("dialog")).to_be_visible()


def setup(app: App) -> None:
    """Open the dialog of the next game."""
    app.choose_game()


def saved_games(app: App) -> None:
    """List a finished and an unfinished game."""
    playing(*NARROW_WIN)(app)
    app.press("Close")
    app.press("Back")
    playing(*LOOP)(app)
    app.open("#games")
    expect(app.page.get_by_role("listitem")).to_have_count(2)


def rules(app: App) -> None:
    """Open the rules of a game."""
    playing()(app)
    app.press("Rules")
    expect(app.page.get_by_role("dialog")).to_be_visible()


def reviewed(app: App) -> None:
    playing(*NARROW_WIN)(app)
    app.open("#review")
    expect(app.page.locator(".graph svg")).to_be_visible()


def recorded(app: App) -> None:
    level = {"rules": "goff", "level": "medium", "won": 3, "drawn": 0, "lost": 1}
    saved = {"version": 1, "levels": [level], "counted": []}
    app.save("results", saved)
    app.open("#record")


def shared(app: App) -> None:
    app.open("#puzzles")
    app.press("Share")
    expect(app.page.get_by_role("dialog").get_by_role("img")).to_be_visible()


def invited(app: App) -> None:
    app.open("#online")
    app.press("Invite a friend")
    app.press("Make the link")
    expect(app.page.locator("input[readonly]")).to_be_visible()


def panel(name: str) -> Way:
    """Open a panel of the analysis of a pending loop."""

    def way(app: App) -> None:
        app.open(PENDING)
        app.look_at(name)

    return way


def parity_game(app: App) -> None:
    """Ask one question, reached from the state of a pending loop."""
    panel("State")(app)
    app.touch(app.page.get_by_role("tabpanel").get_by_role("button"))
    app.touch(app.page.locator("button.primary"))
    expect(app.page.get_by_role("status").locator("strong")).to_be_visible()


def stranger(app: App) -> None:
    """Open a guest's dialog."""
    app.open("#online")
    app.press("Create account")
    expect(app.page.get_by_role("dialog")).to_be_visible()


def account(app: App) -> None:
    """Open the dialog of an account."""
    register(app, f"Anna {secrets.randbelow(10**9)}")
    app.press("Account")
    expect(app.page.get_by_role("dialog")).to_be_visible()


def account_unfolded(app: App) -> None:
    """Open all parts of an account's dialog: password, passkeys, bots, deletion."""
    account(app)
    expect(app.page.locator("dialog summary")).to_have_count(5)
    # Normally only one is open at a time.
    app.page.evaluate(UNFOLD)
    expect(app.page.locator("dialog details[open]")).to_have_count(5)


def bots(app: App) -> None:
    """Show a bot with its new token."""
    account(app)
    app.touch(app.page.locator("dialog summary").nth(3))
    shown = app.page.locator("dialog details[open]")
    shown.locator("input").fill("W" * 40)
    app.touch(shown.locator("form").get_by_role("button"))
    expect(shown.get_by_role("listitem")).to_have_count(1)
    expect(shown.locator("code")).to_be_visible()
    app.touch(shown.get_by_role("listitem").get_by_role("button"))


def recovery_codes(app: App) -> None:
    """Show new recovery codes."""
    account(app)
    app.touch(app.page.locator("dialog summary").nth(1))
    shown = app.page.locator("dialog details[open]")
    shown.locator("input[type=password]").fill(SECRET)
    app.touch(shown.locator("form").get_by_role("button"))
    expect(shown.get_by_role("listitem")).to_have_count(10)


def recovering(app: App) -> None:
    """Open the form to log in with a recovery code."""
    stranger(app)
    app.choose("Log in")
    app.press("Forgot password")
    expect(app.page.get_by_role("textbox")).not_to_have_count(1)


def show_values(app: App) -> None:
    """Show the values of moves beside a game."""
    app.press("Insight")
    app.choose("Analyse")


def studied(app: App) -> None:
    """Open a game with all panels."""
    playing(*LOOP)(app)
    show_values(app)
    expect(app.page.get_by_role("tab")).to_have_count(3)


def searching(app: App) -> None:
    """Show a computer's search progress."""
    app.start(people=1, preset="classic4", marks="You start", level="Easy")
    show_values(app)
    expect(app.page.get_by_role("group").filter(has=app.page.locator("summary"))).to_be_visible()


def person(app: App) -> None:
    """Open the own profile after a game."""
    online_game(app)
    app.page.evaluate(END)
    user = call(app, "POST", "session", {})["user"]
    app.open(f"#online/person/@{user}")
    expect(app.page.get_by_role("heading", level=2)).to_contain_text(app.word("Guest"))
    expect(app.page.get_by_role("listitem").get_by_role("button")).to_be_visible()


def online_game(app: App) -> None:
    """Begin an online game."""
    app.open("#online")
    begun = {"level": "easy", "rules": "goff", "clock": "3d", "side": "X"}
    app.open(f"#online/game/{call(app, 'POST', 'games', begun)['game']}")
    expect(app.square(0)).to_be_visible()


def at(address: str) -> Way:
    """Open a screen by its URL."""
    return lambda app: app.open(address)


UNFOLD = """
() => {
  for (const part of document.querySelectorAll("details")) {
    part.removeAttribute("name");
    part.open = true;
  }
}
"""
"""Opens all collapsed elements."""

END = """
() => new Promise((resolve, reject) => {
  const game = location.href.split("/").at(-1);
  const here = document.baseURI.replace(/^http/, "ws");
  const socket = new WebSocket(`${here}api/socket`, "qttt.1");
  const message = { t: "do", game, id: crypto.randomUUID(), at: 0, kind: "abort" };
  socket.onopen = () => socket.send(JSON.stringify(message));
  socket.onmessage = ({ data }) => data.includes('"done"') && resolve();
  socket.onclose = reject;
})
"""
"""Aborts the displayed game."""

SCREENS: Mapping[str, Way] = {
    "welcome": lambda app: None,
    "settings": settings,
    "game": playing(),
    "half": half_placed,
    "rules": rules,
    "loop": playing(*LOOP),
    "end": playing(*NARROW_WIN),
    "large board": large_board,
    "analysis": at("#analysis"),
    "analysis of a position": at(PENDING),
    "worlds": panel("Worlds"),
    "odds": panel("Odds"),
    "state": panel("State"),
    "circuit": panel("Circuit"),
    "review": reviewed,
    "tutorial": at("#tutorial"),
    "lessons": at("#lessons"),
    "a lesson": at("#lessons/3"),
    "puzzles": at("#puzzles"),
    "daily": at("#daily"),
    "games": saved_games,
    "record": recorded,
    "share": shared,
    "setup": setup,
    "classroom": at("#teach"),
    "teach": at("#teach/goff"),
    "a loop in class": at("#teach/goff/12 25 59 15"),
    "parity game": parity_game,
    "online": at("#online"),
    "invitation": invited,
    "class rooms": at("#online/room"),
    "class room": room_opened,
    "member of a class room": room_entered,
    "boards of a class room": room_on_the_wall,
    "poll of a class room": poll_on_the_wall,
    "outcomes of a class room": collapse_explained,
    "ballot": ballot,
    "after the lesson": after_the_lesson,
    "lesson editor": lesson_editor,
    "homework": at("#homework"),
    "new homework": new_homework,
    "results of homework": homework("results", "table"),
    "slips of homework": homework("slips", "li"),
    "homework of a pupil": homework("KEY", "li"),
    "task of homework": homework_task,
    "registering": stranger,
    "account": account,
    "person": person,
    "leaders": at("#online/leaders"),
    "online game": online_game,
    "no online game": at("#online/game/0000000000"),
}
