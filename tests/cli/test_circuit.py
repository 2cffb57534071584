"""`qttt circuit`: drawings for people, programs for machines."""

from xml.etree.ElementTree import fromstring

import pytest
import qxelarator

from tests.cli.helpers import refused, said

LOOP = """\
GHZ state: the loop, a qubit for each mark; 1 is the second square of its pair
X5 -H-o-----M-
X1 ---+-o-X-M-
O2 -----+-X-M-
X3 -X-------M-

W state: a tree, a qubit for each square; 1 stays empty
3 ----X-----o-----------+-M-
4 -[Ry 1/2]-+-[Ry -1/2]-o-M-
"""
MOVES = ("12", "25", "59", "34", "15")


def test_every_part_is_drawn() -> None:
    assert said("circuit", *MOVES, "--ascii") == LOOP
    assert said("circuit", *MOVES, "--ascii", "--text") == LOOP
    assert said("circuit", *MOVES, "--ascii", "--part", "2") == LOOP.partition("\n\n")[2]


def test_without_quantum_marks_there_is_nothing() -> None:
    assert said("circuit") == "No mark is quantum here, so there is nothing to measure\n"
    assert (
        refused("circuit", "--qasm3") == "no mark is quantum here, so there is nothing to measure"
    )


def test_a_program_runs() -> None:
    program = said("circuit", *MOVES, "--part", "2", "--cqasm3")
    counts = qxelarator.execute_string(program, iterations=100, seed=1).results
    assert set(counts) == {"01", "10"}


def test_other_boards_have_other_names() -> None:
    assert "b2 " in said("circuit", "a1b2", "--rules", "krist")


def test_a_picture_is_whole() -> None:
    assert fromstring(said("circuit", *MOVES, "--svg")).tag.endswith("svg")


def test_openqasm() -> None:
    assert said("circuit", "12", "--qasm3").startswith('OPENQASM 3.0;\ninclude "stdgates.inc";\n')


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--svg", "--text"), "choose one of --text, --svg, --cqasm3 and --qasm3"),
        (("--part", "3"), "there is no circuit 3 here; there are 2"),
        (
            ("--cqasm3",),
            "there are 2 circuits here, and a program holds one: choose it with --part",
        ),
    ],
)
def test_what_cannot_be_meant_is_refused(options: tuple[str, ...], message: str) -> None:
    assert refused("circuit", *MOVES, *options) == message
