"""Checking a table of positions against the rules alone.

All positions are found again by playing from the empty board with ``qttt.game``, and each entry
must follow from the entries one ply later. The kernel only looks entries up. What is believed here
as it is there is the label theorem (``kernel/table.c``): early subscripts do not matter.
"""

from collections.abc import Callable, Collection, Iterator
from functools import cache
from typing import NamedTuple

from qttt.game import Place, Player, Position, Rules

from .tablebase import Entry, Tablebase, TableError

Progress = Callable[[int, int], None]
"""Told the number of positions checked, and the number of all."""


class Checked(NamedTuple):
    """How many ``positions`` of so many marks there are, and how many entries were ``checked``."""

    marks: int
    positions: int
    checked: int


def verify(
    table: Tablebase,
    *,
    against: Tablebase | None = None,
    progress: Progress = lambda done, total: None,
) -> tuple[Checked, ...]:
    """Check every entry whose children are known; returns how many that were, by marks.

    The children of positions with the most marks are not in ``table``, unless they end the game;
    ``against``, a table of the same rules with more marks, is asked for those. Its own last
    entries are then believed. Cost: some 1 ms for each position checked.

    Raises ``TableError`` at the first entry that does not follow and if positions are missing,
    ``ValueError`` if ``against`` cannot serve.
    """
    if against is not None and (against.rules != table.rules or against.marks <= table.marks):
        raise ValueError(
            f"{against.path} cannot check {table.path}: that takes a table for {table.rules} "
            f"of more than {table.marks} marks"
        )
    found: list[Checked] = []
    done, total = 0, table.header.positions
    for marks, level in enumerate(levels(table.rules, table.marks)):
        stated = table.header.counts[marks]
        if len(level) != stated:
            raise TableError(
                f"{table.path} is wrong: {len(level)} positions have {marks} marks, not {stated}"
            )
        checked = 0
        for each in level:
            done += 1
            checked += _follows(Position(table.rules, each), table, against)
            progress(done, total)
        found.append(Checked(marks, len(level), checked))
    return tuple(found)


def levels(rules: Rules, marks: int) -> Iterator[Collection[tuple[Place, ...]]]:
    """The unfinished positions without a loop of 0, 1, 2 … marks: the marks of one of each kind."""
    level: Collection[tuple[Place, ...]] = [()]
    yield level
    for _ in range(marks):
        after = (child for each in level for child in _settled(Position(rules, each)))
        level = {_key(child): child.marks for child in after}.values()
        yield level


def _settled(position: Position) -> Iterator[Position]:
    """The unfinished positions one mark later, in which no loop is pending any more."""
    for move in position.legal_moves:
        child = position.play(move)
        if child.has_loop:
            yield from _settled(child)
        elif not child.outcome:
            yield child


def _follows(position: Position, table: Tablebase, against: Tablebase | None) -> bool:
    """Whether the entry of ``position`` can be checked. Raises ``TableError`` if it is wrong."""
    expected = _decided(position, table, against)
    if expected is None:
        return False
    stored = table.probe(position)
    if stored != expected:
        raise TableError(
            f"{table.path} is wrong: {position} is {stored}, but what can follow "
            f"makes it {expected}"
        )
    return True


def _decided(position: Position, table: Tablebase, against: Tablebase | None) -> Entry | None:
    """What the best move leads to, in one ply more; the mean where chance decides."""
    choices = []
    for move in position.legal_moves:
        entry = _known(position.play(move), table, against)
        if entry is None:
            return None
        choices.append(entry)
    who = position.to_move
    if not isinstance(who, Player):
        return Entry(sum(each.value for each in choices) / len(choices), None)
    best = max(choices, key=lambda each: _merit(each, 1 if who is Player.X else -1))
    is_counted = best.value != 0 and position.rules.chooser != "chance"
    return Entry(best.value, (best.plies or 0) + 1 if is_counted else None)


def _known(position: Position, table: Tablebase, against: Tablebase | None) -> Entry | None:
    """The entry of a position; a pending loop is decided here, a finished game is what it is."""
    if position.outcome:
        return Entry(position.outcome.value, None)
    if position.has_loop:
        return _decided(position, table, against)
    return table.probe(position) or (against.probe(position) if against else None)


def _merit(entry: Entry, sign: int) -> tuple[float, int]:
    """Orders what a player can choose from: who is better off hurries, the other delays."""
    value, plies = sign * entry.value, entry.plies or 0
    return value, -plies if value > 0 else plies


def _key(position: Position) -> int:
    """The same number for two positions exactly if they are of one kind."""
    images = (_images(position.rules, n, place) for n, place in enumerate(position.marks, 1))
    return min(map(sum, zip(*images, strict=True)))


@cache
def _images(rules: Rules, mark: int, place: Place) -> tuple[int, ...]:
    """A bit for this mark there, under each symmetry of the board.

    A player's first marks share their bits, as many as a line has: no line is older than them.
    """
    is_early = rules.line is None or (mark + 1) // 2 <= rules.line
    kind, size = mark % 2 if is_early else mark, rules.board.size
    pair = place if isinstance(place, tuple) else (place, place)
    squares = (sorted((s[pair[0]], s[pair[1]])) for s in rules.board.symmetries())
    return tuple(1 << (kind * size + a) * size + b for a, b in squares)
