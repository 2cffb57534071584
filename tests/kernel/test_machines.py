"""The kernel computes the same, to the last bit, on the machines that can be emulated here."""

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from qttt.engine.evaluator import FOLDER
from qttt.engine.kernel import encode_rules, is_supported
from qttt.engine.kernel_api import INTERFACE
from qttt.game import Rules
from scripts.kernel import C_OPTIONS, TARGETS
from tests.strategies import ALL

HERE = Path(__file__).parent
SOURCES = [*sorted((HERE.parents[1] / "kernel").glob("*.c")), HERE / "results.c"]
FREESTANDING = {"-ffreestanding", "-nostdlib", "-fvisibility=hidden"}
LARGE = ("krist rows=4 cols=4", "krist rows=5 cols=5", "qubic5", "qubic4 rows=6 cols=6")


class Machine(NamedTuple):
    """A target of zig with a C library, and the program that runs its programs here."""

    target: str
    runner: str = ""
    packages: str = ""

    def build(self, program: Path, *sources: Path) -> Path:
        """Compile a program."""
        options = [option for option in C_OPTIONS if option not in FREESTANDING]
        target = ("-target", self.target) if self.target else ()
        words = (*options, *target, *map(str, sources), "-o", str(program))
        subprocess.run([sys.executable, "-m", "ziglang", "cc", *words], check=True)
        return program

    def run(self, program: Path, *words: str | Path) -> str:
        """Run a program; return what it prints."""
        # Of Wine: a home of its own, and no messages.
        environment = os.environ | {"WINEPREFIX": str(program.parent), "WINEDEBUG": "-all"}
        runner = (self.runner,) if self.runner else ()
        command = [*runner, str(program), *map(str, words)]
        done = subprocess.run(
            command, env=environment, stdout=subprocess.PIPE, text=True, check=True
        )
        return done.stdout  # text: Windows ends lines otherwise


WINDOWS = Machine("x86_64-windows-gnu", "wine", "wine wine64")
MACHINES = [
    Machine("x86_64-linux-musl", "qemu-x86_64-static", "qemu-user-static"),
    Machine("aarch64-linux-musl", "qemu-aarch64-static", "qemu-user-static"),
    WINDOWS,
]


def check_runner(machine: Machine) -> None:
    if machine.runner and not shutil.which(machine.runner):
        install = f"on Debian: apt-get install {machine.packages}"
        pytest.skip(f"no `{machine.runner}` here, which runs {machine.target}; {install}")
    if machine is WINDOWS and platform.machine() not in {"x86_64", "AMD64"}:
        pytest.skip("Wine runs programs of its own processor only")


@pytest.fixture(scope="module")
def questions() -> list[str]:
    """Rules, as arguments of ``results.c``."""
    rules = (Rules.parse(text) for text in (*ALL, *LARGE))
    return [encode_rules(each).hex() for each in rules if is_supported(each)]


@pytest.fixture(scope="module")
def expected(questions: list[str], tmp_path_factory: pytest.TempPathFactory) -> str:
    """What a program for this machine prints."""
    here = Machine("")
    program = here.build(tmp_path_factory.mktemp("here") / "results", *SOURCES)
    return here.run(program, "5", FOLDER / "krist.qte", *questions)


@pytest.mark.nightly
@pytest.mark.parametrize("machine", MACHINES, ids=[machine.target for machine in MACHINES])
def test_every_machine_computes_the_same(
    machine: Machine, questions: list[str], expected: str, tmp_path: Path
) -> None:
    check_runner(machine)
    program = machine.build(tmp_path / "results.exe", *SOURCES)
    assert machine.run(program, "5", FOLDER / "krist.qte", *questions) == expected
    lines = [line.split() for line in expected.splitlines()]
    assert [rules for rules, _, _ in lines] == questions
    assert {"0", "1"} == {is_judged for _, is_judged, _ in lines}


@pytest.mark.nightly
def test_windows_loads_the_library(tmp_path: Path) -> None:
    check_runner(WINDOWS)
    target = TARGETS["win32", "amd64"]
    target.compile(tmp_path / target.library)
    program = WINDOWS.build(tmp_path / "load.exe", HERE / "load.c")
    assert WINDOWS.run(program, tmp_path / target.library) == f"{INTERFACE:08x}\n"
