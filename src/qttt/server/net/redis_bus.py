"""A bus over Redis or Valkey, with PUBLISH and SUBSCRIBE: nothing is stored there.

Messages are lost while the connection is down; the runner then polls the store more often.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from qttt.extras import requires_extra
from qttt.server.errors import ServerError
from qttt.server.hub import BusMessage, decode_bus_message, encode_bus_message
from qttt.server.telemetry import Telemetry

from .bus import OnMessage, OnStatus

CHANNEL = "qttt.2"
"""The channel, with the version of the message format."""
PING_INTERVAL_S = 5.0
"""A silent connection is pinged after this time, and closed if there is no answer."""
TIMEOUT_S = 2.0
"""Timeout for connecting, for sending a message, and for the flush at shutdown."""
RECONNECT_DELAY_S = 0.5
MAX_QUEUED = 10_000
"""Messages queued for sending; further ones are dropped."""

log = logging.getLogger(__name__)


class RedisBus:
    """The bus of one process; create it with ``redis_bus``. ``client`` is one of redis-py."""

    def __init__(self, client: Any, telemetry: Telemetry) -> None:
        self._client = client
        self._telemetry = telemetry
        self._sender = secrets.token_hex(8).encode()
        self._on_message: OnMessage | None = None
        self._on_status: OnStatus | None = None
        self._is_up = True
        self._is_sending = False
        self._waiting: list[bytes] = []
        self._queued = asyncio.Event()

    def publish(self, message: BusMessage) -> None:
        """Queue a message for all other processes; drop it if the bus is down or the queue full."""
        if self._is_up and len(self._waiting) < MAX_QUEUED:
            self._waiting.append(self._sender + b" " + encode_bus_message(message))
            self._queued.set()
        else:
            self._telemetry.publish_failed(1)

    def subscribe(self, on_message: OnMessage, on_status: OnStatus) -> None:
        """Set the callbacks for messages of other processes and for the bus's status."""
        self._on_message, self._on_status = on_message, on_status
        if not self._is_up:
            on_status(False)

    async def listen(self) -> None:
        """Receive messages until cancelled; reconnect when the connection is lost."""
        from redis import RedisError

        while True:
            try:
                await self._listen()
            except (RedisError, OSError) as error:
                self._set_status(False, str(error))
            await asyncio.sleep(RECONNECT_DELAY_S)

    async def send(self) -> None:
        """Send queued messages in batches until cancelled."""
        from redis import RedisError

        while True:
            await self._queued.wait()
            self._queued.clear()
            lines, self._waiting = self._waiting, []
            self._is_sending = True
            try:
                await self._send(lines)
            except (RedisError, OSError) as error:
                self._telemetry.publish_failed(len(lines))
                log.debug("could not publish: %s", error)
            else:
                self._telemetry.published(len(lines))
            finally:
                self._is_sending = False

    async def flush(self) -> None:
        """Wait at most ``TIMEOUT_S`` until all queued messages are sent."""
        with suppress(TimeoutError):
            async with asyncio.timeout(TIMEOUT_S):
                while self._is_up and (self._waiting or self._is_sending):
                    await asyncio.sleep(0.01)

    async def _listen(self) -> None:
        async with self._client.pubsub() as pubsub:
            await pubsub.subscribe(CHANNEL)
            timeouts = 0
            while timeouts < 2:
                message = await pubsub.get_message(timeout=PING_INTERVAL_S)
                timeouts = 0 if message else timeouts + 1
                if message is None:
                    await pubsub.ping()
                elif message["type"] == "subscribe":
                    self._set_status(True)
                elif message["type"] == "message":
                    self._dispatch(message["data"])
        raise ConnectionError("no answer to a ping")

    async def _send(self, lines: list[bytes]) -> None:
        async with self._client.pipeline(transaction=False) as pipe:
            for line in lines:
                pipe.publish(CHANNEL, line)
            await pipe.execute()

    def _dispatch(self, data: bytes) -> None:
        try:
            sender, text = data.split(b" ", 1)
            if sender != self._sender and self._on_message:
                message = decode_bus_message(text)
                self._telemetry.message_received()
                self._on_message(message)
        except (ValueError, LookupError, TypeError, RecursionError) as error:
            log.warning("malformed message on the bus, perhaps of another program: %r", error)

    def _set_status(self, is_up: bool, why: str = "") -> None:
        if is_up == self._is_up:
            return
        self._is_up = is_up
        self._telemetry.set_bus_status(is_up, why)
        if self._on_status:
            self._on_status(is_up)


@asynccontextmanager
async def redis_bus(url: str, telemetry: Telemetry) -> AsyncIterator[RedisBus]:
    """Run a bus, available or not. Raises ``ServerError`` if it is misconfigured."""
    client = create_client(url)
    bus = RedisBus(client, telemetry)
    tasks = [asyncio.create_task(bus.listen()), asyncio.create_task(bus.send())]
    try:
        yield bus
    finally:
        await bus.flush()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await client.aclose()


async def check_bus(url: str) -> None:
    """Check the connection to a Redis server. Raises ``ServerError`` if it does not answer."""
    client = create_client(url)
    from redis import RedisError

    try:
        await client.ping()
    except (RedisError, OSError) as error:
        raise ServerError(f"the bus does not answer: {error}") from error
    finally:
        await client.aclose()


def create_client(url: str) -> Any:
    """Return a Redis client, which connects on first use.

    Raises ``MissingExtraError`` if redis-py is not installed, ``ServerError`` if the URL is
    invalid.
    """
    with requires_extra("redis"):
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff
    try:
        return Redis.from_url(
            url,
            retry=Retry(NoBackoff(), 0),
            socket_connect_timeout=TIMEOUT_S,
            socket_timeout=TIMEOUT_S,
            socket_keepalive=True,
        )
    except ValueError as error:
        raise ServerError(f"invalid URL of a Redis bus: {error}") from error
