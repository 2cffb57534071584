"""Parts of the night and the table of seconds."""

import argparse
from itertools import pairwise

import pytest

from tests import night, seconds
from tests.night import assign, distribute, parse_part

TABLE = {"tests/a.py": 5000.0, "tests/b.py": 800.0, "tests/c.py": 700.0, "tests/d.py": 20.0}
TESTS = [
    f"tests/{file}.py::test_{number}"
    for file, count in (("a", 50), ("b", 3), ("c", 4), ("d", 5), ("new", 7), ("one", 1))
    for number in range(count)
]


def test_a_test_is_in_exactly_one_part() -> None:
    units = assign(TESTS, TABLE)
    parts = distribute(units, 4)
    assert [sum(unit in part for part in parts) for unit in units] == [1] * len(TESTS)


def test_parts_take_about_the_same_time() -> None:
    totals = [sum(unit.seconds for unit in part) for part in distribute(assign(TESTS, TABLE), 4)]
    assert sum(totals) == pytest.approx(5000 + 800 + 700 + 20 + 7 * 2 + 2)
    assert max(totals) - min(totals) < night.MAX_UNIT_S


def test_long_files_are_cut_into_runs_of_tests() -> None:
    units = assign(TESTS, TABLE)[:50]
    assert len(set(units)) == 6
    assert all(after.piece - before.piece in (0, 1) for before, after in pairwise(units))
    assert max(unit.seconds for unit in units) <= night.MAX_UNIT_S


def test_a_long_test_alone_is_not_cut() -> None:
    assert [unit.piece for unit in assign(["tests/a.py::test_one"], TABLE)] == [0]


def test_the_table_has_existing_files() -> None:
    root = night.TABLE.parents[1]
    assert [file for file in night.read_table() if not (root / file).exists()] == []


@pytest.mark.parametrize("text", ["", "1", "0/4", "5/4", "1/0", "a/b", "-1/4"])
def test_wrong_parts(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=f"^'{text}' is not a part such as 1/4$"):
        parse_part(text)


def report(test: str, when: str, duration: float) -> pytest.TestReport:
    location = (test, 0, test)
    return pytest.TestReport(test, location, {}, "passed", None, when, duration=duration)  # type: ignore[arg-type]


def test_seconds_by_group_and_by_file() -> None:
    reports = [
        report("tests/server/net/test_a.py::test_one", "setup", 1.0),
        report("tests/server/net/test_a.py::test_one", "call", 2.0),
        report("tests/server/test_b.py::test_two", "call", 4.5),
        report("tests/test_c.py::test_three", "call", 8.0),
        pytest.CollectReport("tests/test_d.py", "skipped", None, []),
    ]
    assert seconds.table(reports, seconds.KEYS["group"]) == [
        "     8.0      1 tests/test_c.py",
        "     7.5      2 tests/server",
    ]
    assert seconds.table(reports, seconds.KEYS["file"])[2] == (
        "     3.0      1 tests/server/net/test_a.py"
    )
