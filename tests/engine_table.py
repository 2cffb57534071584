"""``--engines``: a table of the browser tests by module and engine, by day and by night.

``python -m pytest --collect-only -q --engines tests/browser`` prints it.
"""

from collections import Counter

import pytest

from tests.browser.engines import DEFAULT, ENGINES

FOLDER = "tests/browser/"

COUNTS = pytest.StashKey[Counter[tuple[str, str, bool]]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--engines", action="store_true", help="print how many browser tests run in each engine"
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--engines") and not config.getoption("--collect-only"):
        raise pytest.UsageError("--engines counts tests without running them: add --collect-only")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Count all tests, before those of the night are deselected."""
    config.stash[COUNTS] = Counter(
        (item.path.name, engine_of(item), item.get_closest_marker("nightly") is not None)
        for item in items
        if item.nodeid.startswith(FOLDER) and "browsers" in getattr(item, "fixturenames", ())
    )


def engine_of(item: pytest.Item) -> str:
    params = item.callspec.params if hasattr(item, "callspec") else {}
    return str(params.get("engine", DEFAULT))


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if config.getoption("--engines"):
        terminalreporter.section("browser tests: by day + by night")
        for line in table(config.stash[COUNTS]):
            terminalreporter.write_line(line)


def table(counts: Counter[tuple[str, str, bool]]) -> list[str]:
    r"""Return a line for each module.

    >>> print(*table(Counter({("test_a.py", "firefox", False): 2})), sep="\n")
    module                          chromium     firefox      webkit
    test_a.py                                      2 + 0
    """
    lines = [f"{'module':28}" + "".join(f"{engine:>12}" for engine in ENGINES)]
    for module in sorted({module for module, _, _ in counts}):
        cells = [(counts[module, each, False], counts[module, each, True]) for each in ENGINES]
        texts = [f"{day} + {night}" if day or night else "" for day, night in cells]
        lines.append(f"{module:28}" + "".join(f"{text:>12}" for text in texts))
    return [line.rstrip() for line in lines]
