"""``qttt engine``: the engine protocol on standard input and output."""

import sys
from collections.abc import Iterator
from contextlib import suppress

from qttt.arena import Engine
from qttt.arena.protocol import LONGEST_LINE

from .commands import command_app

app = command_app()


@app.command(
    epilog="docs/protocol-engine.md tells the protocol; `qttt` is its first word, `quit` its last."
)
def engine() -> None:
    """Play as a program for other programs, by the engine protocol."""
    player = Engine(_print)
    for line in _lines():
        if line is None:
            player.refuse("this line is too long")
        elif not player.obey(line):
            player.leave()
            return
    player.finish()


def _print(line: str) -> None:
    # Whoever does not listen any more will close our input, too.
    with suppress(BrokenPipeError):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


def _lines() -> Iterator[str | None]:
    """The lines of standard input as they come; None for one that is too long."""
    stream, is_rest = sys.stdin.buffer, False
    while line := stream.readline(LONGEST_LINE):
        is_whole = line.endswith(b"\n") or len(line) < LONGEST_LINE
        if not is_rest:
            yield line.decode(errors="replace") if is_whole else None
        is_rest = not is_whole
