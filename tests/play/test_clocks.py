"""Time controls and clocks: time is conserved, lag compensated, deadlines respected."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.game import Player
from qttt.play.clocks import FIRST_DECISION_MS, LAG_QUOTA_MS, LAG_REFILL_MS, Clock, TimeControl
from qttt.play.errors import ClockError

X, O = Player  # noqa: E741
SECONDS = st.builds("{}+{}".format, st.integers(1, 10_800), st.integers(0, 180))
DAYS = st.integers(1, 14).map("{}d".format)
CONTROLS = st.one_of(st.just("none"), SECONDS, DAYS).map(TimeControl.parse)
MEASURED = SECONDS.map(TimeControl.parse)
LONG = st.builds("{}+{}".format, st.integers(20, 900), st.integers(0, 9)).map(TimeControl.parse)
"""Enough time for twenty decisions of less than a second."""
PLAYERS = st.sampled_from(Player)


@given(st.one_of(st.just("none"), SECONDS, DAYS))
def test_time_controls_round_trip(text: str) -> None:
    assert str(TimeControl.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a time control: write 300+5"),
        ("5 minutes", "or none"),
        ("0+5", "is not a time control"),
        ("300", "is not a time control"),
        ("+5", "is not a time control"),
        ("030+5", "is not a time control"),
        ("300+05", "is not a time control"),
        ("٣+5", "is not a time control"),
        ("3d ", "is not a time control"),
        ("10801+0", "10801 seconds are too many: give 1 to 10800, or days"),
        ("60+181", "181 seconds for each decision are too many: give 0 to 180"),
        ("15d", "15 days for a decision are too many: give 1 to 14"),
    ],
)
def test_invalid_time_controls(text: str, message: str) -> None:
    with pytest.raises(ClockError) as raised:
        TimeControl.parse(text)
    assert message in str(raised.value)


def play(control: TimeControl, times: list[int], lag: int = 0) -> Clock:
    """The clock after X and O have decided in turn, each after the next of ``times`` in ms."""
    clock, now = Clock.start(control, X, at=0), 0
    for number, time in enumerate(times):
        now += time
        clock = clock.after_decision(clock.charge_for(now, lag), now, (O, X)[number % 2])
    return clock


@given(CONTROLS, st.integers(0, 10**6), st.integers(0, 10**6))
def test_first_decisions_cost_nothing(control: TimeControl, first: int, second: int) -> None:
    clock = play(control, [first, second])
    for player in Player:
        assert clock.remaining(player, now=first + second) == control.base_ms


@given(LONG, st.lists(st.integers(0, 900), max_size=20))
def test_time_is_conserved(control: TimeControl, times: list[int]) -> None:
    clock = play(control, [0, 0, *times])
    for player, own in ((X, times[::2]), (O, times[1::2])):
        earned = control.increment_ms * len(own)
        assert clock.remaining(player, sum(times)) == control.base_ms - sum(own) + earned


@given(MEASURED, st.integers(0, 900), st.integers(0, 10**7), PLAYERS)
def test_only_the_clock_of_the_decider_runs(
    control: TimeControl, time: int, later: int, player: Player
) -> None:
    clock = play(control, [0, 0, time])
    has_run = clock.remaining(player, time + later) < clock.remaining(player, time)
    assert has_run == (player is clock.running and later > 0)


@given(LONG, st.lists(st.integers(0, 900), min_size=1, max_size=20), st.integers(0, 10**5))
def test_lag_is_compensated_within_a_quota(
    control: TimeControl, times: list[int], lag: int
) -> None:
    direct, lagging = play(control, [0, 0, *times]), play(control, [0, 0, *times], lag)
    for player, own in ((X, times[::2]), (O, times[1::2])):
        gained = lagging.time(player).left - direct.time(player).left
        assert 0 <= gained <= min(lag * len(own), LAG_QUOTA_MS + LAG_REFILL_MS * len(own), sum(own))
        assert 0 <= lagging.time(player).quota <= LAG_QUOTA_MS


@given(MEASURED, st.integers(0, 10**7), st.integers(0, 10**5))
def test_decisions_are_in_time_only_before_the_deadline(
    control: TimeControl, time: int, lag: int
) -> None:
    clock = play(control, [0, 0])
    assert clock.deadline is not None
    assert clock.deadline == control.base_ms + LAG_QUOTA_MS
    if time >= clock.deadline:
        assert clock.is_too_late(clock.charge_for(time, lag))
    else:
        assert not clock.is_too_late(clock.charge_for(time, LAG_QUOTA_MS))
    if time < control.base_ms:
        assert not clock.is_too_late(clock.charge_for(time))


@given(CONTROLS, st.integers(0, 10**12))
def test_no_clock_shows_less_than_zero(control: TimeControl, now: int) -> None:
    clock = play(control, [0, 0])
    assert all(clock.remaining(player, now) >= 0 for player in Player)
    assert clock.charge_for(now) >= 0
    assert clock.charge_for(-now) == 0


@given(MEASURED, st.integers(0, 10**6), st.integers(0, 10**6))
def test_downtime_is_not_charged(control: TimeControl, before: int, downtime: int) -> None:
    clock = play(control, [0, 0])
    later = clock.without_downtime(downtime)
    assert later.remaining(X, before + downtime) == clock.remaining(X, before)
    assert clock.deadline is not None
    assert later.deadline == clock.deadline + downtime


@given(MEASURED, st.integers(0, 900))
def test_no_clock_runs_while_a_coin_decides(control: TimeControl, time: int) -> None:
    clock = play(control, [0, 0])
    waiting = clock.after_decision(clock.charge_for(time), time, None)
    assert (waiting.running, waiting.deadline, waiting.charge_for(10**9)) == (None, None, 0)
    after = waiting.with_decider(0, 10**9, O)
    assert (after.running, after.remaining(O, 10**9)) == (O, control.base_ms)


def test_days_are_given_for_each_decision() -> None:
    clock = play(TimeControl.parse("2d"), [80_000_000, 90_000_000])
    assert (clock.running, clock.deadline) == (X, 170_000_000 + 172_800_000)
    assert clock.remaining(X, 170_000_001) == 172_799_999
    assert clock.remaining(O, 170_000_001) == 172_800_000


def test_the_first_decisions_have_a_deadline() -> None:
    clock = Clock.start(TimeControl.parse("60+0"), X, at=5)
    assert (clock.running, clock.deadline) == (None, 5 + FIRST_DECISION_MS)
    clock = clock.after_decision(0, 1_000, O)
    assert (clock.running, clock.deadline) == (None, 1_000 + FIRST_DECISION_MS)
    assert clock.after_decision(0, 2_000, X).running is X


def test_without_a_clock_there_is_no_deadline() -> None:
    clock = play(TimeControl.parse("none"), [5, 5])
    assert (clock.running, clock.deadline, clock.is_too_late(10**9)) == (None, None, False)


def test_a_flagged_player_has_no_time_left() -> None:
    clock = play(TimeControl.parse("60+0"), [0, 0]).timed_out(99_000)
    assert (clock.time(X).left, clock.time(O).left, clock.deadline) == (0, 60_000, None)
    with pytest.raises(ClockError, match="no clock is running, so no time can run out"):
        clock.timed_out(99_000)


@pytest.mark.parametrize("spent", [-1, 70_000, 20_000, 31_001])
def test_only_elapsed_time_can_be_charged(spent: int) -> None:
    clock = play(TimeControl.parse("60+0"), [0, 0])
    with pytest.raises(ClockError, match="ms cannot be charged to X, who has 60000 ms left"):
        clock.after_decision(spent, 31_000, O)


def test_no_decision_without_a_decider() -> None:
    clock = Clock.start(TimeControl.parse("60+0"), None, at=0)
    with pytest.raises(ClockError, match="no player is to decide, so no decision can be"):
        clock.after_decision(0, 0, X)
