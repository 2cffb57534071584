"""Commands stream games: any number of them, in the memory of a few, with the limits of N4."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from unittest.mock import patch

import pytest

from qttt.cli import sources
from qttt.notation.armour import HEAD, MAX_TEXT_BYTES, load_text
from qttt.notation.record_reader import MAX_RECORDS_CHARS
from tests.selection import by_day

from .helpers import error_of, qttt, stdout_of

COUNT = 300
"""More games than ``short_parts`` are read at once."""
PAIRS = [f"{a}{b}" for a, b in product("123456789", repeat=2) if a < b]


@pytest.fixture
def short_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a long file begin after 2,000 bytes, and be read in parts of a few bytes."""
    monkeypatch.setattr(sources, "MAX_WHOLE_BYTES", 2_000)
    monkeypatch.setattr(sources, "PART_BYTES", 7)
    monkeypatch.setattr("qttt.cli.games.MAX_TEXT_BYTES", 2_000)


def lines(count: int) -> list[str]:
    """Return games of four marks, one a line."""
    games = (f"{a} {b} {c}" for a, b, c in product(PAIRS, repeat=3) if len({a, b, c}) == 3)
    return [game for game, _ in zip(games, range(count), strict=False)]


def records(count: int) -> str:
    return "".join(f'[Event "{n}"]\n\n1. {PAIRS[n % 36]} {{Ω;\n{n}}} *\n\n' for n in range(count))


@pytest.mark.usefixtures("short_parts")
def test_many_games_pass_in_parts() -> None:
    text = "\n".join(lines(COUNT)) + "\n"
    assert len(text) > sources.MAX_WHOLE_BYTES
    assert stdout_of("convert", "-", "--to", "moves", stdin=text) == text
    assert stdout_of("convert", "-", "--to", "moves", stdin=text.replace("\n", "\r\n")) == text


@pytest.mark.usefixtures("short_parts")
def test_many_records_pass_in_parts(tmp_path: Path) -> None:
    text = records(COUNT)
    assert len(text) > sources.MAX_WHOLE_BYTES
    source, out = tmp_path / "source.qtn", tmp_path / "out.qtn"
    source.write_text(text, encoding="utf-8-sig")
    done = qttt("convert", source, "--to", "qtn", "-o", out)
    assert (done.code, done.out) == (0, f"{COUNT} games in {out}\n")
    assert done.err == (
        f"qttt: {out}: damage cannot be repaired later, as there are more than 1 KiB\n"
    )
    written = out.read_text("utf-8")
    assert written.count('[Rules "goff"]') == COUNT
    assert stdout_of("convert", out, "--to", "qtn") == written
    shown = json.loads(stdout_of("audit", source, "--json"))
    assert shown == {"games": [[]] * COUNT}


@pytest.mark.usefixtures("short_parts")
def test_an_error_late_in_a_file_has_its_line_and_leaves_other_files(tmp_path: Path) -> None:
    text = records(COUNT)
    out = tmp_path / "out"
    out.write_text("before", encoding="utf-8")
    end = text.count("\n") + 1
    for to in ("qtn", "moves", "svg"):
        for last, where, message in (
            ("1. 12 {open", 7, "this comment is not closed"),
            ("1. 12 34 (34 ) *", 11, "this position already has the move 3-4"),
            ("1. 12 99 *", 7, "99 is not legal in 12"),
            ("\n1. 12", None, "the game has no result"),
        ):
            done = qttt("convert", "-", "--to", to, "-o", out, stdin=text + last)
            place = f"line {end}, column {where}: " if where else ""
            assert done.err.splitlines()[-1].startswith(f"qttt: {place}")
            assert message in done.err
        assert [path.name for path in tmp_path.iterdir()] == ["out"]
        assert out.read_text("utf-8") == "before"


@pytest.mark.usefixtures("short_parts")
def test_json_is_one_object_or_an_error() -> None:
    text = "\n".join(lines(COUNT))
    games = json.loads(stdout_of("convert", "-", "--to", "moves", "--json", stdin=text))["games"]
    assert [game["text"] for game in games] == text.split("\n")
    done = qttt("convert", "-", "--to", "moves", "--json", stdin=f"{text}\n12 99")
    assert done.json["error"]["line"] == COUNT + 1


def test_losses_of_many_games_are_summed_up() -> None:
    text = "1. 12 {why?} *\n" * 1_000
    done = qttt("convert", "-", "--to", "moves", stdin=text)
    notes = done.err.splitlines()
    assert notes[0] == "qttt: game 1: moves cannot hold comments"
    assert notes[9:] == [
        "qttt: game 10: moves cannot hold comments",
        "qttt: moves cannot hold all of 990 more games",
    ]


def test_one_game_of_a_long_file_is_limited() -> None:
    long = "1. 12 {" + "x" * MAX_RECORDS_CHARS + "} *"
    assert error_of("convert", "-", "--to", "qtn", stdin=long).startswith(
        "column 7: the game is longer than 1,048,576 characters; no more are read"
    )
    many = "1. 12 " + "{x} ; y\n" * (MAX_RECORDS_CHARS // 5) + "*"
    assert ": the game is longer than 1,048,576 characters; no more are read" in error_of(
        "convert", "-", "--to", "qtn", stdin=many
    )
    assert error_of("convert", "-", "--to", "moves", stdin="12 " * 300_000).startswith(
        "column 65537: the text has "
    )


@pytest.mark.usefixtures("short_parts")
def test_a_long_file_cannot_be_repaired(tmp_path: Path) -> None:
    file = tmp_path / "long.qtn"
    file.write_bytes(HEAD + records(COUNT).encode())
    assert error_of("convert", file, "--to", "moves") == (
        f"{file}: more than {MAX_TEXT_BYTES // 1024} KiB cannot be repaired: delete every line "
        "that starts with % to read it as it stands"
    )


@pytest.mark.usefixtures("short_parts")
@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (b"\xff", "this is not text in UTF-8: byte {at} is 0xff; save it as UTF-8"),
        (b"\xc3", "this is not text in UTF-8: byte {at} is 0xc3; save it as UTF-8"),
        (b"\x00", "this is not text: it contains the character '\\x00'"),
    ],
)
def test_a_long_file_that_is_not_text(damage: bytes, message: str) -> None:
    text = records(COUNT).encode()
    error = error_of("convert", "-", "--to", "qtn", stdin=text + damage)
    assert error == f"-: {message.format(at=len(text))}".replace("\x00", "\\x00")


def test_files_that_fit_are_armoured(tmp_path: Path) -> None:
    out = tmp_path / "out.qtn"
    written = stdout_of("convert", "-", "--to", "qtn", stdin=records(300))
    stdout_of("convert", "-", "--to", "qtn", "-o", out, stdin=records(300))
    assert load_text(out).armoured
    assert load_text(out).text == written


def test_progress_on_a_terminal(tmp_path: Path) -> None:
    counts: list[int] = []

    @contextmanager
    def progress(total: None, what: str) -> Iterator[object]:
        assert (total, what) == (None, "games")
        yield lambda done, remark="": counts.append(done)

    with patch("qttt.cli.progress.progress", progress), patch("qttt.cli.progress.sys") as system:
        system.stderr.isatty.return_value = True
        system.stdout.isatty.return_value = True
        stdout_of("convert", "-", "--to", "moves", stdin="12\n13")
        assert counts == []
        stdout_of("convert", "-", "--to", "moves", "-o", tmp_path / "out", stdin="12\n13")
        assert counts == [1, 2]
        system.stdout.isatty.return_value = False
        stdout_of("review", "-", stdin="12\n13\n14")
        assert counts == [1, 2, 1, 2, 3]


COMMANDS = [
    "convert --to moves --json",
    "convert --to qtn",
    "convert --to text -o out",
    "audit",
    "review",
]
MEMORY = """\
import resource, sys
from qttt.cli.app import run
code = run(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
sys.exit(code)
"""


def peak_memory(source: Path, *args: str) -> int:
    """Run a command in a process of its own, and return its peak memory in KiB."""
    command = [sys.executable, "-c", MEMORY, args[0], str(source), *args[1:]]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(done.stderr.splitlines()[-1])


@pytest.mark.skipif(sys.platform != "linux", reason="KiB on Linux")
@pytest.mark.parametrize("count", by_day([6_000], [6_000, 100_000]))
@pytest.mark.parametrize("command", by_day(COMMANDS[:1], COMMANDS))
def test_memory_does_not_grow_with_the_number_of_games(
    command: str, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    peaks = []
    for games in (1_000, count):
        source = tmp_path / f"{games}.qtn"
        source.write_text(records(games), encoding="utf-8")
        peaks.append(peak_memory(source, *command.split()))
    assert peaks[1] <= 1.5 * peaks[0]
