"""What is sent and answered about one's own account, as JSON."""

from pydantic import BaseModel

from .models import Name, Secret, _In

Signed = dict[str, object]
"""What a browser gives for a passkey, as JSON; the library reads it."""


class ProofIn(_In):
    """That somebody is the owner: the password, or what a passkey has signed (WebAuthn)."""

    password: Secret = ""
    passkey: Signed | None = None


class PasswordIn(_In):
    """A change of password; ``old``, or a passkey that has signed."""

    old: Secret = ""
    passkey: Signed | None = None
    new: Secret


class RecoverIn(_In):
    """A new password, for whoever has a recovery code."""

    name: Name
    code: Name
    password: Secret


class PasskeyIn(_In):
    """A passkey that the browser has made as it was asked to."""

    label: Name
    credential: Signed


class SignedIn(_In):
    """What a passkey has signed."""

    credential: Signed


class PasskeyOut(BaseModel):
    """A passkey; times are milliseconds since 1970."""

    id: str
    label: str
    created: int
    used: int


class AccountOut(BaseModel):
    """How you come in: by a password, passkeys, and so many recovery codes that are left."""

    password: bool
    codes: int
    passkeys: list[PasskeyOut]


class CodesOut(BaseModel):
    """Recovery codes, which are told this once."""

    codes: list[str]
