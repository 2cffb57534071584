"""Screens of class rooms and homework, and how to open them."""

import re
import time
from typing import Any

from httpx import Client

from tests.browser.app import App, Way
from tests.browser.expecting import expect

CALL = """
async ([method, path, body]) => {
  const headers = { "Content-Type": "application/json" };
  const sent = body === null ? undefined : JSON.stringify(body);
  const answer = await fetch(`/api/${path}`, { method, headers, body: sent });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}
"""

TASKS = ["step loop.close.0", "step loop.pair.0", "puzzle goff 12/23"]

LESSON = {
    "source": """---
title: Physics
rules: goff
---

About the first loops.

## Look

- minutes: 5

Three marks.

## Which move?

- minutes: 10
- poll: move
- position: 12/23/45
""",
    "room": "",
    "at": 0,
}


def room_opened(app: App) -> None:
    app.open("#online/room")
    # Closed on phones, which are the pupils'.
    app.page.locator("main details").first.evaluate("(part) => { part.open = true; }")
    app.press("Open room")
    expect(app.key("Start the games")).to_be_visible()


def room_entered(app: App) -> None:
    room_opened(app)
    app.reload()
    join_room(app, "Ann")
    app.page.context.clear_cookies()
    app.reload()
    app.page.get_by_role("textbox").fill("Bob")
    app.press("Join")
    expect(app.page.get_by_role("textbox")).to_have_count(0)


def room_on_the_wall(app: App) -> None:
    room_opened(app)
    for name in ("Ann", "Bartholomew"):
        join_room(app, name)
    expect(app.key("Start the games")).to_be_enabled()
    app.press("Start the games")
    expect(app.page.get_by_role("article")).to_be_visible()


def poll_on_the_wall(app: App) -> None:
    """Show the votes of two rounds, without answers."""
    room_opened(app)
    ask_and_explain(app, {"kind": "entangled", "position": "12/23/45", "marks": ["X1", "O2"]})
    expect(app.page.get_by_role("table").get_by_role("row")).to_have_count(3)


def collapse_explained(app: App) -> None:
    """Show the exact answer to a question about a loop, with its outcomes."""
    room_opened(app)
    ask_and_explain(app, {"kind": "collapse", "position": "12/23/13"})
    expect(app.page.locator("li.isBest")).not_to_have_count(0)


def ask_and_explain(app: App, question: dict[str, object]) -> None:
    polls = f"{room_path(app)}/polls"
    call(app, "POST", polls, question)
    for step in ("show", "again", "show", "explain"):
        call(app, "PATCH", f"{polls}/1", {"step": step})


def after_the_lesson(app: App) -> None:
    poll_on_the_wall(app)
    call(app, "POST", f"{room_path(app)}/end", {})
    app.open(f"#online/{room_path(app).replace('rooms', 'room')}/report")
    expect(app.page.get_by_role("spinbutton")).to_be_visible()


def ballot(app: App) -> None:
    room_opened(app)
    call(app, "POST", f"{room_path(app)}/polls", {"kind": "collapse", "position": "12/23/13"})
    app.page.context.clear_cookies()
    app.reload()
    app.page.get_by_role("textbox").fill("Bob")
    app.press("Join")
    expect(app.page.locator("button[aria-pressed]:not([inert] *)")).to_have_count(2)


def lesson_editor(app: App) -> None:
    """Edit a step of a lesson with two, the second of which has a position."""
    room_opened(app)
    app.save("lesson", LESSON)
    app.open(f"#online/{room_path(app).replace('rooms', 'room')}/lesson")
    app.touch(app.page.get_by_role("listitem").nth(1).get_by_role("button").first)
    expect(app.page.locator("li form")).to_be_visible()


def new_homework(app: App) -> None:
    """Draw the tasks of homework."""
    app.open("#homework/new")
    app.press("Add tasks")
    expect(app.page.get_by_role("listitem")).not_to_have_count(0)


def homework(part: str, shown: str) -> Way:
    """Set homework, hand in answers, and open a part of it; `KEY` is a pupil's code."""

    def way(app: App) -> None:
        app.open("#online")
        due = time.time_ns() // 1_000_000 + 3_600_000
        body = {"title": "Loops", "tasks": TASKS, "pupils": ["Ann", "Bartholomew 17"], "due": due}
        code = call(app, "POST", "homework", body)["homework"]
        key = call(app, "GET", f"homework/{code}")["pupils"][0]["key"]
        tries = [("a", 1, "89"), ("b", 1, "15"), ("c", 2, "?"), ("d", 3, "12")]
        given = [{"id": id_, "task": task, "answer": answer} for id_, task, answer in tries]
        call(app, "POST", f"homework/{code}/tries", {"key": key, "tries": given})
        app.open(f"#homework/{code}/{part.replace('KEY', key)}")
        expect(app.page.locator(f"main {shown}")).not_to_have_count(0)

    return way


def homework_task(app: App) -> None:
    homework("KEY", "li")(app)
    app.touch(app.page.get_by_role("button", name=re.compile(r"^1\.")))
    expect(app.square(0)).to_be_visible()


def call(app: App, method: str, path: str, body: object = None) -> Any:
    """Send a request of the page to the API, and return its response."""
    return app.page.evaluate(CALL, [method, path, body])


def room_path(app: App) -> str:
    return f"rooms/{app.page.url.rpartition('/')[2]}"


def join_room(app: App, name: str) -> None:
    """Let another guest join the displayed class room."""
    code = app.page.url.rpartition("/")[2]
    origin = app.url.rstrip("/")
    with Client(base_url=origin, headers={"Origin": origin}) as pupil:
        for path, body in (("session", {}), (f"rooms/{code}/join", {"nickname": name})):
            pupil.post(f"/api/{path}", json=body).raise_for_status()
