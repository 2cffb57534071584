"""Log lines: their formats, escaping and the absence of secrets."""

import asyncio
import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from qttt.server.operate.logs import (
    ERROR_WINDOW_S,
    MAX_ERRORS,
    ErrorLimit,
    configure_logging,
)
from qttt.server.people.credentials import new_token

from .players import Player, begin
from .processes import ServerProcess, serving


@pytest.fixture(autouse=True)
def restored_logging() -> Iterator[None]:
    root, ours = logging.getLogger(), logging.getLogger("qttt")
    handlers, levels = root.handlers[:], (root.level, ours.level)
    yield
    root.handlers[:] = handlers
    root.setLevel(levels[0])
    ours.setLevel(levels[1])


log = logging.getLogger("qttt.server.test")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def line(event: str, form: Any = "json", **extra: object) -> str:
    stream = io.StringIO()
    configure_logging("info", form, stream)
    log.warning(event, extra=extra)
    return stream.getvalue()


def test_json_lines() -> None:
    fields = json.loads(line("slow commit", seconds=1.5))
    assert fields.pop("timestamp").endswith("Z")
    assert fields == {"event": "slow commit", "level": "warning", "seconds": 1.5}


def test_readable_lines_have_colours_on_a_terminal_only() -> None:
    assert "slow commit" in line("slow commit", "console", seconds=1.5)
    assert "\x1b" not in line("slow commit", "console")
    terminal = Terminal()
    configure_logging("info", "auto", terminal)
    log.warning("slow commit")
    assert "\x1b" in terminal.getvalue()
    assert "{" not in terminal.getvalue()
    assert line("slow commit", "auto").startswith("{")


@pytest.mark.parametrize("form", ["json", "console"])
def test_control_characters_are_escaped(form: Any) -> None:
    text = line("a\nb\x1b[2J", form, who="c\r\nd\u202e")
    assert text.count("\n") == 1
    assert not {"\x1b", "\r", "\u202e"} & set(text)


@pytest.mark.parametrize("form", ["json", "console"])
def test_secrets_are_removed(form: Any) -> None:
    token = new_token()
    text = line(f"of {token}", form, data="postgresql://qttt:hunter2@db/games")
    assert token not in text
    assert "[token]" in text
    assert "hunter2" not in text


@pytest.mark.parametrize("form", ["json", "console"])
def test_tracebacks_contain_no_values(form: Any) -> None:
    stream = io.StringIO()
    configure_logging("info", form, stream)
    password = "a secret" * 2

    def fail(secret: str) -> None:
        raise ValueError("something")

    try:
        fail(password)
    except ValueError:
        log.exception("unexpected error")
    assert "ValueError: something" in stream.getvalue()
    assert "in fail" in stream.getvalue()
    assert password not in stream.getvalue()


def test_repeated_errors_of_callbacks_are_limited() -> None:
    stream, now = io.StringIO(), [0.0]
    configure_logging("info", "json", stream)
    (handler,) = logging.getLogger().handlers
    handler.filters[:] = [ErrorLimit(lambda: now[0])]
    asyncio.run(fail(*[MemoryError] * 100, *[ValueError] * 3))
    log.error("unexpected error")
    now[0] += ERROR_WINDOW_S
    asyncio.run(fail(MemoryError, MemoryError))
    lines = [json.loads(each) for each in stream.getvalue().splitlines()]
    events = [each["event"].partition(" at ")[0] for each in lines]
    of_callbacks = [event.startswith("Exception in callback") for event in events]
    assert of_callbacks == [True] * (MAX_ERRORS + 3) + [False] + [True] * 2
    assert [each["suppressed"] for each in lines if "suppressed" in each] == [100 - MAX_ERRORS]


async def fail(*errors: type[Exception]) -> None:
    """Let callbacks raise these errors."""

    def raise_error(error: type[Exception]) -> None:
        raise error

    for error in errors:
        asyncio.get_running_loop().call_soon(raise_error, error)
    await asyncio.sleep(0)


def test_a_line_that_cannot_be_formatted_is_replaced() -> None:
    stream = io.StringIO()
    configure_logging("info", "json", stream)
    log.warning("%d", "no number")
    assert json.loads(stream.getvalue()) == {
        "event": "a line could not be logged",
        "level": "error",
    }


def test_lines_below_the_level_are_omitted() -> None:
    stream = io.StringIO()
    configure_logging("warning", "json", stream)
    log.info("little")
    logging.getLogger("some.library").info("little")
    assert stream.getvalue() == ""


# --- end to end ------------------------------------------------------------------------------


class Story:
    """Requests to a server, recording all secrets used."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.secrets: list[str] = []
        self.browser = httpx.AsyncClient(base_url=url, headers={"Origin": url}, timeout=60)

    async def ask(self, method: str, path: str, body: object, status: int) -> Any:
        answer = await self.browser.request(method, f"/api/{path}", json=body)
        assert answer.status_code == status, (path, answer.text)
        self.secrets += answer.cookies.values()
        return answer.json() if answer.content else None

    async def happen(self) -> None:
        """Register, log in, fail to, change credentials, create a bot token, and be rejected."""
        await self.ask("POST", "session", {}, 200)
        first, second = "first secret 1", "second secret 2"
        self.secrets += [first, second, "a wrong one 3"]
        await self.ask("POST", "account", {"name": "Anna", "password": first}, 201)
        await self.ask("POST", "login", {"name": "Anna", "password": "a wrong one 3"}, 403)
        await self.ask("POST", "login", {"name": "Anna", "password": first}, 200)
        await self.ask("POST", "password", {"old": first, "new": second}, 204)
        codes = await self.ask("POST", "account/codes", {"password": second}, 201)
        self.secrets += codes["codes"]
        used = {"name": "Anna", "code": codes["codes"][0], "password": first}
        await self.ask("POST", "recover", used, 200)
        token = (await self.ask("POST", "tokens", {"label": "a program"}, 201))["token"]
        self.secrets.append(token)
        bearer = {"Authorization": f"Bearer {token}"}
        await self.browser.get("/api/session", headers=bearer)
        await self.browser.get(f"/api/session?token={token}")
        code = (await self.ask("POST", "challenges", {"clock": "none"}, 201))["code"]
        self.secrets.append(code)
        await self.ask("GET", f"challenges/{code}", None, 200)
        await self.ask("GET", f"nothing/{token}", None, 404)
        strange = {"Origin": "https://evil.example"}
        await self.browser.post("/api/session", json={}, headers=strange)


async def test_the_log_of_a_whole_story_contains_no_secret(tmp_path: Path) -> None:
    with serving(
        tmp_path, str(tmp_path / "games.db"), environment={"QTTT_LOG_LEVEL": "debug"}
    ) as server:
        story = Story(server.url)
        async with story.browser, Player([server.url], 1) as x, Player([server.url], 2) as o:
            await story.happen()
            game = await begin(x, o)
            await x.ask("GET", f"games/{game}.qtn")
            await asyncio.gather(x.play(game), o.play(game))
            story.secrets += [x.cookie, o.cookie]
        assert server.stop() == 0
    text = "".join(server.text)
    assert len(story.secrets) >= 10
    assert [secret for secret in story.secrets if secret in text] == []
    assert all(line.startswith("{") for line in server.text)
    check_story(server)


def check_story(server: ServerProcess) -> None:
    """Check that logins, changes of credentials and rejected requests are logged."""
    accounts = [(event["route"], event["status"]) for event in events(server, "account")]
    assert accounts == [
        ("/api/account", 201),
        ("/api/login", 200),
        ("/api/password", 204),
        ("/api/account/codes", 201),
        ("/api/recover", 200),
        ("/api/tokens", 201),
    ]
    assert all(event["user"] for event in events(server, "account"))
    rejected = {(event["code"], event["status"]) for event in events(server, "request rejected")}
    assert rejected == {("wrong-login", 403), ("wrong-origin", 403)}
    assert {event["address"] for event in events(server, "request rejected")} == {"127.0.0.1"}
    (starting,) = events(server, "starting")
    assert starting["data"].endswith("games.db")
    routes = {event.get("route") for event in events(server, "request")}
    assert "/api/challenges/{code}" in routes


def events(server: ServerProcess, event: str) -> list[dict[str, Any]]:
    return [line for line in server.lines if line["event"] == event]
