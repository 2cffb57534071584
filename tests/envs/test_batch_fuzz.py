"""Fuzzes the batch API with valid and invalid input under sanitizers."""

from pathlib import Path

import pytest

from qttt.engine.kernel import encode_rules
from qttt.game import Rules
from tests.kernel.test_fuzz import BUILDS, ROOT, Fuzzer, compile_or_skip
from tests.selection import by_day
from tests.strategies import ALL

SOURCES = [*sorted((ROOT / "kernel").glob("*.c")), Path(__file__).with_name("batch_fuzz.c")]


@pytest.fixture(scope="module", params=by_day(["cc"], BUILDS))
def fuzzer(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Fuzzer:
    build, program = BUILDS[request.param], tmp_path_factory.mktemp("batch_fuzz") / "fuzz"
    compile_or_skip(build, SOURCES, program)
    return Fuzzer(program, build)


@pytest.mark.nightly
@pytest.mark.parametrize("text", ALL)
def test_sanitizers_report_nothing(fuzzer: Fuzzer, text: str) -> None:
    done = fuzzer.run(5, 5000, encode_rules(Rules.parse(text)).hex())
    assert (done.returncode, done.stderr) == (0, "")
