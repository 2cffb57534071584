"""Runs the command line in this process, with separate streams."""

import io
import json
import os
import sys
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from qttt.cli.app import run


class Done(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def stream(content: bytes = b"", encoding: str = "utf-8") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(content), encoding=encoding)


def written(to: io.TextIOWrapper) -> str:
    to.flush()
    buffer = to.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()


def qttt(
    *args: str | Path, stdin: str | bytes = "", encoding: str = "utf-8", columns: int = 80
) -> Done:
    """Run one command without colour."""
    content = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = stream(encoding=encoding), stream(encoding=encoding)
    streams = patch.multiple(sys, stdin=stream(content), stdout=out, stderr=err)
    with streams, patch.dict(os.environ, {"COLUMNS": f"{columns}"}):
        code = run([str(arg) for arg in args])
    return Done(code, written(out), written(err))


def stdout_of(*args: str | Path, stdin: str | bytes = "") -> str:
    """Return the output of a command that succeeds without warnings."""
    done = qttt(*args, stdin=stdin)
    assert (done.code, done.err) == (0, "")
    return done.out


def error_of(*args: str | Path, stdin: str | bytes = "") -> str:
    """Return the error message of a command that fails with exit code 2."""
    done = qttt(*args, stdin=stdin)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("qttt: ")
    assert done.err.endswith("\n")
    assert done.err.count("\n") == 1
    return done.err[len("qttt: ") : -1]
