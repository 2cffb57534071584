"""Where questions wait for answers: each in a thread, and only the last of a kind counts."""

from collections.abc import Callable
from typing import Any

from textual.message import Message
from textual.widget import Widget

from .thinking import Question, T, WithdrawnError


class Answered(Message):
    """A question has been answered."""

    def __init__(self, kind: str, question: Question[Any], found: Any) -> None:
        super().__init__()
        self.kind, self.question, self.found = kind, question, found


class Desk:
    """Asks in threads in the name of ``host``, which hands each ``Answered`` to ``deliver``."""

    def __init__(self, host: Widget) -> None:
        self._host = host
        self._open: dict[str, tuple[Question[Any], object, Callable[[Any], None]]] = {}

    def ask(
        self,
        kind: str,
        about: object,
        question: Callable[[], Question[T]],
        then: Callable[[T], None],
    ) -> None:
        """Ask, unless this is asked already; ``then`` gets the answer in the host's thread.

        ``about`` tells one question from the next of its kind, which withdraws it.
        """
        if self.asks(kind, about):
            return
        self.withdraw(kind)
        asked = question()
        self._open[kind] = (asked, about, then)
        self._host.run_worker(lambda: self._work(kind, asked), thread=True, group=kind)

    def asks(self, kind: str, about: object) -> bool:
        """True if this question waits for its answer."""
        return kind in self._open and self._open[kind][1] is about

    @property
    def is_empty(self) -> bool:
        """True if nobody waits for an answer."""
        return not self._open

    def withdraw(self, *kinds: str) -> None:
        """Forget the open questions of these kinds."""
        for kind in kinds:
            if kind in self._open:
                self._open.pop(kind)[0].withdraw()

    def deliver(self, message: Answered) -> None:
        """Hand an answer to who asked, if the question is still open."""
        if message.kind in self._open and self._open[message.kind][0] is message.question:
            self._open.pop(message.kind)[2](message.found)

    def _work(self, kind: str, question: Question[Any]) -> None:
        try:
            found = question.answer()
        except WithdrawnError:
            return
        self._host.post_message(Answered(kind, question, found))
