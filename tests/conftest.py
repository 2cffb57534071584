"""Hypothesis profiles, and the effect of ``-m nightly``.

Property tests run in the profile ``quick``; with ``-m nightly`` they run in the profile
``nightly``, along with slow tests that have this mark. No test depends on the clock, and with
``CI`` set none is random.
"""

import gc
import os
import signal
from collections.abc import Generator, Iterator

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.vendor import pretty

from scripts import environment, kernel
from tests.browser import chromium, firefox
from tests.browser.webkit import installed as webkit
from tests.server import services

pytest_plugins = ("tests.engine_table", "tests.languages", "tests.night", "tests.seconds")

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


# Print falsifying examples as code.
pretty.for_type_by_name(
    "qttt.game.position", "Position", lambda position, printer, _: printer.text(repr(position))
)

EXAMPLES = {"quick": 20, "nightly": 1000}
"""Number of examples of property tests."""
for _name, _examples in EXAMPLES.items():
    _profile(_name, _examples)
settings.load_profile("quick")


def _wants_nightly(config: pytest.Config) -> bool:
    chosen = config.getoption("markexpr", "") or ""
    return "nightly" in chosen and "not nightly" not in chosen


def check_kernel() -> None:
    """Exit if the kernel was built from other sources: calls of another interface can crash."""
    try:
        is_stale = kernel.is_stale(kernel.IN_TREE, kernel.host())
    except kernel.KernelError as error:
        pytest.exit(str(error), returncode=1)
    if is_stale:
        pytest.exit("the kernel was not built from these sources: run make kernel", returncode=1)


def pytest_configure(config: pytest.Config) -> None:
    check_kernel()
    # Background processes and their children ignore SIGINT.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.update(environment.cache_settings())  # for compilers and builds in tests
    if _wants_nightly(config):
        settings.load_profile("nightly")


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Run two processes on each core: many tests wait for a browser or a server."""
    cores = yield
    return min(12, cores * 2)


def pytest_report_header() -> str:
    """List the browsers and servers that the tests use."""
    programs = {"chromium": chromium.find(), "firefox": firefox.find(), "webkit": webkit.find()}
    programs |= {program: services.find(program) for program in services.SOURCES}
    return ", ".join(f"{name}: {path or 'none'}" for name, path in programs.items())


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Search neither while tests are collected nor later among them for unreachable objects.

    What is collected lives to the end, and searching it took a quarter of the collection's time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Start long modules first, and under ``-m nightly`` mark every property test as nightly."""
    long = {item.path for item in items if item.get_closest_marker("long")}
    items.sort(key=lambda item: item.path not in long)
    if _wants_nightly(config):
        for item in items:
            if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
                item.add_marker("nightly")


@pytest.fixture(autouse=True)
def _restores_sigint() -> Iterator[None]:
    """Check that a test restores the SIGINT handler."""
    before = signal.getsignal(signal.SIGINT)
    yield
    assert signal.getsignal(signal.SIGINT) is before
