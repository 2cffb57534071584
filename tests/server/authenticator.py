"""A WebAuthn authenticator in software, with the minimum that the standard requires."""

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
class Credential:
    """A passkey; ``count`` increases with each signature."""

    key: ec.EllipticCurvePrivateKey
    site: str
    user: bytes
    count: int = 0


@dataclass
class Authenticator:
    """A device and a browser with an open page of ``origin``."""

    origin: str
    counts: bool = True
    flags: int = PRESENT | VERIFIED
    credentials: dict[bytes, Credential] = field(default_factory=dict)

    def make(self, options: Mapping[str, Any], id_: bytes = b"") -> dict[str, Any]:
        """Return the result of ``navigator.credentials.create`` as JSON."""
        id_, key = id_ or secrets.token_bytes(16), ec.generate_private_key(ec.SECP256R1())
        user = decoded(options["user"]["id"])
        self.credentials[id_] = credential = Credential(key, options["rp"]["id"], user)
        data = self._data(credential, HAS_KEY) + bytes(16) + len(id_).to_bytes(2, "big") + id_
        data += cbor2.dumps(_public(key))
        attestation = {"fmt": "none", "attStmt": {}, "authData": data}
        client = self._client("webauthn.create", options["challenge"])
        response = {
            "clientDataJSON": client,
            "attestationObject": encoded(cbor2.dumps(attestation)),
        }
        return _credential(id_, response)

    def sign(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the result of ``navigator.credentials.get`` as JSON."""
        id_, credential = next(
            (id_, each) for id_, each in self.credentials.items() if each.site == options["rpId"]
        )
        credential.count += self.counts
        data = self._data(credential)
        client = self._client("webauthn.get", options["challenge"])
        signed = data + sha256(decoded(client)).digest()
        response = {
            "clientDataJSON": client,
            "authenticatorData": encoded(data),
            "signature": encoded(credential.key.sign(signed, ec.ECDSA(SHA256()))),
            "userHandle": encoded(credential.user),
        }
        return _credential(id_, response)

    def _data(self, credential: Credential, extra_flags: int = 0) -> bytes:
        flags, count = bytes([self.flags | extra_flags]), credential.count.to_bytes(4, "big")
        return sha256(credential.site.encode()).digest() + flags + count

    def _client(self, kind: str, challenge: str) -> str:
        data = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return encoded(json.dumps(data).encode())


def _credential(id_: bytes, response: Mapping[str, str]) -> dict[str, Any]:
    name = encoded(id_)
    return {"id": name, "rawId": name, "type": "public-key", "response": dict(response)}


def _public(key: ec.EllipticCurvePrivateKey) -> dict[int, object]:
    """Encode the public key in COSE: ES256 on P-256."""
    point = key.public_key().public_numbers()
    x, y = (value.to_bytes(32, "big") for value in (point.x, point.y))
    return {1: 2, 3: -7, -1: 1, -2: x, -3: y}
