"""Where questions wait for answers: each in a thread, and only the last of a kind counts."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from textual.message import Message
from textual.widget import Widget

from qttt.engine.search import Estimate, Progress

from .thinking import Question, T, WithdrawnError, nobody


class Reported(Message):
    """Something is known about a question that has not been answered yet."""

    def __init__(self, kind: str, question: Question[Any], estimate: Estimate) -> None:
        super().__init__()
        self.kind, self.question, self.estimate = kind, question, estimate


class Answered(Message):
    """A question has been answered."""

    def __init__(self, kind: str, question: Question[Any], found: Any) -> None:
        super().__init__()
        self.kind, self.question, self.found = kind, question, found


class _Open(NamedTuple):
    """A question that waits for its answer, and who hears of it."""

    question: Question[Any]
    about: object
    then: Callable[[Any], None]
    meanwhile: Progress


class Desk:
    """Asks in threads in the name of ``host``, which hands every message to ``deliver``."""

    def __init__(self, host: Widget) -> None:
        self._host = host
        self._open: dict[str, _Open] = {}

    def ask(
        self,
        kind: str,
        about: object,
        question: Callable[[], Question[T]],
        then: Callable[[T], None],
        meanwhile: Progress = nobody,
    ) -> None:
        """Ask, unless this is asked already; ``then`` gets the answer in the host's thread.

        ``about`` tells one question from the next of its kind, which withdraws it. ``meanwhile``
        gets what is known so far, in the host's thread too.
        """
        if self.asks(kind, about):
            return
        self.withdraw(kind)
        asked = question()
        self._open[kind] = _Open(asked, about, then, meanwhile)
        self._host.run_worker(lambda: self._work(kind, asked), thread=True, group=kind)

    def asks(self, kind: str, about: object) -> bool:
        """True if this question waits for its answer."""
        return kind in self._open and self._open[kind].about is about

    @property
    def is_empty(self) -> bool:
        """True if nobody waits for an answer."""
        return not self._open

    def withdraw(self, *kinds: str) -> None:
        """Forget the open questions of these kinds."""
        for kind in kinds:
            if kind in self._open:
                self._open.pop(kind).question.withdraw()

    def hurry(self, kind: str) -> bool:
        """Have the open question of this kind answered at once; False if there is none."""
        if kind in self._open:
            self._open[kind].question.hurry()
        return kind in self._open

    def deliver(self, message: Answered | Reported) -> None:
        """Hand a message to who asked, if the question is still open."""
        asked = self._open.get(message.kind)
        if asked is None or asked.question is not message.question:
            return
        if isinstance(message, Reported):
            asked.meanwhile(message.estimate)
        else:
            del self._open[message.kind]
            asked.then(message.found)

    def _work(self, kind: str, question: Question[Any]) -> None:
        try:
            found = question.answer(partial(self._report, kind, question))
        except WithdrawnError:
            return
        self._host.post_message(Answered(kind, question, found))

    def _report(self, kind: str, question: Question[Any], estimate: Estimate) -> None:
        self._host.post_message(Reported(kind, question, estimate))
