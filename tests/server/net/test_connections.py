"""The connections of a process: batching, and counting answers."""

from collections.abc import Sequence

from qttt.server.errors import RejectionCode
from qttt.server.hub.effects import Send
from qttt.server.net.connections import SLOW, Closing, Connections
from qttt.server.protocol.outgoing import Acknowledgment, Bye, Pong, Rejection, encode
from qttt.server.telemetry import Telemetry


class Recorder:
    """A connection that records each batch of messages."""

    def __init__(self) -> None:
        self.closing: Closing | None = None
        self.received: list[list[bytes]] = []

    def send_all(self, lines: Sequence[bytes]) -> None:
        self.received.append(list(lines))

    def close(self, code: int, reason: str) -> None:
        pass


def test_messages_for_one_client_are_batched_in_order() -> None:
    connections, ann, bob = Connections(Telemetry("test")), Recorder(), Recorder()
    connections.add(1, ann)
    connections.add(2, bob)
    pongs = [Pong(n, 0) for n in range(4)]
    one, two, three, four = map(encode, pongs)
    connections.send(map(Send, [(1,), (1, 2), (3, 1)], pongs[:3]))
    assert (ann.received, bob.received) == ([[one, two, three]], [[two]])
    connections.remove(1)
    connections.send([Send((1, 2), pongs[3])])
    assert (len(ann.received), bob.received) == (1, [[two], [four]])


def test_a_closing_connection_is_not_open() -> None:
    connections, ann = Connections(Telemetry("test")), Recorder()
    assert not connections.is_open(1)
    connections.add(1, ann)
    assert connections.is_open(1)
    ann.closing = SLOW
    assert not connections.is_open(1)


def test_answers_to_commands_are_counted_once() -> None:
    telemetry = Telemetry("test")
    connections = Connections(telemetry)
    done, rejected = Acknowledgment("a", "g", 1), Rejection(code=RejectionCode.STALE, message="")
    connections.send([Send((1,), done), Send((1, 2), rejected), Send((1,), Bye(1))])
    value = telemetry.registry.get_sample_value
    assert value("qttt_decisions_total") == 1
    assert value("qttt_rejections_total", {"code": "stale"}) == 1
