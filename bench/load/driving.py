"""Driving a server: it runs in a process of its own, and the generator, in Node, in another."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from build_web import find_node

from .stock import Pair

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
MEGABYTE = 1024


@dataclass(frozen=True, slots=True)
class Driven:
    """What came of it. Times are in milliseconds, from when a move was due until it was seen.

    ``server`` and ``generator`` are the processor's seconds a second, ``memory`` the most that the
    server had, in MiB.
    """

    seconds: float
    moves: int
    median: float
    percentile99: float
    slowest: float
    sent: int
    acked: int
    errors: int
    why: tuple[str, ...]
    server: float
    generator: float
    memory: float

    @property
    def rate(self) -> float:
        """Moves a second that the opponents saw."""
        return self.moves / self.seconds


class Server:
    """A server that runs."""

    def __init__(self, process: "subprocess.Popen[str]", port: int) -> None:
        self.process = process
        self.port = port

    @property
    def cpu(self) -> float:
        """Seconds of the processor that it has taken so far."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / TICKS

    @property
    def memory(self) -> float:
        """The most memory that it has had, in MiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text("ascii")
        peak = next(line for line in status.splitlines() if line.startswith("VmHWM"))
        return int(peak.split()[1]) / MEGABYTE


@contextmanager
def serving(command: Sequence[str], core: int | None = None) -> Iterator[Server]:
    """A server by that command, which says its port; on one core of the machine, if named."""
    process = subprocess.Popen(
        (*_pinned(core), *command), cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    try:
        yield Server(process, int(_line(process.stdout)))
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        assert process.stdout
        process.stdout.close()


def ours(store: Path, *options: str) -> tuple[str, ...]:
    """The command of our server."""
    return (sys.executable, "-m", "bench.load.server", str(store), *options)


def theirs() -> tuple[str, ...]:
    """The command of the server of boardgame.io."""
    return (node() or "node", str(HERE / "boardgame_server.mjs"))


def node() -> str | None:
    """The program that runs JavaScript, None if there is none."""
    found = find_node()
    return str(found.folder / "node") if found else None


def drive(
    server: Server,
    pairs: Sequence[Pair],
    seconds: float,
    *,
    folder: Path,
    peer: str = "ours",
    rate: float = 0,
    core: int | None = None,
) -> Driven:
    """Have these pairs play for a while; ``folder`` takes the plan, and ``acked``."""
    plan = folder / "plan.json"
    plan.write_text(json.dumps(_plan(server.port, pairs, seconds, folder, peer, rate)))
    command = (*_pinned(core), node() or "node", str(HERE / "drive.mjs"), str(plan))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as generator:
        _expect(generator.stdout, "begin")
        before = server.cpu
        _expect(generator.stdout, "end")
        busy = (server.cpu - before) / seconds
        said = json.loads(_line(generator.stdout))
    why, own = tuple(said.pop("why")), said.pop("busy")
    return Driven(seconds, why=why, server=busy, generator=own, memory=server.memory, **said)


def _plan(
    port: int, pairs: Sequence[Pair], seconds: float, folder: Path, peer: str, rate: float
) -> dict[str, Any]:
    return {
        "peer": peer,
        "host": "127.0.0.1",
        "port": port,
        "origin": f"http://127.0.0.1:{port}",
        "seconds": seconds,
        "rate": rate,
        "acked": str(folder / "acked"),
        "pairs": [
            {
                "cookies": {seat: f"qttt={secret}" for seat, secret in pair.sessions.items()},
                "games": [{"game": game, "moves": moves} for game, moves in pair.games],
            }
            for pair in pairs
        ],
    }


def _pinned(core: int | None) -> tuple[str, ...]:
    pin = shutil.which("taskset") if core is not None else None
    return (pin, "--cpu-list", str(core)) if pin else ()


def _expect(lines: IO[str] | None, wanted: str) -> None:
    if (said := _line(lines)) != wanted:
        raise RuntimeError(f"the generator said {said!r} and not {wanted!r}")


def _line(lines: IO[str] | None) -> str:
    said = lines.readline() if lines else ""
    if not said:
        raise RuntimeError("a program of the load ended before it said anything; see above")
    return said.strip()
