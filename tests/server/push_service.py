"""A push service on this machine, and the devices that it delivers to.

Devices decrypt their messages with the steps of RFC 8291 and RFC 8188, independently of the library
that encrypts them, and the service checks the signature of RFC 8292.
"""

import json
import threading
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_bytes, token_hex
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

SALT_BYTES, SIZE_BYTES = 16, 4


def _point(key: EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _derive(salt: bytes, secret: bytes, info: bytes, size: int) -> bytes:
    return HKDF(SHA256(), size, salt, info).derive(secret)


@dataclass
class Device:
    """A browser with a push subscription."""

    origin: str
    key: EllipticCurvePrivateKey = field(default_factory=lambda: generate_private_key(SECP256R1()))
    auth: bytes = field(default_factory=lambda: token_bytes(16))
    path: str = field(default_factory=lambda: f"/send/{token_hex(8)}")

    @property
    def subscription(self) -> Mapping[str, str]:
        """The body of ``PUT /push``."""
        point = _text(_point(self.key.public_key()))
        return {"endpoint": self.origin + self.path, "p256dh": point, "auth": _text(self.auth)}

    def decrypt(self, body: bytes) -> Any:
        """Return the JSON of an encrypted message with one record."""
        salt, rest = body[:SALT_BYTES], body[SALT_BYTES + SIZE_BYTES :]
        sender, encrypted = rest[1 : 1 + rest[0]], rest[1 + rest[0] :]
        their_key = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), sender)
        info = b"WebPush: info\0" + _point(self.key.public_key()) + sender
        secret = _derive(self.auth, self.key.exchange(ECDH(), their_key), info, 32)
        key = _derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derive(salt, secret, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, encrypted, None)
        return json.loads(padded.rstrip(b"\0").removesuffix(b"\2"))


@dataclass
class Delivery:
    """A request to the service."""

    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def claims(self) -> Mapping[str, Any]:
        """The signed claims, whose signature is checked."""
        scheme, _, fields = self.headers["authorization"].partition(" ")
        assert scheme == "vapid"
        token, key = (part.strip().split("=", 1)[1] for part in fields.split(","))
        point = jwt.utils.base64url_decode(key)
        public = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point)
        claims: Mapping[str, Any] = jwt.decode(
            token, public, ["ES256"], options={"verify_aud": False}
        )
        return claims


class PushService:
    """Records what it is sent. It answers ``status``, once ``answers`` is set."""

    def __init__(self) -> None:
        self.deliveries: list[Delivery] = []
        self.status = 201
        self.headers: Mapping[str, str] = {}
        self.answers = threading.Event()
        self.answers.set()
        self.origin = ""

    def device(self) -> Device:
        """Return a new device."""
        return Device(self.origin)

    def received(self, device: Device) -> list[Any]:
        """Return the decrypted messages for a device."""
        to_it = (delivery for delivery in self.deliveries if delivery.path == device.path)
        return [device.decrypt(each.body) for each in to_it]

    def wait(self, count: int, timeout_s: float = 60) -> None:
        """Wait until that many requests have come."""
        end = time.monotonic() + timeout_s
        while len(self.deliveries) < count:
            assert time.monotonic() < end, self.deliveries
            time.sleep(0.01)


@contextmanager
def push_service() -> Iterator[PushService]:
    """Run a push service on any free port."""
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.deliveries.append(
                Delivery(
                    self.path, {name.lower(): text for name, text in self.headers.items()}, body
                )
            )
            service.answers.wait(60)
            self.send_response(service.status)
            for name, value in service.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    service.origin = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield service
    finally:
        service.answers.set()
        server.shutdown()
        thread.join()
        server.server_close()
