"""What the checks have in common: made-up games, and how a broken promise is told."""

from qttt.server.games import Append, Appended, Entry, Kind, Terms, Who, game_id
from qttt.server.store.protocol import Store

CROWD = 8
"""How many try the same thing at the same time."""

NOW = 1_700_000_000_000


class StoreFault(AssertionError):  # noqa: N818  a failed test, not an error in the program
    """The store that was checked does not keep a promise of ``protocol``."""


def expect(what: str, wanted: object, got: object) -> None:
    """Raise ``StoreFault`` unless the two are equal."""
    if got != wanted:
        raise StoreFault(f"{what}: there should be {wanted!r}, and there is {got!r}")


def terms_of(
    game: str = "", *, x: str = "anna", o: str = "bert", created: int = NOW, rated: bool = True
) -> Terms:
    """The terms of a game between two users, or of a user with a level if one is empty."""
    x_seat, o_seat = (
        Who(user, user.title()) if user else Who("", "hard", level="hard") for user in (x, o)
    )
    return Terms(game or game_id(), "goff", "-", x_seat, o_seat, "300+5", rated, created)


def move(version: int, id: str = "", body: str = "12") -> Entry:
    """An entry that says that X moved."""
    return Entry(version, Kind.MOVE, "X", body, NOW + version, 40, id)


async def begin(store: Store, *games: Terms) -> None:
    """Begin games that are all new."""
    for terms in games:
        expect("a new game is created", True, await store.games.create(terms))


async def append(store: Store, wanted: Appended, game: str, *entries: Entry) -> None:
    """Append the entries, and expect that answer."""
    expect(f"{len(entries)} entries", [wanted], await store.games.append([Append(game, entries)]))


async def entries_of(store: Store, game: str) -> tuple[Entry, ...]:
    """What the store has of a game, which has to be sound."""
    log = await store.games.load(game)
    if log is None:
        raise StoreFault(f"game {game} was created, and is not there")
    await store.games.verify(game)
    return log.entries
