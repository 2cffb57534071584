"""Merging the progress of devices."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.server.errors import RequestError
from qttt.server.people.progress import (
    MAX_BYTES,
    MAX_DEVICES,
    DayResult,
    LevelCounts,
    PlayerProgress,
    format_progress,
    merge_progress,
    parse_progress,
)

PHONE, DESK = "0123456789abcdef", "fedcba9876543210"
COUNT = st.integers(0, 5)
NAME = st.sampled_from("abc")
PROGRESS = st.builds(
    PlayerProgress,
    results=st.dictionaries(
        st.sampled_from([PHONE, DESK]),
        st.lists(
            st.builds(LevelCounts, NAME, NAME, COUNT, COUNT, COUNT),
            unique_by=lambda each: (each.rules, each.level),
            max_size=3,
        ),
    ),
    lessons=st.dictionaries(NAME, st.lists(NAME, unique=True)),
    solved=st.lists(NAME, unique=True),
    longest=COUNT,
    days=st.dictionaries(
        st.sampled_from(["2026-11-23", "2026-11-24"]),
        st.builds(DayResult, COUNT, st.sampled_from(["solved", "shown", None]), st.booleans()),
    ),
)


@given(PROGRESS, PROGRESS, PROGRESS)
def test_the_order_and_repetition_of_merges_do_not_matter(
    one: PlayerProgress, other: PlayerProgress, third: PlayerProgress
) -> None:
    both = merge_progress(one, other)
    assert merge_progress(other, one) == both
    assert merge_progress(both, one) == merge_progress(both, both) == both
    assert merge_progress(both, third) == merge_progress(one, merge_progress(other, third))
    assert parse_progress(format_progress(both)) == both


def test_each_device_counts_once() -> None:
    phone = LevelCounts("goff", "easy", 3, 1, 0)
    later = LevelCounts("goff", "easy", 4, 1, 2)
    desk = LevelCounts("goff", "easy", 1, 0, 0)
    merged = merge_progress(
        PlayerProgress(results={PHONE: [phone], DESK: [desk]}),
        PlayerProgress(results={PHONE: [later]}),
    )
    assert merged.results == {PHONE: [later], DESK: [desk]}


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (DayResult(2, "solved", False), DayResult(0, "solved", True)),
        (DayResult(2, "solved", True), DayResult(0, "shown", False)),
        (DayResult(0, "shown", False), DayResult(3, None, False)),
        (DayResult(2, None, False), DayResult(1, None, False)),
    ],
)
def test_the_better_result_of_a_day_is_kept(better: DayResult, worse: DayResult) -> None:
    days = [PlayerProgress(days={"2026-11-23": each}) for each in (worse, better)]
    assert merge_progress(*days).days == {"2026-11-23": better}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("{", "the progress is not JSON: Input data was truncated"),
        ("[]", "the progress is not valid: Expected `object`, got `array`"),
        ('{"points":1}', "the progress is not valid: Object contains unknown field `points`"),
        ('{"longest":-1}', "the progress is not valid: Expected `int` >= 0 - at `$.longest`"),
        (
            '{"longest":"1"}',
            "the progress is not valid: Expected `int`, got `str` - at `$.longest`",
        ),
        (
            '{"solved":[1]}',
            "the progress is not valid: Expected `str`, got `int` - at `$.solved[0]`",
        ),
        (
            '{"results":{"phone":[]}}',
            "the progress is not valid: Expected `str` matching regex '^[0-9a-f]{16}$' - at `key` "
            "in `$.results`",
        ),
        (
            '{"days":{"2026-11-23":{"misses":0,"end":"won","isLate":false}}}',
            "the progress is not valid: Invalid enum value 'won' - at `$.days[...].end`",
        ),
    ],
)
def test_invalid_progress_is_rejected(data: str, message: str) -> None:
    with pytest.raises(RequestError) as error:
        parse_progress(data.encode())
    assert (error.value.code, error.value.message) == ("bad-progress", message)


@pytest.mark.parametrize(
    "progress",
    [
        PlayerProgress(results={f"{number:016x}": [] for number in range(MAX_DEVICES + 1)}),
        PlayerProgress(solved=[f"{number:0200}" for number in range(MAX_BYTES // 200)]),
    ],
    ids=["devices", "bytes"],
)
def test_too_much_progress_is_rejected(progress: PlayerProgress) -> None:
    with pytest.raises(RequestError) as error:
        merge_progress(PlayerProgress(), progress)
    assert (error.value.code, error.value.message) == (
        "progress-full",
        "stored progress has at most 200 devices and 256 KiB",
    )
