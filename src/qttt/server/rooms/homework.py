"""Homework: a teacher sets tasks, pupils hand in answers until it expires.

A pupil needs the code of the homework and a personal key, but no account. The server stores answers
and not whether they are right: the teacher's app, which has the engine, judges them.
"""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from qttt.server.codes import new_room_code, parse_room_code
from qttt.server.errors import RequestError
from qttt.server.people.people import Principal
from qttt.server.protocol.shared import HomeworkTry
from qttt.server.retention import DAY_MS
from qttt.server.store.homework import Homework, HomeworkPupil, HomeworkStore
from qttt.server.text import sanitize_line

from .nicknames import parse_title

MAX_HOMEWORK = 50
MAX_TASKS = 50
MAX_TASK_LENGTH = 120
MAX_PUPILS = 64
MAX_NAME_LENGTH = 40
MAX_TRIES = 1_000
"""The most answers of a pupil; later ones are rejected."""
MAX_ANSWER_LENGTH = 60
MAX_DAYS = 366
"""The longest time until homework is due, and from then until it is deleted."""


@dataclass(frozen=True, slots=True)
class HandedIn:
    """What a pupil sees: the homework and all of their own stored answers."""

    homework: Homework
    pupil: HomeworkPupil
    tries: Sequence[HomeworkTry]


class HomeworkService:
    """The homework. Operations that are not allowed raise ``RequestError``.

    ``clock`` returns milliseconds since the epoch, ``new_code`` a code of homework or of a pupil.
    """

    def __init__(
        self,
        store: HomeworkStore,
        clock: Callable[[], int],
        new_code: Callable[[], str] = new_room_code,
    ) -> None:
        self._store = store
        self._clock = clock
        self._new_code = new_code

    # --- the teacher -------------------------------------------------------------------------

    async def set(
        self,
        principal: Principal,
        title: str,
        tasks: Sequence[str],
        names: Sequence[str],
        due: int,
        keep_days: int,
    ) -> Homework:
        """Set homework for the pupils with these names or numbers."""
        now = self._clock()
        lines = _parse_tasks(tasks)
        pupils = self._pupils(names)
        _check_due(now, due)
        expires = _expiry(now, due, keep_days)
        new = Homework(
            self._new_code(), parse_title(title), principal.user.id, lines, now, due, expires
        )
        while (added := await self._store.add(new, pupils, MAX_HOMEWORK)) == "code-in-use":
            new = replace(new, code=self._new_code())
        if added == "too-many":
            raise RequestError(
                "too-many", f"you have set homework {MAX_HOMEWORK} times: delete some first"
            )
        return new

    async def list_for(self, principal: Principal) -> list[Homework]:
        """Return the teacher's homework, newest first."""
        return await self._store.of_teacher(principal.user.id, self._clock())

    async def own(self, principal: Principal, code: str) -> Homework:
        """Return homework to the teacher who has set it."""
        homework = await self._homework(code)
        if homework.teacher != principal.user.id:
            raise RequestError("not-allowed", "only the teacher who has set this homework can")
        return homework

    async def pupils(self, homework: Homework) -> list[HomeworkPupil]:
        return await self._store.pupils(homework.code)

    async def pupil(self, homework: Homework, number: int) -> HomeworkPupil:
        pupils = [member for member in await self.pupils(homework) if member.number == number]
        if not pupils:
            raise _no_pupil(number)
        return pupils[0]

    async def reschedule(
        self, principal: Principal, code: str, due: int, keep_days: int
    ) -> Homework:
        homework, now = await self.own(principal, code), self._clock()
        if due != homework.due:
            _check_due(now, due)
        expires = _expiry(now, due, keep_days)
        if not await self._store.change(homework.code, due, expires):
            raise _gone()
        return replace(homework, due=due, expires=expires)

    async def delete(self, principal: Principal, code: str) -> None:
        homework = await self.own(principal, code)
        await self._store.delete(homework.code)

    async def delete_pupil(self, principal: Principal, code: str, number: int) -> None:
        homework = await self.own(principal, code)
        if not await self._store.delete_pupil(homework.code, number):
            raise _no_pupil(number)

    # --- pupils ------------------------------------------------------------------------------

    async def hand_in(self, code: str, key: str, tries: Sequence[HomeworkTry]) -> HandedIn:
        """Store the answers of the pupil with that key that are not stored yet.

        The answers count once, however often they are sent. Raises ``RequestError``: ``gone`` for
        an unknown code, ``not-allowed`` for an unknown key, ``too-many`` if not all can be stored.
        """
        homework = await self._homework(code)
        checked = [_parse_try(attempt, homework) for attempt in tries]
        stored = await self._store.hand_in(
            homework.code, parse_room_code(key) or "", checked, self._clock(), MAX_TRIES
        )
        if stored is None:
            raise RequestError("not-allowed", "no pupil of this homework has this personal code")
        pupil, all_tries = stored
        if not {attempt.id for attempt in checked} <= {attempt.id for attempt in all_tries}:
            raise RequestError("too-many", f"at most {MAX_TRIES} answers can be handed in")
        return HandedIn(homework, pupil, all_tries)

    # --- helpers -----------------------------------------------------------------------------

    async def _homework(self, code: str) -> Homework:
        homework = await self._store.homework(parse_room_code(code) or "", self._clock())
        if homework is None:
            raise _gone()
        return homework

    def _pupils(self, names: Sequence[str]) -> list[HomeworkPupil]:
        parsed = [_parse_name(name) for name in names]
        if not 1 <= len(parsed) <= MAX_PUPILS:
            raise RequestError("bad-homework", f"homework is for 1 to {MAX_PUPILS} pupils")
        if twice := next((name for name in parsed if parsed.count(name) > 1), ""):
            raise RequestError("bad-homework", f"two pupils are named {twice}: names must differ")
        keys: dict[str, None] = {}
        while len(keys) < len(parsed):
            keys[self._new_code()] = None
        return [
            HomeworkPupil(number, name, key)
            for number, (name, key) in enumerate(zip(parsed, keys, strict=True), 1)
        ]


def _parse_tasks(tasks: Sequence[str]) -> tuple[str, ...]:
    if not 1 <= len(tasks) <= MAX_TASKS:
        raise RequestError("bad-homework", f"homework has 1 to {MAX_TASKS} tasks")
    for number, task in enumerate(tasks, 1):
        if not 1 <= len(task) <= MAX_TASK_LENGTH or task != sanitize_line(task):
            raise RequestError(
                "bad-homework", f"task {number} must be a line of 1 to {MAX_TASK_LENGTH} characters"
            )
    if len(set(tasks)) < len(tasks):
        raise RequestError("bad-homework", "the tasks must differ")
    return tuple(tasks)


def _parse_name(text: str) -> str:
    name = sanitize_line(unicodedata.normalize("NFKC", text))
    if not 1 <= len(name) <= MAX_NAME_LENGTH:
        raise RequestError(
            "bad-homework", f"a pupil's name must have 1 to {MAX_NAME_LENGTH} characters"
        )
    return name


def _parse_try(attempt: HomeworkTry, homework: Homework) -> HomeworkTry:
    if not 1 <= attempt.task <= len(homework.tasks):
        raise RequestError("bad-answer", f"this homework has no task {attempt.task}")
    if not 1 <= len(attempt.answer) <= MAX_ANSWER_LENGTH or attempt.answer != sanitize_line(
        attempt.answer
    ):
        raise RequestError(
            "bad-answer", f"the answer must be a line of 1 to {MAX_ANSWER_LENGTH} characters"
        )
    return attempt


def _check_due(now: int, due: int) -> None:
    if not now < due <= now + MAX_DAYS * DAY_MS:
        raise RequestError("bad-homework", f"homework must be due within {MAX_DAYS} days from now")


def _expiry(now: int, due: int, keep_days: int) -> int:
    """Return when homework that is due then is deleted. Raises ``RequestError``."""
    if not 1 <= keep_days <= MAX_DAYS:
        raise RequestError("bad-homework", f"answers can be kept for 1 to {MAX_DAYS} days")
    expires = due + keep_days * DAY_MS
    if expires <= now:
        raise RequestError(
            "bad-homework", f"this homework was due more than {keep_days} days ago: choose more"
        )
    return expires


def _no_pupil(number: int) -> RequestError:
    return RequestError("gone", f"this homework has no pupil {number}")


def _gone() -> RequestError:
    return RequestError(
        "gone", "there is no homework with this code; it may have expired or been deleted"
    )
