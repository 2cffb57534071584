"""Server games as ``.qtn`` records.

Extra tags: ``Game`` (id), ``Clock`` (time control), ``Rated``, and for a rematch ``Before`` (id of
the previous game). Decisions are annotated with the time left, ``[%clk 0:04:55]``, as in PGN.
"""

from collections.abc import Iterable
from datetime import UTC, datetime

from qttt.game import Node, Player
from qttt.notation import Record
from qttt.play import archive
from qttt.play.log import EntryKind, LogEntry

from .game import GameState
from .terms import Terms


def game_to_record(terms: Terms, entries: Iterable[LogEntry]) -> Record:
    """Return the record of a game, finished or not, with moves taken back as variations.

    Raises ``CorruptLog``.
    """
    game = GameState(terms)
    for entry in entries:
        before = game.clock.decider
        game.apply(entry)
        if entry.kind == EntryKind.MOVE and before:
            _annotate_time(game, game.match.node, before)
    game.match.tags.update(_tags(terms))
    record = archive.match_to_record(game.match)
    if game.is_over and game.match.outcome is None:
        _end(record, game)
    return record


def _tags(terms: Terms) -> dict[str, str]:
    date = datetime.fromtimestamp(terms.created / 1000, UTC)
    rated = "yes" if terms.rated else "no"
    tags = {"Date": f"{date:%Y.%m.%d}", "Game": terms.game, "Clock": terms.clock, "Rated": rated}
    return tags | ({"Before": terms.before} if terms.before else {})


def _annotate_time(game: GameState, node: Node, player: Player) -> None:
    if not game.clock.control.has_clock or game.clock.control.is_daily:
        return
    seconds = game.clock.time(player).left // 1000
    node.comment = f"[%clk {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}]"


def _end(record: Record, game: GameState) -> None:
    """End the record at the game's last position, without the moves taken back there."""
    following = record.children
    for _ in game.match.node.moves:
        following = following[0].children
    following.clear()
    record.tags.pop("Current", None)
    record.tags.pop("Offer", None)
    record.tags |= {"Result": game.result, "Termination": game.termination}
    record.result = game.result
