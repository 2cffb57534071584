"""Which levels each board has, how often they err, and how they are stopped."""

import random
import shutil
import threading
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.engine import (
    Analysis,
    Level,
    UnsolvableError,
    choose_move,
    decide_move,
    levels_for,
    solve,
)
from qttt.engine import evaluator as evaluator_module
from qttt.engine.classical import EvalStatistics
from qttt.engine.kernel import is_supported
from qttt.engine.ladder import (
    LEARNED_SHARES,
    NEARLY_EQUAL,
    blunder_probability,
    simulations_for,
)
from qttt.engine.levels import check_available, evaluator_of, ladder_for, nearly_best
from qttt.engine.search import Estimate, search
from qttt.game import Collapse, Move, Placement, Player, Position, Rules
from tests.engine import minimax
from tests.engine.late import late_positions
from tests.kernel.games import random_rules
from tests.strategies import ALL, PRESETS, QUANTUM, SMALL, random_walk

SEEDS = st.integers(0, 2**32 - 1)
LADDER = (Level.RANDOM, Level.EASY, Level.MEDIUM, Level.HARD, Level.EXPERT)
THESIS = (Level.THESIS_EASY, Level.THESIS_MEDIUM, Level.THESIS_HARD)
EVAL = (Level.EVAL_EASY, Level.EVAL_INTERMEDIATE, Level.EVAL_DIFFICULT)

# In both, the first legal move is not best; LOOP has a pending loop, whose second collapse is best.
FREE = Position.after((3, 7), (4, 5), (0, 3), (2, 4))
LOOP = Position.after((7, 8), (2, 8), (1, 2), (7, 8))
ROW = Rules.parse("goff rows=1 cols=3 line=3 scoring=winner ends=full")
HUGE = Rules.parse("krist rows=26 cols=26")


class Scripted(random.Random):
    """Returns a given number, and chooses the first element."""

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
    return [position for position in positions if isinstance(position.to_move, Player)]


def test_the_first_moves_of_the_examples_are_not_best() -> None:
    assert FREE.legal_moves[0] not in solve(FREE).best
    assert solve(LOOP).best == LOOP.legal_moves[1:] == (Collapse(8),)


# ---------------------------------------------------------------------------- levels of a board


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
    *("Random moves", "Easy", "Medium", "Hard", "Expert", "Best", "Optimal"),
    *("Easy (thesis)", "Medium (thesis)", "Hard (thesis)"),
    *("Easy (eval)", "Intermediate (eval)", "Difficult (eval)"),
)


def test_titles() -> None:
    assert tuple(level.title for level in Level) == TITLES


# ---------------------------------------------------------------------------- the thesis

RATES = dict(zip(THESIS, (0.5, 0.25, 0.1), strict=True))


@pytest.mark.parametrize("level", [Level.OPTIMAL, *THESIS])
@pytest.mark.parametrize("number", [0.0, 0.09, 0.1, 0.24, 0.25, 0.49, 0.5, 0.99])
def test_how_often_a_move_is_random(level: Level, number: float) -> None:
    move = choose_move(FREE, level, Scripted(number))
    assert (move == FREE.legal_moves[0]) == (number < RATES.get(level, 0))
    assert level.random_move_probability == RATES.get(level, 0)


@pytest.mark.parametrize("level", [Level.OPTIMAL, *THESIS])
def test_hard_never_collapses_at_random(level: Level) -> None:
    is_best = level in (Level.THESIS_HARD, Level.OPTIMAL)
    assert choose_move(LOOP, level, Scripted(0.0)) == LOOP.legal_moves[is_best]


def test_random_moves_are_drawn_evenly() -> None:
    rng = random.Random(1)
    drawn = Counter(choose_move(Position(), Level.RANDOM, rng) for _ in range(3600))
    assert set(drawn) == set(Position().legal_moves)
    assert max(drawn.values()) < 150


@given(st.sampled_from(SMALL), SEEDS)
def test_optimal_plays_a_best_move(text: str, seed: int) -> None:
    for position in late_positions(Rules.parse(text), seed, 1):
        if not isinstance(position.to_move, Player):
            continue
        best = minimax.solve(position).best
        rng = random.Random(seed)
        assert choose_move(position, Level.OPTIMAL, rng, solve=minimax.solve) in best


def test_optimal_opens_with_both_winning_pairs() -> None:
    drawn = {choose_move(Position(), Level.OPTIMAL, random.Random(seed)) for seed in range(20)}
    assert drawn == {Placement(0, 8), Placement(2, 6)}


# ---------------------------------------------------------------------------- the ladder


def wins(position: Position, move: Move) -> float:
    """The mover's margin if ``move`` ends the game with a win; otherwise 0."""
    outcome, sign = position.play(move).outcome, 1 if position.to_move is Player.X else -1
    return 0 if outcome is None else max(0, sign * outcome.value)


@cache
def winning(text: str, seed: int, tries: int) -> list[tuple[Position, list[Move]]]:
    """Late positions with immediate wins, and the largest of these."""
    rng, examples = random.Random(seed), list[tuple[Position, list[Move]]]()
    for _ in range(tries):
        position = rng.choice(decided(text, rng.getrandbits(30))[-3:])
        gains = {move: wins(position, move) for move in position.legal_moves}
        best = max(gains.values())
        if best > 0:
            examples.append((position, [move for move in gains if gains[move] == best]))
    return examples


@pytest.mark.parametrize("text", ["goff", "closer", "krist", "krist chooser=closer", "classic4"])
@pytest.mark.parametrize("level", [Level.EASY, Level.MEDIUM, Level.HARD, Level.EXPERT])
def test_no_level_misses_an_immediate_win(text: str, level: Level) -> None:
    """``Scripted(0.0)`` blunders if the level can, and takes the first of equal moves."""
    examples = winning(text, 1, 60)
    assert len(examples) > 3
    for position, best in examples:
        decision = decide_move(position, level, Scripted(0.0))
        if blunder_probability(level.value, position):
            assert decision.move == best[0], position
            assert isinstance(decision.analysis, Estimate)
        else:
            assert decision.move in best, position


@pytest.mark.parametrize("text", ["goff", "closer", "qubic3", "krist", "classic4"])
@pytest.mark.parametrize("level", [Level.HARD, Level.EXPERT])
def test_strong_levels_blunder_less_the_less_there_is_to_calculate(text: str, level: Level) -> None:
    def rate(position: Position) -> float:
        return blunder_probability(level.value, position)

    rules = Rules.parse(text)
    games = [decided(text, seed) for seed in range(20)]
    for position in (position for game in games for position in game):
        assert 0 <= rate(position) <= rate(Position(rules))
        assert rate(position) == 0 or len(position.legal_moves) > 1
    means = [sum(rate(game[at]) for game in games) for at in (0, 3, -1)]
    assert means == sorted(means, reverse=True)


@pytest.mark.nightly
def test_no_level_misses_an_immediate_win_on_any_board() -> None:
    for text in ALL:
        for position, best in winning(text, 2, 60):
            assert choose_move(position, Level.EASY, Scripted(0.0)) == best[0], position


@pytest.mark.parametrize("text", ["krist", "qubic5", "goff rows=3 cols=5 line=4 scoring=winner"])
def test_a_blunder_is_a_random_move_if_none_wins(text: str) -> None:
    start = Position(Rules.parse(text))
    rng = random.Random(2)
    probability = blunder_probability("easy", start)
    drawn = [decide_move(start, Level.EASY, rng) for _ in range(60)]
    blunders = sum(_simulations(decision.analysis) == 1 for decision in drawn)
    assert abs(blunders / len(drawn) - probability) < 0.2
    assert len({decision.move for decision in drawn}) > 20


@pytest.mark.parametrize("level", [*LADDER[1:], Level.BEST])
def test_without_a_blunder_they_search(level: Level) -> None:
    position = decided("krist", 3)[2]
    decision = decide_move(position, level, Scripted(0.999))
    is_learned = level.value in LEARNED_SHARES
    wanted = simulations_for(level.value, position.rules, is_learned=is_learned)
    assert isinstance(decision.analysis, Estimate)
    assert (decision.analysis.simulations, decision.analysis.is_learned) == (wanted, is_learned)


@pytest.mark.parametrize("level", [*LADDER[1:], Level.BEST])
@pytest.mark.parametrize(
    "text",
    [
        *("classic4 rows=5", "qubic4", "krist rows=3 cols=5", "krist rows=6 cols=5"),
        *("krist rows=2 cols=8", "krist rows=8 cols=3"),
    ],
)
def test_random_games_judge_without_learned_weights_for_such_boards(
    level: Level, text: str
) -> None:
    position = decided(text, 3)[2]
    analysis = decide_move(position, level, Scripted(0.999)).analysis
    assert isinstance(analysis, Estimate)
    assert not analysis.is_learned
    assert analysis.simulations == simulations_for(level.value, position.rules)


SPOILED: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: data[:0],
    "of other rules": lambda data: (evaluator_module.FOLDER / "qubic5.qte").read_bytes(),
    "truncated": lambda data: data[:-1],
    "of another version": lambda data: data.replace(b"QTTTevl1", b"QTTTevl9"),
    "with a changed weight": lambda data: data[:20_000] + bytes([data[20_000] ^ 1]) + data[20_001:],
}


@pytest.mark.parametrize("spoiled", SPOILED)
def test_damaged_weights_are_named_and_the_level_searches_without(
    spoiled: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = decided("krist", 3)[2]
    shutil.copytree(evaluator_module.FOLDER, tmp_path, dirs_exist_ok=True)
    path = tmp_path / "krist.qte"
    path.write_bytes(SPOILED[spoiled](path.read_bytes()))
    monkeypatch.setattr(evaluator_module, "FOLDER", tmp_path)
    with pytest.warns(RuntimeWarning, match=r"krist\.qte.*; random games judge instead"):
        analysis = decide_move(position, Level.HARD, Scripted(0.999)).analysis
    assert isinstance(analysis, Estimate)
    assert not analysis.is_learned
    assert analysis.simulations == simulations_for("hard", position.rules)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        whole = evaluator_of(Level.HARD, Rules.preset("qubic5"))
        unused = [
            evaluator_of(Level.HARD, Rules.parse(text))
            for text in ("classic4 rows=8 cols=8", "krist rows=6 cols=6", "qubic4")
        ]
    assert whole
    assert whole.path == tmp_path / "qubic5.qte"
    assert unused == [None, None, None]


def test_weights_are_looked_for_once_even_if_they_are_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(evaluator_module.FOLDER, tmp_path, dirs_exist_ok=True)
    (tmp_path / "krist.qte").write_bytes(b"")
    monkeypatch.setattr(evaluator_module, "FOLDER", tmp_path)
    calls = Counter[str]()
    for name in ("glob", "read_bytes"):
        monkeypatch.setattr(Path, name, _counting(getattr(Path, name), calls))
    for _ in range(3):
        with pytest.warns(RuntimeWarning, match="random games judge instead"):
            assert evaluator_of(Level.HARD, Rules.preset("krist")) is None
    assert calls == {"glob": 1, "read_bytes": 1}


def _counting(function: Callable[..., object], calls: Counter[str]) -> Callable[..., object]:
    def counted(*arguments: object) -> object:
        calls[function.__name__] += 1
        return function(*arguments)

    return counted


def test_learned_weights_depend_on_no_seed_but_games_vary() -> None:
    position = Position(Rules.preset("krist"))
    decisions = [decide_move(position, Level.BEST, random.Random(seed)) for seed in range(12)]
    estimates = {
        (each.analysis.value, each.analysis.nodes)
        for each in decisions
        if isinstance(each.analysis, Estimate)
    }
    assert len(estimates) == 1
    assert len({each.move for each in decisions}) > 1


@pytest.mark.parametrize("text", ["krist", "qubic5"])
def test_moves_are_drawn_from_the_best(text: str) -> None:
    for position in decided(text, 4)[::4]:
        found = search(
            position, simulations=500, evaluator=evaluator_of(Level.BEST, position.rules)
        )
        assert found.move in nearly_best(found)
        by_move = {each.move: each for each in found.candidates}
        assert found.move
        best = by_move[found.move]
        for move in nearly_best(found):
            assert by_move[move].is_proven == best.is_proven
            assert by_move[move].visits >= NEARLY_EQUAL * best.visits
            assert by_move[move].value == best.value or not best.is_proven


@pytest.mark.parametrize("level", [Level.EASY, Level.MEDIUM, Level.HARD, Level.EXPERT])
def test_the_blunder_probability_is_a_threshold(level: Level) -> None:
    probability = blunder_probability(level.value, FREE)
    first = FREE.legal_moves[0]
    assert choose_move(FREE, level, Scripted(probability - 0.001)) == first
    assert choose_move(FREE, level, Scripted(probability)) in solve(FREE).best


def _simulations(estimate: object) -> int:
    assert isinstance(estimate, Estimate)
    return estimate.simulations


def test_the_last_marks_are_played_perfectly_on_unsolved_boards() -> None:
    late = [p for seed in range(20) for p in decided("krist", seed) if len(p.marks) >= 11]
    for position in random.Random(1).sample(late, 10):
        truth = search(position, simulations=1)
        move = choose_move(position, Level.BEST, random.Random(1))
        assert truth.is_proven
        assert truth.candidates[position.legal_moves.index(move)].value == truth.value


# ---------------------------------------------------------------------------- analyses


def test_the_analysis_of_each_family() -> None:
    def analysis(text: str, level: Level) -> object:
        return decide_move(decided(text, 1)[1], level, Scripted(0.99)).analysis

    assert analysis("goff", Level.RANDOM) is None
    assert isinstance(analysis("goff", Level.HARD), Analysis)
    assert isinstance(analysis("goff", Level.THESIS_EASY), Analysis)
    assert isinstance(analysis("krist", Level.EASY), Estimate)
    for level in EVAL:
        assert isinstance(analysis("classic4", level), EvalStatistics)


def test_the_third_eval_level_searches_more_than_the_first() -> None:
    position = Position(Rules.preset("classic3"))
    nodes = []
    for level in EVAL:
        statistics = decide_move(position, level, random.Random(1)).analysis
        assert isinstance(statistics, EvalStatistics)
        nodes.append(statistics.nodes)
    assert nodes[0] < nodes[2]


# -------------------------------------------------------------------------- randomness and stopping


def cases(count: int) -> list[tuple[Position, Level]]:
    """A position of each board, with one of its fast levels."""
    rng = random.Random(count)
    drawn = [rng.choice(decided(text, rng.getrandbits(30))) for text in ALL for _ in range(count)]
    levels = [[each for each in levels_for(p.rules) if each is not Level.BEST] for p in drawn]
    return [(position, rng.choice(each)) for position, each in zip(drawn, levels, strict=True)]


@pytest.mark.parametrize(("position", "level"), cases(1))
def test_the_same_seed_plays_the_same_move(position: Position, level: Level) -> None:
    for seed in range(2):
        moves = {choose_move(position, level, random.Random(seed)) for _ in range(2)}
        assert len(moves) == 1
        assert moves <= set(position.legal_moves)


def test_the_best_level_is_deterministic_too() -> None:
    position = decided("qubic4", 2)[6]
    assert len({choose_move(position, Level.BEST, random.Random(4)) for _ in range(2)}) == 1


def test_a_level_that_is_stopped_at_once_still_moves() -> None:
    stop = threading.Event()
    stop.set()
    rng = random.Random(5)
    boards = [*ALL[::3], "krist rows=8 cols=8", "classic4 rows=8 cols=8", str(HUGE)]
    for seed, text in enumerate(boards):
        rules = Rules.parse(text)
        position = rng.choice(decided(text, seed)) if is_supported(rules) else Position(rules)
        for level in levels_for(rules):
            move = decide_move(position, level, rng, stop=stop).move
            assert move in position.legal_moves


def test_the_best_level_reports_progress_and_can_be_stopped() -> None:
    stop, reports = threading.Event(), list[Estimate]()

    def on_progress(estimate: Estimate) -> None:
        reports.append(estimate)
        stop.set()

    position = Position(Rules.parse("classic4 rows=8 cols=8"))
    decision = decide_move(position, Level.BEST, random.Random(1), stop=stop, progress=on_progress)
    assert isinstance(decision.analysis, Estimate)
    assert reports[0].simulations <= decision.analysis.simulations
    assert decision.analysis.move == decision.move


# ---------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("text", "level", "message"),
    [
        (
            "krist",
            Level.OPTIMAL,
            "no level 'optimal' on 4×4 under krist: "
            "choose from random, easy, medium, hard, expert, best",
        ),
        (
            "goff",
            Level.BEST,
            "no level 'best' on 3×3 under goff: "
            "choose from random, easy, medium, hard, expert, optimal, thesis-easy, "
            "thesis-medium, thesis-hard",
        ),
        (
            "krist rows=26 cols=26",
            Level.EASY,
            "no level 'easy' on 26×26 under krist rows=26 cols=26: choose from random",
        ),
    ],
)
def test_a_level_that_the_board_does_not_have(text: str, level: Level, message: str) -> None:
    rules = Rules.parse(text)
    for call in (
        lambda: check_available(level, rules),
        lambda: choose_move(Position(rules), level, random.Random(1)),
    ):
        with pytest.raises(UnsolvableError) as raised:
            call()
        assert str(raised.value) == message


def test_exactly_the_levels_of_a_board_play_there() -> None:
    rng = random.Random(6)
    for _ in range(300):
        rules = random_rules(rng, (4, 9, 16, 64))
        available = levels_for(rules)
        for level in Level:
            if level not in available:
                with pytest.raises(UnsolvableError, match=f"no level {level.value!r} on"):
                    check_available(level, rules)
        assert available[0] is Level.RANDOM
        assert set(THESIS) & set(available) == (set(THESIS) if _is_thesis(rules) else set())


def _is_thesis(rules: Rules) -> bool:
    return rules.is_quantum and rules.board.size <= 9


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("text", ["qubic3", "qubic4"])
def test_no_move_where_chance_decides(text: str, level: Level) -> None:
    position = Position.after((0, 1), (0, 1), rules=Rules.preset(text))
    with pytest.raises(ValueError, match=f"no player can choose a move in {position}: chance"):
        choose_move(position, level, random.Random(1))


@pytest.mark.parametrize("level", Level)
def test_no_move_after_the_end(level: Level) -> None:
    position = Position.after((0, 1), (0, 1), Collapse(0), (2, 2), rules=ROW)
    message = "no player can choose a move in b1/a1/c1: the game is over"
    with pytest.raises(ValueError, match=message):
        choose_move(position, level, random.Random(1))


def test_all_boards_of_the_quantum_game_have_a_top() -> None:
    assert all(ladder_for(Rules.parse(text))[-1] in ("optimal", "best") for text in QUANTUM)
