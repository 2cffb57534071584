"""The certificate of the value, and its two checkers, which share no code with qttt."""

import ast
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from qttt.book.certificate import MAGIC, certificate
from tests.cli.helpers import error_of, qttt

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "book" / "certificate"
DATA = (FOLDER / "goff.cert").read_bytes()
X_BYTES = int.from_bytes(DATA[len(MAGIC) : len(MAGIC) + 4], "little")
START_OF_X = len(MAGIC) + 4
START_OF_O = START_OF_X + X_BYTES + 4
CHECKED = (
    f"X never gets less than +1/2: {X_BYTES} decisions, 6002 classes, 12001 ends\n"
    f"O never gives more than +1/2: {len(DATA) - START_OF_O} decisions, 26304 classes, 55414 ends\n"
)


@pytest.fixture(scope="module")
def in_c(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("checker")
    # zig compiles a C library first, which takes seconds.
    compiler = ["cc"] if shutil.which("cc") else [sys.executable, "-m", "ziglang", "cc"]
    options = ("-std=c11", "-O1", "-Wall", "-Wextra", "-Werror")
    source, program = FOLDER / "check.c", folder / "check"
    subprocess.run([*compiler, *options, "-o", program, source], check=True)
    return program


@pytest.fixture(scope="module")
def in_python() -> ModuleType:
    module = ModuleType("check")
    exec(compile((FOLDER / "check.py").read_text("utf-8"), "check.py", "exec"), module.__dict__)
    return module


def checked_in_c(program: Path, file: Path) -> tuple[int, str]:
    done = subprocess.run([program, file], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def refusal_in_python(module: ModuleType, data: bytes, player: int = 0) -> str:
    with pytest.raises(AssertionError) as caught:
        module.Walk(player, module.strategies(data)[player]).check()
    return str(caught.value)


# --- the certificate -----------------------------------------------------------------------------


def test_the_certificate_is_small() -> None:
    assert len(DATA) < 1_000_000


def test_the_checker_in_c_accepts_it(in_c: Path) -> None:
    assert checked_in_c(in_c, FOLDER / "goff.cert") == (0, CHECKED)


def test_the_checker_in_python_accepts_the_strategy_of_x(in_python: ModuleType) -> None:
    walk = in_python.Walk(0, in_python.strategies(DATA)[0])
    walk.check()
    assert (walk.read, len(walk.seen), walk.games) == (X_BYTES, 6002, 12001)


@pytest.mark.nightly
def test_the_checker_in_python_accepts_it() -> None:
    command = [sys.executable, "-I", str(FOLDER / "check.py"), str(FOLDER / "goff.cert")]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == CHECKED


@pytest.mark.nightly
def test_the_certificate_is_what_the_command_writes(tmp_path: Path) -> None:
    file = tmp_path / "goff.cert"
    assert qttt("book", "certificate", file).code == 0
    assert file.read_bytes() == DATA


def test_the_checkers_are_short_and_independent() -> None:
    python, c = ((FOLDER / name).read_text("utf-8") for name in ("check.py", "check.c"))
    assert len(python.splitlines()) <= 200
    assert len(c.splitlines()) <= 200
    assert set(imports_of(python)) <= sys.stdlib_module_names
    assert {line for line in c.splitlines() if line.startswith("#include")} == {
        f"#include <{name}.h>" for name in ("stdint", "stdio", "stdlib", "string")
    }


def imports_of(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            yield str(node.module)


# --- what is refuted -----------------------------------------------------------------------------

CHANGED = {
    "not a certificate": (b"?" + DATA[1:], "not a certificate"),
    "no such move": (DATA[:START_OF_X] + b"\xff" + DATA[START_OF_X + 1 :], "is move 255 of 36"),
    "worse move": (
        DATA[: START_OF_X + 3] + b"\x01" + DATA[START_OF_X + 4 :],
        "ends with a lead of -1 half points",
    ),
    "cut": (certificate(DATA[START_OF_X : START_OF_X + 9], b""), "the strategy ends before"),
    "left over": (
        certificate(DATA[START_OF_X : START_OF_X + X_BYTES] + b"\x00", b""),
        f"only {X_BYTES} of {X_BYTES + 1} decisions are used",
    ),
    "bytes left over": (DATA + b"\x00", "bytes instead of"),
}
IN_C = {
    "not a certificate": "not a certificate",
    "no such move": "there is no such move, at decision 0 of X",
    "worse move": "a game ends on the wrong side",
    "cut": "the strategy ends early, at decision 9 of X",
    "left over": "decisions are left over",
    "bytes left over": "bytes are left over",
}


@pytest.mark.parametrize("name", CHANGED)
def test_changed_certificates_are_refuted(
    name: str, in_python: ModuleType, in_c: Path, tmp_path: Path
) -> None:
    data, message = CHANGED[name]
    assert message in refusal_in_python(in_python, data)
    file = tmp_path / "changed.cert"
    file.write_bytes(data)
    code, text = checked_in_c(in_c, file)
    assert code == 1
    assert text.splitlines()[-1].startswith(f"refuted: {IN_C[name]}")


def test_the_strategy_of_one_player_does_not_serve_the_other(in_python: ModuleType) -> None:
    swapped = certificate(*reversed(in_python.strategies(DATA)))
    assert refusal_in_python(in_python, swapped, player=1)


def test_a_strategy_in_a_folder_that_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "missing" / "goff.cert"
    assert error_of("book", "certificate", file) == f"{file.parent}: No such file or directory"
