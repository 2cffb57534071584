"""Generates the golden parity games.

python -m tests.golden.parity
"""

from collections.abc import Iterator

from qttt.game import Position, Rules
from qttt.quantum import quantum_state
from qttt.quantum.parity import MIN_PLAYERS, classical_bound, expectation, loop_game, questions
from tests.golden.circuits import positions
from tests.golden.tables import GOLDEN

PARITY = """\
# Mermin's parity game on the pending loop of a position.
# One row each; columns are separated by one tab.
#
# rules    a preset and what differs from it
# moves    from the empty board, separated by one space
# players  the marks of the loop, the closing mark first
# flips    the players that change their answer to y, or -
# results  each question with the parity of the measured bits, before answers are changed
# best     the most questions that classical strategies win, by exhaustive search
#
# rules	moves	players	flips	results	best
"""

RULES = ("goff", "krist rows=2 cols=5", "qubic4")
MAX_PLAYERS = 5
"""More take long to search."""


def parity_text() -> str:
    """The loops of ``circuits.tsv`` of three to five marks, for some of its rules."""
    rows = {
        f"{rules}\t{moves}\t" + "\t".join(_columns(position)) + "\n"
        for rules in RULES
        for moves, position in positions(Rules.parse(rules))
        if position.loop and MIN_PLAYERS <= len(position.loop.marks) <= MAX_PLAYERS
    }
    return PARITY + "".join(sorted(rows))


def _columns(position: Position) -> Iterator[str]:
    game, state = loop_game(position), quantum_state(position).factors[0]
    names = [wire.name(position.rules.board) for wire in state.wires]
    yield " ".join(names)
    yield " ".join(names[player] for player in sorted(game.flips_y)) or "-"
    asked = questions(game.players)
    yield " ".join(f"{each}:{0 if expectation(state, each) == 1 else 1}" for each in asked)
    yield str(int(BOUNDS[game.players] * len(asked)))


BOUNDS = {players: classical_bound(players) for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)}


if __name__ == "__main__":
    (GOLDEN / "parity.tsv").write_text(parity_text(), encoding="utf-8", newline="\n")
