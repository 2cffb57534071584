"""How much the property tests try, and what ``-m nightly`` adds.

On every commit they run in the profile ``quick``. Under ``-m nightly`` the same tests run in the
profile ``nightly``, along with the tests that are marked so because they are always long. Nothing
depends on the clock, and where ``CI`` is set nothing depends on chance either.
"""

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.vendor import pretty

from tests.browser import chromium
from tests.server import services

IN_CI = bool(os.environ.get("CI"))


def _profile(name: str, examples: int) -> None:
    settings.register_profile(
        name,
        max_examples=examples,
        deadline=None,
        derandomize=IN_CI,
        database=None if IN_CI else settings().database,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        print_blob=True,
    )


# A falsifying example is printed as something that can be pasted back.
pretty.for_type_by_name(
    "qttt.game.position", "Position", lambda position, printer, _: printer.text(repr(position))
)

_profile("quick", 30)
_profile("nightly", 1000)
settings.load_profile("quick")


def _wants_nightly(config: pytest.Config) -> bool:
    chosen = config.getoption("markexpr", "") or ""
    return "nightly" in chosen and "not nightly" not in chosen


def pytest_configure(config: pytest.Config) -> None:
    # Who is started in the background is deaf to Ctrl-C, and so is all that it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if _wants_nightly(config):
        settings.load_profile("nightly")


def pytest_xdist_auto_num_workers() -> int:
    """Run three processes on two cores: many tests wait for a browser or a server."""
    return min(12, (os.cpu_count() or 1) * 3 // 2)


def pytest_report_header() -> str:
    """Which browser and servers the tests use."""
    programs = {"chromium": chromium.find()}
    programs |= {program: services.find(program) for program in services.SOURCES}
    return ", ".join(f"{name}: {path or 'none'}" for name, path in programs.items())


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Under ``-m nightly`` every property test counts as nightly: same code, other numbers.

    What takes long begins first, so that in the end no worker waits for another one's.
    """
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    if _wants_nightly(config):
        for item in items:
            if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
                item.add_marker("nightly")


@pytest.fixture(autouse=True)
def _leaves_ctrl_c_alone() -> Iterator[None]:
    """Holds each test to this: the next one that presses Ctrl-C must be heard."""
    before = signal.getsignal(signal.SIGINT)
    yield
    assert signal.getsignal(signal.SIGINT) is before
