"""Tokens: moves are parsed without a board and have one canonical form."""

import pickle
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from qttt.notation import NotationError, read_tokens
from qttt.notation.tokens import MAX_TEXT_CHARS, Token
from tests.notation.games import tokens


@given(tokens)
def test_round_trip(token: Token) -> None:
    assert read_tokens(str(token)) == [token]


@given(st.lists(tokens), st.text(" ,\t\r\n\u00a0\u3000", min_size=1))
def test_white_space_and_commas_separate_moves(moves: list[Token], space: str) -> None:
    text = space + space.join(map(str, moves)) + space
    assert read_tokens(text) == moves


@given(st.lists(tokens))
@example([Token(("1", "2"))])
def test_letter_case_is_ignored(moves: list[Token]) -> None:
    text = " ".join(map(str, moves))
    assert read_tokens(text.upper()) == read_tokens(text.lower()) == moves


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("12", Token(("1", "2"))),
        ("21", Token(("2", "1"))),
        ("1-2", Token(("1", "2"))),
        ("5", Token(("5",))),
        ("55", Token(("5", "5"))),
        ("5-5", Token(("5", "5"))),
        ("14~", Token(("1", "4"), closes_loop=True)),
        ("A1-b22~", Token(("a1", "b22"), closes_loop=True)),
        ("a12", Token(("a12",))),
        ("a1b2", Token(("a1", "b2"))),
        ("@5", Token(("5",), is_collapse=True)),
        ("@B2", Token(("b2",), is_collapse=True)),
        ("x1@2", Token(("2",), is_collapse=True, mark="X1")),
        ("o1", Token(("o1",))),
        ("o1@o1", Token(("o1",), is_collapse=True, mark="O1")),
    ],
)
def test_accepted_forms(text: str, token: Token) -> None:
    assert read_tokens(text) == [token]


def test_token_has_its_position_in_the_text() -> None:
    text = "12, 25\r\n  @5 x"
    with pytest.raises(NotationError) as caught:
        read_tokens(text)
    assert (caught.value.line, caught.value.column) == (2, 6)
    locations = [(t.location.line, t.location.column) for t in read_tokens(text[:-1])]
    assert locations == [(1, 1), (1, 5), (2, 3)]


def test_empty_text_has_no_moves() -> None:
    assert read_tokens("") == read_tokens(" ,\n") == []


@pytest.mark.parametrize("word", ["\u212a1", "1\uff12", "1\u00b2", "a\u0966", "a\u0661"])
def test_only_ascii_letters_and_digits_name_squares(word: str) -> None:
    with pytest.raises(NotationError, match="is not a move"):
        read_tokens(word)


def test_text_beyond_the_limit_is_rejected() -> None:
    text = "12 " * (MAX_TEXT_CHARS // 3)
    assert len(read_tokens(text)) == MAX_TEXT_CHARS // 3
    with pytest.raises(NotationError) as caught:
        read_tokens(text + "12")
    assert caught.value.message == "the text has 65,537 characters; at most 65,536 are read"
    assert caught.value.column == MAX_TEXT_CHARS + 1


def test_long_word_is_shortened_in_the_message() -> None:
    with pytest.raises(NotationError) as caught:
        read_tokens("x" * 9999)
    assert len(str(caught.value)) < 250


@given(st.lists(tokens, min_size=2))
def test_offsets_are_ascending(moves: list[Token]) -> None:
    offsets = [token.location.offset for token in read_tokens(" ".join(map(str, moves)))]
    assert all(a < b for a, b in pairwise(offsets))


def test_token_survives_pickling() -> None:
    (token,) = read_tokens("x1@2")
    assert pickle.loads(pickle.dumps(token)) == token
