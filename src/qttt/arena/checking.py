"""A test that every program which speaks the engine protocol must pass."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from random import Random

from qttt.game import Player, Position, Rules
from qttt.notation import parse_position
from qttt.play import Match, seeded_coin
from qttt.play.players import SMALL

from .budget import Budget
from .errors import Forfeit
from .program import Program
from .protocol import Kind, words

NODES = Budget(nodes=20)


class EngineFault(AssertionError):  # noqa: N818  a failed test, not an error in the program
    """The program that was checked does not keep to the protocol."""


def check_engine(
    command: Sequence[str],
    *,
    rules: Iterable[Rules] = SMALL,
    games: int = 1,
    patience: float = 10.0,
    seed: int = 0,
) -> None:
    """Raise ``EngineFault`` unless the program that ``command`` starts keeps to the protocol.

    It is greeted, told nonsense, stopped, and plays ``games`` games from each seat under each of
    ``rules`` against random moves, which come from ``seed``; it is told to leave, and left. For
    every answer it has ``patience`` seconds, so a program that is silent costs so many.
    """
    with _started(command, patience) as program:
        _check_greeting(program)
        _check_errors(program)
        _check_nothing_to_choose(program)
        _check_stop(program)
        _check_games(program, rules, games, Random(seed))
    _check_leaving(command, patience)


@contextmanager
def _started(command: Sequence[str], patience: float) -> Iterator[Program]:
    """A program after the handshake; what it does wrong is an ``EngineFault``."""
    try:
        program = Program(command, patience)
        try:
            program.greet()
            yield program
        finally:
            program.pipe.close(farewell=0)
    except Forfeit as reason:
        raise EngineFault(str(reason)) from reason


def _check_greeting(program: Program) -> None:
    for name in ("name", "author", "version", "protocol"):
        if not program.id.get(name):
            raise EngineFault(f"after 'qttt': there was no line 'id {name} …' before qtttok")


def _check_errors(program: Program) -> None:
    """Each line is refused by the right kind of error, and changes nothing."""
    program.new_game(Rules())
    program.ready("position 12/23")
    for line, kind in (
        ("please", Kind.UNKNOWN),
        ("setoption there-is-no-such-option 1", Kind.SYNTAX),
        ("newgame", Kind.SYNTAX),
        ("newgame rules there-are-no-such-rules", Kind.RULES),
        ("position 12/99", Kind.NOTATION),
        ("position 12/1", Kind.ILLEGAL),
        ("position - moves 12 55", Kind.ILLEGAL),
        ("go there", Kind.SYNTAX),
    ):
        _check_refused(program, line, kind)
    answer = program.ask(f"go {NODES.words}", "bestmove")
    program.legal(answer, parse_position("12/23"))


def _check_nothing_to_choose(program: Program) -> None:
    program.new_game(Rules())
    program.ready("position 1/3/5/4/9")
    _check_refused(program, f"go {NODES.words}", Kind.STATE)
    program.new_game(Rules.preset("qubic3"))
    program.ready("position 12/12")
    _check_refused(program, f"go {NODES.words}", Kind.STATE)


def _check_stop(program: Program) -> None:
    program.new_game(Rules())
    program.ready("go infinite")
    _check_refused(program, "position 12", Kind.BUSY)
    program.legal(program.ask("stop", "bestmove"), Position())
    program.ready("stop")


def _check_refused(program: Program, line: str, kind: Kind) -> None:
    """Raise ``EngineFault`` unless the answer to ``line`` is an error of that kind."""
    until, told = time.monotonic() + program.patience, ""
    program.pipe.say(f"{line}\nisready")
    while (heard := words(program.pipe.hear(until)))[0] != "readyok":
        if heard[0] == "error":
            told = heard[1]
        elif heard[0] == "bestmove":
            raise EngineFault(f"after {line!r}: it answered with a move, not with error {kind}")
    if words(told)[0] != kind:
        raise EngineFault(f"after {line!r}: it said {told or 'nothing'!r}, not error {kind}")


def _check_games(program: Program, rules: Iterable[Rules], games: int, rng: Random) -> None:
    for each in rules:
        for seat in [*Player] * games:
            program.new_game(each)
            _play(program, seat, Match(each), rng)


def _play(program: Program, seat: Player, match: Match, rng: Random) -> None:
    coin = seeded_coin(rng.getrandbits(32))
    while match.outcome is None:
        if match.to_move == "chance":
            match.throw(coin)
        elif match.to_move is seat:
            match.play(program.best_move(match.position, NODES))
        else:
            match.play(rng.choice(match.legal_moves))


def _check_leaving(command: Sequence[str], patience: float) -> None:
    """It leaves when it is told to, and when nobody talks to it any more, also while it thinks."""

    def quit_(program: Program) -> None:
        program.pipe.say("quit")

    endings: tuple[tuple[str, Callable[[Program], None]], ...] = (
        ("quit", quit_),
        ("the end of its input", lambda program: program.pipe.hang_up()),
    )
    for name, end in endings:
        with _started(command, patience) as program:
            program.ready("go infinite")
            end(program)
            if program.pipe.wait(patience) is None:
                raise EngineFault(f"after {name}: it is still there")
