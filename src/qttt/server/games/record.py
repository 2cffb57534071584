"""Games of the server as ``.qtn`` records.

Beside the tags of any match, such a record has the name of the ``Game``, the ``Clock`` (a time
control as text) and whether it was ``Rated``. After a decision ``[%clk 0:04:55]`` tells what the
player had left, as in records of chess.
"""

from collections.abc import Iterable
from datetime import UTC, datetime

from qttt.game import Node, Player
from qttt.notation import Record
from qttt.play import archive

from .entries import Entry, Kind
from .game import Game
from .terms import Terms


def to_record(terms: Terms, entries: Iterable[Entry]) -> Record:
    """The record of the game with these terms and entries, also of one that goes on.

    Moves that were taken back are variations. Raises ``CorruptLog``.
    """
    game = Game(terms)
    for entry in entries:
        before = game.clock.decider
        game.apply(entry)
        if entry.kind == Kind.MOVE and before:
            _tell_time(game, game.match.node, before)
    game.match.tags.update(_tags(terms))
    record = archive.to_record(game.match)
    if game.is_over and game.match.outcome is None:
        _end(record, game)
    return record


def _tags(terms: Terms) -> dict[str, str]:
    date = datetime.fromtimestamp(terms.created / 1000, UTC)
    rated = "yes" if terms.rated else "no"
    tags = {"Date": f"{date:%Y.%m.%d}", "Game": terms.game, "Clock": terms.clock, "Rated": rated}
    return tags | ({"Before": terms.before} if terms.before else {})


def _tell_time(game: Game, node: Node, player: Player) -> None:
    if not game.clock.control.is_measured or game.clock.control.is_daily:
        return
    seconds = game.clock.time(player).left // 1000
    node.comment = f"[%clk {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}]"


def _end(record: Record, game: Game) -> None:
    """Let the record end where the game did; what had been taken back there is no part of it."""
    following = record.children
    for _ in game.match.node.moves:
        following = following[0].children
    following.clear()
    record.tags.pop("Current", None)
    record.tags.pop("Offer", None)
    record.tags |= {"Result": game.result, "Termination": game.termination}
    record.result = game.result
