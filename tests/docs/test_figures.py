"""Figures of the documents are those of the program.

Timings are printed by ``make bench``; examples in documents are tests themselves.
"""

import json
import re
from fractions import Fraction
from inspect import signature
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from bench.cases import PATHS
from bench.signature import signature_positions
from bench.web import LIMITS, NAMES
from qttt import Position, Rules
from qttt.arena.elo import elo
from qttt.arena.ladder import PairResult, ratings
from qttt.arena.program import ANSWER_TIMEOUT_S
from qttt.arena.protocol import MAX_LINE_BYTES
from qttt.bot.runner import REMATCH_WAIT_S, play
from qttt.cli.tournaments import format_percent
from qttt.engine import SolveDepth, Solver
from qttt.engine.builder import build_tablebase
from qttt.engine.classical import EVAL_LEVELS, search_classical
from qttt.engine.kernel_api import MARGIN_PERCENT, MIN_VISITS
from qttt.engine.ladder import LEARNED_SHARES, blunder_probability, simulations_for
from qttt.engine.ladder import SHARES as SHARES_OF_TOP
from qttt.engine.levels import Level, choose_move, levels_for
from qttt.engine.tablebase import Tablebase, shipped_tablebase
from qttt.envs.gymnasium import ILLEGAL_REWARD
from qttt.notation.points import format_value
from qttt.study.evaluation import SIMULATIONS, margin_of_estimates
from qttt.study.grading import CALCULATION_FACTOR, GRADES, Difficulty
from qttt.study.puzzles import RANDOM_MOVE_RATES, puzzles
from tests.conftest import EXAMPLES
from tests.engine.test_solver import SIGNATURE
from tests.selection import by_day

ROOT = Path(__file__).resolve().parents[2]
START = Position(Rules())


def text(document: str) -> str:
    return (ROOT / document).read_text("utf-8")


def rows(head: str, document: str = "docs/engine.md", under: str = "") -> list[list[str]]:
    """Return the cells of the first table after ``under`` whose first column has this title."""
    found = text(document)
    _, _, rest = found[found.index(under) :].partition(f"| {head} |")
    lines = rest.split("\n\n")[0].splitlines()[2:]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines]


NODE = json.loads(text("web/package.json"))["engines"]["node"].removeprefix(">=")
KRIST = Rules.preset("krist")
SHARES = [
    round(100 * simulations_for(level, KRIST) / simulations_for("best", KRIST))
    for level in SHARES_OF_TOP
]
BOARDS = ("krist", "qubic4", "qubic5")
MARGINS = sorted({margin_of_estimates(Rules.preset(name)) for name in BOARDS})
RATES = [Fraction(str(rate)) for rate in RANDOM_MOVE_RATES]
STATED = {
    "CONTRIBUTING.md": [
        f"Without Node {NODE} or newer",
        f"run {EXAMPLES['nightly']:,} examples instead of {EXAMPLES['quick']}.",
    ],
    "docs/bots.md": [
        f"`play` waits {REMATCH_WAIT_S:.0f} seconds for a rematch offer",
        f"accepts `rematches={signature(play).parameters['rematches'].default}` in a row",
    ],
    "docs/cli.md": [
        f"After a game with a person it waits {REMATCH_WAIT_S:.0f} seconds",
        f"per position (default {SIMULATIONS:,})",
        f"they are estimates by {SIMULATIONS:,} simulations",
    ],
    "docs/engine.md": [
        "with {}, {}, {} and {} % of its simulations".format(*SHARES),
        "{:g}, {:g} and {:g} % of those of Best".format(
            *(100 * n for n in LEARNED_SHARES.values())
        ),
    ],
    "docs/envs.md": [f"with −{-ILLEGAL_REWARD:.0f} in Gymnasium"],
    "docs/protocol-engine.md": [
        f"at most {MAX_LINE_BYTES:,} bytes",
        f"plus `--answer-timeout` seconds ({ANSWER_TIMEOUT_S:.0f}) for each answer",
    ],
    "docs/speed.md": [
        f"The signature of the solver is {SIGNATURE:,} nodes",
        f"`perft(6)`: {PATHS:,} paths",
        f"searches for {len(signature_positions())} fixed positions",
    ],
    "docs/study.md": [
        f"a tree search of {SIMULATIONS:,} simulations per position",
        "It is a tenth of the difference" if MARGIN_PERCENT == 10 else "",
        f"those with at least {MIN_VISITS} visits",
        f"calculated = {CALCULATION_FACTOR} ^",
        "{:g} points under `krist`, {:g} under `qubic4` and `qubic5`".format(*MARGINS),
        "at a rate of {}, {} or {}, drawn".format(*RATES),
    ],
    "web/README.md": [f"The limit is {LIMITS.first // 1000} KB downloaded before the first move"],
}


@pytest.mark.parametrize(
    ("document", "stated"), [(name, each) for name, every in STATED.items() for each in every]
)
def test_a_document_states_the_figure_of_the_program(document: str, stated: str) -> None:
    assert stated
    assert " ".join(stated.split()) in " ".join(text(document).split())


SIZES = {name: limit / 1e3 for name, limit in zip(NAMES, LIMITS, strict=True) if limit}


@pytest.mark.parametrize("name", SIZES)
def test_sizes_of_the_app_have_these_limits_and_keep_within_ten_percent(name: str) -> None:
    row = re.search(
        rf"\| web: {name} +\| +([\d.]+) kB, brotli \| +≤ ([\d.]+) \|", text("docs/speed.md")
    )
    assert row, "the row is missing"
    assert float(row[2]) == SIZES[name]
    assert float(row[1]) <= 1.1 * SIZES[name]


BY_DAY = [row for row in rows("rules (3×3)") if row[0] in ("goff", "complete", "closer")]


@pytest.mark.parametrize("row", by_day(BY_DAY, rows("rules (3×3)")), ids=lambda row: row[0])
def test_openings_have_these_values_and_take_these_nodes(row: list[str]) -> None:
    name, value, best, *nodes = row
    start = Position(Rules.preset(name))
    depths = (SolveDepth.VALUE, SolveDepth.VALUES, SolveDepth.DISTANCES)
    found = [Solver(start.rules).solve(start, depth=depth) for depth in depths]
    assert [f"{each.nodes:,}" for each in found] == nodes
    assert format_value(found[0].value) == value
    moves = ["-".join(start.name(move)) for move in found[1].best]
    assert best == ("all 36" if len(moves) == 36 else ", ".join(moves))


def test_the_shipped_table_has_this_size() -> None:
    table = shipped_tablebase(Rules())
    assert table
    size = f"{table.path.stat().st_size:,}"
    assert ["goff", "4", f"{sum(table.header.counts):,}", size] in rows("table")
    assert f"it has {sum(table.header.counts):,} positions" in text("docs/envs.md")


@pytest.mark.nightly
@pytest.mark.parametrize("row", rows("table"), ids=lambda row: f"{row[0]} {row[1]}")
def test_built_tables_have_these_sizes(row: list[str], tmp_path: Path) -> None:
    path = tmp_path / "built.qtb"
    build_tablebase(Rules.parse(row[0]), int(row[1]), path)
    positions = sum(Tablebase(path).header.counts)
    assert row[2:] == [f"{positions:,}", f"{path.stat().st_size:,}"]


@pytest.mark.nightly
def test_levels_miss_these_puzzles() -> None:
    tried = {grade: list(islice(puzzles(seed=1, grade=grade), 60)) for grade in GRADES}
    for title, *wanted in rows("level", under="Share of puzzles missed"):
        (level,) = (each for each in levels_for(Rules()) if each.title == title)
        missed = [
            sum(
                choose_move(puzzle.position, level, Random(f"{number} {attempt}"))
                != puzzle.solution
                for number, puzzle in enumerate(tried[grade])
                for attempt in range(10)
            )
            for grade in GRADES
        ]
        assert [f"{count / 6:.0f} %" for count in missed] == wanted, title


def test_levels_blunder_at_these_rates() -> None:
    boards = ("goff", "closer", "qubic3", "qubic4", "classic4")
    for name, *rates in rows("level", under="## Levels"):
        found = [
            blunder_probability(name.lower(), Position(Rules.preset(board))) for board in boards
        ]
        assert [f"{100 * rate:.0f} %" for rate in found] == rates


def test_levels_of_the_thesis_play_at_random_at_these_rates() -> None:
    rates = dict(rows("level", under="The levels of Smanis"))
    for level in (Level.THESIS_EASY, Level.THESIS_MEDIUM, Level.THESIS_HARD):
        name = level.title.partition(" ")[0]
        assert rates[name].startswith(f"1/{1 / level.random_move_probability:.0f}")


def test_levels_of_ordinary_tic_tac_toe_generate_these_nodes() -> None:
    start = Position(Rules.preset("classic4"))
    for name, weights, _, nodes in rows("level", under="## Ordinary tic-tac-toe"):
        if level := EVAL_LEVELS.get(name):
            assert weights == ", ".join(map(str, level.weights))
        if level and level.depth:
            assert nodes == f"{search_classical(start, level).statistics.nodes:,}"
    assert f"Searched   {nodes} nodes" in text("docs/engine.md")


def test_grades_have_these_probabilities() -> None:
    limits = [int(chance.split(" %")[0]) / 100 for _, chance in rows("grade", "docs/study.md")[:4]]
    for grade, limit in enumerate(limits, 1):
        # So many plies cannot be calculated.
        found = [Difficulty(2, 9999, limit + change).grade for change in (1e-9, -1e-9)]
        assert found == [grade, grade + 1]


def test_the_ladder_is_consistent() -> None:
    for section in text("docs/ladder.md").split("\n## ")[1:]:
        under = f"\n## {section.splitlines()[0]}\n"
        steps, results = rows("Step", "docs/ladder.md", under), []
        for name, won, drawn, lost, share, _, difference, _ in steps:
            games, score = sum(map(int, (won, drawn, lost))), int(won) + int(drawn) / 2
            assert format_percent(score / games) == share
            assert f"{elo(score / games):+.0f}" == difference
            a, b = name.split(" - ")
            results.append(PairResult(a, b, score, games))
        shown = {name: int(each) for name, each in rows("Player", "docs/ladder.md", under)}
        assert {name: round(each) for name, each in ratings(results).items()} == shown
