"""One bit and the record of its measurement, as stored with a game.

The JSON object has ``source``, ``backend``, ``time`` and ``bit``, and optionally ``circuit`` (a
cQASM 3 program), ``counts`` (by shot, wire 0 first), ``job`` (the device's job number), ``seed``
(of a simulator) and ``shot`` (the index in a job of several shots).
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime

from qttt.game.arguments import as_int

from .circuit import Circuit
from .decoding import decode
from .qasm import cqasm3


class DeviceError(ValueError):
    """A device is unavailable, failed or timed out; there is no measurement."""


class ProofError(ValueError):
    """A measurement is incomplete or invalid."""


_REQUIRED = {"source", "backend", "time", "bit"}
_TIME = "2026-01-02T15:04:05.678+00:00"
"""An example for messages."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """A bit from ``source``: 0 is the first collapse in ``legal_moves``, 1 the second.

    Raises ``ProofError`` for invalid values.
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

    __hash__ = None  # type: ignore[assignment]  # counts are not hashable

    def __post_init__(self) -> None:
        for name in ("bit", "seed", "shot"):
            object.__setattr__(self, name, as_int(getattr(self, name)))
        data = {attribute.name: getattr(self, attribute.name) for attribute in fields(self)}
        for name in ("source", "backend", "time", "circuit", "job"):
            if not isinstance(data[name], str):
                raise ProofError(f"the {name} of a measurement must be text, not {data[name]!r}")
        if type(data["bit"]) is not int or data["bit"] not in (0, 1):
            raise ProofError(f"the bit of a measurement must be 0 or 1, not {data['bit']!r}")
        for name in ("seed", "shot"):
            if type(data[name]) not in (int, type(None)):
                raise ProofError(
                    f"the {name} of a measurement must be an integer, not {data[name]!r}"
                )
        counts = data["counts"]
        if not isinstance(counts, dict) or not all(map(_is_count, counts.items())):
            raise ProofError(f"the counts of a measurement are numbers of shots, not {counts!r}")
        parse_time(self.time)

    def to_json(self) -> str:
        """Serialize to one line of ASCII, without empty fields."""
        data: dict[str, object] = asdict(self)
        return json.dumps(
            {
                name: data[name]
                for name in data
                if name in _REQUIRED or data[name] not in ("", {}, None)
            }
        )

    @classmethod
    def from_json(cls, value: object) -> "Measurement":
        """Convert a parsed JSON value. Raises ``ProofError``."""
        if not isinstance(value, dict):
            raise ProofError("a measurement must be a JSON object")
        known = set(cls.__dataclass_fields__)
        if unknown := sorted(set(value) - known):
            raise ProofError(f"unknown field {unknown[0]!r} in a measurement")
        if missing := sorted(_REQUIRED - set(value)):
            raise ProofError(f"the measurement lacks its {missing[0]}")
        return cls(**value)

    @property
    def origin(self) -> str:
        """The origin of the bit, as one line of text."""
        details = {"job": self.job or None, "shot": self.shot, "seed": self.seed}
        known = [f"{name} {value}" for name, value in details.items() if value is not None]
        return ", ".join([self.backend, *known])

    @property
    def only_shot(self) -> str:
        """The measured bits. Raises ``ProofError`` unless there was exactly one shot."""
        if sum(self.counts.values()) != 1:
            raise ProofError(f"a coin needs exactly one shot, not {sum(self.counts.values())}")
        return next(shot for shot, count in self.counts.items() if count)


def measurement_of(
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
    """Return the measurement of one ``shot`` of ``circuit``."""
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


def utc_now() -> str:
    """Return the time in UTC, in ISO format with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def parse_time(text: str) -> datetime:
    """Parse a time with a time zone. Raises ``ProofError``."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        raise ProofError(f"{text!r} is not a time: write it as {_TIME}") from None
    if time.tzinfo is None:
        raise ProofError(f"{text!r} has no time zone: write it as {_TIME}")
    return time


def _is_count(item: tuple[object, object]) -> bool:
    shot, count = item
    return isinstance(shot, str) and type(count) is int and count >= 0
