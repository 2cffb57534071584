"""What the hub says, on its way to clients."""

from collections.abc import Sequence

from qttt.server.hub import Send
from qttt.server.net.outlets import Outlets
from qttt.server.watch import Unwatched


class Ear:
    """An outlet that keeps what is put into it, each time apart."""

    def __init__(self) -> None:
        self.heard: list[list[str]] = []

    def put(self, texts: Sequence[str]) -> None:
        self.heard.append(list(texts))

    def close(self, code: int, reason: str) -> None:
        pass


class Counting(Unwatched):
    """Keeps what was answered to decisions."""

    def __init__(self) -> None:
        self.noted: list[str] = []

    def stored(self) -> None:
        self.noted.append("stored")

    def refused(self, code: str) -> None:
        self.noted.append(code)


def test_what_is_for_one_client_goes_at_once_and_in_order() -> None:
    outlets, ann, bob = Outlets(Unwatched()), Ear(), Ear()
    outlets.add(1, ann)
    outlets.add(2, bob)
    outlets.send([Send((1,), "one"), Send((1, 2), "two"), Send((3, 1), "three")])
    assert (ann.heard, bob.heard) == ([["one", "two", "three"]], [["two"]])
    outlets.remove(1)
    outlets.send([Send((1, 2), "four")])
    assert (len(ann.heard), bob.heard) == (1, [["two"], ["four"]])


def test_answers_to_decisions_are_noted_once() -> None:
    watch = Counting()
    outlets = Outlets(watch)
    said = '{"t":"refused","code":"stale"}'
    outlets.send([Send((1,), '{"t":"done","id":"a"}'), Send((1, 2), said), Send((1,), "{}")])
    assert watch.noted == ["stored", "stale"]
