"""The lists beside the board."""

import pytest
from hypothesis import given

from qttt.engine import Decision, Level, solve
from qttt.engine.classical import EvalStatistics
from qttt.engine.search import search
from qttt.game import Collapse, Placement, Player, Position
from qttt.play import measured_coin
from qttt.play.local_game import LocalGameSetup
from qttt.quantum import open_source
from qttt.study import Judgement, Verdict, evaluation_of, judge_moves
from qttt.tui.lists import (
    hint_rows,
    landings,
    line_text,
    outcome_text,
    record,
    search_statistics,
    sign,
    signs,
    standings,
    verdict_text,
)
from tests.strategies import pending
from tests.tui.helpers import LOOP, NARROW, WON, against, game_at, two


def test_the_record_numbers_marks_and_indicates_loops() -> None:
    assert [entry.row for entry in record(game_at("12 25 59 15 @5"))] == [
        "  –  start",
        "  1 X 1-2",
        "  2 O 2-5",
        "  3 X 5-9",
        "  4 O 1-5~",
        "▸   X @5",
    ]


def test_the_record_shows_coins_and_undone_moves() -> None:
    controller = game_at("12 12 @2 34", two("qubic3"))
    controller.undo()
    assert [entry.row for entry in record(controller)] == [
        "  –  start",
        "  1 X 1-2",
        "  2 O 1-2~",
        "▸   ◦ @2 typed in",
        "  3 X 3-4 (undone)",
    ]


def test_hints_are_lines() -> None:
    position = game_at("12 34").match.position
    rows = hint_rows(position, judged(position))
    assert rows[0] == "★ 35   X +1    best, 9"
    assert rows[2] == "  13   X +1    slower, 10"
    assert "  12   X +½    loses ½" in rows
    assert max(map(len, rows)) <= 26


@given(pending())
def test_an_outcome_says_where_each_mark_lands(position: Position) -> None:
    for move in position.legal_moves:
        landed = position.play(move).classical.keys() - position.classical.keys()
        names = [word.split()[1] for word in landings(position, move).split(", ")]
        assert sorted(names) == sorted(map(position.rules.board.name, landed))


def test_outcomes_as_text() -> None:
    position = game_at(LOOP).match.position
    assert outcome_text(position, Collapse(0), "best") == "X₁ 2, O₂ 5, X₃ 9, O₄ 1\nbest"
    ending = game_at("28 78 15 14 58 47").match.position
    assert outcome_text(ending, Collapse(3), "").endswith("\nX wins narrowly, 1–½")


def test_points_are_shown_beside_the_players() -> None:
    assert standings(game_at(NARROW)) == (
        (Player.X, "Player 1", "1"),
        (Player.O, "Player 2", "½"),
    )
    assert standings(game_at(WON, LocalGameSetup()))[1] == (Player.O, "Easy", "0")


def test_statistics_of_the_last_search() -> None:
    controller = game_at("a1", against(Level.EVAL_EASY, rules="classic4"))
    assert not list(search_statistics(controller))
    estimate_text = EvalStatistics(117_488_906, 16, 18_696_017, 38_265_230, True, False, 1.0301)
    controller.apply(Decision(Placement(5, 5), estimate_text))
    assert list(search_statistics(controller)) == [
        ("Nodes", "117,488,906"),
        ("Depth", "16"),
        ("MAX cut-offs", "18,696,017"),
        ("MIN cut-offs", "38,265,230"),
        ("Time cut-off", "yes"),
        ("Seconds", "1.030"),
    ]
    controller.press(3)
    assert next(search_statistics(controller)) == ("Nodes", "117,488,906"), (
        "until the computer moves again"
    )
    controller.apply(Decision(Placement(1, 1), EvalStatistics(9, 1, 0, 0, True, True, 4)))
    assert dict(search_statistics(controller))["Time cut-off"] == "yes, stopped"
    controller.browse(-2)
    assert next(search_statistics(controller)) == ("Nodes", "117,488,906"), (
        "statistics of that move"
    )
    controller.cancel()
    controller.press(8)
    assert next(search_statistics(controller)) == ("Nodes", "9")


def test_statistics_of_a_tree_search_are_its_estimate() -> None:
    controller = game_at("b2c2", against(Level.BEST, rules="krist"))
    found = search(controller.match.position, simulations=1500)
    rows = dict(search_statistics(controller, found))
    assert rows["Simulations"] == "1,500"
    assert rows["Value"].startswith("about ")
    assert rows["Line"].startswith(controller.position.name(found.line[0]))
    assert len(rows["Line"]) <= 20
    controller.apply(Decision(found.line[0], found))
    assert dict(search_statistics(controller)) == rows
    glance = search(controller.match.position, simulations=1)
    assert not list(search_statistics(controller, glance)), "one simulation is no search"


def test_no_statistics_without_a_search() -> None:
    controller = game_at("a1", against(Level.RANDOM, rules="classic4"))
    controller.apply(Decision(Placement(5, 5)))
    assert not list(search_statistics(controller))


def test_rows_of_a_measured_toss() -> None:
    controller = game_at("12 12", two("qubic3"))
    controller.coin = measured_coin(open_source("qx", seed=2))
    controller.toss()
    estimate_text = dict(search_statistics(controller))
    assert list(estimate_text) == ["Coin", "Bit", "Measured", "Qubits agree", "Seed", "At"]
    (toss,) = controller.match.tosses.values()
    assert toss.measurement
    assert (estimate_text["Coin"], estimate_text["Bit"]) == ("qx", str(toss.bit))
    assert (estimate_text["Measured"], estimate_text["Qubits agree"]) == (
        toss.measurement.only_shot,
        "2 of 2",
    )
    assert estimate_text["At"].endswith(" UTC")


# --- hints ---------------------------------------------------------------------------------------


def judged(position: Position) -> tuple[Judgement, ...]:
    return judge_moves(evaluation_of(solve(position)))


def test_a_square_has_the_sign_of_its_best_move() -> None:
    position = game_at("12 34").match.position
    found = signs(judged(position), None)
    best = {square for move in solve(position).best for square in move}
    assert {square for square, text in found.items() if text == "★"} == best
    assert set(found) == set(range(9))


def test_signs_after_the_first_square_are_those_of_the_pairs() -> None:
    position = game_at("12 34").match.position
    found = signs(judged(position), 0)
    assert 0 not in found
    for each in judged(position):
        if 0 in tuple(each.move):
            assert found[max(each.move)] == sign(each)


@pytest.mark.parametrize(
    ("verdict", "loss", "is_exact", "is_certain", "text", "short"),
    [
        (Verdict.BEST, 0.0, True, True, "best", "★"),
        (Verdict.SOONER, 0.0, True, True, "sooner", "="),
        (Verdict.LOSES, 1.5, True, True, "loses 1½", "−1½"),
        (Verdict.BEST, 0.0, False, False, "best", "★"),
        (Verdict.CLOSE, 0.04, False, False, "", "≈"),
        (Verdict.LOSES, 0.26, False, False, "", "−0.26"),
        (Verdict.LOSES, 1.2, True, False, "proven", "−1.20"),
        (Verdict.LUCK, 0.0, True, True, "", ""),
    ],
)
def test_verdicts_have_a_text_and_a_sign(
    verdict: Verdict, loss: float, is_exact: bool, is_certain: bool, text: str, short: str
) -> None:
    judgement = Judgement(Placement(0, 1), 0.5, loss, None, verdict, is_exact, is_certain)
    assert (verdict_text(judgement), sign(judgement)) == (text, short)


def test_a_line_is_truncated_between_moves() -> None:
    found = solve(game_at("12 34").match.position)
    full = line_text(found, 999)
    assert full.startswith(found.position.name(found.line[0]))
    assert line_text(found, len(full)) == full
    assert line_text(found, 8) == f"{' '.join(full.split()[:2])} …"
