"""Decisions for the formal proof, and the proof itself where Coq is installed."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from qttt import Position
from qttt.book.proof import PER_INTEGER, ClassStrategy, decisions, packed, source, strategies
from qttt.game import Player
from tests.cli.helpers import error_of, stdout_of

BOOK = Path(__file__).resolve().parents[2] / "docs" / "book"
CERTIFICATE = BOOK / "certificate" / "goff.cert"
FILES = ("Game.v", "Decisions.v", "Value.v")


def unpacked(integers: Iterator[int]) -> Iterator[int]:
    """Read decisions as Game.v does."""
    for integer in integers:
        left = integer
        while left != 1:
            yield left & 63
            left >>= 6


def test_decisions_survive_packing() -> None:
    found = bytes(n % 36 for n in range(1234))
    integers = list(packed(found))
    assert bytes(unpacked(iter(integers))) == found
    assert max(integers) < 1 << 6 * PER_INTEGER + 1 < 1 << 63
    text = source(found, found[:7])
    listed = [int(number) for number in re.findall(r"(?<=[\[ ])\d+(?=[;\]])", text)]
    assert listed == [*integers, *packed(found[:7])]


def test_another_file_is_rejected(tmp_path: Path) -> None:
    file = tmp_path / "a.cert"
    file.write_bytes(CERTIFICATE.read_bytes()[:-1])
    message = f"{file}: this is no certificate: write one with qttt book certificate"
    assert error_of("book", "proof", tmp_path / "a.v", "--certificate", file) == message
    missing = tmp_path / "none" / "a.v"
    message = f"{missing.parent}: No such file or directory"
    assert error_of("book", "proof", missing, "--certificate", CERTIFICATE) == message


@pytest.mark.nightly
@pytest.mark.parametrize("player", Player)
def test_decisions_are_those_of_a_strategy(player: Player) -> None:
    """Python's rules agree with a walk through all games of a player."""
    strategy = ClassStrategy.read(player, strategies(CERTIFICATE.read_bytes())[player])
    left = iter(decisions(strategy, Position()))
    sign = 1 if player is Player.X else -1

    def visit(position: Position) -> None:
        if position.outcome:
            assert sign * (position.outcome.value - 0.5) >= 0
            return
        moves = position.legal_moves
        for move in (moves[next(left)],) if position.to_move is player else moves:
            visit(position.play(move))

    visit(Position())
    assert list(left) == []


@pytest.mark.nightly
def test_coq_accepts_the_proof(tmp_path: Path) -> None:
    if not shutil.which("coqc"):
        pytest.skip("to enable: apt install coq")
    for file in (BOOK / "proof").iterdir():
        shutil.copy(file, tmp_path)
    stdout_of("book", "proof", tmp_path / "Decisions.v", "--certificate", CERTIFICATE)
    for name in FILES:
        command = ("coqc", "-R", ".", "Proof", name)
        run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assumed = {line.split(" ")[0] for line in run.stdout.splitlines()[1:]}
    assert assumed == {"int", "add", "sub", "land", "lor", "lsr", "eqb", "ltb"}
