"""What a store promises about accounts: passkeys, recovery codes, and leaving for good."""

from collections.abc import Sequence
from typing import Protocol

from .values import Passkey, User


class AccountStore(Protocol):
    """How people come in without a password, and how they leave for good."""

    # --- recovery codes ----------------------------------------------------------------------

    async def set_codes(self, user: str, codes: Sequence[bytes], now: int) -> None:
        """Keep these hashes of codes, and no others that there were."""
        ...

    async def add_code(self, user: str, code: bytes, now: int, expires: int) -> None:
        """Keep the hash of one more code, until it expires."""
        ...

    async def codes(self, user: str) -> int:
        """How many of those are left that do not expire."""
        ...

    async def recover(self, key: str, code: bytes, password: str, now: int) -> User | None:
        """Use up a code of whoever has the name with that key, and set the password's hash.

        All tokens of the user are dropped. None, changing nothing, if it is no code of theirs.
        """
        ...

    # --- passkeys ----------------------------------------------------------------------------

    async def add_challenge(self, challenge: bytes, user: str | None, expires: int) -> None:
        """Remember what has to be signed, by that user, or by anybody."""
        ...

    async def take_challenge(self, challenge: bytes, user: str | None, now: int) -> bool:
        """Forget it: True once, for whom it was made, until it expires."""
        ...

    async def add_passkey(self, passkey: Passkey) -> bool:
        """Let it be used from now on; False if it is known already."""
        ...

    async def passkey(self, passkey: bytes) -> tuple[Passkey, User] | None:
        """The passkey of that id and its user."""
        ...

    async def passkeys(self, user: str) -> list[Passkey]:
        """The user's passkeys, the oldest first."""
        ...

    async def use_passkey(self, passkey: bytes, count: int, now: int) -> bool:
        """Note that it was used; False if its count does not go up, as that of a copy would not."""
        ...

    async def drop_passkey(self, user: str, passkey: bytes) -> bool:
        """Forget it; False if the user has no such one, or nothing else to come in with."""
        ...

    async def drop_password(self, user: str) -> bool:
        """Forget the password's hash; False if there is no passkey to come in with."""
        ...

    # --- leaving -----------------------------------------------------------------------------

    async def leave(self, user: str, expires: int) -> bool:
        """Forget all about the user but the games; False, changing nothing, while one goes on.

        Nobody gets the name before ``expires``.
        """
        ...

    async def forget_names(self, limit: int) -> int:
        """Take the names of users who have left out of so many of their games; how many it was.

        The games stay sound: their chains are made anew.
        """
        ...

    async def sweep(self, now: int) -> None:
        """Forget codes, challenges and kept names that have expired."""
        ...
