"""A bus over Redis or Valkey, with PUBLISH and SUBSCRIBE: nothing is stored there.

Messages are lost while a connection is down, but never unnoticed: Redis closes the connection of a
subscriber that does not keep up, and answers each PUBLISH. The bus is then unavailable until a PING
behind all subscriptions is answered; meanwhile the runner polls the store. Then it notifies the
subscribers of the channels on which messages were lost.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from math import inf
from typing import Any

from qttt.extras import requires_extra
from qttt.server.errors import ServerError
from qttt.server.hub.bus_messages import (
    BusMessage,
    MessagesLost,
    decode_bus_message,
    encode_bus_message,
)
from qttt.server.telemetry import Telemetry

from .background import BackgroundTasks, wait_until

PREFIX = "qttt.3"
"""Begins the names of all channels: the version of the message format."""
PING_INTERVAL_S = 5.0
"""A silent connection is pinged after this time, and closed if there is no answer.

After messages were lost, the bus is unavailable for this time at least, or until it reconnects.
"""
TIMEOUT_S = 2.0
"""Timeout for connecting, for sending a message, and for the flush at shutdown."""
RECONNECT_DELAY_S = 0.5
MAX_QUEUED = 10_000
"""Messages queued for sending; further ones are dropped."""

log = logging.getLogger(__name__)

OnMessage = Callable[[BusMessage], None]
OnStatus = Callable[[bool], None]
"""Called with False when messages may get lost, and with True when they arrive again."""


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
        self._waiting: list[tuple[str, bytes]] = []
        self._lost: set[str] = set()  # channels on which messages were lost
        self._queued = asyncio.Event()
        self._channels: set[str] = set()
        self._must_sync = asyncio.Event()
        self._wanted = 0  # counts the changes of the channels
        self._active = 0  # those that are confirmed
        self._confirmed = asyncio.Event()
        self._needed = 0.0  # what has to be confirmed for the bus to be available

    def connect(self, on_message: OnMessage, on_status: OnStatus) -> None:
        """Set the callbacks for messages of other processes and for the bus's status."""
        self._on_message, self._on_status = on_message, on_status
        if not self._is_up:
            on_status(False)

    def publish(self, channel: str, message: BusMessage) -> None:
        """Queue a message for all other processes; drop it if the bus is down or the queue full."""
        if self._is_up and len(self._waiting) < MAX_QUEUED:
            self._queue(channel, message)
        else:
            self._lose([channel], "too many messages are queued")

    def subscribe(self, channel: str) -> None:
        self._channels.add(channel_name(channel))
        self._request_sync()

    def unsubscribe(self, channel: str) -> None:
        self._channels.discard(channel_name(channel))
        self._request_sync()

    async def subscribed(self) -> None:
        """Wait until all subscriptions so far are active, or the bus is unavailable."""
        wanted = self._wanted
        try:
            async with asyncio.timeout(TIMEOUT_S):
                while self._is_up and self._active < wanted:
                    self._confirmed.clear()
                    await self._confirmed.wait()
        except TimeoutError:
            self._set_status(False, "a subscription is not answered")

    async def listen(self) -> None:
        """Receive messages until cancelled; reconnect when the connection is lost."""
        from redis import RedisError

        while True:
            try:
                await self._listen()
            except (RedisError, OSError) as error:
                self._set_status(False, str(error))
            except Exception as error:
                log.exception("bus failed")
                self._set_status(False, repr(error))
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
                self._lose([channel for channel, _ in lines], str(error))
            except Exception as error:
                log.exception("bus failed")
                self._lose([channel for channel, _ in lines], repr(error))
            else:
                self._telemetry.published.inc(len(lines))
            finally:
                self._is_sending = False

    async def flush(self) -> None:
        """Wait at most ``TIMEOUT_S`` until all queued messages are sent."""
        await wait_until(
            lambda: not (self._is_up and (self._waiting or self._is_sending)), TIMEOUT_S
        )

    async def _listen(self) -> None:
        # Connections of the pool may be as dead as the last one was.
        await self._client.connection_pool.disconnect(inuse_connections=False)
        async with self._client.pubsub() as pubsub:
            await pubsub.ping()  # connects
            syncing = asyncio.create_task(self._sync(pubsub))
            try:
                await self._receive(pubsub)
            finally:
                syncing.cancel()
                await asyncio.gather(syncing, return_exceptions=True)

    async def _sync(self, pubsub: Any) -> None:
        """Update the subscriptions after each change, followed by a ping."""
        active: set[str] = set()
        self._resume()
        while True:
            await self._must_sync.wait()
            self._must_sync.clear()
            channels, wanted = set(self._channels), self._wanted
            if old := active - channels:
                await pubsub.unsubscribe(*old)
            if new := channels - active:
                await pubsub.subscribe(*new)
            active = channels
            await pubsub.ping(str(wanted))

    async def _receive(self, pubsub: Any) -> None:
        timeouts = 0
        while timeouts < 2:
            message = await pubsub.get_message(timeout=PING_INTERVAL_S)
            timeouts = 0 if message else timeouts + 1
            if message is None:
                self._must_sync.set()
            elif message["type"] == "message":
                self._dispatch(message["data"])
            elif message["type"] == "pong" and message["data"]:
                self._active = int(message["data"])
                self._confirmed.set()
                self._set_status(self._is_up or self._active >= self._needed)
        raise ConnectionError("no answer to a ping")

    async def _send(self, lines: list[tuple[str, bytes]]) -> None:
        async with self._client.pipeline(transaction=False) as pipe:
            for channel, line in lines:
                pipe.publish(channel_name(channel), line)
            await pipe.execute()

    def _request_sync(self) -> None:
        self._wanted += 1
        self._must_sync.set()

    def _resume(self) -> None:
        """Let the bus be available once all subscriptions are confirmed."""
        self._request_sync()
        self._needed = self._wanted

    def _queue(self, channel: str, message: BusMessage) -> None:
        line = self._sender + b" " + encode_bus_message(message)
        self._waiting.append((channel, line))
        self._queued.set()

    def _lose(self, channels: Sequence[str], why: str) -> None:
        """Count lost messages; subscribers are notified later."""
        self._lost.update(channels)
        self._telemetry.unpublished.inc(len(channels))
        self._set_status(False, why)

    def _dispatch(self, data: bytes) -> None:
        try:
            sender, text = data.split(b" ", 1)
            if sender != self._sender and self._on_message:
                message = decode_bus_message(text)
                self._telemetry.received.inc()
                self._on_message(message)
        except (ValueError, LookupError, TypeError, RecursionError) as error:
            log.warning("malformed message on the bus, perhaps of another program: %r", error)

    def _set_status(self, is_up: bool, why: str = "") -> None:
        if is_up == self._is_up:
            return
        self._is_up = is_up
        self._telemetry.set_bus_status(is_up, why)
        loop = asyncio.get_running_loop()
        if not is_up:
            self._needed = inf
            self._confirmed.set()
            loop.call_later(PING_INTERVAL_S, self._resume)
        else:
            while self._lost:
                channel = self._lost.pop()
                self._queue(channel, MessagesLost(channel))
        if self._on_status:
            loop.call_soon(self._on_status, is_up)


def channel_name(channel: str) -> str:
    """Return the name in Redis, all of which decides the slot of a cluster."""
    return f"{PREFIX}:{{{channel}}}"


@asynccontextmanager
async def redis_bus(url: str, telemetry: Telemetry) -> AsyncIterator[RedisBus]:
    """Run a bus, available or not. Raises ``ServerError`` if it is misconfigured."""
    client = create_client(url)
    bus = RedisBus(client, telemetry)
    tasks = BackgroundTasks()
    tasks.start(bus.listen())
    tasks.start(bus.send())
    try:
        yield bus
    finally:
        await bus.flush()
        await tasks.cancel_all()
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


def create_client(url: str, timeout_s: float | None = None) -> Any:
    """Return a Redis client, which connects on first use, and by default waits ``TIMEOUT_S``.

    Raises ``MissingExtraError`` if redis-py is not installed, ``ServerError`` if the URL is
    invalid.
    """
    with requires_extra("redis"):
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff
    only_tcp = {} if url.startswith("unix:") else {"socket_keepalive": True}
    try:
        client = Redis.from_url(
            url,
            retry=Retry(NoBackoff(), 0),
            socket_connect_timeout=timeout_s or TIMEOUT_S,
            socket_timeout=timeout_s or TIMEOUT_S,
            **only_tcp,
        )
        pool = client.connection_pool
        pool.connection_class(**pool.connection_kwargs)  # which does not connect
    except (ValueError, TypeError) as error:
        raise ServerError(f"invalid URL of a Redis bus: {error}") from error
    return client
