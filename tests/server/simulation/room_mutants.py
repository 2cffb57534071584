"""Class rooms with one plausible bug each, all of which the simulation must detect."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from qttt.server.errors import StoreUnavailable
from qttt.server.games.terms import Terms
from qttt.server.people.people import Principal
from qttt.server.protocol.shared import HomeworkTry, StandingsRow
from qttt.server.rooms import commands
from qttt.server.rooms.commands import REST_MS
from qttt.server.rooms.homework import HandedIn, HomeworkService
from qttt.server.rooms.polls import Polls
from qttt.server.rooms.rooms import Change, Rooms
from qttt.server.rooms.standings import standings
from qttt.server.store.calling_off import CallOff
from qttt.server.store.homework import HomeworkPupil
from qttt.server.store.polls import Poll, PollAnswer
from qttt.server.store.rooms import Room

from .homework import StoredHomework
from .polls import StoredPolls
from .rooms import StoredRooms


class OverwritesChanges(StoredRooms):
    """Overwrites concurrent changes of a room."""

    def update(self, room: Room, games: Sequence[Terms], off: CallOff | None) -> bool:
        return super().update(replace(room, version=self.rooms[room.code].version + 1), games, off)


class LetsCalledOffGamesGoOn(StoredRooms):
    """Calls games off without ending them."""

    def update(self, room: Room, games: Sequence[Terms], off: CallOff | None) -> bool:
        return super().update(room, games, None)


class StartsUnstoredGames(Rooms):
    """Treats every change as stored."""

    async def _store_change(self, before: Room, after: Room, joining: str) -> bool:
        if not await super()._store_change(before, after, joining):
            for game in after.games[len(before.games) :]:
                await self._announce_game(self._terms(after, game))
        return True


class PairsPlayingMembers(Rooms):
    """Pairs members who are playing."""

    def _with_free_members_paired(self, room: Room) -> Room:
        idle = replace(room, games=tuple(game for game in room.games if game.result))
        new = super()._with_free_members_paired(idle).games[len(idle.games) :]
        return replace(room, games=(*room.games, *new))


class PairsWithoutRest(Rooms):
    """Pairs members without a rest after their last game."""

    def _with_free_members_paired(self, room: Room) -> Room:
        return commands.pair_free_members(room, self._clock() + REST_MS, self._new_game)


class PairsRarely(Rooms):
    """Pairs members only when one joins or leaves."""

    async def pair_arenas(self) -> None:
        pass


class ForgetsEarlierRounds(Rooms):
    """Pairs members as if only the last round had been played."""

    async def teach(self, principal: Principal, code: str, change: Change) -> Room:
        def forgetful(room: Room) -> Room:
            old = tuple(game for game in room.games if game.round < room.round)
            after = change(replace(room, games=room.games[len(old) :]))
            return replace(after, games=(*old, *after.games))

        return await super().teach(principal, code, forgetful)


class LetsAnyoneTeach(Rooms):
    """Does not check who is the teacher."""

    async def teach(self, principal: Principal, code: str, change: Change) -> Room:
        return await self._change(code, change)


def forgetting_removed(room: Room) -> list[StandingsRow]:
    """Return standings without the games against members who were removed."""
    gone = {member.number for member in room.members if member.presence == "removed"}
    games = tuple(game for game in room.games if gone.isdisjoint((game.x, game.o)))
    return standings(replace(room, games=games))


class CountsLateAnswers(StoredPolls):
    """Accepts answers after the vote is closed."""

    def is_asking(self, poll: Poll, round: int) -> bool:
        return poll.round == round


class CountsEachAnswer(StoredPolls):
    """Counts a changed answer in addition to the earlier one."""

    def answer(self, room: str, number: int, answer: PollAnswer) -> bool:
        poll = self.polls[room][number - 1]
        if not self.is_asking(poll, answer.round):
            return False
        self.polls[room][number - 1] = replace(poll, answers=(*poll.answers, answer))
        return True


class AcknowledgesAtOnce(Polls):
    """Acknowledges answers that could not be stored."""

    async def answer(
        self, principal: Principal, room: Room, number: int, round_: int, text: str
    ) -> None:
        with suppress(StoreUnavailable):
            await super().answer(principal, room, number, round_, text)


class CountsEachRequest(StoredHomework):
    """Counts an answer to homework each time that it is sent."""

    def is_new(self, each: HomeworkTry, stored: Sequence[HomeworkTry]) -> bool:
        return True


class ShowsAllAnswers(StoredHomework):
    """Shows a pupil the answers of all."""

    def hand_in(
        self, code: str, key: str, tries: Sequence[HomeworkTry], now: int, limit: int
    ) -> tuple[HomeworkPupil, list[HomeworkTry]] | None:
        found = super().hand_in(code, key, tries, now, limit)
        return found and (found[0], [each for some in self.tries.values() for each in some])


class AcknowledgesHomeworkAtOnce(HomeworkService):
    """Acknowledges answers to homework that could not be stored."""

    async def hand_in(self, code: str, key: str, tries: Sequence[HomeworkTry]) -> HandedIn:
        try:
            return await super().hand_in(code, key, tries)
        except StoreUnavailable:
            return HandedIn(None, None, tries)  # type: ignore[arg-type]
