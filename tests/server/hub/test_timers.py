"""Timers: each expires once, at the time that was set last."""

from hypothesis import given
from hypothesis import strategies as st

from qttt.server.hub.game_actors import COMPACTION_MARGIN, Timers

TIMES = st.integers(0, 20)
STEPS = st.lists(st.tuples(st.sampled_from("abc"), TIMES | st.none()) | TIMES)


@given(STEPS)
def test_timers_behave_like_a_dictionary_of_times(
    steps: list[tuple[str, int | None] | int],
) -> None:
    timers, model, now = Timers(), dict[str, int](), 0
    for step in steps:
        if isinstance(step, tuple):
            game, at = step
            model.pop(game, None)
            if at is None:
                timers.cancel(game)
            else:
                timers.set(game, at)
                model[game] = at
        else:
            now += step
            due = {game for game, at in model.items() if at <= now}
            assert sorted(timers.expired(now)) == sorted(due)
            for game in due:
                del model[game]


def test_a_timer_that_is_postponed_often_expires_once() -> None:
    timers = Timers()
    for at in range(100, 200):
        timers.set("a", at)
    assert not list(timers.expired(198))
    assert list(timers.expired(199)) == ["a"]
    assert not list(timers.expired(1_000))


def test_canceled_timers_do_not_accumulate() -> None:
    timers = Timers()
    for number in range(10 * COMPACTION_MARGIN):
        timers.set(str(number), 1_000)
        timers.cancel(str(number))
    assert len(timers._heap) <= COMPACTION_MARGIN + 1
    timers.set("a", 1_000)
    assert list(timers.expired(1_000)) == ["a"]
