"""Whether the coins of a recorded game can have fallen as it says.

What is looked at: that each collapse by chance has a measurement, of a circuit of that position,
whose bit follows from what was counted and is the collapse that was played; that later coins fell
later; and that no shot decided twice.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from qttt.game import Node, Position
from qttt.notation import Record, replay
from qttt.quantum import Measurement
from qttt.quantum.audit import Finding, Grade, audit
from qttt.quantum.measurement import moment

from .comments import Told, read_coin
from .steps import coin_nodes


@dataclass(frozen=True, slots=True)
class Audited:
    """What was found out about the coin that decided on ``move`` in ``position``.

    ``source`` is what the record says.
    """

    position: Position
    move: str
    source: str
    findings: tuple[Finding, ...]

    __hash__ = None  # type: ignore[assignment]


def audit_record(record: Record) -> tuple[Audited, ...]:
    """Every collapse by chance, in all branches, with what can be said of its coin.

    Raises what ``replay`` raises, and ``ProofError`` for a measurement that cannot be read.
    """
    root = replay(record)
    thrown = {node: _told(node) for node in coin_nodes(root)}
    used = Counter(_shot(told.measurement) for told in thrown.values() if told.measurement)
    return tuple(
        Audited(
            node.position, _played(node), told.source, tuple(_findings(node, told, thrown, used))
        )
        for node, told in thrown.items()
    )


def _told(node: Node) -> Told:
    told, _ = read_coin(node.children[0].comment)
    return told or Told("not recorded")


def _findings(
    node: Node, told: Told, thrown: dict[Node, Told], used: Counter[object]
) -> Iterator[Finding]:
    if len(node.children) > 1:
        yield Finding(Grade.WRONG, "the coin fell on both sides")
    if told.measurement is None:
        yield Finding(Grade.UNKNOWN, "no measurement is recorded")
        return
    yield from audit(told.measurement, node.position)
    yield _meant(node, told.measurement)
    yield _in_time(node, told.measurement, thrown)
    if used[_shot(told.measurement)] > 1:
        yield Finding(Grade.WRONG, "the same shot decided another collapse as well")


def _played(node: Node) -> str:
    """The collapse that was played there."""
    return node.position.name(node.children[0].moves[-1])


def _meant(node: Node, measurement: Measurement) -> Finding:
    """Whether the bit is what was played."""
    meant = node.position.name(node.position.legal_moves[measurement.bit])
    if meant != _played(node):
        text = f"the bit stands for {meant}, and {_played(node)} was played"
        return Finding(Grade.WRONG, text)
    return Finding(Grade.RIGHT, f"the bit stands for {meant}, which was played")


def _in_time(node: Node, measurement: Measurement, thrown: dict[Node, Told]) -> Finding:
    """Whether no coin before it in the game fell later."""
    time = moment(measurement.time)
    for before in node.path[:-1]:
        earlier = thrown.get(before)
        if earlier and earlier.measurement and moment(earlier.measurement.time) > time:
            text = f"{measurement.time} is before {earlier.measurement.time}, of the coin before"
            return Finding(Grade.WRONG, text)
    return Finding(Grade.RIGHT, f"{measurement.time} is not before any coin before")


def _shot(measurement: Measurement) -> object:
    """What no two coins may share; bits without a job or seed are all different."""
    if not measurement.job and measurement.seed is None:
        return object()
    return measurement.backend, measurement.job, measurement.seed, measurement.shot
