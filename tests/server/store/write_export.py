"""Write the golden export of this version's schema: ``python -m tests.server.store.write_export``.

A server is filled over HTTP with everything that it stores. ``exports/N.jsonl`` is what its
``store export`` writes, and ``exports/N.json`` what it answered to each user. ``--source`` names
the checkout of another version, whose server is used.
"""

import argparse
import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import httpx
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol

from tests.server.authenticator import Authenticator
from tests.server.operate.processes import serving
from tests.server.push_service import Device

EXPORTS = Path(__file__).parent / "exports"
HERE = Path(__file__).parents[3]
PASSWORD = "correct horse"
NO_PUSH_SERVICE = "http://127.0.0.1:9"
"""Nothing listens on this port, so that notifications stay in the store."""
POLL_S = 0.1
_FOLD = """
import asyncio, sys
from qttt.server.store.store import open_store

async def fold():
    async with open_store(sys.argv[1]) as store:
        return await store.games.fold(2**62, 1)

assert asyncio.run(fold()) == 1
"""


class Browser:
    """A browser with a guest session."""

    def __init__(self, url: str) -> None:
        self._http = httpx.Client(base_url=f"{url}/api/", headers={"Origin": url}, timeout=30)
        self._socket = f"{url.replace('http', 'ws')}/api/socket"
        self.user: str = self.ask("POST", "session", {})["user"]

    @property
    def cookie(self) -> str:
        cookies = self._http.cookies
        return cookies.get("qttt") or cookies["qttt-guest"]

    def ask(self, method: str, path: str, body: object = None) -> Any:
        response = self._http.request(method, path, json=body)
        assert response.is_success, (method, path, response.status_code, response.text)
        return response.json() if response.content else None

    def register(self, name: str) -> None:
        self.ask("POST", "account", {"name": name, "password": PASSWORD})

    def do(self, game: str, kind: str, body: str = "", entries: int = 1) -> None:
        """Send a command, and wait until that number of entries is stored."""
        url = self._http.base_url
        with connect(
            self._socket,
            subprotocols=[Subprotocol("qttt.1")],
            additional_headers={"Cookie": f"qttt={self.cookie}"},
            origin=Origin(f"{url.scheme}://{url.host}:{url.port}"),
        ) as socket:
            messages = map(json.loads, socket)
            socket.send(json.dumps({"t": "watch", "game": game}))
            watched = next(each for each in messages if each["t"] == "game")
            version = len(watched["entries"])
            command = {"t": "do", "game": game, "id": f"{kind}-{version}", "at": version}
            socket.send(json.dumps({**command, "kind": kind, "body": body}))
            stored = 0
            while stored < entries:
                message = next(messages)
                assert message["t"] != "refused", message
                if message["t"] == "entries":
                    stored += len(message["entries"])


class People(NamedTuple):
    """Two accounts, the first of which teaches, and two guests."""

    anna: Browser
    bert: Browser
    carl: Browser
    dora: Browser


def play(x: Browser, o: Browser, setup: Mapping[str, object]) -> str:
    """Begin a game by invitation."""
    code = x.ask("POST", "challenges", {"clock": "300+5", "side": "X", **setup})["code"]
    game: str = o.ask("POST", f"challenges/{code}/accept", {})["game"]
    return game


def fill_games(people: People) -> None:
    anna, bert, carl, dora = people
    rated = play(anna, bert, {"rated": True})
    for who, move in ((anna, "12"), (bert, "23"), (anna, "13")):
        who.do(rated, "move", move)
    bert.do(rated, "move", "@1")
    anna.do(rated, "offer-takeback")
    bert.do(rated, "decline-takeback")
    anna.do(rated, "resign")
    anna.do(rated, "offer-rematch")
    bert.do(rated, "accept-rematch")
    drawn = play(carl, bert, {"rules": "goff chooser=chance", "clock": "none"})
    carl.do(drawn, "move", "12")
    bert.do(drawn, "move", "12", entries=2)
    for who, kind in ((carl, "offer-draw"), (bert, "accept-draw")):
        who.do(drawn, kind)
    started = play(anna, carl, {"rules": "krist", "start": "a1b1/b1c1", "clock": "none"})
    anna.do(started, "move", "c1d1")
    aborted = play(carl, anna, {})
    carl.do(aborted, "abort")
    letters = play(anna, bert, {"clock": "3d", "rated": True})
    for who, kind, body in (
        (anna, "move", "15"),
        (bert, "move", "59"),
        (bert, "offer-takeback", ""),
        (anna, "accept-takeback", ""),
        (bert, "move", "19"),
        (anna, "offer-draw", ""),
    ):
        who.do(letters, kind, body)
    level = anna.ask("POST", "games", {"level": "easy", "side": "X"})["game"]
    anna.do(level, "move", "12", entries=2)
    dora.register("Dora")
    dora.do(play(dora, bert, {"clock": "3d"}), "abort")


def fill_lobby(people: People) -> None:
    people.anna.ask("POST", "seeks", {"clock": "5d", "rated": True})
    people.carl.ask("POST", "seeks", {"clock": "60+0"})
    people.bert.ask("POST", "challenges", {"clock": "2d", "start": "12/23", "rules": "complete"})
    people.carl.ask("POST", "challenges", {"clock": "none", "name": "Carla"})


def fill_account(anna: Browser, url: str, paths: Mapping[str, Any]) -> None:
    anna.ask("POST", "account/listed", {"listed": True})
    anna.ask("POST", "account/codes", {"password": PASSWORD})
    anna.ask("POST", "tokens", {"label": "a program"})
    device = Authenticator(url)
    offer = anna.ask("POST", "passkeys/offer", {"password": PASSWORD})
    made = {"label": "a phone", "credential": device.make(offer)}
    anna.ask("POST", "passkeys", made)
    anna.ask("POST", "passkeys/challenge", {})
    if "/account/progress" in paths:
        played = {"rules": "goff", "level": "easy", "won": 2, "drawn": 1, "lost": 3}
        anna.ask(
            "POST",
            "account/progress",
            {
                "results": {"0123456789abcdef": [played]},
                "lessons": {"marks": ["pair", "shared"]},
                "solved": ["12 23 31"],
                "longest": 4,
                "days": {"2026-11-24": {"misses": 1, "end": "solved", "isLate": False}},
            },
        )
    if "/push" in paths:
        anna.ask("PUT", "push", Device(NO_PUSH_SERVICE).subscription)


def fill_rooms(people: People, paths: Mapping[str, Any]) -> None:
    anna, bert, carl, _ = people
    code = anna.ask("POST", "rooms", {"title": "Class 7b", "clock": "300+5"})["room"]
    for who, name in ((bert, "Bertie"), (carl, "Zoë")):
        who.ask("POST", f"rooms/{code}/join", {"nickname": name})
    (game,) = anna.ask("POST", f"rooms/{code}/start", {})["games"]
    x, o = (bert, carl) if game["x"] == 1 else (carl, bert)
    for who, kind, body in ((x, "move", "12"), (o, "move", "23"), (x, "resign", "")):
        who.do(game["game"], kind, body)
    if "/rooms/{code}/polls" in paths:
        polls = f"rooms/{code}/polls"
        anna.ask("POST", polls, {"kind": "choice", "text": "Who wins?", "options": ["X", "O"]})
        bert.ask("PUT", f"{polls}/1/answer", {"round": 1, "answer": "1"})
        anna.ask("PATCH", f"{polls}/1", {"step": "show"})
        anna.ask("PATCH", f"{polls}/1", {"step": "again"})
        for who in (bert, carl):
            who.ask("PUT", f"{polls}/1/answer", {"round": 2, "answer": "2"})
        anna.ask("PATCH", f"{polls}/1", {"step": "show"})
        question = {"kind": "entangled", "position": "12/23", "marks": ["X1", "O2"]}
        anna.ask("POST", polls, question)
        carl.ask("PUT", f"{polls}/2/answer", {"round": 1, "answer": "yes"})
    arena = anna.ask("POST", "rooms", {"title": "Arena", "kind": "arena"})["room"]
    carl.ask("POST", f"rooms/{arena}/join", {"nickname": "Zoë"})
    carl.ask("POST", f"rooms/{arena}/leave", {})
    anna.ask("DELETE", f"rooms/{arena}/members/1")
    over = anna.ask("POST", "rooms", {})["room"]
    anna.ask("POST", f"rooms/{over}/end", {})


def fill_homework(anna: Browser, paths: Mapping[str, Any], now: int) -> None:
    if "/homework" not in paths:
        return
    made = anna.ask(
        "POST",
        "homework",
        {
            "title": "Loops",
            "tasks": ["step marks.pair.0", "puzzle goff 12 23 13"],
            "pupils": ["Ina", "Jo"],
            "due": now + 86_400_000,
            "keep": 40,
        },
    )
    pupils = anna.ask("GET", f"homework/{made['homework']}")["pupils"]
    tries = [{"id": "a1", "task": 1, "answer": "12"}, {"id": "a2", "task": 2, "answer": "@1 X"}]
    anna.ask(
        "POST", f"homework/{made['homework']}/tries", {"key": pupils[0]["key"], "tries": tries}
    )


def answers(people: People, paths: Mapping[str, Any]) -> list[list[Any]]:
    """Return what the server answers to each user: name, path, response."""
    anna = people.anna
    common = ["session", "games", "seeks", "people/Anna", "people/Anna/games", "people/Bert"]
    games = {game["game"] for who in people[:3] for game in who.ask("GET", "games")["games"]}
    games |= {game["game"] for game in anna.ask("GET", "people/Anna/games")["games"]}
    rooms = [room["room"] for room in anna.ask("GET", "rooms")["rooms"]]
    common += [f"games/{game}" for game in sorted(games)] + [f"rooms/{room}" for room in rooms]
    own = [
        each
        for each in ("account", "account/progress", "tokens", "rooms", "homework", "push")
        if f"/{each}" in paths
    ]
    if "/rooms/{code}/results" in paths:
        own += [f"rooms/{room}/results" for room in rooms]
    if "/homework" in paths:
        own += [f"homework/{each['homework']}" for each in anna.ask("GET", "homework")["homework"]]
    asked = {"anna": [*common, *own], "bert": common, "carl": common}
    return [
        [name, path, getattr(people, name).ask("GET", path)]
        for name, chosen in asked.items()
        for path in chosen
    ]


def write(source: Path, target: Path) -> str:
    """Write the export of the server in ``source``, and its answers; return its schema."""
    environment = {"PYTHONPATH": str(source / "src"), "QTTT_RATES": "{}"}
    if (source / "src/qttt/server/api/push.py").exists():
        environment["QTTT_PUSH_SERVICES"] = NO_PUSH_SERVICE
    with TemporaryDirectory() as name:
        folder, store = Path(name), Path(name, "games.db")

        def run(*arguments: str) -> None:
            command = (sys.executable, *arguments)
            subprocess.run(command, env={**os.environ, **environment}, check=True)

        with serving(folder, str(store), environment=environment) as server:
            known = fill(server.url.replace("127.0.0.1", "localhost"))
            assert server.stop() == 0
        with closing(sqlite3.connect(store)) as connection:
            ((schema,),) = connection.execute("SELECT version_num FROM schema_version")
            ((known["at"],),) = connection.execute("SELECT max(beat) FROM processes")
        run("-c", _FOLD, str(store))
        run("-m", "qttt", "store", "export", str(target / f"{schema}.jsonl"), "--data", str(store))
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in known.pop("answers"))
    head = json.dumps(known)[:-1]
    (target / f"{schema}.json").write_text(f'{head}, "answers": [\n{lines}\n]}}\n', "utf-8")
    return str(schema)


def fill(url: str) -> dict[str, Any]:
    """Fill the store of a server; return the cookies, the time, and what the server answers."""
    paths = httpx.get(f"{url}/api/openapi.json").json()["paths"]
    people = People(*(Browser(url) for _ in People._fields))
    people.anna.register("Anna")
    people.bert.register("Bert")
    fill_account(people.anna, url, paths)
    fill_games(people)
    fill_rooms(people, paths)
    fill_homework(people.anna, paths, time.time_ns() // 1_000_000)
    fill_lobby(people)
    while not people.bert.ask("GET", "people/Bert")["ratings"]:
        time.sleep(POLL_S)
    cookies = {name: each.cookie for name, each in people._asdict().items() if name != "dora"}
    known = {"password": PASSWORD, "cookies": cookies, "answers": answers(people, paths)}
    people.dora.ask("POST", "account/delete", {"password": PASSWORD})
    return known


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, default=HERE)
    parser.add_argument("--target", type=Path, default=EXPORTS)
    chosen = parser.parse_args()
    print(write(chosen.source, chosen.target))
