"""One bit and all that is known of how it was measured, as it is kept with a game.

As JSON it is one object: ``source``, ``backend``, ``time`` and ``bit``, and as far as there are
any ``circuit`` (a cQASM 3 program), ``counts`` (what was measured how often, wire 0 first), ``job``
(the device's name for it), ``seed`` (of a simulator) and ``shot`` (which one of a job with several,
from 0).
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime

from .circuit import Circuit
from .decoding import decode
from .errors import ProofError
from .qasm import cqasm3

_NEEDED = {"source", "backend", "time", "bit"}


@dataclass(frozen=True, slots=True)
class Measurement:
    """A bit from ``source``: 0 is the first collapse in ``legal_moves``, 1 the second.

    Raises ``ProofError`` for what no measurement can have been.
    """

    source: str
    backend: str
    time: str
    bit: int
    circuit: str = ""
    counts: Mapping[str, int] = field(default_factory=dict)
    job: str = ""
    seed: int | None = None
    shot: int | None = None

    __hash__ = None  # type: ignore[assignment]  # its counts have none either

    def __post_init__(self) -> None:
        told: dict[str, object] = asdict(self)
        for name in ("source", "backend", "time", "circuit", "job"):
            if not isinstance(told[name], str):
                raise ProofError(f"the {name} of a measurement is a text, not {told[name]!r}")
        if type(told["bit"]) is not int or told["bit"] not in (0, 1):
            raise ProofError(f"the bit of a measurement is 0 or 1, not {told['bit']!r}")
        for name in ("seed", "shot"):
            if type(told[name]) not in (int, type(None)):
                raise ProofError(f"the {name} of a measurement is a number, not {told[name]!r}")
        counts = told["counts"]
        if not isinstance(counts, dict) or not all(map(_is_count, counts.items())):
            raise ProofError(f"the counts of a measurement are numbers of shots, not {counts!r}")
        moment(self.time)

    def to_json(self) -> str:
        """One line of ASCII; what is empty is left out."""
        all_: dict[str, object] = asdict(self)
        return json.dumps(
            {
                name: all_[name]
                for name in all_
                if name in _NEEDED or all_[name] not in ("", {}, None)
            }
        )

    @classmethod
    def from_json(cls, value: object) -> "Measurement":
        """The measurement of a JSON value that has been read. Raises ``ProofError``."""
        if not isinstance(value, dict):
            raise ProofError("a measurement is an object of JSON")
        known = set(cls.__dataclass_fields__)
        if unknown := sorted(set(value) - known):
            raise ProofError(f"a measurement has no {unknown[0]!r}")
        if missing := sorted(_NEEDED - set(value)):
            raise ProofError(f"the measurement lacks its {missing[0]}")
        return cls(**value)

    @property
    def told(self) -> str:
        """Where the bit came from, in one line for people."""
        marks = {"job": self.job or None, "shot": self.shot, "seed": self.seed}
        known = [f"{name} {value}" for name, value in marks.items() if value is not None]
        return ", ".join([self.backend, *known])

    @property
    def only_shot(self) -> str:
        """What the wires showed. Raises ``ProofError`` unless there was exactly one shot."""
        if sum(self.counts.values()) != 1:
            raise ProofError(f"a coin is one shot, and this has {sum(self.counts.values())}")
        return next(shown for shown, count in self.counts.items() if count)


def measured(
    circuit: Circuit,
    shot: str,
    *,
    source: str,
    backend: str,
    time: str,
    job: str = "",
    seed: int | None = None,
    number: int | None = None,
) -> Measurement:
    """The measurement in which the wires of ``circuit`` showed ``shot``."""
    return Measurement(
        source=source,
        backend=backend,
        time=time,
        bit=decode(circuit, shot).bit,
        circuit=cqasm3(circuit),
        counts={shot: 1},
        job=job,
        seed=seed,
        shot=number,
    )


def now() -> str:
    """The time, in UTC and to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def moment(text: str) -> datetime:
    """The time that ``text`` tells. Raises ``ProofError`` for none, and for one without a zone."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise ProofError(f"{text!r} is no time: it is written {now()}") from None
    if found.tzinfo is None:
        raise ProofError(f"{text!r} has no time zone: it is written {now()}")
    return found


def _is_count(item: tuple[object, object]) -> bool:
    shown, count = item
    return isinstance(shown, str) and type(count) is int and count >= 0
