"""Operations on class rooms, standings, codes and nicknames."""

from collections.abc import Callable
from dataclasses import replace
from itertools import count

import pytest

from qttt.server.codes import ROOM_LENGTH, ROOM_LETTERS, new_room_code, parse_room_code
from qttt.server.errors import RequestError
from qttt.server.protocol.shared import RoomKind
from qttt.server.rooms import commands
from qttt.server.rooms.commands import called_off, must_confirm_presence, planned_rounds
from qttt.server.rooms.nicknames import parse_nickname, parse_title
from qttt.server.rooms.standings import standings
from qttt.server.store.calling_off import CallOff
from qttt.server.store.rooms import Room

NOW = 1_000_000


def room(*names: str, kind: RoomKind = "round-robin") -> Room:
    """Return a room with these members."""
    gathering = Room("ABCDEF", "", "teacher", kind, "goff", "none", NOW, NOW + 9)
    for name in names:
        gathering = commands.join(gathering, f"user {name}", name, NOW)
    return gathering


def name_games() -> Callable[[], str]:
    numbers = count(1)
    return lambda: f"game{next(numbers):06}"


def begun(*names: str, kind: RoomKind = "round-robin") -> Room:
    return commands.start(room(*names, kind=kind), NOW, name_games())


def ended(of: Room, result: str, *games: int, at: int = NOW + 10) -> Room:
    """Return the room after these games, or all, have ended with that result."""
    chosen = games or range(len(of.games))
    return replace(
        of,
        games=tuple(
            replace(each, result=result, ended=at) if number in chosen else each
            for number, each in enumerate(of.games)
        ),
    )


def paired(of: Room) -> list[set[str]]:
    names = [member.name for member in of.members]
    return [{names[game.x - 1], names[game.o - 1]} for game in of.games]


# --- members -------------------------------------------------------------------------------------


def test_members_are_numbered_in_order() -> None:
    joined = room("Ann", "Bob")
    assert [(member.number, member.name) for member in joined.members] == [(1, "Ann"), (2, "Bob")]


def test_a_returning_member_keeps_number_and_name() -> None:
    left = commands.leave(room("Ann", "Bob"), "user Ann")
    assert [member.name for member in left.active_members] == ["Bob"]
    again = commands.join(left, "user Ann", "Anna", NOW + 5)
    assert [(member.number, member.name, member.came) for member in again.active_members] == [
        (1, "Ann", NOW + 5),
        (2, "Bob", NOW),
    ]


def test_a_removed_member_cannot_return_and_their_name_is_free() -> None:
    without = commands.remove(room("Ann", "Bob"), 1)
    assert_error(
        "not-allowed",
        lambda: commands.join(without, "user Ann", "Ann", NOW),
        "has removed you from",
    )
    assert len(commands.join(without, "user new", "Ann", NOW).active_members) == 2


def test_names_are_unique() -> None:
    full = room("Ann", "Bob")
    assert_error(
        "name-taken", lambda: commands.join(full, "other", "ANN", NOW), "ANN or a similar nick"
    )
    assert_error("name-taken", lambda: commands.rename(full, 2, "Ánn"), "is taken: choose another")
    assert commands.rename(full, 2, "bob").members[1].name == "bob"


def test_a_room_has_a_maximum_of_members() -> None:
    full = room(*(f"pupil {number}" for number in range(commands.MAX_MEMBERS)))
    assert_error("too-many", lambda: commands.join(full, "one", "More", NOW), "at most 64 members")


# --- round robins --------------------------------------------------------------------------------


def test_a_round_robin_to_the_end() -> None:
    new_game = name_games()
    now = commands.start(room("Ann", "Bob", "Cid"), NOW, new_game)
    assert (now.stage, now.round, planned_rounds(now), len(now.games)) == ("playing", 1, 3, 1)
    for number in (2, 3):
        over = ended(now, "1-0", *range(len(now.games)))
        now = commands.start_next_round(over, number - 1, new_game)
        assert (now.round, planned_rounds(now)) == (number, 3)
    assert sorted(map(sorted, paired(now))) == [["Ann", "Bob"], ["Ann", "Cid"], ["Bob", "Cid"]]
    last = ended(now, "1-0", *range(len(now.games)))
    again = commands.start_next_round(last, 3, new_game)
    assert (again.round, planned_rounds(again), len(again.games)) == (4, 6, 4)
    new = again.games[3]
    first = next(game for game in last.games if {game.x, game.o} == {new.x, new.o})
    assert (new.x, new.o) == (first.o, first.x)
    alone = commands.leave(commands.leave(last, "user Ann"), "user Bob")
    assert_error(
        "too-few",
        lambda: commands.start_next_round(alone, 3, new_game),
        "at least two members are needed",
    )
    assert commands.end(last).stage == "over"


def test_a_round_waits_for_unfinished_games_unless_called_off() -> None:
    new_game = name_games()
    now = ended(commands.start(room("Ann", "Bob", "Cid", "Dan"), NOW, new_game), "1-0", 0)
    assert_error(
        "games-go-on",
        lambda: commands.start_next_round(now, 1, new_game),
        "are unfinished: wait or call them off",
    )
    after = commands.start_next_round(now, 1, new_game, calls_off=True)
    assert_error(
        "not-now",
        lambda: commands.start_next_round(after, 1, new_game, calls_off=True),
        "this room is in round 2, not 1",
    )
    assert [game.is_off for game in after.games] == [False, True, False, False]
    assert called_off(now, after, 7) == CallOff(frozenset([now.games[1].game]), "round", 7)
    assert called_off(after, commands.lock(after, is_locked=True), 7) is None
    assert sum(standing.played for standing in standings(after)) == 2


def test_a_late_member_plays_from_the_next_round() -> None:
    new_game = name_games()
    now = commands.start(room("Ann", "Bob"), NOW, new_game)
    now = commands.join(ended(now, "1-0"), "user Cid", "Cid", NOW)
    assert planned_rounds(now) == 3
    now = commands.start_next_round(now, 1, new_game)
    assert "Cid" in paired(now)[1]


def test_removing_a_member_frees_the_opponent() -> None:
    before = begun("Ann", "Bob", "Cid", kind="arena")
    now = commands.remove(before, before.games[0].o)
    assert called_off(before, now, 7) == CallOff(frozenset([before.games[0].game]), "member", 7)
    assert not any(must_confirm_presence(ended(now, "*"), member) for member in now.members)
    now = commands.remove(begun("Ann", "Bob"), 2)
    assert [game.is_off for game in now.games] == [True]
    assert [standing.member for standing in standings(now)] == [1]


# --- arenas --------------------------------------------------------------------------------------


def test_an_arena_pairs_free_members_after_a_rest() -> None:
    new_game = name_games()
    now = commands.start(room("Ann", "Bob", "Cid", "Dan", kind="arena"), NOW, new_game)
    assert (len(now.games), planned_rounds(now)) == (2, 0)
    now = ended(now, "1-0", at=NOW + 10)
    assert commands.pair_free_members(now, NOW + 9 + commands.REST_MS, new_game) is now
    after = commands.pair_free_members(now, NOW + 10 + commands.REST_MS, new_game)
    assert len(after.games) == 4
    assert not set(map(frozenset, paired(after)[:2])) & set(map(frozenset, paired(after)[2:]))


def test_the_only_opponents_meet_again_with_marks_exchanged() -> None:
    new_game = name_games()
    now = ended(commands.start(room("Ann", "Bob", kind="arena"), NOW, new_game), "1-0")
    one, two = commands.pair_free_members(now, NOW * 2, new_game).games
    assert (one.x, one.o) == (two.o, two.x)


def test_an_arena_can_pause() -> None:
    new_game = name_games()
    now = ended(commands.start(room("Ann", "Bob", kind="arena"), NOW, new_game), "1-0")
    paused = commands.pause(now, is_paused=True)
    assert commands.pair_free_members(paused, NOW * 2, new_game) is paused
    again = commands.pause(paused, is_paused=False)
    assert len(commands.pair_free_members(again, NOW * 2, new_game).games) == 2


def test_after_an_aborted_game_both_players_must_confirm_their_presence() -> None:
    new_game = name_games()
    now = ended(commands.start(room("Ann", "Bob", kind="arena"), NOW, new_game), "*")
    assert all(must_confirm_presence(now, member) for member in now.members)
    assert commands.pair_free_members(now, NOW * 2, new_game) is now
    for name in ("Ann", "Bob"):
        now = commands.join(now, f"user {name}", name, NOW + 20)
    assert len(commands.pair_free_members(now, NOW * 2, new_game).games) == 2


# --- errors --------------------------------------------------------------------------------------


def assert_error(code: str, call: Callable[[], object], message: str) -> None:
    with pytest.raises(RequestError, match=message) as error:
        call()
    assert error.value.code == code


def test_operations_that_are_not_possible_now() -> None:
    new_game = name_games()
    one, playing, arena = room("Ann"), begun("Ann", "Bob"), begun("Ann", "Bob", kind="arena")
    over = commands.end(one)
    assert_error(
        "too-few", lambda: commands.start(one, NOW, new_game), "at least two members are needed"
    )
    assert_error("not-now", lambda: commands.start(playing, NOW, new_game), "has already started")
    assert_error(
        "not-now",
        lambda: commands.start_next_round(one, 0, new_game),
        "has not started yet: start it first",
    )
    assert_error(
        "not-now", lambda: commands.start_next_round(arena, 0, new_game), "an arena has no rounds"
    )
    assert_error(
        "not-now", lambda: commands.pause(playing, is_paused=True), "cannot pause: you start "
    )
    assert_error("not-now", lambda: commands.join(over, "user", "Bob", NOW), "this room is over")
    assert_error("gone", lambda: commands.remove(one, 2), "this room has no member 2")
    assert_error("not-allowed", lambda: commands.leave(one, "nobody"), "you are not in this room")


def test_ending_a_room_calls_off_its_games() -> None:
    before = begun("Ann", "Bob")
    after = commands.end(before)
    assert [game.is_off for game in after.games] == [True]
    assert called_off(before, after, 7) == CallOff(frozenset([before.games[0].game]), "room", 7)


# --- standings -----------------------------------------------------------------------------------


def test_a_win_scores_one_and_a_draw_half_for_any_points() -> None:
    now = begun("Ann", "Bob", "Cid", "Dan")
    now = ended(ended(now, "2-0", 0), "0.5-1", 1)
    rows = {standing.member: standing for standing in standings(now)}
    first, second = now.games
    assert (rows[first.x].score, rows[second.o].score) == (1, 1)
    assert [rows[first.x].rank, rows[second.o].rank] == [1, 2]
    assert [rows[second.x].rank, rows[first.o].rank] == [3, 4]
    drawn = standings(ended(begun("Ann", "Bob"), "0.5-0.5"))
    assert [(each.rank, each.score, each.played) for each in drawn] == [(1, 0.5, 1)] * 2


def test_the_scores_of_a_game_sum_to_one() -> None:
    now = begun(*(f"pupil {number}" for number in range(8)))
    for number, result in enumerate(("1-0", "0.5-0.5", "*")):
        now = ended(now, result, number)
    assert sum(standing.score for standing in standings(now)) == 2


# --- codes and names -----------------------------------------------------------------------------


def test_codes_are_read_in_any_spelling() -> None:
    code = new_room_code()
    assert len(code) == ROOM_LENGTH
    assert parse_room_code(f" {code[:3].lower()}-{code[3:]} ") == code
    assert {parse_room_code("BSZ22" + each) for each in "234"} == {"852222", "852223", "852224"}
    assert not set("0O1IBSZ") & set(ROOM_LETTERS)
    assert [parse_room_code(each) for each in ("", "ABCDE", "ABCDEO", "ABCDEFG", "ΑBCDEF")] == [
        None
    ] * 5


def test_nicknames() -> None:
    assert [parse_nickname(each) for each in ("Jo", " Zoë\t B. ", "Ｊｏ", "Γιάννης 2")] == [
        *("Jo", "Zoë B.", "Jo", "Γιάννης 2"),
    ]
    assert parse_nickname("\x1b[31m\u202eJo") == "[31mJo"
    for bad in ("", "   ", "x" * 21, "\u202e"):
        assert_error("bad-name", lambda bad=bad: parse_nickname(bad), "1 to 20 characters")  # type: ignore[misc]
    assert_error("bad-name", lambda: parse_nickname("!?"), "must contain a letter or a digit")


def test_titles() -> None:
    assert parse_title(" Physics,\n class  3b ") == "Physics, class 3b"
    assert_error("bad-title", lambda: parse_title("x" * 61), "at most 60 characters")
