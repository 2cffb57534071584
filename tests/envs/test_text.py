"""Prompts, verdicts by exact values, and dialogues."""

from itertools import islice

import pytest

from qttt import read
from qttt.engine import UnsolvableError
from qttt.envs.text import (
    ILLEGAL_REWARD,
    MAX_ILLEGAL_REPLIES,
    Dialogue,
    exercises,
    judge_reply,
    prompt,
)
from qttt.game import Placement, Player, Position, Rules
from qttt.notation.rules_text import rules_in_words
from qttt.notation.text import board_text
from tests.strategies import ALL, PRESETS


def test_a_prompt_has_the_board_and_every_legal_move() -> None:
    position = read("12 25 59 15").position
    text = prompt(position)
    assert text.startswith("You play X in quantum tic-tac-toe.\n")
    assert board_text(position, unicode=False) in text
    assert "You are X and decide now. Legal moves: @1 @5." in text
    assert text.endswith("a line MOVE: followed by your move.")


def test_many_moves_are_listed_by_their_squares() -> None:
    text = prompt(Position(Rules.preset("qubic4")))
    assert "A legal move names two different of these squares, as a1b1 does: a1 b1 c1 d1 a2" in text


@pytest.mark.parametrize("text", ALL)
def test_description_of_the_rules(text: str) -> None:
    rules = Rules.parse(text)
    words = rules_in_words(rules)
    assert f"{rules.rows} × {rules.cols}" in words
    assert ("entangled" in words) == rules.is_quantum
    assert ("coin" in words) == (rules.chooser == "chance")
    assert ("no pair is used twice" in words) == (rules.pair_loops == "forbidden")
    assert ("in a row" in words) == (rules.line is not None)
    assert ("ends the game" in words) == (rules.ends == "line")


@pytest.mark.parametrize(
    ("reply", "reward", "message"),
    [
        ("MOVE: 19", 1.0, "19 is a best move."),
        (
            "I first thought of MOVE: 12, but:\n**Move: 3 7**",
            ILLEGAL_REWARD,
            "Illegal move: ",
        ),
        ("I first thought of MOVE: 12, but:\n**Move: 37**", 1.0, "37 is a best move."),
        ("move:12.", 0.0, "12 loses half a point against perfect play."),
        (
            "MOVE: 99",
            ILLEGAL_REWARD,
            "Illegal move: 99 is not legal in -: a quantum mark needs",
        ),
        (
            "MOVE: @1",
            ILLEGAL_REWARD,
            "Illegal move: @1 is not legal in -: there is no loop",
        ),
        ("MOVE:", ILLEGAL_REWARD, "Illegal move: expected one move, not 0"),
        ("MOVE: §", ILLEGAL_REWARD, "Illegal move: "),
        ("19", ILLEGAL_REWARD, "There is no line MOVE: in your answer."),
    ],
)
def test_a_reply_is_judged(reply: str, reward: float, message: str) -> None:
    verdict = judge_reply(Position(), reply)
    assert verdict.reward == reward
    assert verdict.message.startswith(message)
    assert (verdict.move is None) == (reward == ILLEGAL_REWARD)


def test_rewards_are_in_proportion() -> None:
    position = read("12 25 59 15 @5").position
    verdicts = [
        judge_reply(position, f"MOVE: {position.name(move)}") for move in position.legal_moves
    ]
    worst = max(verdict.regret or 0 for verdict in verdicts)
    assert {verdict.reward for verdict in verdicts} >= {0.0, 1.0}
    for verdict in verdicts:
        assert verdict.reward == 1 - (verdict.regret or 0) / worst


def test_a_move_on_a_board_that_is_not_solved_has_no_regret() -> None:
    verdict = judge_reply(Position(Rules.preset("krist")), "MOVE: a1b2")
    assert verdict == type(verdict)(Placement(0, 5), None, 0.0, "a1b2 is legal.")


@pytest.mark.parametrize(
    ("moves", "rules", "reason"),
    [
        ("12 12", "qubic3", "12/12: chance decides this collapse"),
        ("14 34 45 49 59 @9", "goff", "1/3/5/4/9: the game is over"),
    ],
)
def test_no_prompt_if_no_player_is_to_move(moves: str, rules: str, reason: str) -> None:
    position = read(moves, Rules.preset(rules)).position
    for ask in (prompt, lambda position: judge_reply(position, "MOVE: 12")):
        with pytest.raises(ValueError, match=f"^no player is to move in {reason}$"):
            ask(position)


def test_exercises_are_repeatable_and_their_moves_differ() -> None:
    first = list(islice(exercises("closer", seed=2), 12))
    assert first == list(islice(exercises("closer", seed=2), 12))
    assert len(set(first)) > 8
    for position in first:
        assert isinstance(position.to_move, Player)
        moves = position.legal_moves
        rewards = {judge_reply(position, f"MOVE: {position.name(move)}").reward for move in moves}
        assert {0.0, 1.0} <= rewards


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("player", ["X", "O"])
def test_a_whole_dialogue(preset: str, player: str) -> None:
    dialogue, done, lead = Dialogue(preset, "random", player, seed=5), False, 0.0
    while not done:
        position = dialogue.position
        assert position.to_move is Player(player)
        reply = dialogue.answer(f"MOVE: {position.name(position.legal_moves[-1])}")
        done, lead = reply.done, reply.score_difference
    outcome = dialogue.position.outcome
    assert outcome
    assert lead == (outcome.points.x - outcome.points.o) * (1 if player == "X" else -1)
    assert board_text(dialogue.position, unicode=False) in reply.prompt
    with pytest.raises(ValueError, match="the game is over"):
        dialogue.answer("MOVE: 12")


def test_a_game_is_forfeited_after_some_illegal_replies_in_a_row() -> None:
    dialogue = Dialogue(seed=1)
    for i in range(1, MAX_ILLEGAL_REPLIES + 1):
        reply = dialogue.answer("I pass.")
        assert (reply.done, reply.score_difference) == (
            (True, -2.0) if i == MAX_ILLEGAL_REPLIES else (False, 0.0)
        )
    with pytest.raises(ValueError, match=r"^the game was forfeited$"):
        dialogue.answer("MOVE: 12")


def test_level_that_the_board_does_not_have() -> None:
    with pytest.raises(UnsolvableError, match="no level 'optimal' on 4×4"):
        Dialogue("krist")
