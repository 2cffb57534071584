"""Counting of open responses, so that each client has only a few."""

from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing


async def counted(
    streams: Counter[str], client: str, lines: AsyncGenerator[str, None]
) -> AsyncIterator[str]:
    """Yield ``lines``, and count a stream of ``client`` meanwhile."""
    streams[client] += 1
    try:
        async with aclosing(lines):
            async for line in lines:
                yield line
    finally:
        streams[client] -= 1
        if not streams[client]:
            del streams[client]
