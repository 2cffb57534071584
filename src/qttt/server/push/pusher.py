"""Sends pending notifications to push services, encrypted (RFC 8291) and signed (RFC 8292)."""

import json
import logging
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from hashlib import blake2b

from httpx import AsyncClient, TransportError
from webpush import WebPush, WebPushSubscription
from webpush.types import WebPushKeys
from webpush.vapid import VAPID

from qttt.server.errors import RequestError
from qttt.server.net.background import BackgroundTasks
from qttt.server.store.errors import StoreUnavailable
from qttt.server.store.push import PendingPush, PushStore
from qttt.server.telemetry import Telemetry

TIMEOUT_S = 10.0
"""Timeout for each step of a request to a push service."""
MAX_IN_FLIGHT, MAX_PER_SERVICE = 64, 8
"""Requests at a time. No more are begun for a service that has this number."""
BATCH = 8
TTL_S = 24 * 60 * 60
"""How long a push service keeps a notification for a device that is offline."""
TOKEN_TTL_S = 12 * 60 * 60
RETRY_DELAY_S, MAX_RETRY_DELAY_S = 30, 3600
"""The first and the longest delay before a notification is sent again; it doubles."""
MAX_ATTEMPTS = 8
STOP_TIMEOUT_S = 2.0
TOPIC_BYTES = 18
"""24 characters, of at most 32."""
GONE = (404, 410)
"""Statuses of a subscription that has ended."""
TOO_MANY = 429
_PUBLIC_KEY = b"-----BEGIN PUBLIC KEY-----"

log = logging.getLogger(__name__)


class Pusher:
    """Sends the notifications of one store; several processes share them.

    Args:
        store: Has the subscriptions and the pending notifications.
        clock: Returns milliseconds since the epoch.
        contact: The operator's e-mail address, for push services.
        services: The allowed push services.
        telemetry: Receives the results.
        web_push: Encrypts and signs.
        client: Sends requests.
        public_key: The key with which browsers subscribe, in base64url.
    """

    def __init__(
        self,
        store: PushStore,
        clock: Callable[[], int],
        contact: str,
        services: Sequence[str],
        telemetry: Telemetry,
        web_push: WebPush,
        client: AsyncClient,
        public_key: str,
    ) -> None:
        self._store = store
        self._clock = clock
        self._contact = contact
        self.services = services
        self._telemetry = telemetry
        self._web_push = web_push
        self._client = client
        self.public_key = public_key
        self._in_flight: Counter[str] = Counter()
        self._tasks = BackgroundTasks()

    async def send_due(self) -> None:
        """Begin to send what is due, as far as services answer; do not wait for the answers."""
        while self._in_flight.total() < MAX_IN_FLIGHT:
            busy = [name for name, count in self._in_flight.items() if count >= MAX_PER_SERVICE]
            claimed = await self._store.claim(self._clock(), BATCH, busy)
            for each in claimed:
                self._in_flight[each.service] += 1
                self._tasks.start(self._send(each))
            if len(claimed) < BATCH:
                break

    async def stop(self) -> None:
        """Wait a moment for answers, then give up the rest."""
        await self._tasks.wait_all(STOP_TIMEOUT_S)
        await self._tasks.cancel_all()

    async def _send(self, pending: PendingPush) -> None:
        try:
            status, retry_after = await self._post(pending)
            with suppress(StoreUnavailable):  # it was sent once, which is the most
                await self._on_answer(pending, status, retry_after)
        finally:
            self._in_flight[pending.service] -= 1

    async def _post(self, pending: PendingPush) -> tuple[int, int]:
        """Send it; return the status, 0 without an answer, and the seconds of Retry-After."""
        try:
            keys = WebPushKeys(auth=pending.auth, p256dh=pending.p256dh)
            subscription = WebPushSubscription(endpoint=pending.endpoint, keys=keys)
            message = self._web_push.get(
                _payload(pending), subscription, self._contact, TTL_S, TOKEN_TTL_S
            )
        except ValueError:  # the key is not a point of the curve
            return GONE[0], 0
        headers = {**message.headers, "Topic": _topic(pending), "Urgency": "normal"}
        try:
            async with self._client.stream(
                "POST", pending.endpoint, content=message.encrypted, headers=headers
            ) as response:
                after = response.headers.get("Retry-After", "")
                return response.status_code, int(after) if after.isdecimal() else 0
        except TransportError as error:
            log.debug("no answer from %s: %r", pending.service, error)
            return 0, 0

    async def _on_answer(self, pending: PendingPush, status: int, retry_after: int) -> None:
        is_temporary = status in (0, TOO_MANY) or status >= 500
        if is_temporary and pending.attempts + 1 < MAX_ATTEMPTS:
            delay = max(RETRY_DELAY_S << pending.attempts, retry_after)
            due = self._clock() + 1000 * min(delay, MAX_RETRY_DELAY_S)
            await self._store.retry(pending, due)
            self._telemetry.pushed("postponed")
            return
        if status in GONE:
            await self._store.unsubscribe(pending.session, pending.endpoint)
        await self._store.finish(pending)
        if 200 <= status < 300:
            self._telemetry.pushed("sent")
        elif status in GONE:
            self._telemetry.pushed("gone")
        else:
            self._telemetry.pushed("refused")
            fields = {"service": pending.service, "status": status}
            log.warning("notification refused", extra=fields)


@asynccontextmanager
async def open_pusher(
    store: PushStore,
    clock: Callable[[], int],
    contact: str,
    services: Sequence[str],
    telemetry: Telemetry,
) -> AsyncIterator[Pusher]:
    """Open a pusher with the key in the store, which is generated on first use."""
    private, public, _ = VAPID.generate_keys()
    private, mark, public = (await store.key(private + public)).partition(_PUBLIC_KEY)
    web_push = WebPush(private, mark + public)
    public_key = VAPID.get_application_server_key(web_push.vapid.public_key)
    async with AsyncClient(timeout=TIMEOUT_S, follow_redirects=False) as client:
        pusher = Pusher(store, clock, contact, services, telemetry, web_push, client, public_key)
        try:
            yield pusher
        finally:
            await pusher.stop()


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
