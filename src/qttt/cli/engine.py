"""``qttt engine``: the engine protocol on standard input and output."""

import sys
from collections.abc import Iterator

from qttt.arena import EngineServer
from qttt.arena.protocol import MAX_LINE_BYTES

from .declared import command


@command(
    epilog="The protocol is described in docs/protocol-engine.md; it starts with `qttt`.",
)
def engine() -> None:
    player = EngineServer(_print)
    for line in _lines():
        if line is None:
            player.reject_line("this line is too long")
        elif not player.handle_line(line):
            player.abort()
            return
    player.wait()


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _lines() -> Iterator[str | None]:
    """Yield the lines of standard input; None for one that is too long."""
    stream, is_rest = sys.stdin.buffer, False
    while line := stream.readline(MAX_LINE_BYTES):
        is_whole = line.endswith(b"\n") or len(line) < MAX_LINE_BYTES
        if not is_rest:
            yield line.decode(errors="replace") if is_whole else None
        is_rest = not is_whole
