"""Passkeys (WebAuthn): a device of the user's signs, and the server keeps a public key only.

What is to be signed is drawn by chance, kept in the store, good for one signature and a few
minutes. The device signs the page's origin along with it, so that no other site can use what was
signed.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from ipaddress import ip_address
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from qttt.server.store import AccountStore, Passkey, StoreError, User
from qttt.server.text import shown

from .errors import PersonError
from .people import LONGEST_LABEL, Person

NAME = "Quantum tic-tac-toe"
"""Devices show it where they ask which passkey is meant."""
PATIENCE = 5 * 60 * 1000
"""So many milliseconds a device has to sign."""
MOST = 10
WRONG = "this passkey is not known here"


class Site(NamedTuple):
    """The page that asks: its origin, which is one that the server allows."""

    origin: str

    @property
    def host(self) -> str:
        """The domain that passkeys are for. Raises ``PersonError`` for a number, which is none."""
        host = urlsplit(self.origin).hostname or ""
        try:
            ip_address(host)
        except ValueError:
            return host
        raise PersonError("not-allowed", f"passkeys need an address by name, which {host} is not")


class Passkeys:
    """The passkeys of one store. Times come from ``clock``, in milliseconds."""

    def __init__(self, store: AccountStore, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock

    # --- making one --------------------------------------------------------------------------

    async def offer(self, person: Person, site: Site) -> Mapping[str, Any]:
        """What a browser needs to make a passkey for that account.

        Raises ``PersonError`` for a guest, and where there are too many.
        """
        import webauthn
        from webauthn.helpers import structs

        if person.user.guest:
            raise PersonError("not-allowed", "a guest has no account: make one first")
        known = await self._store.passkeys(person.user.id)
        if len(known) >= MOST:
            raise PersonError("too-many", f"there are {MOST} passkeys; remove one first")
        options = webauthn.generate_registration_options(
            rp_id=site.host,
            rp_name=NAME,
            user_id=person.user.id.encode(),
            user_name=person.user.name,
            timeout=PATIENCE,
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                user_verification=structs.UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=e.id) for e in known],
        )
        await self._remember(options.challenge, person.user.id)
        return _as_json(options)

    async def add(
        self, person: Person, site: Site, label: str, made: Mapping[str, object]
    ) -> Passkey:
        """Keep the passkey that a browser has made for that account.

        Raises ``PersonError`` for what was not asked of it just now, and for a bad label.
        """
        import webauthn

        name = shown(label).strip()
        if not 1 <= len(name) <= LONGEST_LABEL:
            raise PersonError("bad-label", f"a label has 1 to {LONGEST_LABEL} characters")
        with _reading("bad-passkey", "this passkey cannot be used: try again"):
            found = webauthn.verify_registration_response(
                credential=dict(made),
                expected_challenge=await self._challenged(made, person.user.id),
                expected_rp_id=site.host,
                expected_origin=site.origin,
            )
        now = self._clock()
        key = found.credential_public_key
        kept = Passkey(found.credential_id, person.user.id, key, found.sign_count, now, now, name)
        if not await self._store.add_passkey(kept):
            raise PersonError("bad-passkey", "this passkey is known already")
        return kept

    # --- using it ----------------------------------------------------------------------------

    async def ask(self, site: Site) -> Mapping[str, Any]:
        """What a browser needs to have something signed by any passkey of this site."""
        import webauthn

        options = webauthn.generate_authentication_options(rp_id=site.host, timeout=PATIENCE)
        await self._remember(options.challenge, None)
        return _as_json(options)

    async def signer(self, site: Site, signed: Mapping[str, object]) -> User:
        """Whose passkey has signed what was asked. Raises ``PersonError``."""
        import webauthn

        with _reading("wrong-login", WRONG):
            found = await self._store.passkey(webauthn.base64url_to_bytes(str(signed.get("id"))))
            challenge = await self._challenged(signed, None)
            if found is None:
                raise PersonError("wrong-login", WRONG)
            passkey, user = found
            verified = webauthn.verify_authentication_response(
                credential=dict(signed),
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                credential_public_key=passkey.key,
                credential_current_sign_count=passkey.count,
            )
        if not await self._store.use_passkey(passkey.id, verified.new_sign_count, self._clock()):
            raise PersonError("wrong-login", WRONG)
        return user

    # --- keeping them ------------------------------------------------------------------------

    async def of(self, person: Person) -> list[Passkey]:
        """The account's passkeys, the oldest first."""
        return await self._store.passkeys(person.user.id)

    async def drop(self, person: Person, name: str) -> None:
        """Forget the one of that name (``passkey_name``).

        Raises ``PersonError`` if there is none, and for the last way in.
        """
        passkey = next((e for e in await self.of(person) if passkey_name(e) == name), None)
        if passkey is None:
            raise PersonError("not-found", "you have no such passkey")
        if not await self._store.drop_passkey(person.user.id, passkey.id):
            raise PersonError("not-allowed", "choose a password first, or nobody could come in")

    # --- inside ------------------------------------------------------------------------------

    async def _remember(self, challenge: bytes, user: str | None) -> None:
        await self._store.add_challenge(challenge, user, self._clock() + PATIENCE)

    async def _challenged(self, told: Mapping[str, object], user: str | None) -> bytes:
        """The challenge that was signed, if it was one for that user; it is none any more."""
        from webauthn.helpers import base64url_to_bytes, parse_client_data_json

        response = told["response"]
        if not isinstance(response, dict):
            raise TypeError("a response is an object")
        data = parse_client_data_json(base64url_to_bytes(response["clientDataJSON"]))
        if not await self._store.take_challenge(data.challenge, user, self._clock()):
            raise ValueError("nobody was asked to sign this")
        return data.challenge


def passkey_name(passkey: Passkey) -> str:
    """What its owner calls a passkey when removing it."""
    return blake2b(passkey.id, digest_size=8).hexdigest()


@contextmanager
def _reading(code: str, message: str) -> Iterator[None]:
    """What a browser sent is read, and the library fails in many ways on what is no such thing."""
    try:
        yield
    except (PersonError, StoreError):
        raise
    except Exception as error:
        raise PersonError(code, message) from error


def _as_json(options: Any) -> Mapping[str, Any]:
    from webauthn import options_to_json

    told: Mapping[str, Any] = json.loads(options_to_json(options))
    return told
