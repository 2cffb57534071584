"""Encrypts (RFC 8291), signs (RFC 8292) and sends notifications.

Imported when the first browser subscribes, so that the server starts sooner.
"""

import logging
from collections.abc import Mapping

from httpx import AsyncClient, TransportError
from webpush import WebPush, WebPushSubscription
from webpush.types import WebPushKeys
from webpush.vapid import VAPID

from qttt.server.store.push import PendingPush, PushStore

from .subscriptions import GONE

TIMEOUT_S = 10.0
"""Timeout for each step of a request to a push service."""
TTL_S = 24 * 60 * 60
"""How long a push service keeps a notification for a device that is offline."""
TOKEN_TTL_S = 12 * 60 * 60
_PUBLIC_KEY = b"-----BEGIN PUBLIC KEY-----"

log = logging.getLogger(__name__)


class Sender:
    """Sends with the key of one store.

    Args:
        private: The private key, PEM.
        public: The public key, PEM.
        contact: The operator's e-mail address, for push services.
    """

    def __init__(self, private: bytes, public: bytes, contact: str) -> None:
        self._web_push = WebPush(private, public)
        self._contact = contact
        self._client = AsyncClient(timeout=TIMEOUT_S, follow_redirects=False)
        self.public_key: str = VAPID.get_application_server_key(self._web_push.vapid.public_key)
        """The key with which browsers subscribe, in base64url."""

    async def post(
        self, pending: PendingPush, payload: bytes, headers: Mapping[str, str]
    ) -> tuple[int, int]:
        """Send it; return the status, 0 without an answer, and the seconds of Retry-After."""
        try:
            keys = WebPushKeys(auth=pending.auth, p256dh=pending.p256dh)
            subscription = WebPushSubscription(endpoint=pending.endpoint, keys=keys)
            message = self._web_push.get(payload, subscription, self._contact, TTL_S, TOKEN_TTL_S)
        except ValueError:  # the key is not a point of the curve
            return GONE[0], 0
        try:
            async with self._client.stream(
                "POST",
                pending.endpoint,
                content=message.encrypted,
                headers={**message.headers, **headers},
            ) as response:
                after = response.headers.get("Retry-After", "")
                return response.status_code, int(after[:9]) if after.isdecimal() else 0
        except TransportError as error:
            log.debug("no answer from %s: %r", pending.service, error)
            return 0, 0

    async def close(self) -> None:
        await self._client.aclose()


async def open_sender(store: PushStore, contact: str) -> Sender:
    """Return a sender with the key in the store, which is generated on first use."""
    private, public, _ = VAPID.generate_keys()
    private, mark, public = (await store.key(private + public)).partition(_PUBLIC_KEY)
    return Sender(private, mark + public, contact)
