"""A client for programs: it speaks ``spec/protocol.md`` over HTTP, and comes back by itself."""

import json
import secrets
from collections.abc import Iterator
from typing import Any, NamedTuple

from .errors import BotError, Unreachable
from .game import Game
from .site import Site
from .waiting import Waiting


class Invitation(NamedTuple):
    """A ``code`` that begins a game for whoever accepts it, and the ``url`` to send to people."""

    code: str
    url: str


class Client:
    """A program's place at the server at ``url``, for which ``token`` speaks.

    Every method raises ``Refused`` and ``Unreachable``, unless it says that it waits.
    """

    def __init__(self, url: str, token: str) -> None:
        self._site = Site(url, token)

    def name(self) -> str:
        """Whose program this is."""
        return str(self._site.ask("GET", "session")["name"])

    # --- finding a game --------------------------------------------------------------------------

    def games(self) -> list[str]:
        """The games of this account that go on."""
        return [each["game"] for each in self._site.ask("GET", "games")["games"]]

    def against(self, level: str, rules: str = "goff", side: str = "random") -> str:
        """A new game without clocks against a level of the server's."""
        said = {"level": level, "rules": rules, "side": side}
        return str(self._site.ask("POST", "games", said)["game"])

    def seek(self, clock: str, rules: str = "goff", side: str = "random") -> dict[str, Any]:
        """Look for anybody: ``{"game": …}`` if there is one, else ``{"seek": …}`` to be renewed."""
        said = {"clock": clock, "rules": rules, "side": side}
        return dict(self._site.ask("POST", "seeks", said))

    def renew(self, seek: str) -> str | None:
        """Go on looking, to be said every ten seconds; the game, if there is one now."""
        found = self._site.ask("PUT", f"seeks/{seek}")["game"]
        return str(found) if found else None

    def invite(self, clock: str = "none", rules: str = "goff", side: str = "random") -> Invitation:
        """An invitation to one game."""
        said = {"clock": clock, "rules": rules, "side": side}
        made = self._site.ask("POST", "challenges", said)
        return Invitation(made["code"], made["url"])

    def accept(self, code: str) -> str:
        """The game that an invitation becomes; ``code`` may be the whole link."""
        code = code.rstrip("/").rpartition("/")[2]
        return str(self._site.ask("POST", f"challenges/{code}/accept", {})["game"])

    # --- playing ---------------------------------------------------------------------------------

    def events(self) -> Iterator[str | None]:
        """The games that go on, and then those that begin; None now and then, as a sign of life.

        It waits and comes back for ever, and then names games again.
        """
        waiting = Waiting()
        while True:
            is_new = True
            try:
                for line in self._site.lines("bot/events"):
                    if is_new:  # from here on nothing is missed, and what was before is in the list
                        yield from self.games()
                        is_new = False
                        waiting.over()
                    yield _started(line)
            except BotError as error:
                waiting.after(error)
            else:
                waiting.again()

    def follow(self, game: str) -> Iterator[Game]:
        """The game now, and again whenever something has happened or some seconds have passed.

        It waits and comes back for ever; leave the loop when the game ``is_over``.
        """
        waiting = Waiting()
        while True:
            known = None
            try:
                for line in self._site.lines(f"bot/games/{game}"):
                    known = _next(known, line)
                    if known is not None:
                        waiting.over()
                        yield known
            except BotError as error:
                waiting.after(error)
            else:
                waiting.again()

    def do(self, game: Game, kind: str, body: str = "") -> int:
        """Decide something in ``game`` as it stands; returns the entry's number once it is stored.

        It waits for a server that is away or busy. What is decided in one state of a game has one
        name, so that it is done once, however often it is sent: also by a program that was ended
        meanwhile and started again.
        """
        waiting = Waiting()
        said = {"id": f"bot-{game.version}-{kind}", "at": game.version, "kind": kind, "body": body}
        while True:
            try:
                return int(self._site.ask("POST", f"bot/games/{game.name}", said)["version"])
            except BotError as error:
                waiting.after(error)


def register(url: str, name: str, label: str = "qttt bot") -> tuple[str, str]:
    """An account for a program under a new name: its token, and its password."""
    site, password = Site(url), secrets.token_urlsafe(18)
    site.ask("POST", "session", {})
    site.ask("POST", "account", {"name": name, "password": password})
    return str(site.ask("POST", "tokens", {"label": label})["token"]), password


def _started(line: str) -> str | None:
    said = json.loads(line) if line else {"t": ""}
    return str(said["game"]) if said["t"] == "started" else None


def _next(known: Game | None, line: str) -> Game | None:
    """The game after a line of its stream. Raises ``Unreachable`` if something was missed."""
    said = json.loads(line) if line else {"t": ""}
    if said["t"] == "game":
        return Game(said)
    if said["t"] == "entries" and known and not known.hear(said):
        raise Unreachable(f"game {known.name}: what came after entry {known.version} was missed")
    return known
