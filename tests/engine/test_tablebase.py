"""Tables agree with the solver; damaged tables and other rules are rejected."""

import ctypes
import os
import random
import re
from collections.abc import Callable
from pathlib import Path
from struct import pack_into

import pytest

from qttt.engine import SolveDepth, Solver, tablebase
from qttt.engine.builder import build_tablebase
from qttt.engine.kernel_api import TABLE_SYMBOLS, QtttTableHeader
from qttt.engine.tablebase import (
    CELLS_AT,
    DIGEST_AT,
    Tablebase,
    TablebaseEntry,
    TablebaseError,
    decode_rules,
    shipped_tablebase,
)
from qttt.engine.verify import VerifiedLevel, verify_tablebase
from qttt.game import PRESETS, Position, Rules
from tests.engine.tables import (
    SHIPPED,
    built,
    entries,
    positions_of_games,
    random_positions,
    solved,
    with_digest,
)
from tests.selection import by_day
from tests.strategies import ON_3X3, SMALL

COUNT_AT = QtttTableHeader.count.offset
SCORES_AT = QtttTableHeader.score.offset

COUNTED = (1, 8, 186, 3068, 49049)
"""Settled positions of 0 … 4 marks, up to symmetry and early subscripts (published counts)."""

GAMES = [name for name in PRESETS if name in ON_3X3] + [
    "goff last_square=empty",
    "krist rows=3 cols=3",
    "krist rows=2 cols=2",
    "goff rows=1 cols=6 line=3 scoring=match",
]

WITHOUT_LAST_SQUARE = [
    f"{name} last_square=empty" for name in PRESETS if name in ON_3X3 and PRESETS[name].is_quantum
]


@pytest.fixture(scope="module")
def shipped() -> Tablebase:
    return Tablebase(SHIPPED)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the shipped table to damage."""
    path = tmp_path / "copy.qtb"
    path.write_bytes(SHIPPED.read_bytes())
    return path


# ---------------------------------------------------------------------------- probes


def test_the_shipped_table(shipped: Tablebase) -> None:
    assert (shipped.rules, shipped.marks) == (Rules(), 4)
    assert shipped.header.counts == COUNTED
    assert shipped.header.positions == sum(COUNTED) == 52_312
    assert shipped.header.size == SHIPPED.stat().st_size
    assert repr(shipped) == f"Tablebase({str(SHIPPED)!r})"
    table = shipped_tablebase(Rules())
    assert table is not None
    assert table.path == SHIPPED
    assert shipped_tablebase(Rules.preset("complete")) is None


def test_probes(shipped: Tablebase) -> None:
    assert shipped.probe(Position()) == TablebaseEntry(0.5, 10)
    assert shipped.probe(Position.after((0, 1), (1, 2), (0, 2))) == TablebaseEntry(-1, 10)
    assert shipped.probe(Position.after((0, 1))) == TablebaseEntry(0, None)
    assert shipped.probe(Position.after((0, 1), (1, 2), (2, 3), (3, 4), (4, 5))) is None


def test_random_positions(shipped: Tablebase) -> None:
    solver, loops = Solver(Rules(), entries=1 << 20), 0
    positions = positions_of_games(Rules(), shipped.marks, 600, seed=1)
    for number, position in enumerate(positions):
        loops += position.has_loop
        entry = shipped.probe(position)
        assert entry
        assert entry.value == solver.solve(position, depth=SolveDepth.VALUE).value, position
        if number % 5 == 0:  # plies take much longer to compute
            assert entry == solved(solver, position), position
    assert loops > 40


@pytest.mark.parametrize("text", by_day(["closer"], GAMES))
def test_every_entry_under_any_rules(text: str, tmp_path: Path) -> None:
    check_every_entry(Rules.parse(text), 2, tmp_path)


@pytest.mark.nightly
@pytest.mark.parametrize("text", SMALL)
def test_every_entry_with_more_marks_under_any_rules(text: str, tmp_path: Path) -> None:
    rules = Rules.parse(text)
    check_every_entry(rules, min(3, rules.board.size - 1), tmp_path)


@pytest.mark.nightly
def test_every_shipped_entry(shipped: Tablebase) -> None:
    solver = Solver(Rules(), entries=1 << 22)
    for position in entries(Rules(), 4):
        assert shipped.probe(position) == solved(solver, position), position


def check_every_entry(rules: Rules, marks: int, folder: Path) -> None:
    table, solver = built(rules, marks, folder), Solver(rules, entries=1 << 20)
    found = list(entries(rules, marks))
    assert len(found) == table.header.positions
    for position in [*found, *random_positions(rules, marks, 60, seed=3)]:
        assert table.probe(position) == solved(solver, position), position


# ---------------------------------------------------------------------------- in a solver


def test_a_solver_gives_the_same_results_with_it(shipped: Tablebase) -> None:
    nodes = [0, 0]
    solvers = (Solver(Rules(), entries=0), Solver(Rules(), entries=0, tablebase=shipped))
    for position in random_positions(Rules(), 9, 400, seed=4):
        if len(position.marks) < 3:  # too slow without any table
            continue
        plain, helped = (solver.solve(position) for solver in solvers)
        assert (plain.value, plain.moves, plain.best) == (helped.value, helped.moves, helped.best)
        assert plain.is_exact
        assert helped.is_exact
        nodes = [nodes[0] + plain.nodes, nodes[1] + helped.nodes]
    assert nodes[1] < nodes[0] / 2


def test_clearing_a_solver_keeps_the_tablebase(shipped: Tablebase) -> None:
    solver = Solver(Rules(), tablebase=shipped)
    nodes = solver.solve(Position()).nodes
    solver.clear()
    assert solver.solve(Position()).nodes == nodes
    assert nodes < Solver(Rules()).solve(Position()).nodes / 100


def test_other_rules(shipped: Tablebase) -> None:
    other = Rules.preset("complete")
    message = re.escape(f"{SHIPPED} is for goff, not for complete")
    with pytest.raises(ValueError, match=f"^{message}$"):
        shipped.probe(Position(other))
    with pytest.raises(ValueError, match=f"^{message}$"):
        Solver(other, tablebase=shipped)
    with pytest.raises(TablebaseError, match=r" contradicts its own header \(error -1\)$"):
        shipped.attach(Solver(other).memory)


def test_memory_without_a_solver(shipped: Tablebase) -> None:
    with pytest.raises(TablebaseError, match=r" contradicts its own header \(error -4\)$"):
        shipped.attach((ctypes.c_uint64 * 4)())


# ---------------------------------------------------------------------------- damage


@pytest.mark.nightly
def test_every_truncation_is_detected(copy: Path) -> None:
    for size in reversed(range(SHIPPED.stat().st_size)):
        os.truncate(copy, size)
        with pytest.raises(TablebaseError, match=r"too short|instead of"):
            Tablebase(copy)


def test_every_flipped_bit_is_detected(copy: Path) -> None:
    rng, table = random.Random(5), SHIPPED.read_bytes()
    in_header = [(at, bit) for at in range(COUNT_AT) for bit in range(8)]
    anywhere = [(rng.randrange(len(table)), rng.randrange(8)) for _ in range(10_000)]
    with copy.open("r+b", buffering=0) as file:
        for at, bit in in_header + anywhere:
            os.pwrite(file.fileno(), bytes([table[at] ^ 1 << bit]), at)
            with pytest.raises(TablebaseError):
                Tablebase(copy)
            os.pwrite(file.fileno(), table[at : at + 1], at)
    assert Tablebase(copy).probe(Position()) == TablebaseEntry(0.5, 10)


def message_of(path: Path) -> str:
    with pytest.raises(TablebaseError) as refused:
        Tablebase(path)
    assert str(refused.value).startswith(f"{path} ")
    return str(refused.value).removeprefix(f"{path} ")


def test_files_that_are_not_tables(copy: Path) -> None:
    table = SHIPPED.read_bytes()
    for content, message in (
        (b"", "is too short to be a tablebase"),
        (table[: CELLS_AT + 7], "is too short to be a tablebase"),
        (b"QTTTtab1" + table[8:], "is not a tablebase, or has another version"),
        (table + b"\0", "has 43897 bytes instead of 43896: copy it again"),
        (
            table[:-1] + b"\1",
            "is damaged: its digest does not match; copy or build it again",
        ),
    ):
        copy.write_bytes(content)
        assert message_of(copy) == message
    with pytest.raises(FileNotFoundError):
        Tablebase(copy.with_name("nowhere"))


# ------------------------------------------------- a matching digest, an invalid header

FIELDS = {
    "rows": (8, "B", (0, 4, 9, 255)),
    "cols": (9, "B", (0, 4, 255)),
    "marks": (17, "B", (8, 9, 255)),
    "bits": (18, "B", (0, 4, 6, 9, 255)),
    "cells": (32, "<I", (0, 1, 2048, 63487, 63489, 65536, 2**32 - 1)),
    "segment": (36, "<I", (0, 3, 2047, 1 << 19, 2**31, 2**32 - 1)),
}
CASES = [(name, value) for name, (_, _, values) in FIELDS.items() for value in values]


@pytest.mark.parametrize(("name", "value"), CASES)
def test_an_invalid_header(name: str, value: int, copy: Path) -> None:
    table = bytearray(SHIPPED.read_bytes())
    at, kind, _ = FIELDS[name]
    pack_into(kind, table, at, value)
    copy.write_bytes(with_digest(bytes(table)))
    assert re.match(
        r"contradicts its own header \(error -\d\)|has invalid rules: ",
        message_of(copy),
    )


@pytest.mark.parametrize("score", [-32768, -1000, 1000, 32767])
def test_scores_that_no_game_has(score: int, copy: Path) -> None:
    table = bytearray(SHIPPED.read_bytes())
    pack_into("<h", table, SCORES_AT + 2 * 700, score)
    copy.write_bytes(with_digest(bytes(table)))
    assert message_of(copy) == "contradicts its own header (error -5)"


def test_a_solver_terminates_with_any_scores(copy: Path) -> None:
    rng, positions = random.Random(8), list(random_positions(Rules(), 4, 5, seed=9))
    for _ in range(10):
        table = bytearray(SHIPPED.read_bytes())
        for at in range(SCORES_AT, DIGEST_AT, 2):
            pack_into("<h", table, at, rng.randrange(-200, 201))
        copy.write_bytes(with_digest(bytes(table)))
        solver = Solver(Rules(), tablebase=Tablebase(copy))
        for position in positions:
            assert len(solver.solve(position).moves) == len(position.legal_moves)


@pytest.mark.parametrize("code", [b"\3\3\3\2\0\0\0\0\0", b"\3\3\3\0\0\xff\0\0\0"])
def test_invalid_rules(code: bytes, copy: Path) -> None:
    table = SHIPPED.read_bytes()
    copy.write_bytes(with_digest(table[:8] + code + table[17:]))
    assert message_of(copy) == (f"has invalid rules: unknown switch numbers {[*code[3:]]}")
    with pytest.raises(ValueError, match=r"^unknown switch numbers \["):
        decode_rules(code)


def test_a_random_header_is_rejected_or_stays_in_the_file(copy: Path) -> None:
    rng, table = random.Random(6), SHIPPED.read_bytes()
    positions, usable = list(random_positions(Rules(), 4, 20, seed=7)), 0
    for _ in range(1_000):
        changed = bytearray(table)
        for _ in range(rng.choice((1, 1, 2, 8))):
            changed[rng.randrange(8, SCORES_AT)] = rng.randrange(256)
        copy.write_bytes(with_digest(bytes(changed)))
        try:
            table_with_header = Tablebase(copy)
        except TablebaseError:
            continue
        usable += 1
        for position in positions:
            if table_with_header.rules == position.rules:
                table_with_header.probe(position)
    assert 0 < usable < 1_000


# ---------------------------------------------------------------------------- verification


@pytest.mark.nightly
def test_verification_of_the_shipped_table(shipped: Tablebase) -> None:
    calls: list[tuple[int, int]] = []
    found = verify_tablebase(shipped, progress=lambda *progress: calls.append(progress))
    assert found == tuple(
        VerifiedLevel(marks, count, count if marks < 4 else 0)
        for marks, count in enumerate(COUNTED)
    )
    assert calls == [(done, 52_312) for done in range(1, 52_313)]


@pytest.mark.nightly
def test_verification_of_the_shipped_table_against_a_larger_one(
    shipped: Tablebase, tmp_path: Path
) -> None:
    found = verify_tablebase(shipped, against=built(Rules(), 5, tmp_path))
    assert [each.checked for each in found] == [*COUNTED]


@pytest.mark.parametrize("text", by_day(["closer"], GAMES))
def test_verification_under_any_rules(text: str, tmp_path: Path) -> None:
    rules = Rules.parse(text)
    found = verify_tablebase(built(rules, 2, tmp_path))
    last = found[-1].positions if rules.board.size == 3 else 0
    assert [each.checked for each in found] == [each.positions for each in found[:-1]] + [last]


@pytest.mark.nightly
@pytest.mark.parametrize("text", dict.fromkeys([*ON_3X3, *WITHOUT_LAST_SQUARE]))
def test_verification_with_more_marks_under_any_rules(text: str, tmp_path: Path) -> None:
    found = verify_tablebase(built(Rules.parse(text), 3, tmp_path))
    assert [each.checked for each in found[:-1]] == [each.positions for each in found[:-1]]


def test_verification_of_every_position_of_a_small_board(tmp_path: Path) -> None:
    for text in ("krist rows=2 cols=2", "goff rows=5 cols=1 line=2 scoring=complete"):
        rules = Rules.parse(text)
        found = verify_tablebase(built(rules, rules.board.size - 1, tmp_path))
        assert all(each.checked == each.positions for each in found), text


def first_score(table: bytearray) -> None:
    """Set the score of the empty board to 0."""
    pack_into("<h", table, SCORES_AT, 0)


def a_score_of_two_marks(table: bytearray) -> None:
    at = SCORES_AT + 2 * TABLE_SYMBOLS * 2
    table[at : at + 4] = table[at + 2 : at + 4] + table[at : at + 2]


def a_count(table: bytearray) -> None:
    pack_into("<I", table, COUNT_AT + 4, 9)


WRONG: dict[Callable[[bytearray], None], str] = {
    first_score: r" is wrong: - is TablebaseEntry\(value=0.*\), "
    r"but the positions after it imply TablebaseEntry\(.*\)$",
    a_score_of_two_marks: r" is wrong: .* is TablebaseEntry\(.*\), but the positions after it ",
    a_count: r" is wrong: 8 positions have 1 marks, not 9$",
}


@pytest.mark.parametrize(
    "change", by_day([a_score_of_two_marks], WRONG), ids=lambda change: change.__name__
)
def test_verification_finds_wrong_entries(
    change: Callable[[bytearray], None], tmp_path: Path
) -> None:
    path = built(Rules(), 3, tmp_path).path
    table = bytearray(path.read_bytes())
    change(table)
    path.write_bytes(with_digest(bytes(table)))
    with pytest.raises(TablebaseError, match=WRONG[change]):
        verify_tablebase(Tablebase(path))


def test_verification_needs_a_table_of_more_marks_and_the_same_rules(
    shipped: Tablebase, tmp_path: Path
) -> None:
    other = built(Rules.preset("classic3"), 5, tmp_path)
    for against in (shipped, other):
        message = (
            f"{against.path} cannot check {SHIPPED}, "
            "which takes a tablebase for goff with more than 4 marks"
        )
        with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
            verify_tablebase(shipped, against=against)


# ---------------------------------------------------------------------------- the package


def test_a_package_without_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tablebase, "FOLDER", tmp_path)
    assert shipped_tablebase.__wrapped__(Rules()) is None
    build_tablebase(Rules.preset("complete"), 1, tmp_path / "complete.qtb")
    found = shipped_tablebase.__wrapped__(Rules.preset("complete"))
    assert found is not None
    assert found.marks == 1
