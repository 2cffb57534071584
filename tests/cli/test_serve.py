"""`qttt serve` and `qttt play` as their user meets them: an address, an answer, an end."""

import json
import os
import re
import signal
import subprocess
import sys
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from qttt.cli import serve
from qttt.server import ServerError, application, listen
from tests.cli.helpers import refused

# The command with an app of the test's, in the place of the one that `make web` builds.
PROGRAM = """
import sys
from pathlib import Path
from qttt import server
from qttt.cli import main
make = server.app
folder = Path(sys.argv.pop(1))
server.app = lambda **options: make(folder, **options)
main()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text("the app")
    return tmp_path


@pytest.fixture(autouse=True)
def data(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where games are kept: a folder of the test's own."""
    folder = tmp_path_factory.mktemp("data")
    monkeypatch.setenv("QTTT_DATA", str(folder))
    return folder


@contextmanager
def serving(
    folder: Path, *args: str, command: Sequence[str] = ("serve", "--port", "0")
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The running command and its port; it has told its address."""
    # A group of its own, where Windows wants one, so that Ctrl-C reaches nobody else.
    flags = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(folder), *command, *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        creationflags=flags,
        env={name: value for name, value in os.environ.items() if "DISPLAY" not in name},
    )
    try:
        assert process.stdout
        told = re.fullmatch(
            r"Quantum tic-tac-toe is at http://127\.0\.0\.1:(\d+)/\n", process.stdout.readline()
        )
        assert told, process.communicate(timeout=60)
        assert process.stdout.readline() == "Ctrl-C ends it.\n"
        yield process, int(told[1])
    finally:
        process.kill()
        process.communicate()


def logged(err: str) -> list[str]:
    """What the log tells; how fast the disk is is none of these tests' business."""
    events = [json.loads(line)["event"] for line in err.splitlines()]
    return [event for event in events if event != "slow commit"]


def get(port: int, path: str) -> tuple[int, bytes]:
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_it_serves_until_interrupted(folder: Path) -> None:
    with serving(folder, "--no-open") as (process, port):
        assert get(port, "/") == (200, b"the app")
        assert get(port, "/healthz") == (200, b"ok\n")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (0, "")
    assert logged(err) == ["starting", "stopped"]


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_interrupt_ends_it_while_a_browser_is_connected(folder: Path) -> None:
    with serving(folder, "--no-open") as (process, port):
        connection = HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", "/")
        assert connection.getresponse().read() == b"the app"
        process.send_signal(signal.SIGINT)
        err = process.communicate(timeout=60)[1]
        assert logged(err) == ["starting", "stopped"]
        connection.close()
    assert process.returncode == 0


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="windows are always there")
def test_machine_without_windows_opens_no_browser(folder: Path) -> None:
    with serving(folder, "--open") as (process, _):
        assert process.stderr
        told = next(line for line in process.stderr if not line.startswith("{"))
        assert told == "qttt: there is no browser here to open; type the address into one\n"


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_play_is_the_app_in_a_browser(folder: Path) -> None:
    with serving(folder, command=["play"]) as (process, port):
        assert get(port, "/") == (200, b"the app")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 0


def test_play_goes_elsewhere_if_its_port_is_taken(folder: Path) -> None:
    with ExitStack() as stack:
        with suppress(ServerError):  # taken by somebody else already
            stack.enter_context(listen(serve.HERE, serve.PORT))
        process, port = stack.enter_context(serving(folder, command=["play"]))
        assert port != serve.PORT
        assert process.stderr
        assert process.stderr.readline() == (
            "qttt: port 8000 is in use, so the app is at another address; what your browser "
            "keeps for the usual one, saved games too, is not shown there\n"
        )


def test_browser_is_opened_where_there_are_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def opens(url: str) -> bool:
        opened.append(url)
        return True

    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(webbrowser, "open", opens)
    serve._open("http://127.0.0.1:8000/")
    assert opened == ["http://127.0.0.1:8000/"]


# --- games over the network ------------------------------------------------------------------


def test_people_can_play_each_other_unless_it_is_offline(folder: Path, data: Path) -> None:
    with serving(folder, "--no-open") as (_, port):
        assert get(port, "/api/session") == (204, b"")
    assert (data / "games.db").is_file()
    with serving(folder, "--no-open", "--offline") as (_, port):
        assert get(port, "/api/session")[0] == 404


def test_games_are_kept_where_it_is_said(folder: Path, data: Path) -> None:
    with serving(folder, "--no-open", "--data", str(data / "other.db")) as (_, port):
        assert get(port, "/api/lobby") == (200, b'{"seeks":[],"games":[],"online":0}')
    assert [path.name for path in data.glob("*.db")] == ["other.db"]


def test_play_has_games_too(folder: Path, data: Path) -> None:
    with serving(folder, command=["play"]) as (_, port):
        assert get(port, "/api/session") == (204, b"")
    assert (data / "games.db").is_file()


# --- what is refused -------------------------------------------------------------------------


def test_app_that_was_not_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application.app, "__defaults__", (tmp_path, None))
    assert refused("serve") == f"there is no app in {tmp_path}; build it with: make web"


def test_play_without_an_app_names_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(application.app, "__defaults__", (tmp_path, None))
    assert refused("play") == (
        f"there is no app in {tmp_path}; build it with: make web; qttt play --terminal needs none"
    )


def test_port_in_use(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application.app, "__defaults__", (folder, None))
    with listen("127.0.0.1", 0) as here:
        port = here.getsockname()[1]
        assert refused("serve", "--port", str(port)).startswith(f"port {port} of 127.0.0.1 is in ")


def test_place_where_no_games_can_be_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application.app, "__defaults__", (folder, None))
    told = refused("serve", "--port", "0", "--data", "mysql://somebody:secret@there/games")
    assert told.startswith(
        "cannot open the store: the store must be a file path, sqlite:///path or "
    )
    assert "secret" not in told


def test_address_that_is_no_origin(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application.app, "__defaults__", (folder, None))
    assert refused("serve", "--origin", "play.example") == (
        "'play.example' is not an origin; write it as https://play.example or http://192.0.2.1:8000"
    )


def test_port_that_is_none() -> None:
    assert refused("serve", "--port", "65536").startswith("Invalid value for '--port': ")
