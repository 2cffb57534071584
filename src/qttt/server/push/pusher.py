"""Decides which notifications are sent to push services, and what their answers mean."""

import asyncio
import json
import logging
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING

from qttt.server.errors import RequestError, StoreUnavailable
from qttt.server.net.background import BackgroundTasks
from qttt.server.store.push import PendingPush, PushStore
from qttt.server.telemetry import Telemetry

from .subscriptions import GONE

if TYPE_CHECKING:
    from .sender import Sender

MAX_IN_FLIGHT, MAX_PER_SERVICE = 64, 8
"""Requests at a time. No more are begun for a service that has this number."""
BATCH = 8
RETRY_DELAY_S, MAX_RETRY_DELAY_S = 30, 3600
"""The first and the longest delay before a notification is sent again; it doubles."""
MAX_ATTEMPTS = 8
STOP_TIMEOUT_S = 2.0
TOPIC_BYTES = 18
"""24 characters, of at most 32."""
TOO_MANY = 429

log = logging.getLogger(__name__)


class Pusher:
    """Sends the notifications of one store; several processes share them.

    ``clock`` returns milliseconds since the epoch. ``contact`` is the operator's e-mail address,
    for push services; those in ``services`` are allowed.
    """

    def __init__(
        self,
        store: PushStore,
        clock: Callable[[], int],
        contact: str,
        services: Sequence[str],
        telemetry: Telemetry,
    ) -> None:
        self._store = store
        self._clock = clock
        self._contact = contact
        self.services = services
        self._telemetry = telemetry
        self._sender: Sender | None = None
        self._opening = asyncio.Lock()
        self._in_flight: Counter[str] = Counter()
        self._tasks = BackgroundTasks()

    async def public_key(self) -> str:
        sender = await self._open_sender()
        return sender.public_key

    async def send_due(self) -> None:
        """Begin to send what is due, as far as services answer; do not wait for the answers."""
        while self._in_flight.total() < MAX_IN_FLIGHT:
            busy = [name for name, count in self._in_flight.items() if count >= MAX_PER_SERVICE]
            claimed = await self._store.claim(self._clock(), BATCH, busy)
            for push in claimed:
                self._in_flight[push.service] += 1
                self._tasks.start(self._send(push))
            if len(claimed) < BATCH:
                break

    async def aclose(self) -> None:
        """Wait a moment for answers, then give up the rest."""
        await self._tasks.wait_all(STOP_TIMEOUT_S)
        await self._tasks.cancel_all()
        if self._sender:
            await self._sender.close()

    async def _open_sender(self) -> "Sender":
        async with self._opening:
            if self._sender is None:
                from .sender import open_sender

                self._sender = await open_sender(self._store, self._contact)
            return self._sender

    async def _send(self, pending: PendingPush) -> None:
        try:
            with suppress(StoreUnavailable):  # it is sent once at most
                sender = await self._open_sender()
                headers = {"Topic": _topic(pending), "Urgency": "normal"}
                status, retry_after = await sender.post(pending, _payload(pending), headers)
                await self._on_answer(pending, status, retry_after)
        finally:
            self._in_flight[pending.service] -= 1

    async def _on_answer(self, pending: PendingPush, status: int, retry_after: int) -> None:
        is_temporary = status in (0, TOO_MANY) or status >= 500
        if is_temporary and pending.attempts + 1 < MAX_ATTEMPTS:
            delay = max(RETRY_DELAY_S << pending.attempts, retry_after)
            due = self._clock() + 1000 * min(delay, MAX_RETRY_DELAY_S)
            await self._store.retry(pending, due)
            self._telemetry.pushes.labels("postponed").inc()
            return
        if status in GONE:
            await self._store.unsubscribe(pending.session, pending.endpoint)
        await self._store.finish(pending)
        if 200 <= status < 300:
            self._telemetry.pushes.labels("sent").inc()
        elif status in GONE:
            self._telemetry.pushes.labels("gone").inc()
        else:
            self._telemetry.pushes.labels("refused").inc()
            fields = {"service": pending.service, "status": status}
            log.warning("notification refused", extra=fields)


def pusher_of(pusher: Pusher | None) -> Pusher:
    """Return the pusher. Raises ``RequestError`` if notifications are off."""
    if pusher is None:
        raise RequestError("not-found", "this server sends no notifications")
    return pusher


def _topic(pending: PendingPush) -> str:
    """Return a name of the game that only this subscription has, so that services learn nothing."""
    key, game = pending.auth.encode(), pending.game.encode()
    return urlsafe_b64encode(blake2b(game, key=key, digest_size=TOPIC_BYTES).digest()).decode()


def _payload(pending: PendingPush) -> bytes:
    """Return what the app's service worker gets (P82)."""
    fields = {
        "kind": pending.kind,
        "game": pending.game,
        "version": pending.version,
        "opponent": pending.opponent,
        "waiting": pending.waiting,
    }
    return json.dumps(fields, ensure_ascii=False).encode()
