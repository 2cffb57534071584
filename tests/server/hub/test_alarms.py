"""Alarms: each goes off once, at the time that was set last."""

from hypothesis import given
from hypothesis import strategies as st

from qttt.server.hub.alarms import SPARE, Alarms

TIMES = st.integers(0, 20)
STEPS = st.lists(st.tuples(st.sampled_from("abc"), TIMES | st.none()) | TIMES)


@given(STEPS)
def test_a_game_is_looked_at_when_its_last_alarm_says(
    steps: list[tuple[str, int | None] | int],
) -> None:
    alarms, wanted, now = Alarms(), dict[str, int](), 0
    for step in steps:
        if isinstance(step, tuple):
            game, at = step
            wanted.pop(game, None)
            if at is None:
                alarms.drop(game)
            else:
                alarms.set(game, at)
                wanted[game] = at
        else:
            now += step
            due = {game for game, at in wanted.items() if at <= now}
            assert sorted(alarms.off(now)) == sorted(due)
            for game in due:
                del wanted[game]


def test_one_that_is_put_off_again_and_again_still_goes_off_once() -> None:
    alarms = Alarms()
    for at in range(100, 200):
        alarms.set("a", at)
    assert not list(alarms.off(198))
    assert list(alarms.off(199)) == ["a"]
    assert not list(alarms.off(1_000))


def test_those_that_were_dropped_do_not_heap_up() -> None:
    alarms = Alarms()
    for number in range(10 * SPARE):
        alarms.set(str(number), 1_000)
        alarms.drop(str(number))
    assert len(alarms._heap) <= SPARE + 1
    alarms.set("a", 1_000)
    assert list(alarms.off(1_000)) == ["a"]
