"""A user's progress in the app: results, lessons and puzzles, merged from several devices.

Merging is commutative, associative and idempotent, so that devices can send theirs in any order and
repeatedly. Results are counted by device, and of a device the higher counts win.
"""

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from qttt.server.errors import RequestError

MAX_BYTES = 256 * 1024
"""The size of stored progress as JSON."""
MAX_DEVICES = 200

Count = Annotated[int, Meta(ge=0, le=1_000_000)]
DeviceId = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
Name = Annotated[str, Meta(min_length=1, max_length=200)]
Day = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]


class LevelCounts(Struct, forbid_unknown_fields=True, frozen=True):
    """Games against a level under some rules."""

    rules: Name
    level: Name
    won: Count
    drawn: Count
    lost: Count


class DayResult(Struct, forbid_unknown_fields=True, frozen=True, rename="camel"):
    """The result of a day's puzzle; ``is_late``: solved or shown after its day."""

    misses: Count
    end: Literal["solved", "shown"] | None
    is_late: bool

    @property
    def rank(self) -> tuple[bool, bool, bool, bool, int]:
        """A total order: the greater of two results is kept."""
        is_solved = self.end == "solved"
        return (
            is_solved and not self.is_late,
            is_solved,
            self.end is not None,
            not self.is_late,
            self.misses,
        )


class PlayerProgress(Struct, forbid_unknown_fields=True, frozen=True):
    """All progress or a part of it.

    ``results`` are by device; ``lessons`` lists the steps done by lesson; ``solved`` lists puzzles,
    and ``longest`` is the longest streak of them; ``days`` are the puzzles of the day.
    """

    results: dict[DeviceId, list[LevelCounts]] = {}
    lessons: dict[Name, list[Name]] = {}
    solved: list[Name] = []
    longest: Count = 0
    days: dict[Day, DayResult] = {}


_DECODER = msgspec.json.Decoder(PlayerProgress, strict=True)
_ENCODER = msgspec.json.Encoder(order="deterministic")


def parse_progress(data: bytes) -> PlayerProgress:
    """Parse JSON. Raises ``RequestError``, naming the wrong value."""
    try:
        return _DECODER.decode(data)
    except msgspec.ValidationError as error:
        raise RequestError("bad-progress", f"the progress is not valid: {error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RequestError("bad-progress", f"the progress is not JSON: {error}") from error


def format_progress(progress: PlayerProgress) -> bytes:
    """Return JSON; ``parse_progress`` restores it."""
    return _ENCODER.encode(progress)


def merge_progress(one: PlayerProgress, other: PlayerProgress) -> PlayerProgress:
    """Return what either has. Raises ``RequestError`` if it is too large."""
    merged = PlayerProgress(
        results={
            device: _merge_counts([*one.results.get(device, []), *other.results.get(device, [])])
            for device in sorted(one.results.keys() | other.results.keys())
        },
        lessons={
            lesson: sorted({*one.lessons.get(lesson, []), *other.lessons.get(lesson, [])})
            for lesson in sorted(one.lessons.keys() | other.lessons.keys())
        },
        solved=sorted({*one.solved, *other.solved}),
        longest=max(one.longest, other.longest),
        days={
            day: max(
                (progress.days[day] for progress in (one, other) if day in progress.days),
                key=lambda result: result.rank,
            )
            for day in sorted(one.days.keys() | other.days.keys())
        },
    )
    if len(merged.results) > MAX_DEVICES or len(format_progress(merged)) > MAX_BYTES:
        raise RequestError(
            "progress-full",
            f"stored progress has at most {MAX_DEVICES} devices and {MAX_BYTES // 1024} KiB",
        )
    return merged


def _merge_counts(counts: Iterable[LevelCounts]) -> list[LevelCounts]:
    merged: dict[tuple[str, str], LevelCounts] = {}
    for count in counts:
        key = (count.rules, count.level)
        before = merged.get(key, count)
        merged[key] = LevelCounts(
            *key,
            max(before.won, count.won),
            max(before.drawn, count.drawn),
            max(before.lost, count.lost),
        )
    return [merged[key] for key in sorted(merged)]
