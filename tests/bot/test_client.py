"""The bot client: games, ``qttt bot``, and the bots of the documentation."""

import re
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from qttt.bot import (
    BotError,
    Client,
    RemoteGame,
    RequestRejectedError,
    ServerUnreachableError,
    register,
)
from qttt.bot.http_api import ServerApi
from tests.cli.helpers import error_of, qttt

from .conftest import ROOT, Server

TERMS = {
    "rules": "goff",
    "start": "-",
    "x": {"name": "Ann", "level": None, "bot": True},
    "o": {"name": "Bob", "level": None, "bot": False},
    "clock": "60+0",
    "created": 0,
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


def apply(game: RemoteGame, *entries: dict[str, Any]) -> bool:
    return game.apply({"t": "entries", "entries": entries, "clock": None})


def test_entries_update_a_game() -> None:
    game = RemoteGame({**START, "entries": [entry(1, "move", "X", "12")]})
    assert apply(game, entry(1, "move", "X", "12"), entry(2, "offer-draw", "O"))
    assert (game.version, str(game.position), *game.offers) == (2, "12", "offer-draw")
    assert apply(game, entry(3, "move", "O", "23"), entry(4, "offer-takeback", "O"))
    assert list(game.offers) == ["offer-draw", "offer-takeback"]
    assert apply(game, entry(5, "decline-draw", "X"), entry(6, "accept-takeback", "X"))
    assert (str(game.position), *game.offers, game.is_my_turn) == ("12", False)
    assert apply(game, entry(7, "downtime", "", "500"), entry(8, "offer-takeback", "O"))
    assert apply(game, entry(9, "decline-takeback", "X"))
    assert not list(game.offers)
    assert apply(game, entry(10, "flag", "O"), entry(11, "offer-rematch", "O"))
    assert (game.result, game.is_over, game.version) == ("1-0", True, 11)
    assert list(game.offers) == ["offer-rematch"]
    assert apply(game, entry(12, "decline-rematch", "X"))
    assert not list(game.offers)
    assert apply(game, entry(13, "offer-rematch", "X"), entry(14, "accept-rematch", "O", "next"))
    assert (game.next_game, *game.offers) == ("next",)


def test_a_toss_decides_and_an_abort_ends() -> None:
    toss = '{"bit": 1, "source": "a coin", "measurement": null}'
    game = RemoteGame({**START, "terms": {**TERMS, "rules": "goff chooser=chance"}})
    assert apply(game, entry(1, "move", "X", "12"), entry(2, "move", "O", "12"))
    assert not game.is_my_turn
    assert apply(game, entry(3, "toss", "", toss), entry(4, "abort"))
    assert (str(game.position), game.result, game.is_over) == ("1/2", "*", True)


def test_missing_and_invalid_entries() -> None:
    game = RemoteGame(START)
    assert not apply(game, entry(2, "move", "O", "23"))
    with pytest.raises(BotError, match=r"game Zk3bT9aQ0x: invalid entry \{'v': 1, .*\}: "):
        apply(game, entry(1, "move", "X", "99"))


def test_errors_of_the_server_are_raised(server: Server) -> None:
    register(server.url, "Ann")
    with pytest.raises(RequestRejectedError, match="Ann or a similar name is taken") as error:
        register(server.url, "Ann")
    assert (error.value.code, error.value.is_temporary) == ("name-taken", False)
    bob = server.client("Bob")
    assert bob.name().startswith("Bob ")
    with pytest.raises(RequestRejectedError, match="there is no game nothing"):
        next(bob.follow("nothing"))


def test_the_command_registers_and_plays(server: Server, tmp_path: Path) -> None:
    token_file = tmp_path / "deep" / "bot.token"
    account = ("bot", "--url", server.url, "--token-file", token_file)
    done = qttt(*account, "--register", "Ghost")
    password, plays = done.out.splitlines()
    assert re.fullmatch(r"password, shown only once: [\w-]{24}", password)
    assert plays == f"Ghost plays with the token in {token_file}"
    assert stat.S_IMODE(token_file.stat().st_mode) == 0o600
    assert error_of(*account, "--register", "Spirit") == (
        f"{token_file} exists already: remove it, or name another file"
    )
    token = token_file.read_text().strip()
    Client(server.url, token).play_level("random")
    done = qttt(*account, "--level", "easy", "--games", "1")
    assert done.out == f"Ghost plays at {server.url}, level easy\n"
    assert re.fullmatch(r"qttt: \w{10} has ended: \S+\n", done.err)


def test_no_account_is_made_if_its_token_cannot_be_stored(server: Server, tmp_path: Path) -> None:
    token_file = tmp_path / "token"
    token_file.symlink_to(tmp_path / "missing" / "token")
    account = ("bot", "--url", server.url, "--token-file", token_file)
    assert error_of(*account, "--register", "Homeless").startswith(f"{token_file} exists already")
    register(server.url, "Homeless")


def test_the_password_of_an_account_without_a_token_is_shown(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def request(self: ServerApi, method: str, path: str, *body: Any) -> Any:
        if path == "tokens":
            raise ServerUnreachableError("the network is down")
        return answer(self, method, path, *body)

    answer = ServerApi.request
    monkeypatch.setattr(ServerApi, "request", request)
    token_file = tmp_path / "token"
    done = qttt("bot", "--url", server.url, "--token-file", token_file, "--register", "Half")
    assert (done.code, done.err) == (
        2,
        "qttt: the network is down; Half exists now, without a token: register another name\n",
    )
    assert re.fullmatch(r"password, shown only once: [\w-]{24}\n", done.out)
    assert not token_file.exists()


def test_the_command_invites_and_accepts(server: Server, tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for name, token_file in (("One", one), ("Other", other)):
        qttt("bot", "--url", server.url, "--token-file", token_file, "--register", name)
    command = (sys.executable, "-m", "qttt", "bot", "--url", server.url, "--games", "1")
    inviting = subprocess.Popen(
        (*command, "--token-file", one, "--invite", "300+5", "--rules", "qubic3"),
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert inviting.stdout
    assert inviting.stdout.readline() == f"One plays at {server.url}, level hard\n"
    link = inviting.stdout.readline().removeprefix("invitation: ").strip()
    done = qttt("bot", "--url", server.url, "--token-file", other, "--accept", link, "--games", "1")
    assert " has ended: " in done.err
    inviting.communicate(timeout=240)
    assert inviting.returncode == 0


def test_errors_of_the_command(server: Server, tmp_path: Path) -> None:
    assert error_of("bot", "--token-file", tmp_path / "none") == (
        f"no token in {tmp_path / 'none'}: create one with qttt bot --register NAME"
    )
    assert error_of("bot", "--level", "brilliant").startswith(
        "unknown level 'brilliant': choose from "
    )
    assert error_of("bot", "--url", server.url, "--token", "x" * 43) == (
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
    assert re.fullmatch(r"\S+-\S+", names["watch"](bob, bob.play_level("random")))
