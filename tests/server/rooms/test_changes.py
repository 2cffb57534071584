"""What can be done in a class room, and by which rules it goes on."""

from collections.abc import Callable
from dataclasses import replace
from itertools import count

import pytest

from qttt.server.rooms import RoomError, changes, is_missing, planned, standings
from qttt.server.rooms.codes import LENGTH, LETTERS, new_code, read_code
from qttt.server.rooms.nicknames import read_nickname, read_title
from qttt.server.store import Room
from qttt.server.store.class_rooms import Kind

NOW = 1_000_000


def room(*names: str, kind: Kind = "round-robin") -> Room:
    """A room in which these gather."""
    made = Room("ABCDEF", "", "teacher", kind, "goff", "none", NOW)
    for name in names:
        made = changes.join(made, f"user {name}", name, NOW)
    return made


def name_games() -> Callable[[], str]:
    numbers = count(1)
    return lambda: f"game{next(numbers):06}"


def begun(*names: str, kind: Kind = "round-robin") -> Room:
    return changes.start(room(*names, kind=kind), NOW, name_games())


def ended(of: Room, result: str, *games: int, at: int = NOW + 10) -> Room:
    """The room after these of its games, or all, have ended with that result."""
    chosen = games or range(len(of.games))
    return replace(
        of,
        games=tuple(
            replace(each, result=result, ended=at) if number in chosen else each
            for number, each in enumerate(of.games)
        ),
    )


def paired(of: Room) -> list[set[str]]:
    names = [each.name for each in of.members]
    return [{names[each.x - 1], names[each.o - 1]} for each in of.games]


# --- members -------------------------------------------------------------------------------------


def test_members_are_numbered_as_they_come() -> None:
    joined = room("Ann", "Bob")
    assert [(each.number, each.name) for each in joined.members] == [(1, "Ann"), (2, "Bob")]


def test_who_comes_again_has_the_same_seat() -> None:
    left = changes.leave(room("Ann", "Bob"), "user Ann")
    assert [each.name for each in left.here] == ["Bob"]
    again = changes.join(left, "user Ann", "Anna", NOW + 5)
    assert [(each.number, each.name, each.came) for each in again.here] == [
        (1, "Ann", NOW + 5),
        (2, "Bob", NOW),
    ]


def test_who_was_removed_does_not_come_again_and_leaves_the_name() -> None:
    without = changes.remove(room("Ann", "Bob"), 1)
    refused("not-allowed", lambda: changes.join(without, "user Ann", "Ann", NOW), "taken you out")
    assert len(changes.join(without, "user new", "Ann", NOW).here) == 2


def test_names_are_unique() -> None:
    full = room("Ann", "Bob")
    refused(
        "name-taken", lambda: changes.join(full, "other", "ANN", NOW), "somebody here is called"
    )
    refused("name-taken", lambda: changes.rename(full, 2, "Ánn"), "take another")
    assert changes.rename(full, 2, "bob").members[1].name == "bob"


def test_a_room_is_full_at_some_time() -> None:
    full = room(*(f"pupil {number}" for number in range(changes.MOST_MEMBERS)))
    refused("too-many", lambda: changes.join(full, "one", "More", NOW), "no more than 64 members")


# --- round robins --------------------------------------------------------------------------------


def test_a_round_robin_to_the_end() -> None:
    new_game = name_games()
    now = changes.start(room("Ann", "Bob", "Cid"), NOW, new_game)
    assert (now.stage, now.round, planned(now), len(now.games)) == ("playing", 1, 3, 1)
    for number in (2, 3):
        now = changes.go_on(ended(now, "1-0", *range(len(now.games))), new_game)
        assert (now.round, planned(now)) == (number, 3)
    assert sorted(map(sorted, paired(now))) == [["Ann", "Bob"], ["Ann", "Cid"], ["Bob", "Cid"]]
    last = ended(now, "1-0")
    refused("all-met", lambda: changes.go_on(last, new_game), "everybody has played everybody")
    assert changes.end(last).stage == "over"


def test_a_round_waits_for_late_games_unless_they_are_called_off() -> None:
    new_game = name_games()
    now = ended(changes.start(room("Ann", "Bob", "Cid", "Dan"), NOW, new_game), "1-0", 0)
    refused("games-go-on", lambda: changes.go_on(now, new_game), "wait, or call them off")
    after = changes.go_on(now, new_game, calls_off=True)
    assert [each.is_off for each in after.games] == [False, True, False, False]
    assert sum(each.played for each in standings(after)) == 2


def test_who_comes_late_plays_from_the_next_round_on() -> None:
    new_game = name_games()
    now = changes.start(room("Ann", "Bob"), NOW, new_game)
    now = changes.join(ended(now, "1-0"), "user Cid", "Cid", NOW)
    assert planned(now) == 3
    now = changes.go_on(now, new_game)
    assert "Cid" in paired(now)[1]


def test_whose_opponent_is_removed_is_free() -> None:
    now = changes.remove(begun("Ann", "Bob"), 2)
    assert [each.is_off for each in now.games] == [True]
    assert [each.member for each in standings(now)] == [1]


# --- arenas --------------------------------------------------------------------------------------


def test_an_arena_pairs_who_is_free_after_a_rest() -> None:
    new_game = name_games()
    now = changes.start(room("Ann", "Bob", "Cid", "Dan", kind="arena"), NOW, new_game)
    assert (len(now.games), planned(now)) == (2, 0)
    now = ended(now, "1-0", at=NOW + 10)
    assert changes.tend(now, NOW + 9 + changes.REST, new_game) is now
    after = changes.tend(now, NOW + 10 + changes.REST, new_game)
    assert len(after.games) == 4
    assert not set(map(frozenset, paired(after)[:2])) & set(map(frozenset, paired(after)[2:]))


def test_who_has_no_other_opponent_meets_the_same_again_with_other_marks() -> None:
    new_game = name_games()
    now = ended(changes.start(room("Ann", "Bob", kind="arena"), NOW, new_game), "1-0")
    one, two = changes.tend(now, NOW * 2, new_game).games
    assert (one.x, one.o) == (two.o, two.x)


def test_an_arena_can_pause() -> None:
    new_game = name_games()
    now = ended(changes.start(room("Ann", "Bob", kind="arena"), NOW, new_game), "1-0")
    paused = changes.pause(now, is_paused=True)
    assert changes.tend(paused, NOW * 2, new_game) is paused
    again = changes.pause(paused, is_paused=False)
    assert len(changes.tend(again, NOW * 2, new_game).games) == 2


def test_after_a_game_that_was_aborted_both_say_that_they_are_there() -> None:
    new_game = name_games()
    now = ended(changes.start(room("Ann", "Bob", kind="arena"), NOW, new_game), "*")
    assert all(is_missing(now, each) for each in now.members)
    assert changes.tend(now, NOW * 2, new_game) is now
    for name in ("Ann", "Bob"):
        now = changes.join(now, f"user {name}", name, NOW + 20)
    assert len(changes.tend(now, NOW * 2, new_game).games) == 2


# --- what is refused -----------------------------------------------------------------------------


def refused(code: str, act: Callable[[], object], message: str) -> None:
    with pytest.raises(RoomError, match=message) as caught:
        act()
    assert caught.value.code == code


def test_what_cannot_be_done_now() -> None:
    new_game = name_games()
    one, playing, arena = room("Ann"), begun("Ann", "Bob"), begun("Ann", "Bob", kind="arena")
    over = changes.end(one)
    refused("too-few", lambda: changes.start(one, NOW, new_game), "it takes two to play")
    refused("not-now", lambda: changes.start(playing, NOW, new_game), "has begun already")
    refused("not-now", lambda: changes.go_on(one, new_game), "has not begun yet: start it first")
    refused("not-now", lambda: changes.go_on(arena, new_game), "an arena has no rounds")
    refused("not-now", lambda: changes.pause(playing, is_paused=True), "begins when you say so")
    refused("not-now", lambda: changes.join(over, "user", "Bob", NOW), "this room is over")
    refused("gone", lambda: changes.remove(one, 2), "this room has no member 2")
    refused("not-allowed", lambda: changes.leave(one, "nobody"), "you are not in this room")


def test_the_end_calls_off_what_goes_on() -> None:
    assert [each.is_off for each in changes.end(begun("Ann", "Bob")).games] == [True]


# --- standings -----------------------------------------------------------------------------------


def test_a_win_counts_one_and_a_draw_half_however_many_points() -> None:
    now = begun("Ann", "Bob", "Cid", "Dan")
    now = ended(ended(now, "2-0", 0), "0.5-1", 1)
    rows = {each.member: each for each in standings(now)}
    first, second = now.games
    assert (rows[first.x].score, rows[second.o].score) == (1, 1)
    assert [rows[first.x].rank, rows[second.o].rank] == [1, 2]
    assert [rows[second.x].rank, rows[first.o].rank] == [3, 4]
    drawn = standings(ended(begun("Ann", "Bob"), "0.5-0.5"))
    assert [(each.rank, each.score, each.played) for each in drawn] == [(1, 0.5, 1)] * 2


def test_every_game_that_counts_is_worth_one() -> None:
    now = begun(*(f"pupil {number}" for number in range(8)))
    for number, result in enumerate(("1-0", "0.5-0.5", "*")):
        now = ended(now, result, number)
    assert sum(each.score for each in standings(now)) == 2


# --- codes and names -----------------------------------------------------------------------------


def test_codes_are_read_as_they_are_typed() -> None:
    code = new_code()
    assert len(code) == LENGTH
    assert read_code(f" {code[:3].lower()}-{code[3:]} ") == code
    assert {read_code("BSZ22" + each) for each in "234"} == {"852222", "852223", "852224"}
    assert not set("0O1IBSZ") & set(LETTERS)
    assert [read_code(each) for each in ("", "ABCDE", "ABCDEO", "ABCDEFG", "ΑBCDEF")] == [None] * 5


def test_nicknames() -> None:
    assert [read_nickname(each) for each in ("Jo", " Zoë\t B. ", "Ｊｏ", "Γιάννης 2")] == [
        *("Jo", "Zoë B.", "Jo", "Γιάννης 2"),
    ]
    assert read_nickname("\x1b[31m\u202eJo") == "[31mJo"
    for bad in ("", "   ", "x" * 21, "\u202e"):
        refused("bad-name", lambda bad=bad: read_nickname(bad), "1 to 20 characters")  # type: ignore[misc]
    refused("bad-name", lambda: read_nickname("!?"), "a letter or a digit in it")


def test_titles() -> None:
    assert read_title(" Physics,\n class  3b ") == "Physics, class 3b"
    refused("bad-title", lambda: read_title("x" * 61), "no more than 60 characters")
