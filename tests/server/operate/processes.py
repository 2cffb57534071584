"""`qttt serve` in separate processes, with a minimal app."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from qttt.server.rates import LIMITS

PROGRAM = """
import sys
from pathlib import Path
from qttt import server
from qttt.cli import main
from qttt.server.net import runner
make = server.create_app
folder = Path(sys.argv.pop(1))
server.create_app = lambda **options: make(folder, **options)
if sys.argv.pop(1) == "bus-only":
    runner.REFRESH_MS = runner.REFRESH_WITHOUT_BUS_MS = 10**9
    runner.SESSION_CHECK_S = 1e9
main()
"""
TIMEOUT_S = 60
NOTHING: Mapping[str, str] = {}


class ServerProcess:
    """A server process; ``lines`` are its log lines."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: list[dict[str, Any]] = []
        self.text: list[str] = []
        self._reader = threading.Thread(target=self._read)
        self._reader.start()
        assert process.stdout
        address = re.search(r"http://\S+[0-9]", process.stdout.readline())
        assert address, (process.wait(TIMEOUT_S), self.text)
        self.url = address[0]

    def kill(self) -> None:
        """Kill the process."""
        self.process.kill()
        self._end()

    def stop(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Stop the process with a signal and return its exit code."""
        self.process.send_signal(by)
        return self._end()

    @property
    def events(self) -> list[str]:
        """The events of its log, in order."""
        return [line["event"] for line in self.lines]

    def _end(self) -> int:
        code = self.process.wait(TIMEOUT_S)
        self._reader.join(TIMEOUT_S)
        for stream in (self.process.stdout, self.process.stderr):
            assert stream
            stream.close()
        return code

    def _read(self) -> None:
        assert self.process.stderr
        for line in self.process.stderr:
            self.text.append(line)
            if line.startswith("{"):
                self.lines.append(json.loads(line))


@contextmanager
def serving(
    folder: Path,
    data: str,
    *args: str,
    environment: Mapping[str, str] = NOTHING,
    bus_only: bool = False,
) -> Iterator[ServerProcess]:
    """Run a server of the store at ``data``, on any free port.

    With ``bus_only`` it learns of changes by other processes from the bus only, without polling.
    """
    (folder / "app").mkdir(exist_ok=True)
    (folder / "app" / "index.html").write_text("the app")
    options = ("--no-open", "--port", "0", "--data", data)
    program = [sys.executable, "-c", PROGRAM, str(folder / "app"), "bus-only" if bus_only else ""]
    unlimited = {"QTTT_RATES": json.dumps(dict.fromkeys(LIMITS, "100000/minute"))}
    inherited = {name: text for name, text in os.environ.items() if not name.startswith("QTTT_")}
    process = subprocess.Popen(
        [*program, "serve", *options, *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**inherited, **unlimited, **environment},
    )
    server = None
    try:
        server = ServerProcess(process)
        yield server
    finally:
        if process.returncode is None:
            process.kill()
            process.communicate()
