"""What all commands share: help, errors, streams."""

import errno
import io
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import qttt as package
from qttt.cli import app, main, show, streams
from qttt.cli.app import COMMANDS
from qttt.cli.output import OutputStyle
from qttt.engine import Level
from qttt.game import PRESETS
from tests.cli.helpers import error_of, qttt, stdout_of
from tests.cli.helpers import stream as text_stream

PYTHON = (sys.executable, "-m", "qttt")

NO_MOVE = "is not a move; a placement is written 12 or a1-b2, a collapse @5 or X1@2"

WRONG = [
    (("show", "12", "999"), "notation", f"column 4: '999' {NO_MOVE}"),
    (("show", "12\n999"), "notation", f"line 2, column 1: '999' {NO_MOVE}"),
    (("show", "X1+(1;2)"), "notation", "column 6: expected a comma, not ';'"),
    (
        ("show", "12", "23", "34", "24", "15"),
        "illegal move",
        "column 13: 15 is not legal in 12/23/34/24: a loop must be collapsed first (R7)",
    ),
    (
        ("show", "--rules", "gof"),
        "rules",
        f"unknown preset 'gof': choose from {', '.join(PRESETS)}",
    ),
    (
        ("show", "--rules", "goff side=3"),
        "rules",
        "unknown switch 'side': choose from rows, cols, line, ",
    ),
    (("show", "--size", "4"), "rules", "preset 'goff' is played on 3×3 only; size applies to "),
    (("show", "--size", "27", "--rules", "krist"), "rules", "rows must be an integer from 1 to 26"),
    (
        ("show", "--size", "4", "--rules", "krist rows=5"),
        "rules",
        "the size is given twice: in 'krist rows=5', and as 4",
    ),
    (("show", "--draw", "nowhere/a.svg"), "file", "nowhere/a.svg: No such file or directory"),
    (("show", "--bogus"), "usage", "No such option '--bogus'."),
    (("show", "--size", "x"), "usage", "Invalid value for '--size': "),
    (("show", "--size"), "usage", "Option '--size' requires an argument."),
    (("perft",), "usage", "Missing argument 'N'. See qttt perft --help."),
    (("perft", "x"), "usage", "Invalid value for 'N': "),
    (("perft", "10000"), "usage", "Invalid value for 'N': "),
    (("convert", "-", "--to", "pdf"), "usage", "Invalid value for '--to': 'pdf' is not one of "),
    (("nonsense",), "usage", "No such command 'nonsense'. See qttt --help."),
]


def run(*command: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, input=stdin, capture_output=True, encoding="utf-8")


@pytest.mark.parametrize(("args", "kind", "message"), WRONG, ids=lambda value: str(value)[:40])
def test_wrong_input_is_one_line_and_json(args: tuple[str, ...], kind: str, message: str) -> None:
    line = error_of(*args)
    assert line.startswith(message)
    done = qttt(args[0], "--json", *args[1:])
    assert (done.code, done.err) == (2, f"qttt: {line}\n")
    error = done.json["error"]
    assert list(done.json) == ["error"]
    assert error["kind"] == kind
    assert line.endswith(error["message"])


def test_unreachable_position_has_a_separate_kind() -> None:
    done = qttt("show", "--json", "12/1")
    assert done.code == 2
    assert done.json["error"]["kind"] == "illegal position"
    assert "X1 shares its square with a classical mark" in done.json["error"]["message"]


def test_json_has_the_position_of_the_error() -> None:
    error = qttt("show", "--json", "12 999").json["error"]
    assert error == {"kind": "notation", "message": f"'999' {NO_MOVE}", "line": 1, "column": 4}


def test_terminal_escapes_are_escaped() -> None:
    assert error_of("show", "--\x1b[31m") == "No such option '--\\x1b[31m'. See qttt show --help."
    assert "'\\x1b[31m'" in error_of("show", "\x1b[31m")
    assert error_of("convert", "a\x1b[31m\nb", "--to", "qtn").startswith("a\\x1b[31m b: ")


def test_internal_error_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(text: str, size: int | None) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(show, "read_rules", fail)
    with pytest.raises(ZeroDivisionError):
        qttt("show")


# --- help ------------------------------------------------------------------------------------


def test_version() -> None:
    assert stdout_of("--version") == f"qttt {package.__version__}\n"


def test_bare_command_is_help() -> None:
    assert stdout_of() == stdout_of("--help") == stdout_of("-h")
    assert re.findall(r"^  (\w+)  ", stdout_of().partition("Commands:")[2], re.MULTILINE) == [
        *COMMANDS
    ]


@pytest.mark.parametrize("group", ["", "coins", "store", "tablebase"])
def test_groups_list_their_commands_in_full(group: str) -> None:
    _, title, commands = stdout_of(*group.split()).partition("Commands:\n")
    assert title
    assert "..." not in commands


@pytest.mark.parametrize(("command", "about"), COMMANDS.items())
def test_list_of_commands_has_the_summary_of_each(command: str, about: str) -> None:
    summary = stdout_of(command, "--help").partition("\n\n")[2].partition("\n\n")[0]
    assert " ".join(summary.split()) == about


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_explained(command: str) -> None:
    shown = stdout_of(command, "--help")
    options = re.findall(r"^  (?:-\w, )?--[\w-]+.*\n(?: {10,}.*\n)?", shown, re.MULTILINE)
    assert len(options) == shown.count("\n  -")
    assert all(re.search(r"  +[A-Z][^\n]*\S", option) for option in options)


def test_help_lists_all_levels_and_presets() -> None:
    levels = " ".join(stdout_of("play", "--help").split())
    assert f"computer plays: {', '.join(name for name in Level if '-' not in name)};" in levels
    assert all(
        f"{name.partition('-')[0]}-easy and so on" in levels for name in Level if "-" in name
    )
    assert re.search(r"A preset: ([\w\s,-]*);", stdout_of("show", "--help")) is not None
    names = re.findall(r"A preset: ([\w\s,-]*);", stdout_of("show", "--help"))[0]
    assert re.sub(r"-\n +", "-", names).replace(",", "").split() == [*PRESETS]


# --- environments ----------------------------------------------------------------------------


@pytest.mark.parametrize("args", ["store verify", "bot", "--install-completion"])
def test_a_user_without_a_home(args: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("home", "expanduser"):
        monkeypatch.setattr(Path, name, fail)
    for name in ("QTTT_DATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SHELL", "/bin/bash")
    message = error_of(*args.split())
    assert message.startswith("~/")
    assert message.endswith(": the home folder is unknown: set HOME, or name the whole path")


@pytest.mark.parametrize(
    ("variables", "has_color"),
    [({}, True), ({"NO_COLOR": ""}, True), ({"NO_COLOR": "0"}, False), ({"TERM": "dumb"}, False)],
)
def test_colours(
    variables: dict[str, str], has_color: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An empty NO_COLOR does not count: https://no-color.org."""
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    terminal = text_stream()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    assert OutputStyle.of(terminal).color == has_color


# --- streams and signals ---------------------------------------------------------------------


def test_module_and_script_are_the_same_command() -> None:
    script = Path(sys.executable).with_name("qttt")
    assert run(*PYTHON, "--version").stdout == run(str(script), "--version").stdout != ""
    done = run(*PYTHON, "show", "12 999")
    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
def test_closed_pipe_is_not_an_error() -> None:
    with subprocess.Popen(
        (*PYTHON, "show"), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


@pytest.mark.skipif(os.name != "posix", reason="a shell of POSIX")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_no_file_gets_the_number_of_a_closed_stream(closed: str) -> None:
    program = """
import os, sys
from qttt.cli import streams
streams.prepare()
assert all(os.get_inheritable(number) for number in range(3))
sys.exit(os.open(os.devnull, os.O_RDONLY))
"""
    shell = ("sh", "-c", f'exec "$0" -c "$1" {closed}', sys.executable, program)
    assert subprocess.run(shell).returncode == 3


class ClosedPipe(io.RawIOBase):
    """A pipe without a reader, as Windows has it."""

    def writable(self) -> bool:
        return True

    def write(self, _: object) -> int:
        raise OSError(errno.EINVAL, "Invalid argument")


LONG = "circuit a1-a2 a2-a3 a3-a4 a4-b1 b1-b2 b2-b3 b3-b4 b4-c1 c1-c2 --rules krist --svg"
"""A command that prints more at once than a buffer holds."""


@pytest.mark.parametrize("args", ["show", "perft 1", "engine", LONG])
def test_closed_pipe_of_windows_is_not_an_error(args: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "CLOSED_PIPE_ERRNO", errno.EINVAL)
    monkeypatch.setattr(sys, "stdin", text_stream(b"qttt\ngo nodes 1\n"))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BufferedWriter(ClosedPipe())))
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(err := io.BytesIO(), write_through=True))
    monkeypatch.setattr(err, "close", lambda: None)
    assert app.run(args.split()) == 1
    assert err.getvalue() == b""


def test_output_of_windows_is_as_long_as_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    text = stdout_of(*LONG.split())
    assert len(text) > io.DEFAULT_BUFFER_SIZE
    monkeypatch.setattr(streams, "CLOSED_PIPE_ERRNO", errno.EINVAL)
    assert stdout_of(*LONG.split()) == text


def test_other_invalid_arguments_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(streams, "CLOSED_PIPE_ERRNO", errno.EINVAL)
    monkeypatch.setattr(show.show, "callback", lambda **_: fail())
    assert error_of("show") == "Invalid argument"


@pytest.mark.parametrize(
    "args",
    [
        "bot --token-file FILE",
        "coins show FILE",
        "store backup copy.db --data FILE.db",
        "store import FILE --data new.db",
        "store restore FILE --data new.db",
        "store verify --data FILE.db",
    ],
)
def test_files_about_which_the_system_says_nothing(
    args: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Methods of ``Path`` are false then since Python 3.14."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Path, "exists", os.path.exists)
    monkeypatch.setattr(Path, "is_dir", os.path.isdir)
    monkeypatch.setattr(Path, "is_file", os.path.isfile)
    assert "File name too long" in error_of(*args.replace("FILE", "x" * 300).split())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_cannot_be_written_is_reported_once() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run((*PYTHON, "show"), stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (2, "qttt: No space left on device\n")


@pytest.mark.parametrize("name", ["stdin", "stdout", "stderr"])
def test_closed_stream_is_like_an_empty_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for stream in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, stream, None if stream == name else text_stream())
    assert app.run(["show"]) == app.run(["shell"]) == 0
    assert app.run(["show", "999"]) == app.run(["convert", "-", "--to", "qtn"]) == 2


@pytest.mark.parametrize("columns", [1, 11, 19, 20, 1000])
@pytest.mark.parametrize("args", ["show", "show --state", "circuit"])
def test_pages_have_the_same_words_on_terminals_of_every_width(args: str, columns: int) -> None:
    done, usual = (qttt(*args.split(), "12 23", columns=width) for width in (columns, 80))
    assert (done.code, done.err) == (0, "")
    assert done.out.split() == usual.out.split()


def test_nothing_is_imported_before_interrupts_are_handled() -> None:
    program = "import sys, qttt.cli; print(*(each for each in sys.modules if 'qttt' in each))"
    done = subprocess.run((sys.executable, "-c", program), capture_output=True, text=True)
    assert done.stdout.split() == ["qttt", "qttt.cli"]


def test_interrupt_ends_a_command_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    handlers: list[object] = []

    def record(args: list[str]) -> int:
        handlers.append(signal.getsignal(signal.SIGINT))
        return 7

    monkeypatch.setattr(app, "run", record)
    before = signal.getsignal(signal.SIGINT)
    try:
        with pytest.raises(SystemExit) as exit_:
            main()
    finally:
        signal.signal(signal.SIGINT, before)
    assert (handlers, exit_.value.code) == ([signal.SIG_DFL], 7)


ALL_HELP = """
import contextlib, io
from qttt.cli.app import COMMANDS, app
from qttt.mcp.server import TOOLS
from qttt.game import Rules
from qttt.shell import Session

def print_help(*names):
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        app([*names, "--help"], prog_name="qttt", standalone_mode=False)
    text = output.getvalue()
    print(text)
    listed = text.partition("Commands:")[2].partition("\\n\\n")[0] if names else ""
    for line in listed.splitlines():
        if line.startswith("  ") and line[2:3].strip():
            print_help(*names, line.split()[0])

print_help()
for name in COMMANDS:
    print_help(name)
for tool in TOOLS.values():
    print(tool.listed.description)
print(*Session(Rules()).execute("help"), sep=chr(10))
"""


def test_help_does_not_need_docstrings() -> None:
    texts = []
    for options in ([], ["-OO"]):
        command = [sys.executable, *options, "-c", ALL_HELP]
        done = subprocess.run(command, capture_output=True, encoding="utf-8")
        assert done.returncode == 0, done.stderr
        texts.append(done.stdout)
    assert texts[0] == texts[1]
    assert texts[0].count("Usage: qttt ") > 2 * len(COMMANDS)
    used = [
        path.name
        for path in Path(package.__file__).parent.rglob("*.py")
        if re.search(r"__doc__|getdoc", path.read_text("utf-8"))
    ]
    assert used == []


# --- random arguments ------------------------------------------------------------------------

TYPED = (
    "show solve perft convert 12 23 13 @1 @3 55 12/25/15 - 2/5/1 X1+(1,2); a1b2 0 1 --json --draw "
    "--rules krist goff qubic3 classic3 --size 3 26 --to qtn goff moves svg text --out out.x "
    "--nodes 100 --values-only --ascii --history --help --version --"
)
WORDS = st.sampled_from(TYPED.split())
LINES = st.lists(WORDS | st.text(max_size=6), max_size=9)
CONTENTS = st.binary(max_size=60) | st.sampled_from((b"12 23\n", b"1. 12 *", b'[X "a"] *'))


def snapshot(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@given(
    command=st.sampled_from(("show", "solve", "perft", "convert", "")), args=LINES, stdin=CONTENTS
)
def test_any_arguments_give_an_answer_or_one_error(
    command: str, args: list[str], stdin: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    # After an error nothing was written.
    budget = {"solve": ["--nodes", "100"], "perft": ["1"]}.get(command, [])
    line = [arg.replace("\0", "").replace("/", "") for arg in args if not arg.startswith("--out=")]
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("anything")
        patch.chdir(folder)
        done = qttt(*([command] if command else []), *budget, *line, stdin=stdin)
        assert done.code in (0, 2)
        if done.code == 2:
            assert re.fullmatch(r"qttt: [^\n]+\n", done.err)
            assert snapshot(folder) == {}
