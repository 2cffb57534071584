"""The lobby: seeks, invitations and games against levels, each of which becomes one game.

Two find each other in the store, in one transaction, so that whoever waits is taken once, by
whichever process. What becomes of a game then is the hub's affair; ``started`` is told of it.
"""

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from qttt.engine import Level, levels_for
from qttt.game import Rules
from qttt.server.games import Terms, Who, game_id
from qttt.server.people import STRANGER, Person, pace_of
from qttt.server.store import Challenge, Ladder, Seek, Store, Summary

from .codes import new_code
from .errors import LobbyError
from .matching import best_first, fits
from .setup import Setup, seats

SECOND, DAY = 1000, 24 * 60 * 60 * 1000
SEEK_KEPT = 30 * SECOND
"""A seek is over so long after it was last renewed; clients renew it every 10 seconds."""
SEEK_STAYS = 14 * DAY
"""So long waits who looks for a game of days, without being there."""
CHALLENGE_KEPT = 7 * DAY
MOST_GAMES = 100
MOST_CHALLENGES = 20
MOST_SEEKS = 200
MOST_WEIGHED = 20
"""So many who wait are looked at, and of so many who fit the nearest is taken: the longest
waiting."""
LISTED = 50


@dataclass(frozen=True, slots=True)
class View:
    """The lobby as everybody sees it: who waits, and which games go on."""

    seeks: list[Seek]
    games: list[Summary]


class Lobby:
    """The lobby of one store. Times come from ``clock``, in milliseconds."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], int],
        started: Callable[[Terms], Awaitable[None]],
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._started = started
        self._changed = changed

    async def view(self) -> View:
        """Who waits, and the games that go on and are not private."""
        seeks = await self._store.lobby.seeks(self._clock(), LISTED)
        return View(seeks, await self._store.games.live(LISTED))

    # --- quick match -------------------------------------------------------------------------

    async def seek(self, person: Person, setup: Setup) -> Seek | Terms:
        """A game with somebody who waits for the same; if there is nobody, wait for one.

        For a game of days nobody has to be there meanwhile, but for programs.

        Raises ``LobbyError`` if that person may not, or plays too many games.
        """
        if setup.clock == "none":
            raise LobbyError("bad-clock", "strangers play with a clock, such as 300+5 or 3d")
        await self._check(person, setup)
        if terms := await self._match(person, setup):
            return terms
        now = self._clock()
        stays = pace_of(setup.clock) == "correspondence" and not person.is_bot
        seek = Seek(
            secrets.token_hex(8),
            person.user.id,
            person.user.name,
            setup.rules,
            setup.clock,
            setup.rated,
            setup.side,
            now,
            now + (SEEK_STAYS if stays else SEEK_KEPT),
            person.is_bot,
            stays,
        )
        await self._store.lobby.add_seek(seek)
        self._changed()
        # Somebody may have begun to wait in the same moment, and neither have seen the other.
        return await self._match(person, setup, seek.id) or seek

    async def renew(self, person: Person, seek: str) -> Seek | Terms:
        """Wait longer, if there is still nobody who wants the same.

        A seek that stays does so as long as it would have. Raises ``LobbyError`` if the seek is not
        there any more: taken, dropped or over.
        """
        now = self._clock()
        kept = await self._store.lobby.seek(seek, now)
        expires = kept.expires if kept and kept.stays else now + SEEK_KEPT
        is_there = await self._store.lobby.renew_seek(seek, person.user.id, now, expires)
        if kept is None or not is_there:
            raise LobbyError("gone", "this seek is over; seek again if no game has begun")
        setup = Setup(kept.rules, kept.clock, kept.rated, kept.side)
        return await self._match(person, setup, seek) or kept

    async def own(self, person: Person) -> list[Seek]:
        """What that person waits for."""
        return await self._store.lobby.seeks_of(person.user.id, self._clock())

    async def drop(self, person: Person, seek: str) -> None:
        """Wait no longer. Raises ``LobbyError`` if the seek is not there any more."""
        if not await self._store.lobby.drop_seek(seek, person.user.id):
            raise LobbyError("gone", "there is no such seek of yours any more")
        self._changed()

    # --- invitations -------------------------------------------------------------------------

    async def invite(self, person: Person, setup: Setup) -> Challenge:
        """An invitation for whoever has its code; the game will not be in lists.

        Raises ``LobbyError`` if that person may not, or has too many open.
        """
        await self._check(person, setup)
        now = self._clock()
        if len(await self._store.lobby.challenges(person.user.id, now)) >= MOST_CHALLENGES:
            raise LobbyError("too-many", f"{MOST_CHALLENGES} invitations are open: withdraw one")
        made = Challenge(
            new_code(),
            person.user.id,
            person.user.name,
            setup.rules,
            setup.start,
            setup.clock,
            setup.rated,
            setup.side,
            now,
            now + CHALLENGE_KEPT,
            bot=person.is_bot,
        )
        while not await self._store.lobby.add_challenge(made):
            made = replace(made, code=new_code())
        return made

    async def invitation(self, code: str) -> Challenge:
        """The invitation with that code. Raises ``LobbyError`` if there is none."""
        found = await self._store.lobby.challenge(code, self._clock())
        if found is None:
            raise LobbyError("gone", "there is no invitation with this code, or it is over")
        return found

    async def accept(self, person: Person, code: str) -> str:
        """The game that the invitation becomes; whoever has accepted it gets the same again.

        Raises ``LobbyError`` for one's own invitation and one that another has accepted.
        """
        found = await self.invitation(code)
        if found.user == person.user.id:
            raise LobbyError("not-allowed", "this is your own invitation; send it to somebody else")
        if not found.game:
            setup = Setup(found.rules, found.clock, found.rated, found.side, found.start)
            await self._check(person, setup)
            inviter = Who(found.user, found.name, bot=found.bot)
            x, o = seats(inviter, found.side, person.who)
            terms = self._terms(setup, x, o, private=True)
            if await self._store.lobby.take_challenge(code, terms, self._clock()):
                await self._started(terms)
                return terms.game
            found = await self.invitation(code)
        return await self._accepted(person, found)

    async def withdraw(self, person: Person, code: str) -> None:
        """Take an invitation back. Raises ``LobbyError`` if there is none of that person."""
        if not await self._store.lobby.drop_challenge(code, person.user.id):
            raise LobbyError("gone", "there is no open invitation of yours with this code")

    # --- levels ------------------------------------------------------------------------------

    async def against(self, person: Person, level: str, setup: Setup) -> Terms:
        """A game against a level, which is neither rated nor in lists.

        Raises ``LobbyError`` for a level that these rules do not have.
        """
        known = levels_for(Rules.parse(setup.rules))
        if level not in known:
            raise LobbyError("bad-level", f"the levels under {setup.rules} are {', '.join(known)}")
        await self._check(person, setup)
        computer = Who("", Level(level).title, level=level)
        terms = self._terms(setup, *seats(person.who, setup.side, computer), private=True)
        if not await self._store.games.create(terms):
            raise LookupError(f"there is a game {terms.game} already")
        await self._started(terms)
        return terms

    # --- inside ------------------------------------------------------------------------------

    async def _match(self, person: Person, setup: Setup, own: str = "") -> Terms | None:
        """A game with one of those who wait for the same, if any of them can be had."""
        waiting = await self._store.lobby.seeks(
            self._clock(), MOST_SEEKS, rules=setup.rules, clock=setup.clock
        )
        suited = [each for each in waiting if fits(each, setup, person.user.id)][:MOST_WEIGHED]
        users = [person.user.id, *(each.user for each in suited)]
        ratings = (
            await self._ratings(users, setup) if len(suited) > 1 else dict.fromkeys(users, 0.0)
        )
        for seek in best_first(suited, ratings[person.user.id], ratings):
            other = Who(seek.user, seek.name, bot=seek.bot)
            x, o = seats(person.who, setup.side, other, seek.side)
            terms = self._terms(setup, x, o)
            if await self._store.lobby.take_seek(seek.id, terms, self._clock(), own):
                self._changed()
                await self._started(terms)
                return terms
        return None

    async def _ratings(self, users: list[str], setup: Setup) -> dict[str, float]:
        ladder = Ladder(setup.rules, pace_of(setup.clock))
        all_of = [(user, await self._store.people.ratings(user)) for user in users]
        return {user: found.get(ladder, STRANGER).value for user, found in all_of}

    async def _check(self, person: Person, setup: Setup) -> None:
        if setup.rated and person.is_bot:
            raise LobbyError("not-allowed", "a program plays unrated, as its rating is its owner's")
        if len(await self._store.games.playing(person.user.id)) >= MOST_GAMES:
            raise LobbyError("too-many", f"you are in {MOST_GAMES} games: end one first")

    async def _accepted(self, person: Person, found: Challenge) -> str:
        summary = await self._store.games.summary(found.game) if found.game else None
        if summary is None or summary.terms.seat(person.user.id) is None:
            raise LobbyError("gone", "somebody else has accepted this invitation")
        return found.game

    def _terms(self, setup: Setup, x: Who, o: Who, *, private: bool = False) -> Terms:
        now = self._clock()
        return Terms(
            game_id(), setup.rules, setup.start, x, o, setup.clock, setup.rated, now, private
        )
