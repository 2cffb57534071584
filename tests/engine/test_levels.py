"""Who plays on which board, how often each of them errs, and that nobody keeps one waiting."""

import random
import threading
from collections import Counter
from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.engine import Analysis, Level, UnsolvableError, choose, decide, levels_for, solve
from qttt.engine.classical import Statistics
from qttt.engine.kernel import fits
from qttt.engine.ladder import lapse_of, simulations_of
from qttt.engine.levels import check_level
from qttt.engine.search import Estimate, search
from qttt.game import Collapse, Move, Placement, Player, Position, Rules
from tests.engine import minimax
from tests.engine.late import late_positions
from tests.kernel.games import random_rules
from tests.strategies import ALL, PRESETS, QUANTUM, SMALL, random_walk

SEEDS = st.integers(0, 2**32 - 1)
LADDER = (Level.RANDOM, Level.EASY, Level.MEDIUM, Level.HARD)
THESIS = (Level.THESIS_EASY, Level.THESIS_MEDIUM, Level.THESIS_HARD)
EVAL = (Level.EVAL_EASY, Level.EVAL_INTERMEDIATE, Level.EVAL_DIFFICULT)

# In both the first legal move is not best; the second has a loop, and the other collapse is best.
FREE = Position.after((3, 7), (4, 5), (0, 3), (2, 4))
LOOP = Position.after((7, 8), (2, 8), (1, 2), (7, 8))
ROW = Rules.parse("goff rows=1 cols=3 line=3 scoring=winner ends=full")
HUGE = Rules.parse("krist rows=26 cols=26")


class Scripted(random.Random):
    """Its next number is known, and of several things it takes the first."""

    def __init__(self, number: float) -> None:
        super().__init__(0)
        self.number = number

    def random(self) -> float:
        return self.number

    def choice(self, seq: Sequence[Move]) -> Move:  # type: ignore[override]
        return seq[0]


def decided(text: str, seed: int) -> list[Position]:
    """The positions of a random game in which a player decides."""
    positions = random_walk(Rules.parse(text), seed).positions
    return [each for each in positions if isinstance(each.to_move, Player)]


def test_the_examples_are_what_they_should_be() -> None:
    assert FREE.legal_moves[0] not in solve(FREE).best
    assert solve(LOOP).best == LOOP.legal_moves[1:] == (Collapse(8),)


# ---------------------------------------------------------------------------- who plays where


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        *((name, (*LADDER, Level.OPTIMAL, *THESIS)) for name in PRESETS[:5]),
        *((name, (*LADDER, Level.BEST)) for name in ("qubic4", "qubic5", "krist")),
        *((name, (*LADDER, Level.OPTIMAL, *EVAL)) for name in ("classic3", "classic4")),
        ("krist rows=3 cols=3", (*LADDER, Level.OPTIMAL, *THESIS)),
        ("krist rows=8 cols=8", (*LADDER, Level.BEST)),
        ("classic4 line=3", (*LADDER, Level.OPTIMAL)),
        ("classic4 rows=5", (*LADDER, Level.BEST)),
        ("krist rows=5 cols=13", (Level.RANDOM,)),
        (str(HUGE), (Level.RANDOM,)),
    ],
)
def test_the_levels_of_a_board(text: str, levels: tuple[Level, ...]) -> None:
    assert levels_for(Rules.parse(text)) == levels


TITLES = (
    *("Random moves", "Easy", "Medium", "Hard", "Best", "Optimal"),
    *("Easy (thesis)", "Medium (thesis)", "Hard (thesis)"),
    *("Easy (eval)", "Intermediate (eval)", "Difficult (eval)"),
)


def test_what_people_call_them() -> None:
    assert tuple(level.title for level in Level) == TITLES


# ---------------------------------------------------------------------------- the thesis

RATES = dict(zip(THESIS, (0.5, 0.25, 0.1), strict=True))


@pytest.mark.parametrize("level", [Level.OPTIMAL, *THESIS])
@pytest.mark.parametrize("number", [0.0, 0.09, 0.1, 0.24, 0.25, 0.49, 0.5, 0.99])
def test_how_often_a_move_is_random(level: Level, number: float) -> None:
    move = choose(FREE, level, Scripted(number))
    assert (move == FREE.legal_moves[0]) == (number < RATES.get(level, 0))
    assert level.carelessness == RATES.get(level, 0)


@pytest.mark.parametrize("level", [Level.OPTIMAL, *THESIS])
def test_hard_is_careful_at_a_collapse(level: Level) -> None:
    careful = level in (Level.THESIS_HARD, Level.OPTIMAL)
    assert choose(LOOP, level, Scripted(0.0)) == LOOP.legal_moves[careful]


def test_random_moves_are_drawn_evenly() -> None:
    rng = random.Random(1)
    drawn = Counter(choose(Position(), Level.RANDOM, rng) for _ in range(3600))
    assert set(drawn) == set(Position().legal_moves)
    assert max(drawn.values()) < 150


@given(st.sampled_from(SMALL), SEEDS)
def test_optimal_plays_a_best_move(text: str, seed: int) -> None:
    for position in late_positions(Rules.parse(text), seed, 1):
        if not isinstance(position.to_move, Player):
            continue
        best = minimax.solve(position).best
        rng = random.Random(seed)
        assert choose(position, Level.OPTIMAL, rng, solve=minimax.solve) in best


def test_optimal_opens_with_both_winning_pairs() -> None:
    drawn = {choose(Position(), Level.OPTIMAL, random.Random(seed)) for seed in range(20)}
    assert drawn == {Placement(0, 8), Placement(2, 6)}


# ---------------------------------------------------------------------------- the ladder


def wins(position: Position, move: Move) -> float:
    """The points by which a move that ends the game is won by who makes it; 0 for all others."""
    outcome, who = position.play(move).outcome, position.to_move
    return 0 if outcome is None else max(0, outcome.value if who is Player.X else -outcome.value)


@cache
def winning(text: str, seed: int, tries: int) -> list[tuple[Position, list[Move]]]:
    """Late positions in which some moves win at once, and those that win most."""
    rng, found = random.Random(seed), list[tuple[Position, list[Move]]]()
    for _ in range(tries):
        position = rng.choice(decided(text, rng.getrandbits(30))[-3:])
        gains = {move: wins(position, move) for move in position.legal_moves}
        most = max(gains.values())
        if most > 0:
            found.append((position, [move for move in gains if gains[move] == most]))
    return found


@pytest.mark.parametrize("text", ["goff", "closer", "krist", "krist chooser=closer", "classic4"])
@pytest.mark.parametrize("level", [Level.EASY, Level.MEDIUM, Level.HARD])
def test_nobody_misses_what_wins_at_once(text: str, level: Level) -> None:
    """Not even in a lapse, which ``Scripted`` brings about; whose choice the first is, too."""
    examples = winning(text, 1, 60)
    assert len(examples) > 3
    for position, best in examples:
        decision = decide(position, level, Scripted(0.0))
        assert decision.move == best[0], position
        assert isinstance(decision.thoughts, Estimate)


@pytest.mark.nightly
def test_nobody_misses_what_wins_at_once_on_any_board() -> None:
    for text in ALL:
        for position, best in winning(text, 2, 60):
            assert choose(position, Level.EASY, Scripted(0.0)) == best[0], position


@pytest.mark.parametrize("text", ["krist", "qubic5", "goff rows=3 cols=5 line=4 scoring=winner"])
def test_a_lapse_is_any_move_where_none_wins(text: str) -> None:
    start = Position(Rules.parse(text))
    rng = random.Random(2)
    lapse = lapse_of("easy", start.rules)
    drawn = [decide(start, Level.EASY, rng) for _ in range(60)]
    lapses = sum(_simulations(decision.thoughts) == 1 for decision in drawn)
    assert abs(lapses / len(drawn) - lapse) < 0.2
    assert len({decision.move for decision in drawn}) > 20


@pytest.mark.parametrize("level", [Level.EASY, Level.MEDIUM, Level.HARD, Level.BEST])
def test_without_a_lapse_they_search(level: Level) -> None:
    position = decided("krist", 3)[2]
    rng = Scripted(0.999)
    thoughts = decide(position, level, rng).thoughts
    assert _simulations(thoughts) == simulations_of(level.value, position.rules)


@pytest.mark.parametrize("level", [Level.EASY, Level.MEDIUM, Level.HARD])
def test_a_lapse_begins_where_the_probability_says(level: Level) -> None:
    lapse = lapse_of(level.value, FREE.rules)
    first = FREE.legal_moves[0]
    assert choose(FREE, level, Scripted(lapse - 0.001)) == first
    assert choose(FREE, level, Scripted(lapse)) in solve(FREE).best


def _simulations(thoughts: object) -> int:
    assert isinstance(thoughts, Estimate)
    return thoughts.simulations


def test_the_last_marks_are_played_perfectly_on_boards_that_are_not_solved() -> None:
    late = [p for seed in range(20) for p in decided("krist", seed) if len(p.marks) >= 11]
    for position in random.Random(1).sample(late, 10):
        truth = search(position, simulations=1)
        move = choose(position, Level.BEST, random.Random(1))
        assert truth.proven
        assert truth.candidates[position.legal_moves.index(move)].value == truth.value


# ---------------------------------------------------------------------------- what they thought


def test_what_each_family_thought() -> None:
    def thoughts(text: str, level: Level) -> object:
        return decide(decided(text, 1)[1], level, Scripted(0.99)).thoughts

    assert thoughts("goff", Level.RANDOM) is None
    assert isinstance(thoughts("goff", Level.HARD), Analysis)
    assert isinstance(thoughts("goff", Level.THESIS_EASY), Analysis)
    assert isinstance(thoughts("krist", Level.EASY), Estimate)
    for level in EVAL:
        assert isinstance(thoughts("classic4", level), Statistics)


def test_the_programs_levels_are_not_the_ladders() -> None:
    """Each of them looks at the board before it moves, the third one deeper than the first."""
    position = Position(Rules.preset("classic3"))
    counted = []
    for level in EVAL:
        thoughts = decide(position, level, random.Random(1)).thoughts
        assert isinstance(thoughts, Statistics)
        counted.append(thoughts.nodes)
    assert counted[0] < counted[2]


# ---------------------------------------------------------------------------- chance and time


def cases(count: int) -> list[tuple[Position, Level]]:
    """A position of each board, with a level of it that does not think for long."""
    rng = random.Random(count)
    drawn = [rng.choice(decided(text, rng.getrandbits(30))) for text in ALL for _ in range(count)]
    levels = [[each for each in levels_for(p.rules) if each is not Level.BEST] for p in drawn]
    return [(position, rng.choice(each)) for position, each in zip(drawn, levels, strict=True)]


@pytest.mark.parametrize(("position", "level"), cases(1))
def test_the_same_seed_plays_the_same_move(position: Position, level: Level) -> None:
    for seed in range(2):
        moves = {choose(position, level, random.Random(seed)) for _ in range(2)}
        assert len(moves) == 1
        assert moves <= set(position.legal_moves)


def test_the_best_repeats_itself_too() -> None:
    position = decided("qubic4", 2)[6]
    assert len({choose(position, Level.BEST, random.Random(4)) for _ in range(2)}) == 1


def test_who_is_stopped_at_once_still_moves() -> None:
    stop = threading.Event()
    stop.set()
    rng = random.Random(5)
    boards = [*ALL, "krist rows=8 cols=8", "classic4 rows=8 cols=8", str(HUGE)]
    for seed, text in enumerate(boards):
        rules = Rules.parse(text)
        position = rng.choice(decided(text, seed)) if fits(rules) else Position(rules)
        for level in levels_for(rules):
            move = decide(position, level, rng, stop=stop).move
            assert move in position.legal_moves


def test_the_best_tells_what_it_thinks_and_can_be_stopped() -> None:
    stop, told = threading.Event(), list[Estimate]()

    def note(estimate: Estimate) -> None:
        told.append(estimate)
        stop.set()

    position = Position(Rules.preset("qubic5"))
    decision = decide(position, Level.BEST, random.Random(1), stop=stop, progress=note)
    assert isinstance(decision.thoughts, Estimate)
    assert told[0].simulations <= decision.thoughts.simulations
    assert decision.thoughts.move == decision.move


# ---------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("text", "level", "message"),
    [
        (
            "krist",
            Level.OPTIMAL,
            "there is no level 'optimal' on 4×4 under krist: "
            "choose random, easy, medium, hard, best",
        ),
        (
            "goff",
            Level.BEST,
            "there is no level 'best' on 3×3 under goff: "
            "choose random, easy, medium, hard, optimal, thesis-easy, thesis-medium, thesis-hard",
        ),
        (
            "krist rows=26 cols=26",
            Level.EASY,
            "there is no level 'easy' on 26×26 under krist rows=26 cols=26: choose random",
        ),
    ],
)
def test_a_level_that_the_board_has_not(text: str, level: Level, message: str) -> None:
    rules = Rules.parse(text)
    for ask in (
        lambda: check_level(level, rules),
        lambda: choose(Position(rules), level, random.Random(1)),
    ):
        with pytest.raises(UnsolvableError) as refused:
            ask()
        assert str(refused.value) == message


def test_exactly_the_levels_of_a_board_play_there() -> None:
    rng = random.Random(6)
    for _ in range(300):
        rules = random_rules(rng, (4, 9, 16, 64))
        known = levels_for(rules)
        for level in Level:
            if level not in known:
                with pytest.raises(UnsolvableError, match=f"there is no level {level.value!r} on"):
                    check_level(level, rules)
        assert known[0] is Level.RANDOM
        assert set(THESIS) & set(known) == (set(THESIS) if _is_thesis(rules) else set())


def _is_thesis(rules: Rules) -> bool:
    return rules.is_quantum and rules.board.size <= 9


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("text", ["qubic3", "qubic4"])
def test_nobody_chooses_where_chance_decides(text: str, level: Level) -> None:
    position = Position.after((0, 1), (0, 1), rules=Rules.preset(text))
    with pytest.raises(ValueError, match=f"no player can choose a move in {position}: chance"):
        choose(position, level, random.Random(1))


@pytest.mark.parametrize("level", Level)
def test_nobody_chooses_after_the_end(level: Level) -> None:
    position = Position.after((0, 1), (0, 1), Collapse(0), (2, 2), rules=ROW)
    message = "no player can choose a move in b1/a1/c1: the game is over"
    with pytest.raises(ValueError, match=message):
        choose(position, level, random.Random(1))


def test_all_boards_of_the_quantum_game_have_a_top() -> None:
    assert all(levels_for(Rules.parse(text))[4] in ("optimal", "best") for text in QUANTUM)
