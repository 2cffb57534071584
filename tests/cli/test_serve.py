"""`qttt serve` and `qttt play` as processes: address, answers, shutdown."""

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
from qttt.server import ServerError, application, claim_store, listen
from tests.cli.helpers import error_of, qttt

# The command with a test app instead of the one that `make web` builds.
PROGRAM = """
import sys
from pathlib import Path
from qttt import server
from qttt.cli import main
make = server.create_app
folder = Path(sys.argv.pop(1))
server.create_app = lambda **options: make(folder, **options)
main()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text("the app")
    return tmp_path


@pytest.fixture(autouse=True)
def data(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Store games in a separate folder."""
    folder = tmp_path_factory.mktemp("data")
    monkeypatch.setenv("QTTT_DATA", str(folder))
    return folder


@contextmanager
def serving(
    folder: Path, *args: str, command: Sequence[str] = ("serve", "--port", "0")
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Start the command and yield it with its port, once it has printed its address."""
    # Windows needs a separate process group so that Ctrl-C does not reach the tests.
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
        address = re.fullmatch(
            r"Quantum tic-tac-toe is at http://127\.0\.0\.1:(\d+)/\n", process.stdout.readline()
        )
        assert address, process.communicate(timeout=60)
        assert process.stdout.readline() == "Press Ctrl-C to stop.\n"
        yield process, int(address[1])
    finally:
        process.kill()
        process.communicate()


def logged(err: str) -> list[str]:
    """Return the events in the log, except warnings about a slow disk."""
    events = [json.loads(line)["event"] for line in err.splitlines()]
    return [event for event in events if event != "slow commit"]


def get(port: int, path: str) -> tuple[int, bytes]:
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()


def is_app(port: int) -> bool:
    """Whether the app is served; its head describes the page to chats."""
    status, page = get(port, "/")
    return status == 200 and page.endswith(b"the app")


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_serves_until_interrupted(folder: Path) -> None:
    with serving(folder, "--no-open") as (process, port):
        assert is_app(port)
        assert get(port, "/healthz") == (200, b"ok\n")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (0, "")
    assert logged(err) == ["starting", "stopped"]


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_during_the_start_ends_the_process(folder: Path, by: signal.Signals) -> None:
    """It cannot be swallowed, as an exception could be."""
    swallowing = f"""
import signal
from qttt import server
def listen(*_):
    try:
        signal.raise_signal({by:d})
    except BaseException:
        pass
    raise SystemExit("the signal was swallowed")
server.listen = listen
"""
    command = [sys.executable, "-c", swallowing + PROGRAM, str(folder), "serve", "--no-open"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60)
    assert (done.returncode, done.stdout) == (0, "")
    assert logged(done.stderr) == []


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_interrupt_while_a_browser_is_connected(folder: Path) -> None:
    with serving(folder, "--no-open") as (process, port):
        connection = HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", "/")
        assert connection.getresponse().read().endswith(b"the app")
        process.send_signal(signal.SIGINT)
        err = process.communicate(timeout=60)[1]
        assert logged(err) == ["starting", "stopped"]
        connection.close()
    assert process.returncode == 0


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a desktop")
def test_no_browser_is_opened_without_a_desktop(folder: Path) -> None:
    with serving(folder, "--open") as (process, _):
        assert process.stderr
        note = next(line for line in process.stderr if not line.startswith("{"))
        assert note == "qttt: cannot open a browser: open the address yourself\n"


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_play_serves_the_app(folder: Path) -> None:
    with serving(folder, command=["play"]) as (process, port):
        assert is_app(port)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 0


def test_play_uses_another_port_if_the_default_is_taken(folder: Path) -> None:
    with ExitStack() as stack:
        with suppress(ServerError):  # already taken by another program
            stack.enter_context(listen(serve.LOCALHOST, serve.PORT))
        process, port = stack.enter_context(serving(folder, command=["play"]))
        assert port != serve.PORT
        assert process.stderr
        assert process.stderr.readline() == (
            "qttt: port 8000 is in use, so the app is at another address; games and settings "
            "saved in your browser for the default address are not shown there\n"
        )


def test_a_second_play_opens_the_running_game(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(application.create_app, "__defaults__", (folder, None))
    monkeypatch.setattr(serve, "_open_browser", opened.append)
    with serving(folder, command=["play"]) as (_, port):
        url = f"http://127.0.0.1:{port}/#game/goff/X=human,O=hard"
        done = qttt("play", "--level", "hard")
        assert (done.code, done.out) == (0, f"Quantum tic-tac-toe is already at {url}\n")
    assert opened == [url]


@pytest.mark.skipif(os.name != "posix", reason="programs of POSIX")
def test_browser_is_opened_without_its_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho noise\necho noise >&2\necho "$1" >"{opened}"\n')
    browser.chmod(0o755)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("BROWSER", str(browser))
    serve._open_browser("http://127.0.0.1:8000/")
    assert opened.read_text() == "http://127.0.0.1:8000/\n"
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(os.name != "posix", reason="programs of POSIX")
def test_a_bundle_opens_a_browser_without_another_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" >"{opened}"\n')
    browser.chmod(0o755)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("BROWSER", str(browser))
    monkeypatch.setattr(webbrowser, "_tryorder", None)  # it reads the variable once
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/this/is/the/bundle")
    serve._open_browser("http://127.0.0.1:8000/")
    assert opened.read_text() == "http://127.0.0.1:8000/\n"


# --- games over the network ------------------------------------------------------------------


def test_online_games_unless_offline(folder: Path, data: Path) -> None:
    with serving(folder, "--no-open") as (_, port):
        assert get(port, "/api/session") == (204, b"")
    assert (data / "games.db").is_file()
    with serving(folder, "--no-open", "--offline") as (_, port):
        assert get(port, "/api/session")[0] == 404


def test_data_option(folder: Path, data: Path) -> None:
    with serving(folder, "--no-open", "--data", str(data / "other.db")) as (_, port):
        assert get(port, "/api/lobby") == (200, b'{"seeks":[],"games":[],"online":0}')
    assert [path.name for path in data.glob("*.db")] == ["other.db"]


def test_play_has_games_too(folder: Path, data: Path) -> None:
    with serving(folder, command=["play"]) as (_, port):
        assert get(port, "/api/session") == (204, b"")
    assert (data / "games.db").is_file()


# --- errors ----------------------------------------------------------------------------------


def test_app_that_was_not_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application.create_app, "__defaults__", (tmp_path, None))
    assert error_of("serve") == f"there is no app in {tmp_path}; build it with: make web"


def test_play_without_an_app_names_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(application.create_app, "__defaults__", (tmp_path, None))
    assert error_of("play") == (
        f"there is no app in {tmp_path}; build it with: make web; "
        "qttt play --terminal does not need it"
    )


def test_port_in_use(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application.create_app, "__defaults__", (folder, None))
    with listen("127.0.0.1", 0) as here:
        port = here.getsockname()[1]
        assert error_of("serve", "--port", str(port)).startswith(f"port {port} of 127.0.0.1 is in ")


def test_unusable_store(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application.create_app, "__defaults__", (folder, None))
    error = error_of("serve", "--port", "0", "--data", "mysql://user:secret@host/games")
    assert error.startswith(
        "cannot open the store: the store must be a file path, sqlite:///path or "
    )
    assert "secret" not in error


def test_store_of_another_server(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application.create_app, "__defaults__", (folder, None))
    place = str(folder / "games.db")
    with claim_store(place):
        assert error_of("serve", "--port", "0", "--data", place) == (
            f"cannot open the store: another server uses {place}, such as qttt play in another "
            "window: use that one, stop it, or choose another file; several servers need "
            "PostgreSQL and Redis"
        )


def test_invalid_origin(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application.create_app, "__defaults__", (folder, None))
    assert error_of("serve", "--origin", "play.example") == (
        "'play.example' is not an origin; write it as https://play.example or http://192.0.2.1:8000"
    )


def test_invalid_port() -> None:
    assert error_of("serve", "--port", "65536").startswith("Invalid value for '--port': ")
