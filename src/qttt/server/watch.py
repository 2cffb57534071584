"""What a server tells whoever looks after it; nobody waits for an answer."""

from typing import Protocol


class Watch(Protocol):
    """Is told what happens, as it happens; each call has to return at once."""

    def stored(self) -> None:
        """A client's decision is stored and acknowledged."""
        ...

    def refused(self, code: str) -> None:
        """A client's message was refused for that reason."""
        ...

    def committed(self, appends: int, seconds: float) -> None:
        """A batch of so many appends is on the disk, after so many seconds."""
        ...

    def uncommitted(self, appends: int) -> None:
        """The store did not take a batch, or did not say whether it did."""
        ...

    def cut_off(self, code: int) -> None:
        """The server has ended a socket, with that code."""
        ...

    def store_is(self, there: bool, why: str = "") -> None:
        """The store can be asked, or not; told when that changes."""
        ...

    def bus_is(self, there: bool, why: str = "") -> None:
        """The bus between processes works, or not; told when that changes."""
        ...

    def published(self, messages: int) -> None:
        """So many messages have gone to other processes."""
        ...

    def unpublished(self, messages: int) -> None:
        """So many could not go, and are not sent later."""
        ...

    def heard(self) -> None:
        """A message has come from another process."""
        ...


class Unwatched:
    """Nobody looks."""

    def stored(self) -> None:
        """Nothing is noted."""

    def refused(self, code: str) -> None:
        """Nothing is noted."""

    def committed(self, appends: int, seconds: float) -> None:
        """Nothing is noted."""

    def uncommitted(self, appends: int) -> None:
        """Nothing is noted."""

    def cut_off(self, code: int) -> None:
        """Nothing is noted."""

    def store_is(self, there: bool, why: str = "") -> None:
        """Nothing is noted."""

    def bus_is(self, there: bool, why: str = "") -> None:
        """Nothing is noted."""

    def published(self, messages: int) -> None:
        """Nothing is noted."""

    def unpublished(self, messages: int) -> None:
        """Nothing is noted."""

    def heard(self) -> None:
        """Nothing is noted."""
