"""HTTP client for ``spec/protocol.md`` with automatic reconnection."""

import json
import secrets
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from qttt.copies import IndependentCopies

from .errors import BotError, ServerUnreachableError
from .game import RemoteGame
from .http_api import Backoff, ServerApi


class Invitation(NamedTuple):
    """An invitation to a game: the ``code`` to accept, and the ``url`` to share."""

    code: str
    url: str


class Client(IndependentCopies):
    """A client for the server at ``url``, authenticated by ``token``.

    Methods raise the errors of ``ServerApi.request`` unless they are documented to retry.
    """

    def __init__(self, url: str, token: str) -> None:
        self._api = ServerApi(url, token)

    def name(self) -> str:
        """Return the name of the account."""
        return str(self._api.request("GET", "session")["name"])

    # --- finding a game --------------------------------------------------------------------------

    def games(self) -> list[str]:
        """Return the names of the account's unfinished games."""
        return [game["game"] for game in self._api.request("GET", "games")["games"]]

    def play_level(self, level: str, rules: str = "goff", side: str = "random") -> str:
        """Start a game without clocks against a level on the server; return its name."""
        body = {"level": level, "rules": rules, "side": side}
        return str(self._api.request("POST", "games", body)["game"])

    def seek(self, clock: str, rules: str = "goff", side: str = "random") -> dict[str, Any]:
        """Seek an opponent: ``{"game": …}`` on a match, otherwise ``{"seek": …}`` to renew."""
        body = {"clock": clock, "rules": rules, "side": side}
        return dict(self._api.request("POST", "seeks", body))

    def renew(self, seek: str) -> str | None:
        """Renew a seek, required every ten seconds; return the game if it was matched."""
        game = self._api.request("PUT", f"seeks/{seek}")["game"]
        return str(game) if game else None

    def invite(self, clock: str = "none", rules: str = "goff", side: str = "random") -> Invitation:
        """Create an invitation to one game."""
        body = {"clock": clock, "rules": rules, "side": side}
        challenge = self._api.request("POST", "challenges", body)
        return Invitation(challenge["code"], challenge["url"])

    def accept(self, code: str) -> str:
        """Accept an invitation, by code or link, and return the game's name."""
        code = code.rstrip("/").rpartition("/")[2]
        return str(self._api.request("POST", f"challenges/{code}/accept", {})["game"])

    # --- playing ---------------------------------------------------------------------------------

    def events(self) -> Iterator[str | None]:
        """Yield the names of unfinished games, then of new ones; None as keepalive.

        Reconnects forever, and then yields the unfinished games again.
        """
        backoff = Backoff()
        while True:
            is_new = True
            try:
                for line in self._api.stream("bot/events"):
                    if is_new:  # list games only once the stream is open, so that none is missed
                        yield from self.games()
                        is_new = False
                        backoff.reset()
                    yield _started(line)
            except BotError as error:
                backoff.retry_or_raise(error)
            else:
                backoff.sleep()

    def follow(self, game: str) -> Iterator[RemoteGame]:
        """Yield the game at once, after every change and on every keepalive.

        Reconnects forever; leave the loop when the game ``is_over``.
        """
        backoff = Backoff()
        while True:
            known = None
            try:
                for line in self._api.stream(f"bot/games/{game}"):
                    known = _next(known, line)
                    if known is not None:
                        backoff.reset()
                        yield known
            except BotError as error:
                backoff.retry_or_raise(error)
            else:
                backoff.sleep()

    def submit(self, game: RemoteGame, kind: str, body: str = "") -> int:
        """Send a move or another action, and return the number of the stored entry.

        Retries while the server is down or busy. The request id is derived from the game's version
        and ``kind``, so repeated sends take effect once, even after a restart of the bot.
        """
        backoff = Backoff()
        action = {
            "id": f"bot-{game.version}-{kind}",
            "at": game.version,
            "kind": kind,
            "body": body,
        }
        while True:
            try:
                return int(self._api.request("POST", f"bot/games/{game.name}", action)["version"])
            except BotError as error:
                backoff.retry_or_raise(error)


def register(
    url: str,
    name: str,
    label: str = "qttt bot",
    on_password: Callable[[str], None] = lambda password: None,
) -> tuple[str, str]:
    """Create an account for a bot under a new name; return its token and password.

    ``on_password`` gets the password as soon as the account exists, because the request for the
    token that follows can fail.
    """
    api, password = ServerApi(url), secrets.token_urlsafe(18)
    api.request("POST", "session", {})
    api.request("POST", "account", {"name": name, "password": password})
    on_password(password)
    return str(api.request("POST", "tokens", {"label": label})["token"]), password


def _started(line: str) -> str | None:
    message = json.loads(line) if line else {"t": ""}
    return str(message["game"]) if message["t"] == "started" else None


def _next(known: RemoteGame | None, line: str) -> RemoteGame | None:
    """Apply a line of a game's stream. Raises ``ServerUnreachableError`` if entries were missed."""
    message = json.loads(line) if line else {"t": ""}
    if message["t"] == "game":
        return RemoteGame(message)
    if message["t"] == "entries" and known and not known.apply(message):
        raise ServerUnreachableError(
            f"game {known.name}: entries after {known.version} were missed"
        )
    return known
