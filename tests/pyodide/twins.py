"""Runs in Pyodide: the kernel and the rules agree, and everything works that needs no server."""

import json
import time
from fractions import Fraction
from random import Random

start = time.perf_counter()

import qttt  # noqa: E402

VALUE = qttt.solve(qttt.Position()).value
SECONDS = time.perf_counter() - start

from qttt.engine import choose_move, kernel, perft  # noqa: E402
from qttt.engine.search import search  # noqa: E402
from qttt.engine.tablebase import shipped_tablebase  # noqa: E402
from qttt.notation import format_goff, parse_goff  # noqa: E402
from qttt.notation.svg import board_svg  # noqa: E402
from qttt.quantum import circuits  # noqa: E402


def outcome_of(position: qttt.Position) -> object:
    """Return the outcome as the kernel does."""
    end = position.outcome
    return end and (end.points, end.termination, frozenset(end.lines))


def compared(rng: Random) -> int:
    """Compare the kernel with the rules along a random game of each preset; count positions."""
    count = 0
    for rules in qttt.PRESETS.values():
        position = qttt.Position(rules)
        while True:
            count += 1
            moves = position.legal_moves
            assert kernel.legal_moves(position) == moves, position
            assert kernel.outcome(position) == outcome_of(position), position
            if not moves:
                break
            move = rng.choice(moves)
            after = position.play(move)
            assert kernel.play(position, move) == after, (position, move)
            position = after
    return count


def facts() -> dict[str, object]:
    game = qttt.read("12 25 59 15 @5 36 36 @3")
    pending = qttt.read("12 25 59 15").position
    krist = search(qttt.Position(qttt.Rules.preset("krist")), simulations=500, seed=1)
    timed = search(qttt.Position(qttt.Rules.preset("qubic4")), seconds=0.05)
    assert parse_goff(format_goff(game)).position == game.position
    table = shipped_tablebase(qttt.Rules())
    return {
        "seconds": SECONDS,
        "value": VALUE,
        "positions": compared(Random(1)),
        "perft": perft(qttt.Position(), 4),
        "svg": board_svg(pending),
        "circuits": len(circuits(pending)),
        "odds": str(qttt.read("12 25").position.ensemble().odds()[1][0] == Fraction(2, 3)),
        "search": [str(krist.move), krist.value, krist.simulations],
        "timed": timed.simulations,
        "level": str(choose_move(pending, qttt.Level.HARD, Random(1))),
        "losses": [step.loss for step in qttt.review(game).steps],
        "puzzle": str(next(qttt.puzzles(seed=1)).position),
        "table": table is not None and table.marks,
    }


if __name__ == "__main__":
    print(json.dumps(facts()))
