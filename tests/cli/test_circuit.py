"""`qttt circuit`: drawings and programs."""

from xml.etree.ElementTree import fromstring

import pytest
import qxelarator

from tests.cli.helpers import error_of, stdout_of

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
    assert stdout_of("circuit", *MOVES, "--ascii") == LOOP
    assert stdout_of("circuit", *MOVES, "--ascii", "--text") == LOOP
    assert stdout_of("circuit", *MOVES, "--ascii", "--part", "2") == LOOP.partition("\n\n")[2]


def test_no_quantum_marks() -> None:
    message = "his position has no quantum marks, so there is nothing to measure"
    assert stdout_of("circuit") == f"T{message}\n"
    assert error_of("circuit", "--qasm3") == f"t{message}"


def test_a_program_runs() -> None:
    program = stdout_of("circuit", *MOVES, "--part", "2", "--cqasm3")
    counts = qxelarator.execute_string(program, iterations=100, seed=1).results
    assert set(counts) == {"01", "10"}


def test_other_boards_have_other_names() -> None:
    assert "b2 " in stdout_of("circuit", "a1b2", "--rules", "krist")


def test_svg() -> None:
    assert fromstring(stdout_of("circuit", *MOVES, "--svg")).tag.endswith("svg")


def test_openqasm() -> None:
    assert stdout_of("circuit", "12", "--qasm3").startswith("OPENQASM 3.0;\ngate h a ")
    assert stdout_of("circuit", "12", "--qasm2").startswith(
        'OPENQASM 2.0;\ninclude "qelib1.inc";\n'
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--svg", "--text"), "choose one of --text, --svg, --cqasm3, --qasm3 and --qasm2"),
        (("--part", "3"), "no circuit 3: this position has 2"),
        (
            ("--cqasm3",),
            "this position has 2 circuits, but a program contains one: choose it with --part",
        ),
    ],
)
def test_invalid_options(options: tuple[str, ...], message: str) -> None:
    assert error_of("circuit", *MOVES, *options) == message
