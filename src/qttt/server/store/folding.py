"""Folding: the entries of a finished game become one column of its row, until one is appended."""

from sqlalchemy import Connection, delete, not_, select, update

from qttt.play.log import chain_digest, entry_digest
from qttt.server.errors import StoreCorrupt
from qttt.server.game_errors import log_game_error
from qttt.server.games.game import GameState

from .database import StorePart, writes
from .packing import pack_log
from .schema import IS_FINISHED, entries, games, open_games
from .verify import read_logs


class GameFolding(StorePart):
    """Folds the logs of finished games."""

    @writes
    def fold(self, connection: Connection, before: int, limit: int) -> int:
        """Fold at most ``limit`` games that ended before that time; return their number.

        Their entries are kept, with the same digest, in fewer bytes. Games that await a rating are
        left alone, and so are corrupt ones, which do not count.
        """
        query = (
            select(games.c.id, games.c.version, games.c.digest)
            .join(open_games)
            .where(IS_FINISHED, open_games.c.ended < before, not_(open_games.c.awaits_rating))
            .order_by(open_games.c.ended, open_games.c.game)
            .with_for_update(of=games, skip_locked=True)
        )
        folded: list[str] = []
        seen = 0
        while heads := connection.execute(query.limit(limit - len(folded)).offset(seen)).all():
            folded += [game for game, *head in heads if _fold(connection, game, *head)]
            seen += len(heads)
        connection.execute(delete(entries).where(entries.c.game.in_(folded)))
        connection.execute(delete(open_games).where(open_games.c.game.in_(folded)))
        return len(folded)


def _fold(connection: Connection, game: str, version: int, digest: bytes) -> bool:
    """Put the entries of a game into its row; False if it is corrupt."""
    try:
        terms, log = read_logs(connection, [game])[game]
    except StoreCorrupt as error:
        log_game_error(str(error))
        return False
    if len(log) != version or chain_digest(terms.digest, log) != digest:
        return False
    packed = update(games).where(games.c.id == game)
    connection.execute(packed.values(log=pack_log(terms.created, log)))
    return True


def unfold_game(connection: Connection, game: str) -> None:
    """Make a folded game one that can be appended to."""
    terms, log = read_logs(connection, [game])[game]
    rows, last = [], terms.digest
    for entry in log:
        last = entry_digest(last, entry)
        rows.append({"game": game, **entry._asdict(), "digest": last})
    connection.execute(update(games).where(games.c.id == game).values(log=None))
    if rows:
        connection.execute(entries.insert(), rows)
    opened = {"game": game, "created": terms.created, "is_private": terms.private}
    ended = {"ended": GameState.replay(terms, log).ended_at, "awaits_rating": False}
    connection.execute(open_games.insert(), opened | ended)
