"""Load tests: the server runs in one process, the load generator, in Node, in another."""

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

from scripts.web import find_node

from .stock import Pair

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
MEGABYTE = 1024


@dataclass(frozen=True, slots=True)
class Driven:
    """The results. Times are in milliseconds, from when a move was due until it was seen.

    ``server`` and ``generator`` are CPU loads in cores, ``memory`` is the servers' peak in MiB.
    Before the time starts, the servers have used ``connecting`` CPU seconds for the sockets, whose
    first games are open, and then have ``idle_memory`` MiB.
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
    connecting: float
    idle_memory: float

    @property
    def rate(self) -> float:
        """Moves per second that the opponents saw."""
        return self.moves / self.seconds

    @property
    def cost(self) -> float:
        """CPU time of the servers for each move, in microseconds."""
        return 1e6 * self.server * self.seconds / self.moves


def cpu_seconds(process: int) -> float:
    """Return the CPU seconds that a process has used so far."""
    stat = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / TICKS


class Server:
    """A running server."""

    def __init__(self, process: "subprocess.Popen[str]", port: int) -> None:
        self.process = process
        self.port = port

    @property
    def cpu(self) -> float:
        """CPU seconds so far."""
        return cpu_seconds(self.process.pid)

    @property
    def memory(self) -> float:
        """Peak memory in MiB."""
        return self._status("VmHWM")

    @property
    def current_memory(self) -> float:
        """Memory in MiB."""
        return self._status("VmRSS")

    def _status(self, name: str) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text("ascii")
        found = next(line for line in status.splitlines() if line.startswith(name))
        return int(found.split()[1]) / MEGABYTE


@contextmanager
def serving(command: Sequence[str], core: int | None = None) -> Iterator[Server]:
    """Run a server that prints its port, optionally pinned to one core."""
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


def ours(store: Path | str, *options: str) -> tuple[str, ...]:
    """Return the command of our server."""
    return (sys.executable, "-m", "bench.load.server", str(store), *options)


def bare(store: Path) -> tuple[str, ...]:
    """Return the command of the bare server."""
    return (sys.executable, "-m", "bench.load.bare_server", str(store))


def theirs() -> tuple[str, ...]:
    """Return the command of the boardgame.io server."""
    return (node() or "node", str(HERE / "boardgame_server.mjs"))


def node() -> str | None:
    """Return the path of Node, None if it is missing."""
    found = find_node()
    return str(found.folder / "node") if found else None


def drive(
    servers: Sequence[Server],
    pairs: Sequence[Pair],
    seconds: float,
    *,
    folder: Path,
    peer: str = "ours",
    rate: float = 0,
    core: int | None = None,
) -> Driven:
    """Let these pairs play for ``seconds``; the plan and ``acked`` are written to ``folder``.

    The players of a pair connect to different servers, if there are several.
    """
    plan = folder / "plan.json"
    plan.write_text(
        json.dumps(_plan([server.port for server in servers], pairs, seconds, folder, peer, rate))
    )
    command = (*_pinned(core), node() or "node", str(HERE / "drive.mjs"), str(plan))
    started = sum(server.cpu for server in servers)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as generator:
        _expect(generator.stdout, "begin")
        before = sum(server.cpu for server in servers)
        idle_memory = sum(server.current_memory for server in servers)
        _expect(generator.stdout, "end")
        busy = (sum(server.cpu for server in servers) - before) / seconds
        results = json.loads(_line(generator.stdout))
    memory = sum(server.memory for server in servers)
    why, own = tuple(results.pop("why")), results.pop("busy")
    return Driven(
        seconds,
        why=why,
        server=busy,
        generator=own,
        memory=memory,
        connecting=before - started,
        idle_memory=idle_memory,
        **results,
    )


def _plan(
    ports: Sequence[int],
    pairs: Sequence[Pair],
    seconds: float,
    folder: Path,
    peer: str,
    rate: float,
) -> dict[str, Any]:
    return {
        "peer": peer,
        "host": "127.0.0.1",
        "port": ports[0],
        "seconds": seconds,
        "rate": rate,
        "acked": str(folder / "acked"),
        "pairs": [
            {
                "cookies": {seat: f"qttt={secret}" for seat, secret in pair.sessions.items()},
                "ports": {
                    seat: ports[(number + side) % len(ports)] for side, seat in enumerate("XO")
                },
                "games": [{"game": game, "moves": moves} for game, moves in pair.games],
            }
            for number, pair in enumerate(pairs)
        ],
    }


def _pinned(core: int | None) -> tuple[str, ...]:
    pin = shutil.which("taskset") if core is not None else None
    return (pin, "--cpu-list", str(core)) if pin else ()


def _expect(lines: IO[str] | None, wanted: str) -> None:
    if (line := _line(lines)) != wanted:
        raise RuntimeError(f"the load generator printed {line!r} instead of {wanted!r}")


def _line(lines: IO[str] | None) -> str:
    line = lines.readline() if lines else ""
    if not line:
        raise RuntimeError("a process of the load test exited early; see its output above")
    return line.strip()
