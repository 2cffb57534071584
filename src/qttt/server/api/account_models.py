"""JSON models of requests and responses about the user's own account."""

from pydantic import BaseModel

from .models import Name, RequestModel, Secret

Signed = dict[str, object]
"""A WebAuthn credential as JSON, parsed by the library."""


class ProofIn(RequestModel):
    """Reauthentication: the password, or a challenge signed by a passkey (WebAuthn)."""

    password: Secret = ""
    passkey: Signed | None = None


class PasswordIn(RequestModel):
    """A change of password, with the old password or a passkey."""

    old: Secret = ""
    passkey: Signed | None = None
    new: Secret


class RecoverIn(RequestModel):
    """A recovery code and a new password."""

    name: Name
    code: Name
    password: Secret


class PasskeyIn(RequestModel):
    """A new passkey."""

    label: Name
    credential: Signed


class SignedIn(RequestModel):
    """A challenge signed by a passkey."""

    credential: Signed


class PasskeyOut(BaseModel):
    """A passkey; times are milliseconds since 1970."""

    id: str
    label: str
    created: int
    used: int


class AccountOut(BaseModel):
    """The ways to log in; ``codes`` is the number of unused recovery codes."""

    password: bool
    codes: int
    passkeys: list[PasskeyOut]


class CodesOut(BaseModel):
    """Recovery codes, returned only once."""

    codes: list[str]
