"""The connections of a process: batching, and counting answers."""

from collections.abc import Sequence

from qttt.server.hub import Send
from qttt.server.net.connections import Connections
from qttt.server.net.mailbox import SLOW, Closing
from qttt.server.telemetry import Telemetry


class Recorder:
    """A connection that records each batch of messages."""

    def __init__(self) -> None:
        self.closing: Closing | None = None
        self.received: list[list[str]] = []

    def send_all(self, texts: Sequence[str]) -> None:
        self.received.append(list(texts))

    def close(self, code: int, reason: str) -> None:
        pass


class Counting(Telemetry):
    """Telemetry that records the answers to commands."""

    def __init__(self) -> None:
        self.noted: list[str] = []

    def decision_stored(self) -> None:
        self.noted.append("stored")

    def message_rejected(self, code: str) -> None:
        self.noted.append(code)


def test_messages_for_one_client_are_batched_in_order() -> None:
    connections, ann, bob = Connections(Telemetry()), Recorder(), Recorder()
    connections.add(1, ann)
    connections.add(2, bob)
    connections.send([Send((1,), "one"), Send((1, 2), "two"), Send((3, 1), "three")])
    assert (ann.received, bob.received) == ([["one", "two", "three"]], [["two"]])
    connections.remove(1)
    connections.send([Send((1, 2), "four")])
    assert (len(ann.received), bob.received) == (1, [["two"], ["four"]])


def test_a_closing_connection_is_not_open() -> None:
    connections, ann = Connections(Telemetry()), Recorder()
    assert not connections.is_open(1)
    connections.add(1, ann)
    assert connections.is_open(1)
    ann.closing = SLOW
    assert not connections.is_open(1)


def test_answers_to_commands_are_counted_once() -> None:
    watch = Counting()
    connections = Connections(watch)
    message = '{"t":"refused","code":"stale"}'
    connections.send([Send((1,), '{"t":"done","id":"a"}'), Send((1, 2), message), Send((1,), "{}")])
    assert watch.noted == ["stored", "stale"]
