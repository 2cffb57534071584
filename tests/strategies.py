"""Hypothesis strategies for rules, positions and games; conversions between code and oracle."""

import random
from typing import Literal, NamedTuple

from hypothesis import strategies as st

from qttt.game import Collapse, Line, Move, Node, Placement, Position, Rules
from qttt.notation import parse_moves
from tests import oracle
from tests.oracle import Game, Row, Where

PRESETS = tuple(oracle.PRESETS)

OTHERS = (
    "closer ends=full",
    "complete line=2 ends=full",
    "goff ends=full",
    "goff last_square=empty",
    "goff pair_loops=forbidden last_square=empty",
    "goff scoring=winner",
    "goff line=2 scoring=winner",
    "goff rows=1 cols=2 line=2 scoring=winner",
    "goff rows=1 cols=6 line=3 scoring=match",
    "goff rows=5 cols=1 line=2 pair_loops=forbidden scoring=complete",
    "goff rows=2 line=3 scoring=winner",
    "goff rows=2 line=2 pair_loops=forbidden scoring=complete",
    "goff rows=4 line=2 ends=full scoring=winner",
    "goff rows=3 cols=5 line=4 chooser=chance last_square=empty scoring=complete",
    "qubic3 pair_loops=forbidden",
    "qubic4 rows=2 cols=7 line=3 chooser=closer",
    "krist rows=2 cols=2",
    "krist rows=3 cols=3",
    "krist rows=3 cols=3 last_square=empty",
    "krist rows=3 cols=3 pair_loops=forbidden chooser=chance",
    "krist rows=5 cols=5",
    "krist marks=classical",
    "classic3 ends=full",
    "classic3 scoring=goff",
    "classic4 rows=3 cols=5",
)
"""Combinations of switches beyond the presets, including boards that are not square."""

ALL = PRESETS + OTHERS
SMALL = tuple(text for text in ALL if len(oracle.parse_rules(text).squares) <= 9)
QUANTUM = tuple(text for text in ALL if oracle.parse_rules(text).marks == "quantum")
ON_3X3 = tuple(text for text in ALL if oracle.parse_rules(text)[:2] == (3, 3))

Mood = Literal["any", "loops", "trees"]


# ---------------------------------------------------------------------------- conversions


def game_of(rules: Rules) -> Game:
    """Convert rules to the oracle's switches."""
    return Game(*(getattr(rules, name) for name in Game._fields))


def where_of(position: Position) -> Where:
    return tuple(
        frozenset((place,)) if isinstance(place, int) else frozenset(place)
        for place in position.marks
    )


def marks_of(where: Where) -> oracle.Marks:
    """Convert to the argument of ``Position``."""
    return tuple(_place(sorted(spots)) for spots in where)


def _place(spots: list[int]) -> int | tuple[int, int]:
    return spots[0] if len(spots) == 1 else (spots[0], spots[1])


def move_of(move: oracle.Move) -> Move:
    kind, a, b = move
    return Collapse(a) if kind == "collapse" else Placement(a, b)


def row_of(line: Line) -> Row:
    return Row(line.time, str(line.player), tuple(sorted(line.squares)))


# ---------------------------------------------------------------------------- games


class Walk(NamedTuple):
    """A game played at random: ``positions[i + 1]`` is ``positions[i]`` after ``moves[i]``."""

    moves: tuple[Move, ...]
    positions: tuple[Position, ...]

    @property
    def last(self) -> Position:
        return self.positions[-1]

    @property
    def leaf(self) -> Node:
        """The last node of the game's tree."""
        node = Node(self.positions[0])
        for move in self.moves:
            node = node.play(move)
        return node


def leaf(moves: str, rules: str = "goff") -> Node:
    """Play moves; return the last node."""
    return parse_moves(moves, Position(Rules.parse(rules)))


def random_walk(rules: Rules, seed: int, plies: int = 999, mood: Mood = "any") -> Walk:
    """Play at most ``plies`` random plies; ``mood`` prefers loops, or avoids them to grow trees."""
    rng = random.Random(seed)
    positions, moves = [Position(rules)], list[Move]()
    while positions[-1].legal_moves and len(moves) < plies:
        moves.append(_pick(positions[-1], rng, mood))
        positions.append(positions[-1].play(moves[-1]))
    return Walk(tuple(moves), tuple(positions))


def _pick(position: Position, rng: random.Random, mood: Mood) -> Move:
    legal = position.legal_moves
    candidates = [rng.choice(legal) for _ in range(1 if mood == "any" else 4)]
    preferred = [move for move in candidates if position.play(move).has_loop == (mood == "loops")]
    return (preferred or candidates)[0]


def rule_sets(texts: tuple[str, ...] = ALL) -> st.SearchStrategy[Rules]:
    return st.sampled_from(texts).map(Rules.parse)


@st.composite
def walks(draw: st.DrawFn, texts: tuple[str, ...] = ALL) -> Walk:
    """Complete and unfinished games."""
    plies = draw(st.one_of(st.just(999), st.integers(0, 24)))
    mood: Mood = draw(st.sampled_from(("any", "loops", "trees")))
    return random_walk(draw(rule_sets(texts)), draw(st.integers(0, 2**32 - 1)), plies, mood)


def positions(texts: tuple[str, ...] = ALL) -> st.SearchStrategy[Position]:
    """Positions at any point of a game, including its end."""
    return st.tuples(walks(texts), st.integers(0, 99)).map(
        lambda drawn: drawn[0].positions[-1 - drawn[1] % min(4, len(drawn[0].positions))]
    )


def pending(texts: tuple[str, ...] = QUANTUM) -> st.SearchStrategy[Position]:
    """Positions with a pending loop."""
    return (
        walks(texts)
        .map(lambda walk: [position for position in walk.positions if position.has_loop])
        .filter(bool)
        .flatmap(st.sampled_from)
    )


@st.composite
def any_rules(draw: st.DrawFn, largest: int = 5) -> Rules:
    """All valid combinations of switches, on boards with sides up to ``largest``."""
    sides = st.integers(1, largest)
    game = Game(
        rows=draw(sides),
        cols=draw(sides),
        line=draw(st.integers(2, largest)),
        marks=draw(st.sampled_from(("quantum", "classical"))),
        pair_loops=draw(st.sampled_from(("allowed", "forbidden"))),
        chooser=draw(st.sampled_from(("other", "closer", "chance"))),
        last_square=draw(st.sampled_from(("forced", "empty"))),
        ends=draw(st.sampled_from(("line", "full"))),
        scoring=draw(st.sampled_from(("goff", "winner", "complete", "match", "krist"))),
    )
    return Rules(**_repaired(game)._asdict())


def _repaired(game: Game) -> Game:
    """Change switches to remove contradictions."""
    if game.rows * game.cols == 1:
        game = game._replace(cols=2)
    if game.marks == "classical":
        game = game._replace(pair_loops="allowed", chooser="other", last_square="forced")
    if game.scoring == "krist":
        return game._replace(line=None, ends="full")
    if game.scoring == "goff":
        return game._replace(rows=3, cols=3, line=3)
    return game._replace(line=min(game.line or 2, max(game.rows, game.cols)))
