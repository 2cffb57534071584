"""The binding agrees with ``qttt.game``; errors carry a reason."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from ctypes import CDLL
from inspect import unwrap
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.engine import kernel
from qttt.engine.kernel import KernelError, KernelLoadError
from qttt.game import (
    Collapse,
    IllegalMoveError,
    IllegalMoveReason,
    IllegalPositionError,
    Move,
    Placement,
    Position,
    Rules,
)
from scripts.kernel import host
from tests.strategies import positions

NUMBERS = st.integers(-3, 30) | st.sampled_from(
    (63, 64, 254, 255, 256, 511, 2**31, 2**32, 2**32 + 1)
)
MOVES = st.one_of(NUMBERS.map(Collapse), st.builds(Placement, NUMBERS, NUMBERS))


@given(positions())
def test_legal_moves_are_those_of_the_game(position: Position) -> None:
    assert kernel.legal_moves(position) == position.legal_moves


@given(positions())
def test_every_move_is_played_as_in_the_game(position: Position) -> None:
    for move in position.legal_moves[:60]:
        assert kernel.play(position, move) == position.play(move)


@given(positions(), MOVES)
def test_illegal_moves_have_the_same_reason(position: Position, move: Move) -> None:
    reason = position.illegal_reason(move)
    if reason is None:
        assert kernel.play(position, move) == position.play(move)
        return
    with pytest.raises(IllegalMoveError) as raised:
        kernel.play(position, move)
    assert (raised.value.move, raised.value.position) == (move, position)
    assert raised.value.reason is reason


def test_square_255_is_not_mistaken_for_a_collapse() -> None:
    pending = Position(Rules(), ((0, 1), (0, 1)))
    with pytest.raises(IllegalMoveError) as raised:
        kernel.play(pending, Placement(0, 255))
    assert raised.value.reason is IllegalMoveReason.OFF_BOARD


@given(positions())
def test_an_outcome_is_that_of_the_game(position: Position) -> None:
    result, outcome = kernel.outcome(position), position.outcome
    if outcome is None:
        assert result is None
    else:
        assert result == (outcome.points, outcome.termination, frozenset(outcome.lines))


@given(positions())
def test_encoded_moves_decode_to_the_same_moves(position: Position) -> None:
    for move in position.legal_moves:
        back = kernel.decode_move(*kernel.encode_move(move))
        assert back == move
        assert type(back) is type(move)


def test_encodings() -> None:
    """The example at the top of ``qttt.h``."""
    position = Position(Rules(), ((0, 1), (1, 4), (0, 4)))
    assert kernel.encode_places(position) == bytes((0, 1, 1, 4, 0, 4))
    assert kernel.encode_places(position.play(Collapse(4))) == bytes((0, 0, 1, 1, 4, 4))
    assert kernel.encode_rules(Rules()) == bytes((3, 3, 3, 0, 0, 0, 0, 0, 0))
    assert kernel.encode_rules(Rules.parse("krist rows=2 chooser=chance last_square=empty")) == (
        bytes((2, 4, 0, 0, 0, 2, 1, 1, 4))
    )


# ---------------------------------------------------------------------------- errors

LARGE = Position(Rules.parse("krist rows=5 cols=13"))


def test_boards_of_at_most_64_squares() -> None:
    assert kernel.is_supported(Rules.parse("krist rows=4 cols=16"))
    assert not kernel.is_supported(LARGE.rules)
    for function in (kernel.legal_moves, kernel.outcome):
        with pytest.raises(
            KernelError, match=r"^the kernel supports boards of at most 64 squares, not 65$"
        ):
            function(LARGE)


def unreachable() -> Position:
    """A position that the constructor would reject."""
    position = Position()
    object.__setattr__(position, "marks", (0,))
    return position


def test_an_unreachable_position() -> None:
    with pytest.raises(
        IllegalPositionError, match=r"^the kernel rejects this position: no game reaches it$"
    ):
        kernel.legal_moves(unreachable())


def test_rules_that_the_kernel_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "encode_rules", lambda _: bytes(9))
    with pytest.raises(
        KernelError, match=rf"^the kernel rejects {re.escape(repr(Position()))} \(error -1\)$"
    ):
        kernel.outcome(Position())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without a library, in which the kernel is looked for."""
    monkeypatch.setattr(kernel, "FOLDER", tmp_path)
    (tmp_path / "qttt.wasm").touch()
    return tmp_path


LOADERS = pytest.mark.parametrize("load", [kernel.library, kernel.library_with_gil])


@LOADERS
def test_a_kernel_that_was_not_built(load: Callable[[], CDLL], folder: Path) -> None:
    (folder / "qttt.of_another_system").touch()
    message = f"there is no {host().library} in {folder}; build it with: make kernel"
    with pytest.raises(KernelLoadError, match=f"^{re.escape(message)}$"):
        unwrap(load)()


@LOADERS
def test_a_kernel_of_another_machine(load: Callable[[], CDLL], folder: Path) -> None:
    library = folder / host().library
    library.write_bytes(b"of another machine")
    with pytest.raises(KernelLoadError) as error:
        unwrap(load)()
    assert str(error.value).startswith(f"cannot load {library} (")
    assert str(error.value).endswith("): remove it, then build it with: make kernel")


@pytest.mark.parametrize("source", ["int qttt_legal;", "unsigned qttt_interface(void) {return 7;}"])
@LOADERS
def test_a_kernel_of_another_version(load: Callable[[], CDLL], folder: Path, source: str) -> None:
    library = folder / host().library
    compiler = (sys.executable, "-m", "ziglang", "cc", "-shared", "-nostdlib")
    (folder / "old.c").write_text(source)
    environment = os.environ | {"ZIG_GLOBAL_CACHE_DIR": str(folder / "cache")}
    command = [*compiler, "-o", str(library), str(folder / "old.c")]
    subprocess.run(command, check=True, env=environment, cwd=folder)
    with pytest.raises(KernelLoadError) as error:
        unwrap(load)()
    assert str(error.value) == (
        f"{library} is of another version of qttt; build it with: make kernel"
    )
