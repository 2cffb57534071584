"""Fuzzes the kernel with random games and garbage under three sanitizers.

``fuzz.c`` is built with the system's compiler if it has AddressSanitizer and UBSan; with clang, if
it is there, for MemorySanitizer; and with zig, which is always available; with zig, undefined
behaviour is a trap instruction.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from qttt.engine.kernel import encode_rules
from qttt.game import Rules
from scripts.kernel import digest
from tests.kernel.kernels import COLLAPSE, Ending, native, size_of
from tests.selection import by_day
from tests.strategies import ALL

ROOT = Path(__file__).parents[2]
SOURCES = [*sorted((ROOT / "kernel").glob("*.c")), Path(__file__).with_name("fuzz.c")]
# Sanitizers intercept memcpy and memset of the C library, so those of the kernel are renamed.
OPTIONS = (
    *("-std=c11", "-O1", "-g", "-fno-math-errno", "-Wno-pass-failed"),  # O1 does not vectorize
    *("-Wall", "-Wextra", "-Werror", "-Wno-unused-result"),
    *("-Dmemcpy=kernel_memcpy", "-Dmemset=kernel_memset"),
)


class Build(NamedTuple):
    """A compiler with its sanitizers, and the injected faults that it must detect."""

    compiler: tuple[str, ...]
    sanitizers: tuple[str, ...]
    catches: frozenset[str]
    speed: int
    """Speed relative to the slowest build."""
    package: str = ""
    """What Debian calls it, unless it is one of our requirements."""


BUILDS = {
    "cc": Build(
        ("cc",),
        ("-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
        frozenset({"overflow", "overread"}),
        speed=1,
        package="gcc",
    ),
    "clang": Build(
        ("clang",),
        ("-fsanitize=memory", "-fno-sanitize-recover=all"),
        frozenset({"uninitialized"}),
        speed=2,
        package="clang libclang-rt-dev",
    ),
    "zig": Build(
        (sys.executable, "-m", "ziglang", "cc"),
        ("-fsanitize=undefined", "-fsanitize-trap=undefined"),
        frozenset({"overflow"}),
        speed=8,
    ),
}


class Fuzzer(NamedTuple):
    program: Path
    build: Build

    def run(self, *words: str | int) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.program, *map(str, words)], capture_output=True, text=True, check=False
        )


@pytest.fixture(scope="module", params=by_day(["cc"], BUILDS))
def fuzzer(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    pytestconfig: pytest.Config,
) -> Fuzzer:
    """The program, which is compiled again if a source has changed."""
    build = BUILDS[request.param]
    version = digest([*SOURCES, *(ROOT / "kernel").glob("*.h"), Path(__file__)])[:16]
    kept = pytestconfig.cache.mkdir("fuzz") / f"{request.param}-{version}"
    if kept.exists():
        return Fuzzer(kept, build)
    program = tmp_path_factory.mktemp("fuzz") / "fuzz"
    compile_or_skip(build, SOURCES, program)
    return Fuzzer(Path(shutil.move(program, kept)), build)


def compile_or_skip(build: Build, sources: list[Path], output: Path) -> None:
    """Compile ``sources``; skip the test if this machine has no such compiler or sanitizers."""
    if build.package:
        name, empty = build.compiler[0], output.with_name("empty.c")
        remedy = f"here; on Debian: apt-get install {build.package}"
        if shutil.which(name) is None:
            pytest.skip(f"no C compiler `{name}` {remedy}")
        empty.write_text("int main(void) { return 0; }\n", encoding="utf-8")
        if _compile(build, [empty], empty.with_suffix("")).returncode:
            pytest.skip(f"`{name}` has no sanitizers {remedy}")
    made = _compile(build, sources, output)
    assert made.returncode == 0, made.stderr


def _compile(build: Build, sources: list[Path], output: Path) -> subprocess.CompletedProcess[str]:
    files = map(str, sources)
    command = [*build.compiler, *OPTIONS, *build.sanitizers, *files, "-o", str(output)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("build", [BUILDS["cc"], BUILDS["clang"]], ids=["cc", "clang"])
def test_a_compiler_that_is_missing_skips_the_test(
    build: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(pytest.skip.Exception, match="apt-get install"):
        compile_or_skip(build, SOURCES, tmp_path / "fuzz")


@pytest.mark.nightly
def test_injected_faults_are_detected(fuzzer: Fuzzer) -> None:
    for fault in fuzzer.build.catches:
        assert fuzzer.run(fault).returncode != 0, fault


def test_garbage_is_rejected_without_a_report(fuzzer: Fuzzer) -> None:
    throw_garbage(fuzzer, seed=1, inputs=5_000)


@pytest.mark.nightly
def test_much_garbage_is_rejected_without_a_report(fuzzer: Fuzzer) -> None:
    throw_garbage(fuzzer, seed=2, inputs=10_000_000)


def throw_garbage(fuzzer: Fuzzer, seed: int, inputs: int) -> None:
    done = fuzzer.run("garbage", seed, inputs * fuzzer.build.speed)
    assert (done.returncode, done.stderr) == (0, "")
    taken, refused = (int(word) for word in done.stdout.split() if word.isdigit())
    assert taken > refused // 10
    assert refused > taken // 10


def test_the_walks_are_those_of_the_library(fuzzer: Fuzzer) -> None:
    games, rules = 20, [encode_rules(Rules.parse(text)) for text in ALL]
    done = fuzzer.run("walk", 3, games, *(each.hex() for each in rules))
    assert (done.returncode, done.stderr) == (0, "")
    walker = Walker(3)
    for each in rules:
        for _ in range(games):
            walker.play_game(each)
    assert done.stdout == f"{walker.digest:016x}\n"


WORD = 2**64 - 1


def scrambled(z: int) -> int:
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & WORD
    return z ^ (z >> 31)


class Walker:
    """The random games of ``fuzz.c``, with the shipped library."""

    def __init__(self, seed: int) -> None:
        self.seed, self.digest = seed, 0

    def play_game(self, rules: bytes) -> None:
        places = b""
        while (after := self._step(rules, places)) is not None:
            places = after

    def _step(self, rules: bytes, places: bytes) -> bytes | None:
        moves = native().legal(rules, places)
        assert isinstance(moves, bytes)
        pairs = [(moves[i], moves[i + 1]) for i in range(0, len(moves), 2)]
        self._see(len(pairs), *(a << 8 | b for a, b in pairs))
        self._see(self._reply(rules, places))
        self._see_survey(rules, places)
        self._see_ensemble(rules, places)
        if not pairs:
            self._see_outcome(native().outcome(rules, places))
            return None
        after = native().play(rules, places, *pairs[self._below(len(pairs))])
        assert isinstance(after, bytes)
        self._see(*after)
        return after

    def _reply(self, rules: bytes, places: bytes) -> int:
        size = size_of(rules)
        first, second = self._below(size + 2) - 1, self._below(size + 3) - 1
        reply = native().play(rules, places, first, COLLAPSE if second > size else second)
        return reply if isinstance(reply, int) else len(reply) // 2

    def _see_survey(self, rules: bytes, places: bytes) -> None:
        survey = native().survey(rules, places)
        self._see(survey.outcome.termination, survey.outcome.lines)
        self._see(survey.decider, survey.closing, survey.loop, survey.stems)
        self._see(*survey.entanglement)

    def _see_ensemble(self, rules: bytes, places: bytes) -> None:
        ensemble = native().ensemble(rules, places)
        self._see(ensemble.count)
        for odds in ensemble.odds[: len(places) // 2]:
            self._see(*odds.square, *odds.share, odds.of)
        (squares,) = native().realities(rules, places, self._below(ensemble.count), 1)
        self._see(*squares)

    def _see_outcome(self, ending: Ending | int) -> None:
        assert isinstance(ending, Ending)
        self._see(ending.x, ending.o, ending.termination, len(ending.lines))
        for line in ending.lines:
            self._see(*line)

    def _see(self, *numbers: int) -> None:
        for number in numbers:
            self.digest = scrambled((self.digest * 31 + number) & WORD)

    def _below(self, n: int) -> int:
        self.seed = (self.seed + 0x9E3779B97F4A7C15) & WORD
        return scrambled(self.seed) % n
