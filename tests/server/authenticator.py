"""A device with passkeys, in software: what WebAuthn says that one has to do, and no more."""

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, HAS_KEY = 0x01, 0x04, 0x40


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Kept:
    """One passkey; ``count`` goes up with each signature."""

    key: ec.EllipticCurvePrivateKey
    site: str
    user: bytes
    count: int = 0


@dataclass
class Authenticator:
    """A device, and the browser before it, in which a page of ``origin`` is open."""

    origin: str
    counts: bool = True
    flags: int = PRESENT | VERIFIED
    kept: dict[bytes, Kept] = field(default_factory=dict)

    def make(self, options: Mapping[str, Any], id_: bytes = b"") -> dict[str, Any]:
        """``navigator.credentials.create``: what it gives, as JSON."""
        id_, key = id_ or secrets.token_bytes(16), ec.generate_private_key(ec.SECP256R1())
        user = decoded(options["user"]["id"])
        self.kept[id_] = kept = Kept(key, options["rp"]["id"], user)
        told = self._data(kept, HAS_KEY) + bytes(16) + len(id_).to_bytes(2, "big") + id_
        told += cbor2.dumps(_public(key))
        made = {"fmt": "none", "attStmt": {}, "authData": told}
        client = self._client("webauthn.create", options["challenge"])
        response = {"clientDataJSON": client, "attestationObject": encoded(cbor2.dumps(made))}
        return _credential(id_, response)

    def sign(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """``navigator.credentials.get``: what it gives, as JSON."""
        id_, kept = next((i, k) for i, k in self.kept.items() if k.site == options["rpId"])
        kept.count += self.counts
        told = self._data(kept)
        client = self._client("webauthn.get", options["challenge"])
        signature = kept.key.sign(told + sha256(decoded(client)).digest(), ec.ECDSA(SHA256()))
        response = {
            "clientDataJSON": client,
            "authenticatorData": encoded(told),
            "signature": encoded(signature),
            "userHandle": encoded(kept.user),
        }
        return _credential(id_, response)

    def _data(self, kept: Kept, more: int = 0) -> bytes:
        flags = bytes([self.flags | more])
        return sha256(kept.site.encode()).digest() + flags + kept.count.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> str:
        told = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return encoded(json.dumps(told).encode())


def _credential(id_: bytes, response: Mapping[str, str]) -> dict[str, Any]:
    name = encoded(id_)
    return {"id": name, "rawId": name, "type": "public-key", "response": dict(response)}


def _public(key: ec.EllipticCurvePrivateKey) -> dict[int, object]:
    """The public key in COSE: ES256 on P-256."""
    point = key.public_key().public_numbers()
    x, y = (value.to_bytes(32, "big") for value in (point.x, point.y))
    return {1: 2, 3: -7, -1: 1, -2: x, -3: y}
