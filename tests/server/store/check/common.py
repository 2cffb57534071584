"""Helpers of the checks: sample games and assertions."""

from qttt.play.log import EntryKind, LogEntry
from qttt.server.games.game import AppendRequest, AppendResult
from qttt.server.games.terms import Identity, Terms, new_game_id
from qttt.server.store.entities import AuthToken
from qttt.server.store.store import Store

CALLERS = 8
"""Concurrent callers in tests of races."""

NOW = 1_700_000_000_000


class StoreFault(AssertionError):  # noqa: N818  a failed test
    """The tested store violates its documentation."""


def expect(what: str, wanted: object, got: object) -> None:
    """Raise ``StoreFault`` unless the two are equal."""
    if got != wanted:
        raise StoreFault(f"{what}: expected {wanted!r}, got {got!r}")


def make_terms(
    game: str = "", *, x: str = "anna", o: str = "bert", created: int = NOW, rated: bool = True
) -> Terms:
    """Return terms of a game between two users, or against a level if one name is empty."""
    x_seat, o_seat = (
        Identity(user, user.title()) if user else Identity("", "hard", level="hard")
        for user in (x, o)
    )
    return Terms(game or new_game_id(), "goff", "-", x_seat, o_seat, "300+5", rated, created)


def make_move(version: int, id: str = "", body: str = "12") -> LogEntry:
    """Return the entry of a move by X."""
    return LogEntry(version, EntryKind.MOVE, "X", body, NOW + version, 40, id)


def make_session(user: str) -> AuthToken:
    """Return a session of a user, always the same."""
    return AuthToken(user.encode().ljust(32), user, "session", NOW, NOW + 100)


async def create_games(store: Store, *games: Terms) -> None:
    """Create new games."""
    for terms in games:
        expect("creating a new game", True, await store.games.create(terms))


async def append(store: Store, wanted: AppendResult, game: str, *entries: LogEntry) -> None:
    """Append the entries and expect that result."""
    expect(
        f"appending {len(entries)} entries",
        [wanted],
        await store.games.append([AppendRequest(game, entries)]),
    )


async def verified_entries(store: Store, game: str) -> tuple[LogEntry, ...]:
    """Return the entries of a game, after verifying it."""
    log = await store.games.load(game)
    if log is None:
        raise StoreFault(f"game {game} was created but cannot be loaded")
    await store.games.verify(game)
    return log.entries
