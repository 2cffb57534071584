"""The client for programs: what it says when something is wrong, and what documents say of it."""

import re
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from qttt.bot import BotError, Client, Game, Refused, Unreachable, register, waiting
from qttt.bot.site import Site
from qttt.bot.waiting import Waiting
from tests.cli.helpers import qttt, refused

from .conftest import ROOT, Server

TERMS = {
    "rules": "goff",
    "start": "-",
    "x": {"name": "Ann", "level": None, "bot": True},
    "o": {"name": "Bob", "level": None, "bot": False},
}
START: dict[str, Any] = {
    "t": "game",
    "game": "Zk3bT9aQ0x",
    "terms": TERMS,
    "seat": "X",
    "entries": [],
    "clock": None,
}


def entry(version: int, kind: str, seat: str = "", body: str = "") -> dict[str, Any]:
    return {"v": version, "k": kind, "s": seat, "b": body, "at": 1, "spent": 0, "id": ""}


def told(game: Game, *entries: dict[str, Any]) -> bool:
    return game.hear({"t": "entries", "entries": entries, "clock": None})


def test_a_game_is_the_fold_of_its_entries() -> None:
    game = Game({**START, "entries": [entry(1, "move", "X", "12")]})
    assert told(game, entry(1, "move", "X", "12"), entry(2, "offer-draw", "O"))
    assert (game.version, str(game.position), *game.offered) == (2, "12", "offer-draw")
    assert told(game, entry(3, "move", "O", "23"), entry(4, "offer-takeback", "O"))
    assert list(game.offered) == ["offer-draw", "offer-takeback"]
    assert told(game, entry(5, "decline-draw", "X"), entry(6, "accept-takeback", "X"))
    assert (str(game.position), *game.offered, game.is_my_turn) == ("12", False)
    assert told(game, entry(7, "downtime", "", "500"), entry(8, "offer-takeback", "O"))
    assert told(game, entry(9, "decline-takeback", "X"))
    assert not list(game.offered)
    assert told(game, entry(10, "flag", "O"), entry(11, "offer-rematch", "O"))
    assert (game.result, game.is_over, game.version) == ("1-0", True, 11)
    assert list(game.offered) == ["offer-rematch"]
    assert told(game, entry(12, "decline-rematch", "X"))
    assert not list(game.offered)
    assert told(game, entry(13, "offer-rematch", "X"), entry(14, "accept-rematch", "O", "next"))
    assert (game.next_game, *game.offered) == ("next",)


def test_a_toss_decides_and_an_abort_ends() -> None:
    toss = '{"bit": 1, "source": "a coin", "measurement": null}'
    game = Game({**START, "terms": {**TERMS, "rules": "goff chooser=chance"}})
    assert told(game, entry(1, "move", "X", "12"), entry(2, "move", "O", "12"))
    assert not game.is_my_turn
    assert told(game, entry(3, "toss", "", toss), entry(4, "abort"))
    assert (str(game.position), game.result, game.is_over) == ("1/2", "*", True)


def test_what_was_missed_and_what_cannot_be_is_noticed() -> None:
    game = Game(START)
    assert not told(game, entry(2, "move", "O", "23"))
    with pytest.raises(BotError, match=r"game Zk3bT9aQ0x: \{'v': 1, .*\} cannot be: "):
        told(game, entry(1, "move", "X", "99"))


@pytest.mark.parametrize("url", ["ftp://127.0.0.1", "http://", ""])
def test_what_is_no_server_is_told(url: str) -> None:
    with pytest.raises(
        BotError, match=re.escape(f"{url!r} is no address of a server; one is http")
    ):
        Site(url)


@pytest.fixture
def nobody() -> Iterator[int]:
    """A port on which nobody listens."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield bound.getsockname()[1]


def test_a_server_that_is_not_there_is_told(nobody: int) -> None:
    with pytest.raises(Unreachable, match=rf"http://127.0.0.1:{nobody} is not reached: .*refused"):
        Client(f"http://127.0.0.1:{nobody}", "x").name()


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 4\r\n\r\nbad!", "is away, it answers 502"),
        (
            b"HTTP/1.1 404 Not\r\nContent-Length: 2\r\n\r\n[]",
            "answers 404, and not as a game server",
        ),
        (b"garbage", "is not reached: "),
    ],
)
def test_what_is_no_game_server_is_told(answer: bytes, error: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        program = f"from qttt.bot import Client; Client('127.0.0.1:{port}', 'x').name()"
        asking = subprocess.Popen(
            (sys.executable, "-c", program), stderr=subprocess.PIPE, text=True
        )
        connection, _ = listening.accept()
        with connection:
            connection.recv(4096)
            connection.sendall(answer)
        assert error in asking.communicate()[1]


def test_pauses_grow_and_are_short_again(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(waiting, "FIRST", 1.0)
    monkeypatch.setattr(time, "sleep", pauses.append)
    wait = Waiting()
    for _ in range(7):
        wait.after(Unreachable("away"))
    wait.over()
    wait.after(Refused("too-fast", "", 9))
    least = [1, 2, 4, 8, 16, 30, 30, 9]
    assert all(low <= pause <= 1.5 * low for low, pause in zip(least, pauses, strict=True))
    with pytest.raises(Refused):
        wait.after(Refused("illegal-move", ""))


def test_refusals_of_the_server_are_raised(server: Server) -> None:
    register(server.url, "Ann")
    with pytest.raises(Refused, match="Ann or a similar name is taken") as error:
        register(server.url, "Ann")
    assert (error.value.code, error.value.is_passing) == ("name-taken", False)
    bob = server.client("Bob")
    assert bob.name().startswith("Bob ")
    with pytest.raises(Refused, match="there is no game nothing"):
        next(bob.follow("nothing"))


def test_the_command_registers_and_plays(server: Server, tmp_path: Path) -> None:
    kept = tmp_path / "deep" / "bot.token"
    account = ("bot", "--url", server.url, "--token-file", kept)
    done = qttt(*account, "--register", "Ghost")
    assert done.out.startswith(f"Ghost plays with the token in {kept}\npassword, told only now: ")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert refused(*account, "--register", "Spirit") == (
        f"{kept} has a token already: remove it, or name another file"
    )
    token = kept.read_text().strip()
    Client(server.url, token).against("random")
    done = qttt(*account, "--level", "easy", "--games", "1")
    assert done.out == f"Ghost plays at {server.url}, level easy\n"
    assert re.fullmatch(r"qttt: \w{10} has ended: \S+\n", done.err)


def test_the_command_invites_and_accepts(server: Server, tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for name, kept in (("One", one), ("Other", other)):
        qttt("bot", "--url", server.url, "--token-file", kept, "--register", name)
    command = (sys.executable, "-m", "qttt", "bot", "--url", server.url, "--games", "1")
    inviting = subprocess.Popen(
        (*command, "--token-file", one, "--invite", "300+5", "--rules", "qubic3"),
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert inviting.stdout
    assert inviting.stdout.readline() == f"One plays at {server.url}, level hard\n"
    link = inviting.stdout.readline().removeprefix("whoever opens this plays: ").strip()
    done = qttt("bot", "--url", server.url, "--token-file", other, "--accept", link, "--games", "1")
    assert " has ended: " in done.err
    inviting.communicate(timeout=240)
    assert inviting.returncode == 0


def test_the_command_says_what_it_needs(server: Server, tmp_path: Path) -> None:
    assert refused("bot", "--token-file", tmp_path / "none") == (
        f"there is no token in {tmp_path / 'none'}: qttt bot --register NAME makes one"
    )
    assert refused("bot", "--level", "brilliant").startswith("'brilliant' is no level; there are ")
    assert refused("bot", "--url", server.url, "--token", "x" * 43) == (
        "this token is not valid; it may have been revoked"
    )


def test_the_bots_of_the_document_play(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs" / "bots.md").read_text("utf-8")
    names: dict[str, Any] = {}
    for block in re.findall(r"^```py\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        exec(block, names)
    token, _ = register(server.url, "Reader")
    names["main"](server.url, token)
    assert re.fullmatch(r"\w{10} [XO] \S+\n", capsys.readouterr().out)
    bob = server.client("Bob")
    assert re.fullmatch(r"\S+-\S+", names["watch"](bob, bob.against("random")))
