"""`qttt serve` in processes of their own, with an app as small as one can be."""

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

from qttt.server.api import LIMITS

PROGRAM = """
import sys
from pathlib import Path
from qttt import server
from qttt.cli import main
from qttt.server.net import runner
make = server.app
folder = Path(sys.argv.pop(1))
server.app = lambda **options: make(folder, **options)
if sys.argv.pop(1) == "told":
    runner.CALM = runner.HURRIED = 10**9
    runner.SESSIONS = 1e9
main()
"""
PATIENCE = 60
NOTHING: Mapping[str, str] = {}


class Process:
    """A server; ``lines`` are those of its log."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: list[dict[str, Any]] = []
        self.text: list[str] = []
        self._reader = threading.Thread(target=self._read)
        self._reader.start()
        assert process.stdout
        told = re.search(r"http://\S+[0-9]", process.stdout.readline())
        assert told, (process.wait(PATIENCE), self.text)
        self.url = told[0]

    def kill(self) -> None:
        """End it without warning."""
        self.process.kill()
        self._end()

    def stop(self, by: signal.Signals = signal.SIGTERM) -> int:
        """End it in order; its exit code."""
        self.process.send_signal(by)
        return self._end()

    @property
    def said(self) -> list[str]:
        """What its lines tell, in order."""
        return [line["event"] for line in self.lines]

    def _end(self) -> int:
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
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
    is_told: bool = False,
) -> Iterator[Process]:
    """A server of the games at ``data``, at any port that is free.

    One that ``is_told`` what happens elsewhere never looks for it by itself.
    """
    (folder / "app").mkdir(exist_ok=True)
    (folder / "app" / "index.html").write_text("the app")
    options = ("--no-open", "--port", "0", "--data", data)
    program = [sys.executable, "-c", PROGRAM, str(folder / "app"), "told" if is_told else ""]
    often = {"QTTT_RATES": json.dumps(dict.fromkeys(LIMITS, "100000/minute"))}
    plain = {name: text for name, text in os.environ.items() if not name.startswith("QTTT_")}
    process = subprocess.Popen(
        [*program, "serve", *options, *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**plain, **often, **environment},
    )
    server = None
    try:
        server = Process(process)
        yield server
    finally:
        if process.returncode is None:
            process.kill()
            process.communicate()
