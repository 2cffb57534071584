"""The bus over Redis or Valkey, by publish and subscribe: nothing is kept there.

What is published while it is away is lost, as on every bus; the runner is told, and has the store
asked more often meanwhile.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, get_args

from qttt.extras import requires_extra
from qttt.server.errors import ServerError
from qttt.server.hub import Topic
from qttt.server.watch import Watch

from .bus import Hear, Turned

CHANNEL = "qttt.1"
"""The number is that of what is written there; processes that write otherwise do not hear it."""
TOPICS: dict[str, Topic] = {topic: topic for topic in get_args(Topic)}
SILENCE = 5.0
"""After so many seconds without a word the other side has to give a sign of life."""
PATIENCE = 2.0
"""Seconds to connect, or to take a message."""
AGAIN = 0.5
"""Seconds until it is tried again to reach what is away."""
MOST_WAITING = 10_000
"""So many messages may wait to be sent; more are lost."""

log = logging.getLogger(__name__)


class RedisBus:
    """One process's place at the bus; made by ``redis_bus`` with a client of redis-py."""

    def __init__(self, client: Any, watch: Watch) -> None:
        self._client = client
        self._watch = watch
        self._name = secrets.token_hex(8)
        self._hear: Hear | None = None
        self._turned: Turned | None = None
        self._is_there = True
        self._is_sending = False
        self._waiting: list[str] = []
        self._more = asyncio.Event()

    def publish(self, topic: Topic, text: str) -> None:
        """Tell all other processes, if the bus is there."""
        if self._is_there and len(self._waiting) < MOST_WAITING:
            self._waiting.append(f"{self._name} {topic} {text}")
            self._more.set()
        else:
            self._watch.unpublished(1)

    def subscribe(self, hear: Hear, turned: Turned) -> None:
        """Be told what others publish, and when nothing can be heard."""
        self._hear, self._turned = hear, turned
        if not self._is_there:
            turned(False)

    async def listen(self) -> None:
        """Hear what others publish, until cancelled; connects again whenever that ends."""
        from redis import RedisError

        while True:
            try:
                await self._listen()
            except (RedisError, OSError) as error:
                self._turn(False, str(error))
            await asyncio.sleep(AGAIN)

    async def send(self) -> None:
        """Send what is published, all that waits at once, until cancelled."""
        from redis import RedisError

        while True:
            await self._more.wait()
            self._more.clear()
            texts, self._waiting = self._waiting, []
            self._is_sending = True
            try:
                await self._send(texts)
            except (RedisError, OSError) as error:
                self._watch.unpublished(len(texts))
                log.debug("not published: %s", error)
            else:
                self._watch.published(len(texts))
            finally:
                self._is_sending = False

    async def flush(self) -> None:
        """Wait a little until what was published is sent."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self._is_there and (self._waiting or self._is_sending):
                    await asyncio.sleep(0.01)

    async def _listen(self) -> None:
        async with self._client.pubsub() as line:
            await line.subscribe(CHANNEL)
            quiet = 0
            while quiet < 2:
                message = await line.get_message(timeout=SILENCE)
                quiet = 0 if message else quiet + 1
                if message is None:
                    await line.ping()
                elif message["type"] == "subscribe":
                    self._turn(True)
                elif message["type"] == "message":
                    self._take(message["data"])
        raise ConnectionError("it does not answer")

    async def _send(self, texts: list[str]) -> None:
        async with self._client.pipeline(transaction=False) as pipe:
            for text in texts:
                pipe.publish(CHANNEL, text)
            await pipe.execute()

    def _take(self, data: bytes) -> None:
        try:
            name, topic, text = data.decode().split(" ", 2)
            if name != self._name and self._hear:
                self._watch.heard()
                self._hear(TOPICS[topic], text)
        except (ValueError, LookupError, TypeError) as error:
            log.warning("somebody else writes to the bus: %r", error)

    def _turn(self, there: bool, why: str = "") -> None:
        if there == self._is_there:
            return
        self._is_there = there
        self._watch.bus_is(there, why)
        if self._turned:
            self._turned(there)


@asynccontextmanager
async def redis_bus(url: str, watch: Watch) -> AsyncIterator[RedisBus]:
    """A place at the bus, whether it is there now or not.

    Raises ``ServerError`` where it cannot be spoken to at all.
    """
    client = connect(url)
    bus = RedisBus(client, watch)
    tasks = [asyncio.create_task(bus.listen()), asyncio.create_task(bus.send())]
    try:
        yield bus
    finally:
        await bus.flush()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await client.aclose()


async def try_bus(url: str) -> None:
    """Raise ``ServerError`` unless the server at that address answers."""
    client = connect(url)
    from redis import RedisError

    try:
        await client.ping()
    except (RedisError, OSError) as error:
        raise ServerError(f"the bus does not answer: {error}") from error
    finally:
        await client.aclose()


def connect(url: str) -> Any:
    """A client for the server at that address, which connects when it is used.

    Raises ``MissingExtraError`` without redis-py, ``ServerError`` for an invalid address.
    """
    with requires_extra("redis"):
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff
    try:
        return Redis.from_url(
            url,
            retry=Retry(NoBackoff(), 0),
            socket_connect_timeout=PATIENCE,
            socket_timeout=PATIENCE,
            socket_keepalive=True,
        )
    except ValueError as error:
        raise ServerError(f"this is no address of a bus: {error}") from error
