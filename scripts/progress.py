"""Run an installer and show its progress in one line.

The percentage is the growth of a folder relative to the expected megabytes. The command's output is
shown only if it fails.
"""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic

INTERVAL_S = 1


def run(
    title: str,
    folder: Path,
    megabytes: int,
    command: Sequence[str],
    environment: Mapping[str, str] | None = None,
) -> int:
    """Run the command, show its progress on a terminal, and return its exit code."""
    is_terminal = sys.stdout.isatty()
    start = f"\r{title} ..." if is_terminal else ""
    begin = monotonic()
    print(f"{title} ...", end="", flush=True)
    with TemporaryFile() as output:
        size_before = folder_size(folder) if is_terminal else 0
        process = subprocess.Popen(
            command, stdout=output, stderr=subprocess.STDOUT, env=environment
        )
        while is_terminal and not has_ended(process):
            percent = (folder_size(folder) - size_before) // (megabytes * 10_000)
            seconds = int(monotonic() - begin)
            print(f"{start} {max(0, min(99, percent))} %, {seconds} s ", end="", flush=True)
        code = process.wait()
        width = 12 if is_terminal else 0  # covers the percentage
        print(f"{start} {'failed' if code else 'done':{width}}", flush=True)
        if code:
            output.seek(0)
            sys.stderr.buffer.write(output.read())
    return code


def has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Wait at most one interval for the end of the process."""
    try:
        process.wait(INTERVAL_S)
    except subprocess.TimeoutExpired:
        return False
    return True


def folder_size(folder: Path) -> int:
    """Return the size of all files in a changing folder, in bytes."""
    size = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                size += Path(parent, name).lstat().st_size
            except FileNotFoundError:
                continue
    return size
