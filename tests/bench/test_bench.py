"""The benchmarks run and print their tables; no figure of speed is asserted."""

import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from bench import web
from bench.__main__ import main
from bench.figures import Figure, as_comparison, as_table
from bench.positions import Dice, random_game, settled
from qttt.game import Rules
from qttt.server import APP_FOLDER
from qttt.server.files import StaticFile
from tests.browser.chromium import MISSING, VARIABLE, find

needs_app = pytest.mark.skipif(
    not (APP_FOLDER / "index.html").exists(), reason="to enable: make web"
)
needs_chromium = pytest.mark.skipif(find() is None, reason=MISSING)


@pytest.fixture(scope="module")
def report() -> str:
    """One quick run for all tests."""
    with redirect_stdout(StringIO()) as printed:
        main(["--quick", "--json"])
    return printed.getvalue()


@pytest.mark.nightly
def test_every_promise_is_measured(report: str) -> None:
    figures = {figure["figure"]: figure for figure in json.loads(report)["figures"]}
    promised = {name: each["target"] for name, each in figures.items() if each["target"]}
    assert (
        promised.items()
        >= {
            "exact value of the empty board": 20,
            "exact values of its 36 openings": 40,
            "exact value after six marks: all within": 1,
            "paths of 6 plies, native": 800,
            "WebAssembly in wasmtime : native, counting": 1.6,
            "WebAssembly in wasmtime : native, solving": 1.6,
            "random games, native": 25,
            "random games, pure Python": 60_000,
            "batch of 1,024 games, goff": 10,
            "single game: step": 1.4,
            "positions looked up from an array": 2,
            "import qttt": 0.1,
            "qttt --help": 0.3,
        }.items()
    )
    assert all(figure["measured"] > 0 or figure["unit"] == "CLS" for figure in figures.values())


@pytest.mark.nightly
@needs_app
@needs_chromium
def test_every_promise_about_the_app_is_measured(report: str) -> None:
    figures = {figure["figure"]: figure["target"] for figure in json.loads(report)["figures"]}
    promised = {
        name: target for name, target in figures.items() if name.startswith("web") if target
    }
    limits = zip(web.NAMES, web.LIMITS, strict=True)
    assert promised == {f"web: {name}": limit / 1e3 for name, limit in limits if limit} | {
        "web, 4 × slower: first paint": 1,
        "web, 4 × slower: until a game can be played": 1.5,
        "web, 4 × slower: until a board in a frame is usable": 1,
        "web, 4 × slower: script of a tap, half within": 16,
        "web, 4 × slower: Optimal answers, pause included": 550,
        "web, 4 × slower: a position analysed": 150,
    }


def test_without_a_browser_sizes_are_measured_and_the_rest_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv(VARIABLE, "")
    (tmp_path / "index.html").write_text("<p>an app</p>" * 9)
    monkeypatch.setattr(web, "APP_FOLDER", tmp_path)
    (whole, code) = web.web(quick=True)
    assert (whole.name, code.name) == ("web: all that is kept offline", "web: code of the app")
    assert whole.value == code.value < 0.1
    assert capsys.readouterr().err == (f"bench: the web app's speed was not measured: {MISSING}\n")


def test_without_the_app_nothing_of_it_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(web, "APP_FOLDER", tmp_path)
    assert list(web.web(quick=True)) == []
    assert capsys.readouterr().err == (
        f"bench: the web app was not measured: there is no app in {tmp_path}; "
        "build it with: make web\n"
    )


def test_sizes_are_those_that_are_sent() -> None:
    code = ("assets/a.js", "assets/b.js", "assets/online-c.css")
    rest = ("sw.js", "k.wasm", "t.qtb", "e.qte", "assets/texts-el-d.js", "assets/puzzles-e.js")
    files = {
        name: StaticFile.of(name, b"text " * 1000, b"tiny")
        for name in ("", "index.html", *rest, *code)
    }
    one = len(b"tiny")
    found = web.sizes(files, ["", "assets/a.js", "assets/texts-el-d.js", "favicon.ico"])
    assert found == web.Sizes(
        *(9 * one, 3 * one, one, 3 * one, one, one, one),
    )


@pytest.mark.nightly
def test_the_signature_is_among_the_figures(report: str) -> None:
    last = json.loads(report)["figures"][-1]
    assert (last["figure"], last["unit"]) == ("signature of the solver", "nodes")


def test_a_ratio_says_how_many_times_better_than_the_target() -> None:
    assert Figure("", 10, "ms", 20).ratio == 2
    assert Figure("", 40, "ms", 20).ratio == 0.5
    assert Figure("", 40, "plies/s", 20, "more").ratio == 2
    assert Figure("", 40, "nodes").ratio is None


def test_the_table() -> None:
    figures = [
        Figure("a long name", 8.125, "ms", 20),
        Figure("b", 37_826.4, "million/s", 800, "more"),
        Figure("c", 2_235_026, "nodes"),
    ]
    assert as_table(figures).splitlines() == [
        "| figure      |  measured | unit      | target | ratio |",
        "| ----------- | --------: | --------- | -----: | ----: |",
        "| a long name |      8.12 | ms        |   ≤ 20 | 2.5 × |",
        "| b           |    37,826 | million/s |  ≥ 800 |  47 × |",
        "| c           | 2,235,026 | nodes     |        |       |",
    ]


def test_the_comparison_has_only_what_has_a_target() -> None:
    figures = [Figure("a", 8.125, "ms", 20), Figure("b", 2_235_026, "nodes")]
    assert as_comparison(figures).splitlines() == [
        "| job |    ours | limit | ratio |",
        "| --- | ------: | ----: | ----: |",
        "| a   | 8.12 ms |  ≤ 20 | 2.5 × |",
    ]


def test_the_positions_are_the_same_for_ever() -> None:
    assert [str(each) for each in settled(Rules(), 6, 3)] == [
        "7/1/6/2/45/9",
        "5/78/79/39/2/46",
        "5/2/8/6/7/9",
    ]
    lengths = [len(list(random_game(Rules(), dice))) for dice in [Dice(5)] for _ in range(4)]
    assert lengths == [10, 14, 11, 11]
