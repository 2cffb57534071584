#!/usr/bin/env bash
# What: after each hit, the asynchronous storage in memory of limits looks at every key that it has, and starts a
#       call in a thread for each: with 10 times as many clients, a hit costs 10 times as much. Nothing is reported.
# Versions: limits 5.8.0, Python 3.11, Linux x86-64.
# Date: 2026-11-28.
# Who: servers that limit requests by client in one process, which slow down with the number of clients of the last hour.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check limits==5.8.0; } || exit 2
cd "$folder"
env/bin/python - <<'PY'
import asyncio
import sys
from importlib.metadata import version

from limits import parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter

print("limits", version("limits"))
limit, started = parse("5/hour"), 0
to_thread = asyncio.to_thread


async def count(*args):
    global started
    started += 1
    return await to_thread(*args)


asyncio.to_thread = count


async def calls_of_one_hit(clients):
    global started
    limiter = MovingWindowRateLimiter(MemoryStorage())
    for client in range(clients):
        await limiter.hit(limit, str(client))
    while limiter.storage.timer and not limiter.storage.timer.done():
        await asyncio.sleep(0.01)
    started = 0
    await limiter.hit(limit, "another")
    while not limiter.storage.timer.done():
        await asyncio.sleep(0.01)
    return started


few, many = (asyncio.run(calls_of_one_hit(clients)) for clients in (20, 200))
print("calls in threads for one hit, with 20 clients:", few)
print("calls in threads for one hit, with 200 clients:", many)
sys.exit(not (few >= 20 and many >= 200))
PY
