"""Reviews: losses and luck explain the value, and verdicts are right."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt import read
from qttt.engine import Level, choose_move
from qttt.game import Node, Player, Position, Rules
from qttt.notation import read_records
from qttt.study import Review, Verdict, exact_evaluation, review
from tests.engine.late import late_positions
from tests.notation.games import trees
from tests.strategies import PRESETS, Walk, random_walk, walks
from tests.study.games import FEW, QUICK, game_with_mistakes, plain

CHANCE = "qubic3"
MISTAKES = "12 12 @1 45 36 58 48 @4"
ON_3X3 = [
    pytest.param(text, marks=pytest.mark.nightly if text == "no-pair-loops" else ())
    for text in PRESETS
    if Rules.parse(text).board.size == 9
]


def verdicts(found: Review) -> str:
    return " ".join(step.verdict for step in found.steps)


# --- laws ------------------------------------------------------------------------------------


@FEW
@given(walks(QUICK))
def test_losses_and_luck_explain_the_change_of_the_value(walk: Walk) -> None:
    found = review(walk.leaf)
    lost = {player: found.side(player).lost for player in Player}
    assert found.start.value - lost[Player.X] + lost[Player.O] + found.luck == found.end.value
    assert found.is_exact


@FEW
@given(st.integers(0, 999), st.integers(1, 8))
def test_the_mean_luck_of_a_coin_is_zero(seed: int, back: int) -> None:
    walk = random_walk(Rules.parse(CHANCE), seed)
    coins = [each for each in walk.positions if each.to_move == "chance"]
    for position in coins[-back:]:
        values = []
        for side in position.legal_moves:
            (step,) = review(Node(position).play(side)).steps
            assert (step.verdict, step.player, step.loss) == (Verdict.LUCK, None, 0)
            values.append(step.luck)
        assert sum(values) == 0


@FEW
@given(walks(QUICK))
def test_verdicts_match_the_values(walk: Walk) -> None:
    for step in review(walk.leaf).steps:
        sign = -1 if step.player is Player.O else 1
        ahead = sign * step.before.value
        match step.verdict:
            case Verdict.LUCK:
                assert step.before.position.to_move == "chance"
            case Verdict.FORCED:
                assert step.before.position.legal_moves == (step.move,)
            case Verdict.LOSES:
                assert step.loss == -sign * step.change > 0
            case verdict:
                assert step.change == 0
                assert (verdict is Verdict.BEST) == (step.move in step.before.best)
                assert verdict is Verdict.BEST or (verdict is Verdict.SLOWER) == (ahead > 0)
        assert 0 <= step.loss <= step.before.points_at_stake


@pytest.mark.parametrize("text", ON_3X3)
def test_perfect_players_lose_nothing(text: str) -> None:
    rng = Random(text)
    node = Node(Position(Rules.parse(text)))
    while (decider := node.position.to_move) is not None:
        moves = node.position.legal_moves
        by_chance = decider == "chance"
        move = rng.choice(moves) if by_chance else choose_move(node.position, Level.OPTIMAL, rng)
        node = node.play(move)
    found = review(node)
    for player in Player:
        side = found.side(player)
        assert (side.lost, side.worst) == (0, None)
        assert side.accuracy in (1.0, None)
        assert set(side.counts) <= {Verdict.BEST}


@pytest.mark.parametrize("text", QUICK)
def test_plain_minimax_gives_the_same_verdicts(text: str) -> None:
    for number, start in enumerate(late_positions(Rules.parse(text), seed=1, count=4)):
        rng, node = Random(number), Node(start)
        while node.position.legal_moves:
            node = node.play(rng.choice(node.position.legal_moves))
        one, other = (review(node, evaluator=evaluator) for evaluator in (exact_evaluation, plain))
        assert verdicts(one) == verdicts(other)
        for player in Player:
            assert one.side(player).accuracy == other.side(player).accuracy


@FEW
@given(trees(QUICK))
def test_every_move_of_a_tree_is_reviewed_once(root: Node) -> None:
    found = review(root, variations=True)
    steps = [step for each in (found, *found.variations) for step in each.steps]
    nodes = [step.node.play(step.move) for step in steps]
    assert len(nodes) == len(set(nodes)) == sum(1 for _ in root.walk()) - 1
    assert review(root).variations == ()


@FEW
@given(st.integers(0, 99), st.sampled_from(QUICK))
def test_accuracy_is_0_for_the_worst_moves_and_1_for_the_best(seed: int, text: str) -> None:
    rng, node = Random(seed), Node(Position(Rules.parse(text)))
    plays_best = {Player.X: seed % 2 == 0, Player.O: seed % 4 < 2}
    while (decider := node.position.to_move) is not None:
        evaluation = exact_evaluation(node.position)
        moves = node.position.legal_moves
        if isinstance(decider, Player):
            values = [move.value for move in evaluation.moves.values()]
            is_max = (decider is Player.X) == plays_best[decider]
            goal = max(values) if is_max else min(values)
            moves = tuple(m for m, each in evaluation.moves.items() if each.value == goal)
        node = node.play(rng.choice(moves))
    found = review(node)
    for player, is_best in plays_best.items():
        assert found.side(player).accuracy in (float(is_best), None)


# --- examples --------------------------------------------------------------------------------


def test_review_of_a_game_with_mistakes() -> None:
    found = review(read(MISTAKES))
    assert [(step.verdict, step.loss) for step in found.steps] == [
        ("loses", 0.5),
        ("loses", 1),
        ("loses", 1),
        ("best", 0),
        ("loses", 0.5),
        ("loses", 0.5),
        ("loses", 1),
        ("best", 0),
    ]
    x, o = (found.side(player) for player in Player)
    assert (x.lost, x.points_at_stake, x.accuracy) == (2, 5, 0.6)
    assert (o.lost, o.points_at_stake, o.accuracy) == (2.5, 3, 1 - 2.5 / 3)
    assert (x.worst, o.worst) == (found.steps[2], found.steps[1])
    assert (found.result, found.concession_change) == (1, 0)


def test_turning_point_is_the_last_change_of_who_is_ahead() -> None:
    found = review(read(MISTAKES))
    assert found.turning_point is found.steps[6]
    assert [step.before.sign for step in found.steps] == [1, 0, 1, 0, 0, 1, 0, 1]
    assert review(read("19 13")).turning_point is None


def test_slower_wins_and_sooner_losses_keep_the_value() -> None:
    found = review(read("35 39 78 59 @5 47 16 14"))
    assert [step.verdict for step in found.steps[-2:]] == [Verdict.SLOWER, Verdict.SOONER]
    assert [step.loss for step in found.steps[-2:]] == [0, 0]


def test_forced_moves_are_not_counted() -> None:
    found = review(read("12 27 79 89 29 @9 46 36 46 @6 55"))
    assert found.steps[-1].verdict is Verdict.FORCED
    assert found.steps[-1] not in found.side(Player.X).steps


@pytest.mark.parametrize(
    ("result", "termination", "change"),
    [
        ("0-1", "resignation", -1),
        ("0-0", "agreement", 0),
        ("1-0", "time", 1),
    ],
)
def test_games_that_ended_off_the_board(result: str, termination: str, change: float) -> None:
    (record,) = read_records(f'[Termination "{termination}"]\n1. 1-2 {result}')
    found = review(record)
    assert (found.result, found.concession_change) == (change, change)
    assert review(read("12"), result=result).concession_change == change
    assert (review(read("12")).result, review(read("12")).concession_change) == (None, 0)


def test_the_reviewed_line_goes_through_the_node() -> None:
    end = read("12 23 34")
    for node in end.path:
        assert [step.node for step in review(node).steps] == list(end.path[:-1])
    other = end.path[1].play(end.path[1].position.legal_moves[0])
    assert len(review(other).steps) == 2


def test_variations_come_in_the_order_of_the_record() -> None:
    (record,) = read_records("1. 12 (1. 13 2. 13 (2. 14) @1) (1. 15) 2. 23 (2. 24) *")
    found = review(record, variations=True)
    firsts = [variation.steps[0] for variation in found.variations]
    assert [step.before.position.name(step.move) for step in firsts] == ["13", "14", "15", "24"]
    assert [len(variation.steps) for variation in found.variations] == [3, 1, 1, 1]


def test_finished_and_empty_games_have_a_value_and_nothing_to_review() -> None:
    for text in ("14 34 45 49 59 @9", ""):
        position = read(text).position
        found = review(Node(position))
        assert (found.start.value, found.steps, found.turning_point) == (
            exact_evaluation(position).value,
            (),
            None,
        )
        assert found.side(Player.X).accuracy is None


def test_games_with_mistakes_have_losses() -> None:
    games = [review(game_with_mistakes(Rules(), seed)) for seed in range(5)]
    assert any(found.side(player).worst for found in games for player in Player)
