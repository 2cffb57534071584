"""CPU time per move with one, two and four processes on PostgreSQL and Redis.

The two players of each game are connected to different processes, so each move crosses the bus. The
rate is fixed, and then as fast as possible: all processes share the machine with the database and
the load generator, so that only CPU time can be compared.
"""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.figures import Figure
from tests.server import postgres, redis_server

from .driving import cpu_seconds, drive, ours, serving
from .stock import stock

PROCESSES = (1, 2, 4)
PAIRS, GAMES, RATE, SECONDS = 200, 24, 300.0, 10.0
AS_FAST_AS_POSSIBLE = 0.0


def cluster() -> Iterator[Figure]:
    """Measure all numbers of processes; report and skip them without PostgreSQL or Redis."""
    with ExitStack() as stack:
        try:
            database = stack.enter_context(postgres.running(fsync=True))
            redis = stack.enter_context(redis_server.running())
        except (postgres.PostgresUnavailable, redis_server.RedisUnavailable) as error:
            print(f"bench: several processes were not measured: {error}", file=sys.stderr)
            return
        for processes in PROCESSES:
            for rate in (RATE, AS_FAST_AS_POSSIBLE):
                yield from _measure(processes, rate, database, redis)


def _measure(
    processes: int, rate: float, database: postgres.Cluster, redis: redis_server.RedisServer
) -> Iterator[Figure]:
    url = database.create(f"games{processes}at{rate:.0f}")
    pairs = stock(url, PAIRS, GAMES, "none")
    with TemporaryDirectory(prefix="qttt-bench-") as folder, ExitStack() as stack:
        command = ours(url, f"--redis={redis.url}", "--unlimited")
        servers = [stack.enter_context(serving(command)) for _ in range(processes)]
        before = _usage(database), cpu_seconds(redis.pid)
        driven = drive(servers, pairs, SECONDS, folder=Path(folder), rate=rate)
        after = _usage(database), cpu_seconds(redis.pid)
    name = f"{processes} {'process' if processes == 1 else 'processes'}"
    name += f", {rate:.0f} moves/s" if rate else ", saturated"
    if not rate:
        yield Figure(f"{name}: all moves", driven.rate, "moves/s")
    used = [1e6 * (late - early) / driven.moves for early, late in zip(before, after, strict=True)]
    yield Figure(f"{name}: all servers", driven.cost, "µs a move")
    yield Figure(f"{name}: PostgreSQL", used[0], "µs a move")
    yield Figure(f"{name}: Redis", used[1], "µs a move")
    yield Figure(f"{name}: half are seen within", driven.median, "ms")
    yield Figure(f"{name}: memory of each server", driven.memory / processes, "MiB")
    yield Figure(f"{name}: errors", driven.errors, "")


def _usage(database: postgres.Cluster) -> float:
    """Return the CPU seconds that the processes of the database have used so far."""
    return sum(cpu_seconds(process.pid) for process in database.processes)
