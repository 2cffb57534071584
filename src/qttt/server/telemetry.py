"""Events of the server, for its metrics and logs."""


class Telemetry:
    """Ignores events of the server; methods of subclasses must return immediately."""

    def decision_stored(self) -> None:
        """A client's decision is stored and acknowledged."""

    def message_rejected(self, code: str) -> None:
        """A client's message was rejected with that code."""

    def committed(self, appends: int, seconds: float) -> None:
        """A batch of appends was committed."""

    def commit_failed(self, appends: int) -> None:
        """A batch of appends failed, or its result is unknown."""

    def socket_closed(self, code: int) -> None:
        """The server closed a socket with that code."""

    def set_store_status(self, is_up: bool, why: str = "") -> None:
        """The store became available or unavailable; called on changes."""

    def set_bus_status(self, is_up: bool, why: str = "") -> None:
        """The bus between processes became available or unavailable; called on changes."""

    def published(self, messages: int) -> None:
        """Messages were sent to other processes."""

    def publish_failed(self, messages: int) -> None:
        """Messages to other processes were lost."""

    def pushed(self, result: str) -> None:
        """A notification was ``sent``, ``postponed`` or ``refused``, or its address is ``gone``."""

    def message_received(self) -> None:
        """A message from another process was received."""
