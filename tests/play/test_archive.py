"""Matches are restored from records and files without loss."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.game import Placement, Player, Rules
from qttt.notation import NotationError, Record, read_records, write_record
from qttt.play import (
    Match,
    Seat,
    Series,
    load,
    load_with_repairs,
    match_from_record,
    match_to_record,
    save,
)
from qttt.play.archive import UNKNOWN_SOURCE
from qttt.play.errors import MatchOverError
from tests.strategies import rule_sets

from .helpers import ANN, CHANCE, always, random_match, snapshot

X, O = Player.X, Player.O  # noqa: E741
A, B, C = Placement(0, 1), Placement(1, 2), Placement(0, 2)
NARROW = "1. 1-2 2. 1-2~ @1 3. 4-5 4. 4-5~ @4 5. 7-8 6. 7-8~ @7 1-0.5"


def record(text: str) -> Record:
    (only,) = read_records(text)
    return only


@given(rule_sets(), st.integers(0, 2**32 - 1))
def test_a_match_is_restored_from_its_record(rules: Rules, seed: int) -> None:
    match = random_match(rules, seed)
    before = snapshot(match)
    text = write_record(match_to_record(match))
    assert snapshot(match) == before
    again = match_from_record(record(text))
    assert snapshot(again) == before
    assert write_record(match_to_record(again)) == text


@given(st.integers(0, 2**32 - 1))
def test_a_match_with_coins_is_restored(seed: int) -> None:
    match = random_match(Rules.preset(CHANCE), seed, requests=80)
    assert snapshot(match_from_record(record(write_record(match_to_record(match))))) == snapshot(
        match
    )


@pytest.mark.parametrize("seed", range(5))
def test_a_match_is_restored_from_its_file(seed: int, tmp_path: Path) -> None:
    match = random_match(Rules.preset(CHANCE), seed)
    path = tmp_path / "match.qtn"
    save(match, path)
    assert snapshot(load(path)) == snapshot(match)
    restored = load_with_repairs(path)
    assert (restored.repaired_bytes, restored.armoured) == (0, True)


def test_a_damaged_file_is_repaired_and_reported(tmp_path: Path) -> None:
    match = random_match(Rules.preset(CHANCE), 1)
    path = tmp_path / "match.qtn"
    save(match, path)
    data = bytearray(path.read_bytes())
    data[100] ^= 1
    path.write_bytes(data)
    restored = load_with_repairs(path)
    assert snapshot(restored.match) == snapshot(match)
    assert restored.repaired_bytes == 1


def test_a_record_without_match_tags() -> None:
    match = match_from_record(record(f'[O "Bob"]\n{NARROW}'))
    assert [match.seats[player].name for player in Player] == ["Player 1", "Bob"]
    assert match.outcome is not None
    assert (match.outcome.result, match.journal, match.series) == ("1-0.5", (), None)
    assert len(match.node.moves) == 9


def test_other_tags_are_kept() -> None:
    match = match_from_record(record('[Event "final"] [X "Ann"] 1-2 *'))
    assert match.tags == {"Event": "final"}
    match.tags["Date"] = "2026.11.21"
    match.tags["Offer"] = "not a match's own tag"
    text = write_record(match_to_record(match))
    assert text.startswith('[Event "final"]\n[Date "2026.11.21"]\n[X "Ann"]\n[O "Player 2"]\n')
    assert "Offer" not in text


def test_a_plain_text_file_is_a_match_without_armour(tmp_path: Path) -> None:
    path = tmp_path / "match.qtn"
    path.write_text("1. 1-2 2. 2-3 *\n", encoding="utf-8")
    match, repaired, armoured = load_with_repairs(path)
    assert (match.node.moves, repaired, armoured) == ((A, B), 0, False)


def test_the_text_of_records() -> None:
    match = Match(Rules.preset(CHANCE), x=ANN, o=Seat("Hard", "hard"), series=Series("Hard", "Ann"))
    match.play(A)
    match.play(A)
    match.toss(always(1, "operating system"))
    match.resign(O)
    again = match.rematch(swap=True)
    again.resign(X)
    final = again.rematch()
    final.play(A)
    final.play(B)
    final.undo()
    final.offer_draw(X)
    assert write_record(match_to_record(match)) == (
        '[X "Ann"]\n[O "Hard"]\n[Rules "qubic3"]\n[Result "2-0"]\n'
        '[Termination "resignation"]\n[OKind "hard"]\n[Series "first O;"]\n\n'
        '1. 1-2 2. 1-2~ @2 {[%coin "operating system"]} 2-0\n'
    )
    assert write_record(match_to_record(final)) == (
        '[X "Hard"]\n[O "Ann"]\n[Rules "qubic3"]\n[Result "*"]\n[XKind "hard"]\n'
        '[Current "1"]\n[Offer "X"]\n[Series "first X; O 2-0, X 0-2"]\n\n'
        "1. 1-2 2. 2-3 *\n"
    )


def test_a_resignation_before_undone_moves_is_restored() -> None:
    match = match_from_record(record(NARROW))
    match.undo(2)
    match.resign(X)
    text = write_record(match_to_record(match))
    assert '[Result "1-0.5"]' in text
    assert '[Current "7"]\n[Conceded "X"]' in text
    assert snapshot(match_from_record(record(text))) == snapshot(match)


@pytest.mark.parametrize("reason", ["forfeit", "time", "rules infraction"])
@pytest.mark.parametrize("result", ["0-1", "1-0", "0-0"])
def test_a_ruling_is_restored(reason: str, result: str) -> None:
    match = match_from_record(record(f'[Termination "{reason}"] 1. 1-2 2. 2-3 {result}'))
    assert (match.to_move, match.legal_moves, match.node.moves) == (None, (), (A, B))
    assert match.outcome is not None
    assert (match.outcome.result, match.outcome.termination) == (result, reason)
    text = write_record(match_to_record(match))
    assert f'[Result "{result}"]\n[Termination "{reason}"]\n' in text
    assert snapshot(match_from_record(record(text))) == snapshot(match)
    with pytest.raises(MatchOverError, match=rf"^the match is over, {result} \("):
        match.go_to(match.root)
    match.undo_decision(O)
    assert (match.to_move, match.node.moves) == (X, (A, B))


def test_points_of_a_game_that_ended_off_the_board_count_in_a_series() -> None:
    match = match_from_record(
        record('[X "A"] [O "B"] [Series "first X;"] [Termination "time"] 1-2 0-1')
    )
    assert match.rematch().series == Series("A", "B").after("A", "B", match.outcome)


def test_an_adjourned_game_can_go_on() -> None:
    match = match_from_record(record('[Termination "adjourned"] 1. 1-2 *'))
    assert (match.outcome, match.to_move) == (None, O)


def test_a_game_with_a_ruling_must_be_at_its_last_move() -> None:
    with pytest.raises(NotationError, match="a game that ended by 'time' must be at its last move"):
        match_from_record(record('[Termination "time"] [Current "1"] 1. 1-2 2. 2-3 1-0'))


def test_a_coin_without_a_source_is_not_recorded() -> None:
    match = match_from_record(record('[Rules "qubic3"] 1-2 1-2 @2 {so it fell} *'))
    ((node, toss),) = match.tosses.items()
    assert (node.moves, toss.bit, toss.source) == ((A, A), 1, UNKNOWN_SOURCE)
    assert match.node.comment == "so it fell"


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ('[X ""] *', "in the tag X: '' is not a name", 5),
        ('[OKind "A B"] *', "in the tag OKind: invalid kind of player 'A B'", 9),
        ('[Current "2"] 1-2 *', "in the tag Current: '2' is not a number of moves from 0 to 1", 11),
        (f'[Current "{"1" * 5000}"] 1-2 *', "in the tag Current: '111", 11),
        ('[Current "-1"] 1-2 *', "in the tag Current: '-1' is not a number of moves", 11),
        ('[Offer "Z"] *', "in the tag Offer: 'Z' is not a valid Player", 9),
        ('[Conceded "Z"] *', "in the tag Conceded: 'Z' is not a valid Player", 12),
        (
            '[Series "1-0"] *',
            "in the tag Series: '1-0' is not a series: write it as 'first X; X 1-0.5, O 0-1'",
            10,
        ),
        ('[Series "first X; X 1-0,"] *', "in the tag Series: 'first X; X 1-0,' is not", 10),
        ('[X "A"] [O "A"] [Series "first X;"] *', "in the tag Series: both players are", 26),
        (
            '[Termination "resignation"] 1-2 1.5-0',
            "in the tag Termination: 1.5-0 is not a possible result of resignation",
            15,
        ),
        (
            '[Rules "qubic3"] 1-2 1-2 @1 (@2) *',
            "the coin for 12/12 has both results; keep one of them",
            34,
        ),
        (
            r'[Rules "qubic3"] 1-2 1-2 @1 {[%coin "\\x"]} *',
            r'"\x" is not the source of a coin: Invalid',
            45,
        ),
        (
            '[Rules "qubic3"] 1-2 1-2 @1 {[%coin " "]} *',
            "a coin's source must be one line of text, not ' '",
            43,
        ),
        ('[Offer "X"] [Conceded "O"] *', "a finished match can have neither", 28),
    ],
)
def test_errors_point_to_their_place_in_the_record(text: str, message: str, column: int) -> None:
    with pytest.raises(NotationError) as raised:
        match_from_record(record(text))
    assert raised.value.message.startswith(message)
    assert (raised.value.line, raised.value.column) == (1, column)


@pytest.mark.parametrize(("text", "count"), [("* *", 2), ("\n", 0)])
def test_a_file_must_contain_one_game(text: str, count: int, tmp_path: Path) -> None:
    path = tmp_path / "games.qtn"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(NotationError, match=f"a match is one game, and this file has {count}"):
        load(path)
