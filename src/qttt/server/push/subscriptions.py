"""Validation of push subscriptions, which come from browsers and name the address to send to.

A server that sent requests to any address would reach its own network for an attacker. Only the
push services of the settings are accepted, over https. Attackers do not control their names, so
that it does not matter what these resolve to.
"""

import re
from base64 import urlsafe_b64decode
from collections.abc import Sequence

from qttt.server.errors import RequestError
from qttt.server.store.push import PushSubscription

PUSH_SERVICES = (
    "fcm.googleapis.com",
    "*.push.services.mozilla.com",
    "*.notify.windows.com",
    "*.push.apple.com",
)
"""The push services of Chrome and most others, Firefox, Edge and Safari."""

GONE = (404, 410)
"""The statuses with which push services answer for a subscription that has ended."""

P256DH_BYTES, AUTH_BYTES = 65, 16
"""An uncompressed point, which starts with 4, and a secret."""

# Labels of host names (RFC 1123), without those that encode other letters (RFC 5891).
_LABEL = r"(?!..--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_HOST = rf"(?=[^/:]{{1,253}}(?:[/:]|$)){_LABEL}(?:\.{_LABEL})*"
_SERVICE = re.compile(rf"(?:\*\.)?(?=[^.]+\.){_HOST}|https?://{_HOST}(?::\d{{1,5}})?")
# So strict that no other parser of URLs can find another host in it.
_ENDPOINT = re.compile(rf"(https?://({_HOST})(?::\d{{1,5}})?)/[\w.~:%/?&=+,;@!$*-]+", re.ASCII)


def parse_service(text: str) -> str:
    """Return a push service of the settings in lower case. Raises ``ValueError``."""
    service = text.lower().rstrip("/")
    if not _SERVICE.fullmatch(service):
        raise ValueError(
            f"{text!r} is not a push service such as fcm.googleapis.com, *.push.apple.com or "
            "https://push.example:8443"
        )
    return service


def parse_subscription(
    session: bytes, endpoint: str, p256dh: str, auth: str, created: int, services: Sequence[str]
) -> PushSubscription:
    """Check a subscription. Raises ``RequestError`` if it cannot be used."""
    match = _ENDPOINT.fullmatch(endpoint)
    if match is None or not any(_is_at(match[1], match[2], service) for service in services):
        raise RequestError(
            "bad-subscription",
            "the endpoint is not at one of the push services that this server sends to: "
            + ", ".join(services),
        )
    if not (_decode(p256dh, P256DH_BYTES).startswith(b"\4") and _decode(auth, AUTH_BYTES)):
        raise RequestError(
            "bad-subscription",
            f"the keys must be {P256DH_BYTES} bytes (p256dh) and {AUTH_BYTES} bytes (auth) in "
            "base64url, as the browser returns them",
        )
    return PushSubscription(session, endpoint, match[2], p256dh, auth, created)


def _is_at(origin: str, host: str, service: str) -> bool:
    """Return whether an endpoint's origin and host are those of a service."""
    if "://" in service:
        return origin == service
    is_host = host.endswith(service[1:]) if service.startswith("*.") else host == service
    return is_host and origin == f"https://{host}"


def _decode(text: str, size: int) -> bytes:
    """Return the bytes of base64url; empty unless they are of that size."""
    if not re.fullmatch(r"[A-Za-z0-9_-]+", text, re.ASCII) or len(text) % 4 == 1:
        return b""
    data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return data if len(data) == size else b""
