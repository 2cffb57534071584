"""Parses and formats moves and positions on a given board (N3, N6-N17).

Parsing has two steps with separate errors: ``NotationError`` if the text does not parse or names an
unknown square; ``IllegalMoveError`` or ``IllegalPositionError``, if it breaks the rules.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from qttt.game import (
    Board,
    Collapse,
    IllegalMoveError,
    Move,
    Node,
    Place,
    Placement,
    Position,
    Rules,
    mark_name,
)
from qttt.game.arguments import checked

from .errors import TextLocation, check_size, locate_errors, quote
from .tokens import MAX_TEXT_CHARS, NAME, Token, read_tokens

GOFF = Rules()

_PLACE = re.compile(rf"({NAME})(?:-?({NAME}))?", re.ASCII | re.IGNORECASE)


@checked
def parse_move(text: str, position: Position) -> Move:
    """Parse one legal move.

    Raises:
        NotationError: ``text`` is not exactly one move.
        IllegalMoveError: The move is not legal in ``position``.
    """
    return resolve_token(_one_token(text), position)


@lru_cache(1024)
def _one_token(text: str) -> Token:
    """Read a text of one token; cached, because a board has few moves."""
    tokens = read_tokens(text)
    if len(tokens) != 1:
        raise TextLocation(text).error(f"expected one move, not {len(tokens)}")
    return tokens[0]


@checked
def format_move(move: Move, position: Position) -> str:
    """Format a move in machine form: ``12``, ``@5``, ``55``, ``a1b2`` (N9)."""
    return position.name(move)


@checked
def parse_moves(text: str, position: Position) -> Node:
    """Play the moves in ``text`` from ``position``; return the last node.

    Raises:
        NotationError: The text cannot be parsed.
        IllegalMoveError: A move is not legal.
    """
    return play_tokens(read_tokens(text), Node(position))


@checked
def format_moves(node: Node) -> str:
    """Format the moves from the root to ``node`` in machine form, separated by spaces."""
    path = node.path[:-1]
    return " ".join(
        before.position.name(move) for before, move in zip(path, node.moves, strict=True)
    )


def play_tokens(tokens: list[Token], node: Node) -> Node:
    """Play moves from ``node``; return the last node."""
    for token in tokens:
        node = node.play(resolve_token(token, node.position))
    return node


@checked
def token_of(move: Move, position: Position) -> Token:
    """Return the token of a move in the form of records: ``1-4~``, ``@4``, ``5`` (N10).

    Raises ``IllegalMoveError`` if it is not legal in ``position``.
    """
    return _token(move, position.play(move))


def tokens_of(moves: Iterable[Move], position: Position) -> Iterator[Token]:
    """Yield the tokens of successive moves. Raises ``IllegalMoveError``."""
    for move in moves:
        position = position.play(move)
        yield _token(move, position)


def _token(move: Move, after: Position) -> Token:
    names = tuple(map(after.rules.board.name, move))
    if isinstance(move, Collapse):
        return Token(names, is_collapse=True)
    return Token(names if after.rules.is_quantum else names[:1], closes_loop=after.has_loop)


@checked
def resolve_token(token: Token, position: Position) -> Move:
    """Return the legal move of a token.

    Raises:
        NotationError: The board has no such square, or the ``~`` is wrong.
        IllegalMoveError: The move is not legal.
    """
    with locate_errors(token.location):
        move = _move_of(token, position)
        if (reason := position.illegal_reason(move)) is not None:
            raise IllegalMoveError(move, position, reason)
    if token.closes_loop and not position.play(move).has_loop:
        raise token.location.error(f"{token} does not close a loop; remove the ~")
    return move


def _move_of(token: Token, position: Position) -> Move:
    squares = [parse_square(name, token.location, position.rules.board) for name in token.squares]
    if not token.is_collapse:
        return Placement(squares[0], squares[-1])
    if token.mark is None:
        return Collapse(squares[0])
    return position.collapse_onto(parse_mark(token.mark, token.location), squares[0])


def parse_square(name: str, location: TextLocation, board: Board) -> int:
    """Return the square with this name; raise ``NotationError`` at ``location`` if none has it."""
    try:
        return board.square(name.lower())
    except KeyError:
        names = f"{board.name(0)} to {board.name(board.size - 1)}"
        raise location.error(
            f"there is no square {quote(name)} on this {board.rows}×{board.cols} board; "
            f"its squares are {names}"
        ) from None


def parse_mark(name: str, location: TextLocation) -> int:
    """Parse ``X1``, ``O2`` … to a subscript. Raises ``NotationError`` for a wrong letter (R2)."""
    mark = int(name[1:])
    if mark_name(mark) != name.upper():
        raise location.error(f"there is no mark {name.upper()}; mark {mark} is {mark_name(mark)}")
    return mark


# --- position strings ----------------------------------------------------------------------------


@checked
def parse_position(text: str, rules: Rules = GOFF) -> Position:
    """Parse a position string, the output of ``str``: ``-``, ``12/25``, ``a1b2/c3`` (N14).

    Raises:
        NotationError: The text cannot be parsed.
        IllegalPositionError: No game under ``rules`` reaches the position.
    """
    check_size(text, MAX_TEXT_CHARS)
    word = text.strip()
    start = len(text) - len(text.lstrip())
    return parse_position_at(TextLocation(text, start), word, rules)


def parse_position_at(location: TextLocation, word: str, rules: Rules) -> Position:
    """Parse ``word``, which starts at ``location``, as a position string."""
    marks = () if word == "-" else tuple(_places(location, word, rules.board))
    with locate_errors(location):
        return Position(rules, marks)


def _places(location: TextLocation, word: str, board: Board) -> Iterator[Place]:
    for mark, part in enumerate(word.split("/"), 1):
        match = _PLACE.fullmatch(part)
        if match is None:
            raise location.error(
                f"{quote(part)} is not a place for {mark_name(mark)}; a pair is written 12 or "
                "a1b2, a landed mark 5 or b2, the empty board -"
            )
        squares = [parse_square(name, location, board) for name in match.groups() if name]
        if len(squares) == 1:
            yield squares[0]
        elif squares[0] == squares[1]:
            raise location.error(
                f"{mark_name(mark)} has the same square twice; a landed mark has one square"
            )
        else:
            yield min(squares), max(squares)
        location = location.shifted(len(part) + 1)
