"""Passkeys (WebAuthn): the user's device signs a challenge, and the server stores a public key.

A challenge is stored, valid for minutes and used once. The signature covers the page's origin, so
other sites cannot use it.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from qttt.server.errors import RequestError, StoreError
from qttt.server.store.accounts import AccountStore
from qttt.server.store.entities import AuthToken, Passkey, User
from qttt.server.text import parse_ip

from .people import Principal, check_account, parse_label

RELYING_PARTY_NAME = "Quantum tic-tac-toe"
"""The name of the relying party, shown by devices."""
CHALLENGE_MS = 5 * 60 * 1000
"""Validity of a challenge."""
MAX_PASSKEYS = 10
INVALID = "unknown or invalid passkey"


class RelyingParty(NamedTuple):
    """The page that uses a passkey, by its origin, which the server allows."""

    origin: str

    @property
    def host(self) -> str:
        """The domain of the passkeys. Raises ``RequestError`` for an IP address."""
        host = urlsplit(self.origin).hostname or ""
        if parse_ip(host):
            raise RequestError(
                "not-allowed", f"passkeys need a domain name; {host} is an IP address"
            )
        return host


class Passkeys:
    """The passkeys of one store. ``clock`` returns milliseconds since the epoch."""

    def __init__(self, store: AccountStore, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock

    # --- registration ------------------------------------------------------------------------

    async def registration_options(
        self, principal: Principal, relying_party: RelyingParty
    ) -> Mapping[str, Any]:
        """Return the options with which a browser creates a passkey for that account.

        Raises ``RequestError`` for a guest or an account with too many passkeys.
        """
        import webauthn
        from webauthn.helpers import structs

        check_account(principal)
        known = await self._store.passkeys(principal.user.id)
        if len(known) >= MAX_PASSKEYS:
            raise RequestError("too-many", f"you have {MAX_PASSKEYS} passkeys; remove one first")
        options = webauthn.generate_registration_options(
            rp_id=relying_party.host,
            rp_name=RELYING_PARTY_NAME,
            user_id=principal.user.id.encode(),
            user_name=principal.user.name,
            timeout=CHALLENGE_MS,
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                user_verification=structs.UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=e.id) for e in known],
        )
        await self._store_challenge(options.challenge, principal.user.id)
        return _as_json(options)

    async def add(
        self,
        principal: Principal,
        relying_party: RelyingParty,
        label: str,
        credential: Mapping[str, object],
    ) -> Passkey:
        """Register the passkey that a browser has created for that account.

        Raises ``RequestError`` for a bad label or a credential without a valid challenge.
        """
        import webauthn

        name = parse_label(label)
        with _converting_errors("bad-passkey", "the passkey could not be registered; try again"):
            verified = webauthn.verify_registration_response(
                credential=dict(credential),
                expected_challenge=await self._take_challenge(credential, principal.user.id),
                expected_rp_id=relying_party.host,
                expected_origin=relying_party.origin,
            )
        now = self._clock()
        id_, key = verified.credential_id, verified.credential_public_key
        passkey = Passkey(id_, principal.user.id, key, verified.sign_count, now, now, name)
        if not await self._store.add_passkey(passkey, principal.token.hash):
            raise RequestError("bad-passkey", "this passkey is already registered")
        return passkey

    # --- authentication ----------------------------------------------------------------------

    async def login_options(self, relying_party: RelyingParty) -> Mapping[str, Any]:
        """Return the options with which a browser signs with any passkey of this site."""
        import webauthn

        options = webauthn.generate_authentication_options(
            rp_id=relying_party.host, timeout=CHALLENGE_MS
        )
        await self._store_challenge(options.challenge, None)
        return _as_json(options)

    async def verify(
        self, relying_party: RelyingParty, signed: Mapping[str, object]
    ) -> tuple[Passkey, User]:
        """Verify a signed challenge; return the passkey and its user. Raises ``RequestError``."""
        import webauthn

        with _converting_errors("wrong-login", INVALID):
            known = await self._store.passkey(webauthn.base64url_to_bytes(str(signed.get("id"))))
            challenge = await self._take_challenge(signed, None)
            if known is None:
                raise RequestError("wrong-login", INVALID)
            passkey = known[0]
            verified = webauthn.verify_authentication_response(
                credential=dict(signed),
                expected_challenge=challenge,
                expected_rp_id=relying_party.host,
                expected_origin=relying_party.origin,
                credential_public_key=passkey.key,
                credential_current_sign_count=passkey.count,
            )
        if not await self._store.use_passkey(passkey.id, verified.new_sign_count, self._clock()):
            raise RequestError("wrong-login", INVALID)
        return known

    # --- management --------------------------------------------------------------------------

    async def list_for(self, principal: Principal) -> list[Passkey]:
        """Return the account's passkeys, oldest first."""
        return await self._store.passkeys(principal.user.id)

    async def delete(self, principal: Principal, name: str, new: AuthToken) -> None:
        """Delete the passkey with that ``passkey_name``; ``new`` replaces the user's tokens.

        Raises ``RequestError`` if it does not exist or is the last way to log in.
        """
        passkey = next((e for e in await self.list_for(principal) if passkey_name(e) == name), None)
        if passkey is None:
            raise RequestError("not-found", "you have no such passkey")
        if not await self._store.delete_passkey(passkey.id, new, principal.token.hash):
            raise RequestError("not-allowed", "set a password first: this is your only login")

    async def _store_challenge(self, challenge: bytes, user: str | None) -> None:
        await self._store.add_passkey_challenge(challenge, user, self._clock() + CHALLENGE_MS)

    async def _take_challenge(self, credential: Mapping[str, object], user: str | None) -> bytes:
        """Consume and return the challenge that was signed, which must be that user's."""
        from webauthn.helpers import base64url_to_bytes, parse_client_data_json

        response = credential["response"]
        if not isinstance(response, dict):
            raise TypeError("response must be an object")
        data = parse_client_data_json(base64url_to_bytes(response["clientDataJSON"]))
        if not await self._store.consume_passkey_challenge(data.challenge, user, self._clock()):
            raise ValueError("unknown challenge")
        return data.challenge


def passkey_name(passkey: Passkey) -> str:
    """Return the public identifier of a passkey."""
    return blake2b(passkey.id, digest_size=8).hexdigest()


@contextmanager
def _converting_errors(code: str, message: str) -> Iterator[None]:
    """Raise ``RequestError`` for any error; the library raises many kinds on bad input."""
    try:
        yield
    except (RequestError, StoreError):
        raise
    except Exception as error:
        raise RequestError(code, message) from error


def _as_json(options: Any) -> Mapping[str, Any]:
    from webauthn import options_to_json

    data: Mapping[str, Any] = json.loads(options_to_json(options))
    return data
