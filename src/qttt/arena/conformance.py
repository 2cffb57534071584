"""Conformance test for programs that implement the engine protocol."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from random import Random

from qttt.engine import random_move
from qttt.game import Player, Position, Rules
from qttt.game.arguments import checked
from qttt.notation import parse_position
from qttt.play import History, Match, seeded_coin
from qttt.play.players import TEST_RULES

from .budget import Budget
from .errors import ForfeitError
from .program import ANSWER_TIMEOUT_S, Program
from .protocol import ErrorKind, split_command

NODES = Budget(nodes=20)


class ConformanceError(AssertionError):
    """The program under test violates the protocol."""


@checked
def check_engine(
    command: Sequence[str],
    *,
    rules: Iterable[Rules] = TEST_RULES,
    games: int = 1,
    answer_timeout_s: float = ANSWER_TIMEOUT_S,
    seed: int = 0,
) -> None:
    """Check that the program started by ``command`` conforms to the protocol.

    Covers the handshake, every kind of error, ``stop``, whole games and shutdown. The program plays
    ``games`` games per seat and rules, against random moves drawn from ``seed``, and gets all moves
    of each game.

    Raises:
        ConformanceError: The program violates the protocol.
    """
    with _started(command, answer_timeout_s) as program:
        _check_greeting(program)
        _check_errors(program)
        _check_nothing_to_choose(program)
        _check_stop(program)
        _check_games(program, rules, games, Random(seed))
    _check_exit(command, answer_timeout_s)


@contextmanager
def _started(command: Sequence[str], answer_timeout_s: float) -> Iterator[Program]:
    """Start the program and shake hands; a ``ForfeitError`` becomes a ``ConformanceError``."""
    try:
        program = Program(command, answer_timeout_s)
        try:
            program.greet()
            yield program
        finally:
            program.pipe.close(grace_s=0)
    except ForfeitError as forfeit:
        raise ConformanceError(str(forfeit)) from forfeit


def _check_greeting(program: Program) -> None:
    for name in ("name", "author", "version", "protocol"):
        if not program.id.get(name):
            raise ConformanceError(f"after 'qttt': no line 'id {name} …' before qtttok")


def _check_errors(program: Program) -> None:
    program.new_game(Rules())
    program.ready("position 12/23")
    for line, kind in (
        ("please", ErrorKind.UNKNOWN),
        ("setoption there-is-no-such-option 1", ErrorKind.SYNTAX),
        ("newgame", ErrorKind.SYNTAX),
        ("newgame rules there-are-no-such-rules", ErrorKind.RULES),
        ("position 12/99", ErrorKind.NOTATION),
        ("position 12/1", ErrorKind.ILLEGAL),
        ("position - moves 12 55", ErrorKind.ILLEGAL),
        ("go there", ErrorKind.SYNTAX),
    ):
        _check_error(program, line, kind)
    answer = program.ask(f"go {NODES.go_arguments}", "bestmove")
    program.parse_best_move(answer, parse_position("12/23"))


def _check_nothing_to_choose(program: Program) -> None:
    program.new_game(Rules())
    program.ready("position 1/3/5/4/9")
    _check_error(program, f"go {NODES.go_arguments}", ErrorKind.STATE)
    program.new_game(Rules.preset("qubic3"))
    program.ready("position 12/12")
    _check_error(program, f"go {NODES.go_arguments}", ErrorKind.STATE)


def _check_stop(program: Program) -> None:
    program.new_game(Rules())
    program.ready("go infinite")
    _check_error(program, "position 12", ErrorKind.BUSY)
    program.parse_best_move(program.ask("stop", "bestmove"), Position())
    program.ready("stop")


def _check_error(program: Program, line: str, kind: ErrorKind) -> None:
    deadline, error = time.monotonic() + program.answer_timeout_s, ""
    program.pipe.write_line(f"{line}\nisready")
    while (answer := split_command(program.pipe.read_line(deadline)))[0] != "readyok":
        if answer[0] == "error":
            error = answer[1]
        elif answer[0] == "bestmove":
            raise ConformanceError(f"after {line!r}: expected error {kind}, got a move")
    if split_command(error)[0] != kind:
        raise ConformanceError(
            f"after {line!r}: expected error {kind}, got {error or 'no error'!r}"
        )


def _check_games(program: Program, rules: Iterable[Rules], games: int, rng: Random) -> None:
    for preset in rules:
        for seat in [*Player] * games:
            program.new_game(preset)
            _play(program, seat, Match(preset), rng)


def _play(program: Program, seat: Player, match: Match, rng: Random) -> None:
    coin = seeded_coin(rng.getrandbits(32))
    while match.outcome is None:
        if match.to_move == "chance":
            match.toss(coin)
        elif match.to_move is seat:
            match.play(program.best_move(History.of(match.node), NODES))
        else:
            match.play(random_move(match.position, rng))


def _check_exit(command: Sequence[str], answer_timeout_s: float) -> None:
    """Check that it exits on ``quit`` and at the end of its input, even while it thinks."""

    def quit_(program: Program) -> None:
        program.pipe.write_line("quit")

    endings: tuple[tuple[str, Callable[[Program], None]], ...] = (
        ("quit", quit_),
        ("the end of its input", lambda program: program.pipe.close_input()),
    )
    for name, end in endings:
        with _started(command, answer_timeout_s) as program:
            program.ready("go infinite")
            end(program)
            if program.pipe.wait(answer_timeout_s) is None:
                raise ConformanceError(f"after {name}: it is still running")
