"""Audit of the coins in a recorded game.

Checks that each collapse by chance has a measurement of the position's circuit, that its bit
follows from the counts and matches the collapse played, that no loop was measured before an earlier
coin, and that no shot was used twice.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from qttt.game import Node, Position
from qttt.notation import Record, from_record
from qttt.quantum import Measurement
from qttt.quantum.audit import AuditFinding, AuditStatus, audit, is_of_loop, shot_key
from qttt.quantum.measurement import parse_time

from .comments import CoinNote, read_coin
from .navigation import coin_nodes


@dataclass(frozen=True, slots=True)
class CoinAudit:
    """The findings about the coin that decided ``move`` in ``position``.

    ``source`` is as recorded.
    """

    position: Position
    move: str
    source: str
    findings: tuple[AuditFinding, ...]

    __hash__ = None  # type: ignore[assignment]


def audit_record(record: Record) -> tuple[CoinAudit, ...]:
    """Audit every collapse by chance, in all branches.

    Errors of ``from_record`` propagate.

    Raises:
        ProofError: A source or measurement cannot be read.
    """
    root = from_record(record).root
    notes = {node: _note(node) for node in coin_nodes(root)}
    used = Counter(shot_key(note.measurement) for note in notes.values() if note.measurement)
    return tuple(
        CoinAudit(
            node.position, _played(node), note.source, tuple(_findings(node, note, notes, used))
        )
        for node, note in notes.items()
    )


def _note(node: Node) -> CoinNote:
    note, _ = read_coin(node.children[0].comment)
    return note or CoinNote("not recorded")


def _findings(
    node: Node, note: CoinNote, notes: dict[Node, CoinNote], used: Counter[object]
) -> Iterator[AuditFinding]:
    if len(node.children) > 1:
        yield AuditFinding(AuditStatus.WRONG, "the coin has both results")
    if note.measurement is None:
        yield AuditFinding(AuditStatus.UNKNOWN, "no measurement is recorded")
        return
    yield from audit(note.measurement, node.position)
    yield _check_collapse(node, note.measurement)
    if is_of_loop(note.measurement, node.position):
        yield _check_order(node, note.measurement, notes)
    if used[shot_key(note.measurement)] > 1:
        yield AuditFinding(AuditStatus.WRONG, "the same shot decided another collapse as well")


def _played(node: Node) -> str:
    return node.position.name(node.children[0].moves[-1])


def _check_collapse(node: Node, measurement: Measurement) -> AuditFinding:
    expected = node.position.name(node.position.legal_moves[measurement.bit])
    if expected != _played(node):
        text = f"the bit stands for {expected}, but {_played(node)} was played"
        return AuditFinding(AuditStatus.WRONG, text)
    return AuditFinding(AuditStatus.RIGHT, f"the bit stands for {expected}, which was played")


def _check_order(node: Node, measurement: Measurement, notes: dict[Node, CoinNote]) -> AuditFinding:
    """Check that no earlier coin of the game was measured later than this loop."""
    time = parse_time(measurement.time)
    for before in node.path[:-1]:
        earlier = notes.get(before)
        if earlier and earlier.measurement and parse_time(earlier.measurement.time) > time:
            text = f"{measurement.time} is before the previous coin at {earlier.measurement.time}"
            return AuditFinding(AuditStatus.WRONG, text)
    return AuditFinding(AuditStatus.RIGHT, f"{measurement.time} is not before any previous coin")
