"""Mermin's parity game, played on the GHZ state of a pending loop.

Each mark of a loop is a player with one qubit. A referee gives each player a question, x or y, with
an even number of y; the players may not talk and each answers 0 or 1. They win if the parity of
their answers is half the number of y. Mermin, Am. J. Phys. 58, 731 (1990).

No classical strategy wins more than 3/4 with three players. On a GHZ state the players always win:
they measure their qubits in the basis that they are asked for, X or Y.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import ceil, comb, prod
from random import Random

from qttt.game import Position

from .circuit import Circuit, Gate, circuits, loop_circuit
from .source import Device
from .state import Factor

MIN_PLAYERS = 3
"""With two players a classical strategy always wins."""


def questions(players: int) -> list[str]:
    """Return all questions, a letter for each player.

    >>> questions(3)
    ['xxx', 'xyy', 'yxy', 'yyx']
    """
    every = map("".join, product("xy", repeat=players))
    return [question for question in every if question.count("y") % 2 == 0]


def is_won(question: str, answers: str) -> bool:
    """Whether these answers, a 0 or 1 for each player, win.

    >>> is_won("xyy", "100"), is_won("xxx", "100")
    (True, False)
    """
    return answers.count("1") % 2 == question.count("y") // 2 % 2


def classical_bound(players: int) -> Fraction:
    """Return the best probability of winning without quantum mechanics, by exhaustive search.

    Tries every strategy: an answer of each player to each question. Random strategies are mixtures
    of these, so none is better.

    >>> classical_bound(3), classical_bound(4)
    (Fraction(3, 4), Fraction(3, 4))
    """
    asked = [tuple(letter == "y" for letter in question) for question in questions(players)]
    right = [sum(question) // 2 % 2 for question in asked]
    best = 0
    for strategy in product(((0, 0), (0, 1), (1, 0), (1, 1)), repeat=players):
        sums = [
            sum(answers[is_y] for answers, is_y in zip(strategy, question, strict=True)) % 2
            for question in asked
        ]
        best = max(best, sum(a == b for a, b in zip(sums, right, strict=True)))
    return Fraction(best, len(asked))


def classical_formula(players: int) -> Fraction:
    """Return ½ + 2^−⌈n/2⌉, which ``classical_bound`` confirms for few players."""
    return Fraction(1, 2) + Fraction(1, 2 ** ceil(players / 2))


def visibility_threshold(players: int) -> Fraction:
    """Return the weight of the GHZ state in white noise above which it beats the bound.

    With weight *v* the players win with probability (1 + *v*)/2.
    """
    return 2 * classical_formula(players) - 1


def flip_threshold(players: int) -> float:
    """Return the probability of a wrong answer of each player below which they beat the bound.

    If each of *n* answers is wrong with probability *p*, they win with (1 + (1 − 2*p*)^*n*)/2.
    """
    root: float = float(visibility_threshold(players)) ** (1 / players)
    return (1 - root) / 2


# --- on a position -----------------------------------------------------------------------------


def measured_in(circuit: Circuit, bases: str) -> Circuit:
    """Return a circuit that measures each wire in a basis: a letter x, y or z for each wire.

    Raises:
        ValueError: The number of letters is wrong, or one is unknown.
    """
    if len(bases) != len(circuit.wires) or set(bases) - set("xyz"):
        raise ValueError(
            f"bases {bases!r}: write x, y or z for each of the {len(circuit.wires)} qubits"
        )
    prepared = [gate for gate in circuit.gates if gate.kind != "measure"]
    turns = [gate for wire, basis in enumerate(bases) for gate in _turn(wire, basis)]
    measured = [gate for gate in circuit.gates if gate.kind == "measure"]
    return replace(circuit, gates=(*prepared, *turns, *measured))


def _turn(wire: int, basis: str) -> Iterator[Gate]:
    """Turn a basis into that of the measurement."""
    if basis == "y":
        yield Gate("sdg", wire)
    if basis != "z":
        yield Gate("h", wire)


@dataclass(frozen=True, slots=True)
class ParityResult:
    """Rounds of the game on a device, and how many of them were won."""

    players: int
    rounds: int
    won: int

    @property
    def p_value(self) -> float:
        """The greatest probability with which a classical strategy wins as many rounds or more."""
        bound = classical_formula(self.players)
        won, lost = bound.numerator, bound.denominator - bound.numerator
        ways = sum(
            comb(self.rounds, n) * won**n * lost ** (self.rounds - n)
            for n in range(self.won, self.rounds + 1)
        )
        return float(Fraction(ways, bound.denominator**self.rounds))


@dataclass(frozen=True, slots=True)
class ParityGame:
    """The game on one circuit: the first ``players`` wires belong to the players.

    ``bases`` are those in which a player measures for x and for y. A player in ``flips_y`` changes
    the answer to y, one in ``flips`` every answer.
    """

    circuit: Circuit
    players: int
    bases: tuple[str, str] = ("x", "y")
    flips_y: frozenset[int] = frozenset()
    flips: frozenset[int] = frozenset()

    def ask(self, question: str) -> Circuit:
        """Return the circuit that answers a question. Raises ``ValueError`` if it is none."""
        if question not in questions(self.players):
            raise ValueError(
                f"question {question!r}: write x or y for each of the {self.players} players, "
                "with an even number of y"
            )
        bases = "".join(self.bases["xy".index(letter)] for letter in question)
        return measured_in(self.circuit, bases.ljust(len(self.circuit.wires), "z"))

    def answers(self, question: str, bits: str) -> str:
        """Return the players' answers, from the measured bits."""
        return "".join(
            str(int(bits[n]) ^ (n in self.flips) ^ (letter == "y" and n in self.flips_y))
            for n, letter in enumerate(question)
        )

    def play(self, device: Device, rounds: int, rng: Random) -> ParityResult:
        """Play rounds with random questions. Raises ``DeviceError`` if the device fails."""
        asked = [rng.choice(questions(self.players)) for _ in range(rounds)]
        won = 0
        for question in sorted(set(asked)):
            shots = device.run(self.ask(question), asked.count(question))
            won += sum(is_won(question, self.answers(question, shot.bits)) for shot in shots)
        return ParityResult(self.players, rounds, won)


def loop_game(position: Position) -> ParityGame:
    """Return the game on the pending loop, whose marks always win; the closing mark is first.

    A player whose qubit is flipped when the state is prepared (an X gate) changes the answer to y,
    because X turns Y into −Y. Stems do not play. Raises ``ValueError`` unless a loop of three or
    more marks is pending.
    """
    loop = position.loop
    players = len(loop.marks) if loop else 0
    if players < MIN_PLAYERS:
        raise ValueError(f"{position} has no pending loop of {MIN_PLAYERS} or more marks")
    circuit = loop_circuit(position)
    flipped = {gate.wire for gate in circuit.gates if gate.kind == "x"}
    return ParityGame(circuit, players, flips_y=frozenset(flipped & set(range(players))))


def tree_game(position: Position) -> ParityGame:
    """Return the game on a tree of three squares, a W state, won with probability 7/8.

    The squares answer x by measuring in Z and y by measuring in X; the first changes every answer.
    Raises ``ValueError`` if no tree has three squares.
    """
    for circuit in circuits(position):
        if circuit.state == "W" and len(circuit.wires) == MIN_PLAYERS:
            return ParityGame(circuit, MIN_PLAYERS, ("z", "x"), flips=frozenset({0}))
    raise ValueError(f"{position} has no tree of {MIN_PLAYERS} squares")


# --- exact results -------------------------------------------------------------------------------


def expectation(factor: Factor, bases: str) -> Fraction:
    """Return the mean product of the results ±1, if the wires are measured in these bases.

    For a tensor factor of a position, all of whose amplitudes are equal; a letter x, y or z for
    each wire.

    >>> from qttt.notation import read
    >>> from .state import quantum_state
    >>> tree = quantum_state(read("12 23").position).factors[0]
    >>> expectation(tree, "zzz"), expectation(tree, "zxx")
    (Fraction(-1, 1), Fraction(2, 3))
    """
    terms = {term.bits for term in factor.terms}
    total = 0j
    for bits in terms:
        pairs = list(zip(bits, bases, strict=True))
        image = "".join(bit if basis == "z" else str(1 - int(bit)) for bit, basis in pairs)
        if image in terms:
            total += prod(_phase(bit, basis) for bit, basis in pairs)
    return Fraction(round(total.real), len(terms))


def _phase(bit: str, basis: str) -> complex:
    """The factor with which X, Y or Z maps a basis state of a qubit to a basis state."""
    sign = 1 if bit == "0" else -1
    return 1 if basis == "x" else 1j * sign if basis == "y" else sign


def winning_probability(factor: Factor, bases: tuple[str, str] = ("x", "y")) -> Fraction:
    """Return the probability of winning with these bases for x and y, all qubits playing.

    The players change their answers where that helps, separately for x and for y.
    """
    players = len(factor.wires)
    asked = questions(players)
    means = [
        expectation(factor, "".join(bases["xy".index(letter)] for letter in question))
        * (1 if question.count("y") % 4 == 0 else -1)
        for question in asked
    ]
    chances = (
        sum(
            (mean * _sign(question, *signs) for mean, question in zip(means, asked, strict=True)),
            Fraction(0),
        )
        for signs in product(product((1, -1), repeat=players), repeat=2)
    )
    return Fraction(1, 2) + max(chances) / (2 * len(asked))


def _sign(question: str, for_x: tuple[int, ...], for_y: tuple[int, ...]) -> int:
    return prod(
        x if letter == "x" else y for letter, x, y in zip(question, for_x, for_y, strict=True)
    )
