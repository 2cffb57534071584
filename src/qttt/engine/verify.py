"""Verification of a tablebase against the rules alone.

All positions are enumerated again with ``qttt.game``, and each entry must follow from the entries
one ply later; the kernel only looks entries up. The one shared assumption is the label theorem
(``kernel/table.c``): early subscripts do not matter.
"""

from collections.abc import Collection, Iterator
from functools import cache
from typing import NamedTuple

from qttt.game import Place, Player, Position, Rules

from .tablebase import ProgressCallback, Tablebase, TablebaseEntry, TablebaseError


class VerifiedLevel(NamedTuple):
    """The number of ``positions`` with ``marks`` marks, and of entries ``checked``."""

    marks: int
    positions: int
    checked: int


def verify_tablebase(
    table: Tablebase,
    *,
    against: Tablebase | None = None,
    progress: ProgressCallback = lambda done, total: None,
) -> tuple[VerifiedLevel, ...]:
    """Check every entry whose children are known; return the counts by number of marks.

    The children of the last level are not in ``table`` unless they end the game; ``against``, a
    trusted tablebase of the same rules with more marks, supplies them. Cost: 1 ms per position.

    Raises:
        TablebaseError: An entry is wrong, or positions are missing.
        ValueError: ``against`` is for other rules or has no more marks.
    """
    if against is not None and (against.rules != table.rules or against.marks <= table.marks):
        raise ValueError(
            f"{against.path} cannot check {table.path}, which takes a tablebase for {table.rules} "
            f"with more than {table.marks} marks"
        )
    results: list[VerifiedLevel] = []
    done, total = 0, table.header.positions
    for marks, level in enumerate(levels(table.rules, table.marks)):
        count = table.header.counts[marks]
        if len(level) != count:
            raise TablebaseError(
                f"{table.path} is wrong: {len(level)} positions have {marks} marks, not {count}"
            )
        checked = 0
        for key in level:
            done += 1
            checked += _check_entry(Position(table.rules, key), table, against)
            progress(done, total)
        results.append(VerifiedLevel(marks, len(level), checked))
    return tuple(results)


def levels(rules: Rules, marks: int) -> Iterator[Collection[tuple[Place, ...]]]:
    """Yield the unfinished positions without a loop of 0, 1, 2 … marks, one per table entry."""
    level: Collection[tuple[Place, ...]] = [()]
    yield level
    for _ in range(marks):
        after = (child for key in level for child in _settled(Position(rules, key)))
        level = {position_key(child): child.marks for child in after}.values()
        yield level


def _settled(position: Position) -> Iterator[Position]:
    """The unfinished positions one mark later, with loops collapsed."""
    for move in position.legal_moves:
        child = position.play(move)
        if child.has_loop:
            yield from _settled(child)
        elif not child.outcome:
            yield child


def _check_entry(position: Position, table: Tablebase, against: Tablebase | None) -> bool:
    """Return whether the entry can be checked. Raises ``TablebaseError`` if it is wrong."""
    expected = _best_child(position, table, against)
    if expected is None:
        return False
    stored = table.probe(position)
    if stored != expected:
        raise TablebaseError(
            f"{table.path} is wrong: {position} is {stored}, "
            f"but the positions after it imply {expected}"
        )
    return True


def _best_child(
    position: Position, table: Tablebase, against: Tablebase | None
) -> TablebaseEntry | None:
    """The entry that the children imply: of the best move, or the mean if chance decides."""
    choices = []
    for move in position.legal_moves:
        entry = _entry(position.play(move), table, against)
        if entry is None:
            return None
        choices.append(entry)
    decider = position.to_move
    if not isinstance(decider, Player):
        return TablebaseEntry(sum(choice.value for choice in choices) / len(choices), None)
    sign = 1 if decider is Player.X else -1
    best = max(choices, key=lambda entry: _sort_key(entry, sign))
    is_counted = best.value != 0 and position.rules.chooser != "chance"
    return TablebaseEntry(best.value, (best.plies or 0) + 1 if is_counted else None)


def _entry(
    position: Position, table: Tablebase, against: Tablebase | None
) -> TablebaseEntry | None:
    """Look up a position without using the kernel for pending loops and finished games."""
    if position.outcome:
        return TablebaseEntry(position.outcome.value, None)
    if position.has_loop:
        return _best_child(position, table, against)
    return table.probe(position) or (against.probe(position) if against else None)


def _sort_key(entry: TablebaseEntry, sign: int) -> tuple[float, int]:
    """Best last: by value, then fastest win or longest defence."""
    value, plies = sign * entry.value, entry.plies or 0
    return value, -plies if value > 0 else plies


def position_key(position: Position) -> int:
    """A number that is equal for two positions if and only if they share a table entry."""
    if not position.marks:
        return 0
    images = (_images(position.rules, n, place) for n, place in enumerate(position.marks, 1))
    return min(map(sum, zip(*images, strict=True)))


@cache
def _images(rules: Rules, mark: int, place: Place) -> tuple[int, ...]:
    """A bit for this mark in this place, under each symmetry of the board.

    Each player's first ``line`` marks share their bits: their order never matters.
    """
    is_early = rules.line is None or (mark + 1) // 2 <= rules.line
    kind, size = mark % 2 if is_early else mark, rules.board.size
    pair = place if isinstance(place, tuple) else (place, place)
    squares = (sorted((s[pair[0]], s[pair[1]])) for s in rules.board.symmetries())
    return tuple(1 << (kind * size + a) * size + b for a, b in squares)
