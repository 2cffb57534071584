"""Moves and positions survive a round trip and are checked against the board."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.game import Collapse, IllegalMoveError, Placement, Position, Rules
from qttt.notation import (
    NotationError,
    format_move,
    format_moves,
    parse_move,
    parse_moves,
    parse_position,
    read,
    read_tokens,
    token_of,
)
from qttt.notation.tokens import MAX_TEXT_CHARS
from tests.strategies import Walk, pending, positions, walks


@given(positions())
def test_position_round_trip(position: Position) -> None:
    assert parse_position(str(position), position.rules) == position


@given(positions(), st.randoms())
def test_pairs_can_be_reversed_and_hyphenated(position: Position, rng: object) -> None:
    name = position.rules.board.name
    places = [(p,) if isinstance(p, int) else p for p in position.marks]
    turned = "/".join("-".join(map(name, reversed(place))) for place in places) or "-"
    assert parse_position(turned.upper(), position.rules) == position


@given(positions())
def test_move_round_trip(position: Position) -> None:
    for move in position.legal_moves[:60]:
        assert parse_move(format_move(move, position), position) == move
        token = token_of(move, position)
        assert parse_move(str(token), position) == move
        assert read_tokens(str(token)) == [token]


@given(positions())
def test_tilde_is_written_exactly_for_closed_loops(position: Position) -> None:
    for move in position.legal_moves[:60]:
        assert ("~" in str(token_of(move, position))) == position.play(move).has_loop


@given(positions())
def test_wrong_tilde_is_rejected(position: Position) -> None:
    for move in position.legal_moves[:60]:
        if isinstance(move, Placement) and not position.play(move).has_loop:
            with pytest.raises(NotationError, match="does not close a loop"):
                parse_move(format_move(move, position) + "~", position)


@given(pending())
def test_any_mark_of_the_loop_can_name_a_collapse(position: Position) -> None:
    assert position.loop
    name = position.rules.board.name
    for move in position.legal_moves:
        after = position.play(move)
        for mark in position.loop.marks:
            text = f"{'OX'[mark % 2]}{mark}@{name(after.marks[mark - 1])}"  # type: ignore[arg-type]
            assert parse_move(text, position) == move


@given(walks())
def test_moves_round_trip(walk: Walk) -> None:
    leaf = walk.leaf
    parsed = parse_moves(format_moves(leaf), walk.positions[0])
    assert parsed.moves == walk.moves
    assert parsed.position == walk.last


def test_illegal_move_has_no_token() -> None:
    with pytest.raises(IllegalMoveError):
        token_of(Collapse(0), Position())


# --- text of unknown format -------------------------------------------------------------------


@given(walks())
def test_read_distinguishes_moves_and_positions(walk: Walk) -> None:
    leaf = walk.leaf
    rules = walk.last.rules
    from_moves = read(format_moves(leaf), rules)
    assert (from_moves.position, from_moves.moves) == (walk.last, walk.moves)
    from_position = read(str(walk.last), rules)
    assert from_position.position == walk.last
    assert len(from_position.moves) == (1 if len(walk.last.marks) == 1 else 0)


@given(walks(), st.integers(0, 99))
def test_moves_can_follow_a_position(walk: Walk, cut: int) -> None:
    cut %= len(walk.positions)
    start = walk.positions[cut]
    if len(start.marks) != 1:
        rest = format_moves(parse_moves(format_moves(walk.leaf), walk.positions[0]))
        text = f"{start} {' '.join(rest.split()[cut:])}"
        leaf = read(text, start.rules)
        assert (leaf.path[0].position, leaf.position) == (start, walk.last)


def test_read_skips_a_byte_order_mark() -> None:
    assert read("\ufeff12 25", Rules()).position == Position.after((0, 1), (1, 4))


@pytest.mark.parametrize("text", ["12/" * MAX_TEXT_CHARS, "(" * (MAX_TEXT_CHARS + 1)])
def test_too_long_text_is_rejected(text: str) -> None:
    for reader in (read, parse_position):
        with pytest.raises(NotationError, match="at most 65,536 are read"):
            reader(text, Rules())


def test_longest_game_of_the_largest_board_is_read() -> None:
    rules = Rules.parse("goff rows=26 cols=26 line=26 scoring=winner ends=full")
    row = [f"a{r}b{r} a{r}b{r} @a{r}" for r in range(1, 27)]
    assert len(parse_moves(" ".join(row), Position(rules)).position.marks) == 52


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ('[Rules "goff"]\n1. 1-2 *', "this is a record: read_records reads it"),
        ("1. 1-2 2. 2-3", "this is a record: read_records reads it"),
        ("12 0-1", "this is a record: read_records reads it"),
        ("game.qtn", "this is the name of a file: read its text, or a saved game with"),
        ("games/last.QTN", "this is the name of a file: read its text, or a saved game with"),
    ],
)
def test_read_names_the_function_for_other_texts(text: str, advice: str) -> None:
    with pytest.raises(NotationError, match=f"; {advice}") as error:
        read(text)
    assert error.value.text == text


def test_read_gives_no_such_advice_for_moves() -> None:
    with pytest.raises(NotationError, match=r"a collapse @5 or X1@2\n"):
        read("12 25 nonsense")
