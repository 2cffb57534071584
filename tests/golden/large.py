"""Generates the golden data of large boards, with the oracle.

python -m tests.golden.large
"""

import random
from collections.abc import Iterator
from math import prod

from tests import oracle
from tests.golden.tables import GOLDEN
from tests.oracle import Game, Move, Where, parse_rules

LARGE = """\
# Positions on boards of more than 64 squares, with what follows from the rules. One row each;
# columns are separated by one tab.
#
# rules        a preset and what differs from it
# moves        from the empty board, separated by one space
# position     after the moves
# decider      X, O or chance; - if the game is over
# loop         the marks of the pending loop, separated by commas; - if there is none
# stems        its stems
# realities    their number
# odds         of the first mark that can land on two squares; - if there is none
# termination  line, full or blocked; - if the game is not over
# result       points of X, a hyphen, points of O; - if the game is not over
# lines        as in games.tsv; also of games that are not over
#
# rules	moves	position	decider	loop	stems	realities	odds	termination	result	lines
"""

KRIST = "krist rows=16 cols=16"
RANDOM = (
    ("krist rows=9 cols=9", 999),
    (KRIST, 150),
    (KRIST, 999),
    ("krist rows=8 cols=9 last_square=empty", 999),
    ("qubic5 rows=13 cols=7 pair_loops=forbidden chooser=chance", 999),
    ("classic4 rows=10 cols=10 line=5", 999),
)
"""Rules of random games, and the number of plies."""


def large_text() -> str:
    """All positions, described by the oracle."""
    return LARGE + "".join(
        f"{rules}\t{_row(parse_rules(rules), moves)}\n" for rules, moves in _games()
    )


def _games() -> Iterator[tuple[str, list[Move]]]:
    chain: list[Move] = [("place", square, square + 1) for square in range(255)]
    loop: Move = ("place", 0, 255)
    yield KRIST, chain
    yield KRIST, [*chain, loop]
    yield KRIST, [*chain, loop, ("collapse", 255, 255)]
    yield KRIST, [*chain, ("place", 253, 255)]
    yield KRIST, [move for move in chain if move[1] % 3 < 2]
    for seed, (rules, plies) in enumerate(RANDOM):
        yield rules, _random_moves(parse_rules(rules), random.Random(seed), plies)


def _random_moves(game: Game, rng: random.Random, plies: int) -> list[Move]:
    where, moves = Where(), list[Move]()
    while len(moves) < plies and (legal := oracle.legal_moves(game, where)):
        moves.append(rng.choice(legal))
        where = oracle.play(where, moves[-1])
    return moves


def _row(game: Game, moves: list[Move]) -> str:
    where = Where()
    for move in moves:
        where = oracle.play(where, move)
    loop, termination = oracle.pending_loop(where), oracle.termination(game, where)
    x, o = oracle.points(game, where)
    lines = oracle.krists(game, where) if game.scoring == "krist" else oracle.lines(game, where)
    columns = (
        " ".join(oracle.move_text(game, move) for move in moves),
        oracle.position_text(game, where),
        "-" if termination else oracle.to_move(game, where),
        _marks(loop.marks) if loop else "-",
        _marks(loop.stems) if loop else "-",
        str(prod(len(oracle.group_realities(where, group)) for group in oracle.groups(where))),
        _odds(game, where),
        termination or "-",
        f"{x:g}-{o:g}" if termination else "-",
        ";".join(_line(game, line) for line in lines) or "-",
    )
    return "\t".join(columns)


def _marks(marks: tuple[int, ...]) -> str:
    return ",".join(map(str, marks)) or "-"


def _odds(game: Game, where: Where) -> str:
    odds = (shares for _, shares in sorted(oracle.odds(where).items()) if len(shares) > 1)
    first = sorted(next(odds, {}).items())
    return ",".join(f"{oracle.square_name(game, square)}:{share}" for square, share in first) or "-"


def _line(game: Game, line: oracle.Row) -> str:
    names = ",".join(oracle.square_name(game, square) for square in line.squares)
    return f"{line.player}{line.time}:{names}"


if __name__ == "__main__":
    (GOLDEN / "large.tsv").write_text(large_text(), encoding="utf-8", newline="\n")
