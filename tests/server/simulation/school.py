"""A simulation of class rooms: teachers, and pupils who join, play, leave and cheat."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from qttt.server.errors import RequestError, StoreUnavailable
from qttt.server.games.terms import Terms
from qttt.server.people.people import SESSION, Principal
from qttt.server.protocol.outgoing import PollProgress
from qttt.server.protocol.shared import PollStep
from qttt.server.rooms import commands
from qttt.server.rooms.commands import free_members, must_confirm_presence, planned_rounds
from qttt.server.rooms.homework import HomeworkService
from qttt.server.rooms.polls import Polls
from qttt.server.rooms.rooms import Rooms
from qttt.server.rooms.standings import standings
from qttt.server.store.entities import AuthToken, User
from qttt.server.store.polls import PollQuestion, PollStatus
from qttt.server.store.rooms import Room

from .homework import HomeworkClass, StoredHomework
from .inspector import ComputeStandings, Inspector
from .players import SimulatedClient
from .polls import BallotInspector, Round, StoredPolls
from .referee import Broken, Referee
from .rooms import SimulatedRoomStore, StoredRooms
from .world import SimulatedProcess, World

KINDS = ("round-robin", "arena")
RULES = ("goff", "goff", "closer", "classic3")
CLOCKS = ("none", "40+2", "15+0")
PAIRING_TIMEOUT_MS = 3_000
"""How long a free member of an arena can wait for a game."""


class Pupil(SimulatedClient):
    """A client that follows its games in its class room."""

    room = ""
    progress: PollStatus | None = None
    """What it knows of the room's last poll."""

    def __init__(self, school: "School", *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._school = school
        self.is_voting = False

    def receive(self, message: dict[str, Any]) -> None:
        match message:
            case {"t": "started"}:
                self.begin(message["game"])
            case {"t": "room", "room": self.room}:
                self.look()
            case {"t": "poll", "room": self.room}:
                self._learn_progress(PollStatus(*list(message.values())[2:]))
            case _:
                pass
        super().receive(message)

    def resync(self) -> None:
        super().resync()
        if self.room:
            self._send({"t": "room", "room": self.room})

    def look(self) -> None:
        """Get the room."""
        self.progress = self._school.stored_polls.status(self.room)

    def _learn_progress(self, now: PollStatus) -> None:
        if self.progress and self.progress[:3] == now[:3]:
            self.progress = max(self.progress, now)
        else:
            self.look()

    def begin(self, game: str) -> None:
        """Follow a game, unless it is the current one."""
        terms = self._referee.terms(game)
        if terms.room == self.room and (self.terms is None or terms.game != self.terms.game):
            self.follow(terms)
            self.resync()


class Lesson:
    """A class: its teacher, who opens one class room after the other, and its pupils."""

    def __init__(self, teacher: Principal, pupils: list[Pupil]) -> None:
        self.teacher = teacher
        self.pupils = pupils
        self.code = ""


class School(World):
    """A world with classes of the given sizes, and one more pair of players.

    ``rooms``, ``stored_rooms``, ``polls``, ``stored_polls``, ``homework``, ``stored_homework`` and
    ``table`` are the implementations under test.
    """

    def __init__(
        self,
        seed: int,
        *,
        processes: int = 1,
        classes: Sequence[int] = (6, 4),
        rooms: type[Rooms] = Rooms,
        stored_rooms: type[StoredRooms] = StoredRooms,
        polls: type[Polls] = Polls,
        stored_polls: type[StoredPolls] = StoredPolls,
        homework: type[HomeworkService] = HomeworkService,
        stored_homework: type[StoredHomework] = StoredHomework,
        table: ComputeStandings = standings,
    ) -> None:
        super().__init__(seed, processes=processes, pairs=1)
        self.inspector = Inspector(self.referee, table)
        self.stored_rooms = stored_rooms(self.store, self.inspector, lambda: self.now)
        self.refused: Counter[str] = Counter()
        self.stored_polls = stored_polls()
        self.ballots = BallotInspector()
        self._rooms = rooms
        self._polls = polls
        self._made: dict[tuple[SimulatedProcess, int], Rooms] = {}
        self._loop = asyncio.new_event_loop()
        self._failed: list[BaseException] = []
        self._lessons = [self._lesson(*each) for each in enumerate(classes)]
        for process in self.processes:
            self.after(1_000, self._pair, process)
        self.homework = HomeworkClass(
            self, seed, _principal("teacher"), homework, stored_homework()
        )

    # --- clients ---------------------------------------------------------------------------------

    def _lesson(self, number: int, pupils: int) -> Lesson:
        made = [
            Pupil(
                self,
                f"{number}{each:03}pupil",
                self,
                self.referee,
                self.rng,
                is_careless=each == 5,
                chats=True,
            )
            for each in range(pupils)
        ]
        lesson = Lesson(_principal(f"{number}teacher"), made)
        for pupil in made:
            self.clients.append(pupil)
            self.after(self.rng.randrange(500), self._connect, pupil)
            self.after(1_000, self._think, pupil)
            self.after(self.rng.randrange(3_000), self._attend, lesson, pupil)
            self.after(self.rng.randrange(3_000), self._vote, lesson, pupil)
        self.after(0, self._teach, lesson)
        self.after(5_000, self._poll, lesson)
        return lesson

    def _turns_to(self, client: SimulatedClient, terms: Terms) -> bool:
        """Return whether to follow a game outside of class rooms; pupils find theirs themselves."""
        return not terms.room and not isinstance(client, Pupil) and super()._turns_to(client, terms)

    def _behind(self) -> list[str]:
        pupils = [(each, pupil) for each in self._lessons for pupil in each.pupils]
        return (
            super()._behind()
            + [
                pupil.user
                for lesson, pupil in pupils
                if (game := _own(self.stored_rooms.rooms[lesson.code], pupil, self.referee))
                and (pupil.terms is None or pupil.terms.game != game)
            ]
            + [pupil.user for _, pupil in pupils if not self._knows_poll(pupil)]
        )

    def settle(self) -> None:
        """Settle, then check the standings and that all free members of arenas play."""
        super().settle()
        self.homework.check()
        for polls in self.stored_polls.polls.values():
            for poll in polls:
                self.ballots.look(poll)
        for code in self.stored_rooms.rooms:
            room = self.stored_rooms.room(code)
            assert room is not None
            self.inspector.look(room)
            is_open = room.kind == "arena" and room.stage == "playing" and not room.is_paused
            if is_open and len(idle := free_members(room, self.now - PAIRING_TIMEOUT_MS)) > 1:
                raise Broken(f"free members of an arena play: {idle} do not, {room}")

    def close(self) -> None:
        self._loop.run_until_complete(self._end())
        self._loop.close()

    # --- actions ---------------------------------------------------------------------------------

    def _teach(self, lesson: Lesson) -> None:
        self.after(self.rng.randrange(300, 3_000), self._teach, lesson)
        room = self.stored_rooms.room(lesson.code)
        if not self.happens(1):
            return
        rooms = self._somewhere()
        if room is None or room.stage == "over":
            self.attempt(self._open(rooms, lesson))
        elif action := self._choose_action(rooms, lesson, room):
            self.attempt(action)

    def _choose_action(self, rooms: Rooms, lesson: Lesson, room: Room) -> Awaitable[object] | None:
        """Return a random action of the teacher, allowed or not."""
        teacher, code, chance = lesson.teacher, room.code, self.rng.random()
        number = self.rng.randrange(1, 2 + len(room.members))
        if chance < 0.04:
            name = f"N{self.rng.randrange(20)}"
            return rooms.teach(teacher, code, lambda it: commands.rename(it, number, name))
        if chance < 0.06:
            return rooms.teach(teacher, code, lambda it: commands.remove(it, number))
        is_done = room.round > 0 and room.round == planned_rounds(room)
        if chance < (0.5 if is_done else 0.07):
            return rooms.teach(teacher, code, commands.end)
        if room.stage == "gathering" or chance < 0.1:
            now = self.now
            return rooms.teach(teacher, code, lambda it: commands.start(it, now, self.name))
        if room.kind == "round-robin":
            calls_off = chance < 0.2 or (is_done and chance < 0.6)
            begin = partial(
                commands.start_next_round,
                after=room.round,
                new_game=self.name,
                calls_off=calls_off,
            )
            return rooms.teach(teacher, code, begin)
        if chance < 0.3 or room.is_paused:
            pause = partial(commands.pause, is_paused=not room.is_paused)
            return rooms.teach(teacher, code, pause)
        return None

    async def _open(self, rooms: Rooms, lesson: Lesson) -> None:
        kind, rules, clock = map(self.rng.choice, (KINDS, RULES, CLOCKS))
        room = await rooms.open(lesson.teacher, "", kind, rules, clock)  # type: ignore[arg-type]
        lesson.code = room.code
        for pupil in lesson.pupils:
            pupil.room = room.code

    def _attend(self, lesson: Lesson, pupil: Pupil) -> None:
        self.after(self.rng.randrange(500, 6_000), self._attend, lesson, pupil)
        if lesson.code:
            self.attempt(self._look(self._somewhere(), lesson.code, pupil))

    async def _look(self, rooms: Rooms, code: str, pupil: Pupil) -> None:
        """Get the room, and perhaps join, leave or cheat."""
        principal, chance = _principal(pupil.user), self.rng.random()
        room = await rooms.room(code)
        if game := _own(room, pupil, self.referee):
            pupil.begin(game)
        if not self.happens(1):
            return
        member = room.member_of(pupil.user)
        is_away = member is None or not member.is_active or must_confirm_presence(room, member)
        if is_away and chance < 0.7:
            await rooms.join(principal, code, self.rng.choice(("", f"P{self.rng.randrange(3)}")))
        elif chance > 0.96:
            await rooms.leave(principal, code)
        elif chance > 0.92:
            await self._cheat(rooms, code, principal)

    async def _cheat(self, rooms: Rooms, code: str, principal: Principal) -> None:
        with suppress(RequestError):
            await rooms.teach(principal, code, commands.end)
            raise Broken(f"only the teacher teaches: {principal.user.id} has ended {code}")

    def _pair(self, process: SimulatedProcess) -> None:
        """Pair arenas periodically, as each process does."""
        self.after(1_000, self._pair, process)
        if process.is_up:
            self.attempt(self._at(process).pair_arenas())

    # --- polls -----------------------------------------------------------------------------------

    def _connect(self, client: SimulatedClient) -> None:
        super()._connect(client)
        if isinstance(client, Pupil):
            client.look()

    def _knows_poll(self, pupil: Pupil) -> bool:
        return pupil.progress == self.stored_polls.status(pupil.room)

    def _poll(self, lesson: Lesson) -> None:
        """Ask, or take a random step of the current poll."""
        self.after(self.rng.randrange(1_000, 10_000), self._poll, lesson)
        room = self.stored_rooms.room(lesson.code)
        if room is None or not self.happens(1):
            return
        polls = self._somewhere_polls()
        last = self.stored_polls.last(room.code)
        if last:
            self.ballots.look(last)
        if last is None or last.stage == "over" or self.rng.random() < 0.05:
            self.attempt(polls.ask(lesson.teacher, room, PollQuestion("choice", "?", ("a", "b"))))
        else:
            step: PollStep = self.rng.choice(("show", "again", "end"))
            self.attempt(polls.move_on(lesson.teacher, room, last.number, step))

    def _vote(self, lesson: Lesson, pupil: Pupil) -> None:
        self.after(self.rng.randrange(2_000, 8_000), self._vote, lesson, pupil)
        room, last = self.stored_rooms.room(lesson.code), self.stored_polls.last(lesson.code)
        member = room and room.member_of(pupil.user)
        if room and last and member and not pupil.is_voting and self.happens(1):
            where = (room.code, last.number, last.round)
            self.attempt(self._answer_poll(pupil, room, member.number, where))

    async def _answer_poll(self, pupil: Pupil, room: Room, member: int, where: Round) -> None:
        answer = self.rng.choice("12")
        before = self.ballots.sent(where, member, answer)
        pupil.is_voting = True
        try:
            principal = _principal(pupil.user)
            await self._somewhere_polls().answer(principal, room, *where[1:], answer)
            self.ballots.acknowledged(where, member, answer)
        except RequestError:
            self.ballots.rejected(where, member, before)
            raise
        finally:
            pupil.is_voting = False

    def _read_poll(self, process: SimulatedProcess, room: str) -> None:
        if status := self.stored_polls.status(room):
            self.do(process, process.hub.on_poll_read(PollProgress(room, *status)))

    # --- processes -------------------------------------------------------------------------------

    def _somewhere(self) -> Rooms:
        """Return the rooms of a process that is up, if possible."""
        return self._at(self._choose_process())

    def _somewhere_polls(self) -> Polls:
        """Return the polls of a process that is up, if possible."""
        process = self._choose_process()

        def changed(code: str) -> None:
            process.hub.on_poll_changed(code)

        store: Any = self._store_at(process).polls
        return self._polls(store, lambda: self.now, changed)

    def _choose_process(self) -> SimulatedProcess:
        up = [process for process in self.processes if process.is_up]
        return self.rng.choice(up or self.processes)

    def _store_at(self, process: SimulatedProcess) -> SimulatedRoomStore:
        life = process.life
        return SimulatedRoomStore(
            self.stored_rooms, self.stored_polls, self.store, lambda: self._pause(process, life)
        )

    def _at(self, process: SimulatedProcess) -> Rooms:
        life = process.life
        if (process, life) not in self._made:

            async def started(terms: Terms) -> None:
                self.do(process, process.hub.on_game_created(terms, self.now))

            def called_off(games: Iterable[str]) -> None:
                self.do(process, process.hub.on_called_off(games, self.now))

            def changed(code: str) -> None:
                self.do(process, process.hub.on_room_changed(code, self.now))

            self._made[process, life] = self._rooms(
                self._store_at(process),  # type: ignore[arg-type]
                lambda: self.now,
                started,
                called_off,
                changed,
                new_room=self.name,
                new_game=self.name,
            )
        return self._made[process, life]

    @property
    def is_calm(self) -> bool:
        """Whether nothing new happens and nothing fails."""
        return self._noise == 0

    def sleep_somewhere(self, delay: int, number: float) -> Awaitable[None]:
        """Wait in a process that can die meanwhile; ``number`` from 0 to 1 chooses it."""
        up = [each for each in self.processes if each.is_up] or self.processes
        process = up[int(number * len(up))]
        over = self._loop.create_future()
        self.after(delay, self._resume, over, process, process.life)
        return over

    def _pause(self, process: SimulatedProcess, life: int) -> Awaitable[None]:
        """Return a future that is done a bit later, or cancelled if the process dies before."""
        over = self._loop.create_future()
        self.after(self.rng.randrange(1, 25), self._resume, over, process, life)
        return over

    def _resume(self, over: "asyncio.Future[None]", process: SimulatedProcess, life: int) -> None:
        if process.is_up and process.life == life:
            over.set_result(None)
        else:
            over.cancel()
        self._spin()

    def attempt(self, action: Awaitable[object]) -> None:
        """Start a request; it can be rejected or fail."""

        async def attempt() -> None:
            try:
                await action
            except RequestError as error:
                self.refused[error.code] += 1
            except (StoreUnavailable, asyncio.CancelledError):
                pass
            except Exception as error:  # noqa: BLE001  raised in `_spin`
                self._failed.append(error)

        self._loop.create_task(attempt())
        self._spin()

    def _spin(self) -> None:
        """Run the event loop until all tasks wait."""
        self._loop.run_until_complete(self._yield())
        if self._failed:
            raise self._failed[0]

    async def _yield(self) -> None:
        for _ in range(6):
            await asyncio.sleep(0)

    async def _end(self) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)


def _principal(name: str) -> Principal:
    user = User(name, name, 1)
    return Principal(user, AuthToken(name.encode(), name, SESSION, 1, 2))


def _own(room: Room, pupil: Pupil, referee: Referee) -> str:
    """Return the current game of this pupil in the room, or an empty id."""
    member = room.member_of(pupil.user)
    games = [game for game in room.games if member and member.number in (game.x, game.o)]
    going_on = [game.game for game in games if not referee.result(game.game)]
    return going_on[-1] if going_on else ""
