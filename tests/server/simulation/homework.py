"""Homework in the simulation: pupils with two devices each, on a store with faults.

It has its own random numbers, so that class rooms do not depend on it.
"""

from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Protocol, TypeVar

from qttt.server.codes import ROOM_LENGTH, ROOM_LETTERS
from qttt.server.errors import RequestError, StoreUnavailable
from qttt.server.people.people import Principal
from qttt.server.protocol.shared import HomeworkTry
from qttt.server.retention import DAY_MS
from qttt.server.rooms.homework import HomeworkService
from qttt.server.store.homework import Homework, HomeworkPupil

from .referee import Broken

T = TypeVar("T")
PUPILS = 3
LIFETIME_MS = 25_000
"""How long homework is kept in the simulation."""
FAULTS = 0.05
"""Probability that the store fails before a request, and that it fails after it."""


class Surroundings(Protocol):
    """What homework needs of the simulation."""

    now: int

    @property
    def is_calm(self) -> bool:
        """Whether nothing new happens and nothing fails."""

    def after(self, delay: int, what: Callable[..., None], *arguments: object) -> None:
        """Do something later."""

    def attempt(self, action: Awaitable[object]) -> None:
        """Start a request; it can be rejected or fail."""

    def sleep_somewhere(self, delay: int, number: float) -> Awaitable[None]:
        """Wait in a process that can die meanwhile; ``number`` from 0 to 1 chooses it."""


class StoredHomework:
    """The stored homework, shared by all processes."""

    def __init__(self) -> None:
        self.sets: dict[str, Homework] = {}
        self.class_: dict[str, list[HomeworkPupil]] = {}
        self.tries: defaultdict[tuple[str, str], list[HomeworkTry]] = defaultdict(list)

    def add(self, new: Homework, pupils: Sequence[HomeworkPupil]) -> str:
        self.sets[new.code] = replace(new, expires=new.created + LIFETIME_MS)
        self.class_[new.code] = list(pupils)
        return "stored"

    def homework(self, code: str, now: int) -> Homework | None:
        found = self.sets.get(code)
        return found if found and found.expires > now else None

    def hand_in(
        self, code: str, key: str, tries: Sequence[HomeworkTry], now: int, limit: int
    ) -> tuple[HomeworkPupil, list[HomeworkTry]] | None:
        pupil = next((each for each in self.class_.get(code, ()) if each.key == key), None)
        if pupil is None:
            return None
        stored = self.tries[code, key]
        for attempt in tries:
            if self.is_new(attempt, stored):
                stored.append(replace(attempt, at=now))
        return pupil, list(stored)

    def is_new(self, each: HomeworkTry, stored: Sequence[HomeworkTry]) -> bool:
        return each.id not in {known.id for known in stored}

    def delete_expired(self, now: int) -> int:
        gone = [code for code, each in self.sets.items() if each.expires <= now]
        for code in gone:
            del self.sets[code]
            for pupil in self.class_.pop(code):
                self.tries.pop((code, pupil.key), None)
        return len(gone)


class SimulatedHomeworkStore:
    """The store of homework as one request sees it."""

    def __init__(self, stored: StoredHomework, rng: Random, school: Surroundings) -> None:
        self._stored = stored
        self._rng = rng
        self._school = school
        self._place = rng.random()

    async def add(self, new: Homework, pupils: Sequence[HomeworkPupil], limit: int) -> str:
        return await self._ask(lambda: self._stored.add(new, pupils))

    async def homework(self, code: str, now: int) -> Homework | None:
        return await self._ask(lambda: self._stored.homework(code, now))

    async def pupils(self, code: str) -> list[HomeworkPupil]:
        return await self._ask(lambda: self._stored.class_.get(code, []))

    async def hand_in(
        self, code: str, key: str, tries: Sequence[HomeworkTry], now: int, limit: int
    ) -> tuple[HomeworkPupil, list[HomeworkTry]] | None:
        return await self._ask(lambda: self._stored.hand_in(code, key, tries, now, limit))

    async def _ask(self, do: Callable[[], T]) -> T:
        """Execute a request; an error is raised before anything or after everything is done."""
        await self._sleep()
        self._fail()
        done = do()
        self._fail()
        await self._sleep()
        return done

    def _sleep(self) -> Awaitable[None]:
        return self._school.sleep_somewhere(self._rng.randrange(1, 200), self._place)

    def _fail(self) -> None:
        if self._rng.random() < FAULTS and not self._school.is_calm:
            raise StoreUnavailable("simulated")


class Device:
    """A device of a pupil, with the answers that no server has acknowledged."""

    def __init__(self) -> None:
        self.code = ""
        self.waiting: list[HomeworkTry] = []


class HomeworkClass:
    """A teacher who sets homework again and again, and pupils who hand in.

    ``service`` and ``stored`` are the implementations under test.
    """

    def __init__(
        self,
        school: Surroundings,
        seed: int,
        teacher: Principal,
        service: type[HomeworkService],
        stored: StoredHomework,
    ) -> None:
        self.counts: Counter[str] = Counter()
        self._school = school
        self._rng = Random(f"homework {seed}")
        self._teacher = teacher
        self._service = service
        self._stored = stored
        self._code = ""
        self._expires = 0
        self._keys: list[str] = []
        self._made: defaultdict[str, set[str]] = defaultdict(set)
        self._acknowledged: defaultdict[str, set[str]] = defaultdict(set)
        school.after(2_000, self._look)
        for number in range(2 * PUPILS):
            school.after(self._rng.randrange(3_000, 6_000), self._work, number // 2, Device())

    def check(self) -> None:
        """Check that the store has what was acknowledged, once each."""
        for (code, key), tries in self._stored.tries.items():
            if code == self._code:
                self._inspect(key, tries, self._acknowledged[key])

    def _look(self) -> None:
        """Delete what has expired, and set homework if there is none."""
        school = self._school
        school.after(3_000, self._look)
        self.counts["expired"] += self._stored.delete_expired(school.now)
        if self._expires <= school.now and not school.is_calm:
            school.attempt(self._set())

    async def _set(self) -> None:
        service = self._somewhere()
        names = [f"{number}" for number in range(PUPILS)]
        due = self._school.now + DAY_MS
        new = await service.set(self._teacher, "", ["a", "b"], names, due, 1)
        keys = [each.key for each in await service.pupils(new)]
        if len(keys) == PUPILS:
            self._code, self._keys = new.code, keys
            self._expires = new.created + LIFETIME_MS

    def _work(self, pupil: int, device: Device) -> None:
        """Answer a task, and hand in all that waits, perhaps twice at once."""
        school = self._school
        school.after(self._rng.randrange(1_000, 6_000), self._work, pupil, device)
        if not self._keys:
            return
        key = self._keys[pupil]
        if device.code != self._code:
            device.code, device.waiting = self._code, []
        if not school.is_calm:
            new = HomeworkTry(self._new_code(), self._rng.randrange(1, 3), self._rng.choice("xyz"))
            self._made[key].add(new.id)
            device.waiting.append(new)
        for _ in range(self._rng.choice((1, 1, 2))):
            school.attempt(self._hand_in(self._code, key, device))

    async def _hand_in(self, code: str, key: str, device: Device) -> None:
        sent, known = list(device.waiting), set(self._acknowledged[key])
        try:
            found = await self._somewhere().hand_in(code, key, sent)
        except RequestError:
            if code == self._code and self._school.now < self._expires:
                raise Broken("homework is there until it expires") from None
            raise
        ids = {each.id for each in sent}
        self._inspect(key, found.tries, known | ids)
        self._acknowledged[key] |= ids
        self.counts["handed in"] += len(ids)
        if device.code == code:
            device.waiting = [each for each in device.waiting if each.id not in ids]

    def _inspect(self, key: str, tries: Sequence[HomeworkTry], acknowledged: set[str]) -> None:
        ids = [attempt.id for attempt in tries]
        if len(ids) != len(set(ids)):
            raise Broken(f"an answer to homework counts once: {tries}")
        if not set(ids) <= self._made[key]:
            raise Broken(f"pupils see only their own answers: {tries}")
        if not acknowledged <= set(ids):
            raise Broken(f"acknowledged answers to homework are kept: {acknowledged}, {tries}")

    def _somewhere(self) -> HomeworkService:
        store = SimulatedHomeworkStore(self._stored, self._rng, self._school)
        return self._service(store, lambda: self._school.now, self._new_code)  # type: ignore[arg-type]

    def _new_code(self) -> str:
        return "".join(self._rng.choices(ROOM_LETTERS, k=ROOM_LENGTH))
