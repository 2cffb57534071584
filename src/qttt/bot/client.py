"""HTTP client for ``spec/protocol.md`` with automatic reconnection."""

import secrets
from collections.abc import Callable, Iterator
from functools import partial
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
        return self._api.request("GET", "session", parse=_field("name"))

    # --- finding a game --------------------------------------------------------------------------

    def games(self) -> list[str]:
        """Return the names of the account's unfinished games."""
        return self._api.request(
            "GET", "games", parse=lambda answer: [str(game["game"]) for game in answer["games"]]
        )

    def play_level(self, level: str, rules: str = "goff", side: str = "random") -> str:
        """Start a game without clocks against a level on the server; return its name."""
        body = {"level": level, "rules": rules, "side": side}
        return self._api.request("POST", "games", body, _field("game"))

    def seek(self, clock: str, rules: str = "goff", side: str = "random") -> dict[str, Any]:
        """Seek an opponent: ``{"game": …}`` on a match, otherwise ``{"seek": …}`` to renew."""
        body = {"clock": clock, "rules": rules, "side": side}
        return self._api.request("POST", "seeks", body, _game_or_seek)

    def renew(self, seek: str) -> str | None:
        """Renew a seek, required every ten seconds; return the game if it was matched."""
        return self._api.request(
            "PUT", f"seeks/{seek}", parse=lambda answer: str(answer["game"] or "") or None
        )

    def invite(self, clock: str = "none", rules: str = "goff", side: str = "random") -> Invitation:
        """Create an invitation to one game."""
        body = {"clock": clock, "rules": rules, "side": side}
        return self._api.request(
            "POST", "challenges", body, lambda answer: Invitation(answer["code"], answer["url"])
        )

    def accept(self, code: str) -> str:
        """Accept an invitation, by code or link, and return the game's name."""
        code = code.rstrip("/").rpartition("/")[2]
        return self._api.request("POST", f"challenges/{code}/accept", {}, _field("game"))

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
                    yield self._api.parse(line, _started)
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
                    known = self._api.parse(line, partial(_next, known))
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
                return self._api.request(
                    "POST", f"bot/games/{game.name}", action, lambda answer: int(answer["version"])
                )
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
    return api.request("POST", "tokens", {"label": label}, _field("token")), password


def _field(name: str) -> Callable[[Any], str]:
    return lambda answer: str(answer[name])


def _game_or_seek(answer: Any) -> dict[str, Any]:
    """Return the answer to a seek. Raises ``KeyError`` if it has neither."""
    return dict(answer) if "game" in answer else {**answer, "seek": answer["seek"]}


def _kind(message: Any) -> str:
    return "" if message is None else str(message["t"])


def _started(message: Any) -> str | None:
    return str(message["game"]) if _kind(message) == "started" else None


def _next(known: RemoteGame | None, message: Any) -> RemoteGame | None:
    """Apply a game's message. Raises ``ServerUnreachableError`` if entries were missed."""
    kind = _kind(message)
    if kind == "game":
        return RemoteGame(message)
    if kind == "entries" and known and not known.apply(message):
        raise ServerUnreachableError(
            f"game {known.name}: entries after {known.version} were missed"
        )
    return known
