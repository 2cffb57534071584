"""The lobby: seeks, challenges and games against levels.

A seek is matched in one transaction of the store, so only once among all processes.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

from qttt.engine import Level, levels_for
from qttt.game import Rules
from qttt.server.codes import new_challenge_code, parse_challenge_code
from qttt.server.errors import RequestError
from qttt.server.games.terms import Identity, Terms, new_game_id
from qttt.server.people.names import bad_name, name_key, parse_alias
from qttt.server.people.people import Principal
from qttt.server.people.ratings import NEW_RATING, pace_of
from qttt.server.protocol.outgoing import PlayerInfo, SideChoice, player_info
from qttt.server.retention import retention_ms
from qttt.server.store.entities import Challenge, GameSummary, Ladder, Seek
from qttt.server.store.games import GameStore
from qttt.server.store.lobby import LobbyStore, Matching
from qttt.server.store.ratings import RatingStore

from .setup import GameSetup, assign_seats, rank_seeks

SEEK_TTL_MS = 30_000
"""A seek expires this long after its last renewal; clients renew it every 10 seconds."""
MAX_GAMES = 100
MAX_LEVEL_GAMES = 10
"""A user's games in progress against levels."""
MAX_CHALLENGES = 20
MAX_LISTED = 50
"""Seeks and games shown in the lobby."""
EITHER: SideChoice = "random"


class Lobby:
    """The lobby: seeks, invitations and new games.

    ``clock`` returns the time in milliseconds. ``announce_game`` is called for each new game,
    ``on_changed`` after changes of the seeks. Seeks for correspondence games, which need no
    renewal, and challenges expire after the times in ``retention`` (see ``retention_ms``).
    """

    def __init__(
        self,
        store: LobbyStore,
        games: GameStore,
        ratings: RatingStore,
        clock: Callable[[], int],
        announce_game: Callable[[Terms], Awaitable[None]],
        on_changed: Callable[[], None] = lambda: None,
        retention: Mapping[str, int] | None = None,
    ) -> None:
        self._store = store
        self._games = games
        self._ratings = ratings
        self._retention = retention or retention_ms({})
        self._clock = clock
        self._announce_game = announce_game
        self._on_changed = on_changed
        self._pools: WeakValueDictionary[tuple[str, str, bool], asyncio.Lock] = (
            WeakValueDictionary()
        )

    async def seeks(self) -> list[Seek]:
        return await self._store.seeks(self._clock(), MAX_LISTED)

    async def live_games(self) -> list[GameSummary]:
        return await self._games.live_games(MAX_LISTED)

    # --- quick match -------------------------------------------------------------------------

    async def seek(self, principal: Principal, setup: GameSetup) -> Seek | Terms:
        """Match an open seek, or create one.

        A seek for a correspondence game stays while the user is offline, except a bot's. Raises
        ``RequestError`` if the setup is not allowed or the user has too many games.
        """
        if setup.clock == "none":
            raise RequestError("bad-clock", "a seek needs a clock, such as 300+5 or 3d")
        await self._check(principal, setup)
        now = self._clock()
        stays = pace_of(setup.clock) == "correspondence" and not principal.is_bot
        seek = Seek(
            secrets.token_hex(8),
            principal.user.id,
            principal.user.name,
            setup.rules,
            setup.clock,
            setup.rated,
            setup.side,
            now,
            now + (self._retention["seek"] if stays else SEEK_TTL_MS),
            principal.is_bot,
            stays,
        )
        async with self._pool(seek):
            matching = await self._matching(principal, seek)
            terms = await self._store.place_seek(seek, matching, now)
        await self._announce(terms)
        return terms or seek

    async def renew_seek(self, principal: Principal, seek: str) -> Seek | Terms:
        """Match a seek, or renew it; a seek that stays keeps its expiry.

        Raises ``RequestError`` if the seek was matched, dropped or has expired.
        """
        now = self._clock()
        current = await self._store.seek(seek, now)
        if current is None or (current.user, current.bot) != (principal.user.id, principal.is_bot):
            raise _over()
        if not current.stays:
            current = replace(current, expires=now + SEEK_TTL_MS)
        async with self._pool(current):
            matching = await self._matching(principal, current)
            renewed = await self._store.renew_seek(current, matching, now)
        if renewed is False:
            raise _over()
        if isinstance(renewed, Terms):
            await self._announce(renewed)
            return renewed
        return current

    async def seeks_of(self, principal: Principal) -> list[Seek]:
        return await self._store.seeks_by_user(principal.user.id, self._clock())

    async def withdraw_seek(self, principal: Principal, seek: str) -> None:
        """Remove a seek. Raises ``RequestError`` if the user has no such seek."""
        by = principal.user.id, principal.is_bot
        if not await self._store.withdraw_seek(seek, *by):
            raise RequestError("gone", "you have no such seek, or it is over")
        self._on_changed()

    # --- challenges --------------------------------------------------------------------------

    async def create_challenge(
        self, principal: Principal, setup: GameSetup, name: str = ""
    ) -> Challenge:
        """Create a challenge to a private game; ``name`` is that of a guest in it.

        Raises ``RequestError`` if the setup or the name is not allowed, or the user has too many
        challenges.
        """
        alias = await self._alias(principal, name)
        await self._check(principal, setup)
        now = self._clock()
        if len(await self._store.challenges_by_user(principal.user.id, now)) >= MAX_CHALLENGES:
            raise RequestError(
                "too-many", f"you have {MAX_CHALLENGES} open invitations: withdraw one first"
            )
        challenge = Challenge(
            new_challenge_code(),
            principal.user.id,
            principal.user.name,
            setup.rules,
            setup.start,
            setup.clock,
            setup.rated,
            setup.side,
            now,
            now + self._retention["invitation"],
            bot=principal.is_bot,
            alias=alias,
        )
        while not await self._store.add_challenge(challenge):
            challenge = replace(challenge, code=new_challenge_code())
        return challenge

    async def challenge(self, text: str) -> Challenge:
        """Return the challenge with this code. Raises ``RequestError`` if there is none."""
        code = parse_challenge_code(text)
        challenge = await self._store.challenge(code, self._clock()) if code else None
        if challenge is None:
            raise RequestError("gone", "there is no invitation with this code, or it is over")
        return challenge

    async def accept_challenge(self, principal: Principal, text: str, name: str = "") -> str:
        """Accept a challenge and return the game's id; repeating this returns the same id.

        ``name`` is that of a guest in the game. Raises ``RequestError`` for the user's own
        challenge, for one that another user has accepted, and if the name is not allowed.
        """
        challenge = await self.challenge(text)
        if challenge.user == principal.user.id:
            raise RequestError("not-allowed", "this is your own invitation: send it to a friend")
        if not challenge.game:
            setup = GameSetup(
                challenge.rules,
                challenge.clock,
                challenge.rated,
                challenge.side,
                challenge.start,
            )
            await self._check(principal, setup)
            host = await self._name_in_game(challenge)
            challenger = Identity(challenge.user, host, bot=challenge.bot)
            own = principal.identity
            friend = replace(own, name=await self._alias(principal, name, other=host) or own.name)
            x, o = assign_seats(challenger, challenge.side, friend)
            terms = self._terms(setup, x, o, private=True)
            if await self._store.accept_challenge(challenge.code, terms, self._clock()):
                await self._announce_game(terms)
                return terms.game
            challenge = await self.challenge(text)
        return await self._accepted_game(principal, challenge)

    async def withdraw_challenge(self, principal: Principal, text: str) -> None:
        """Remove a challenge. Raises ``RequestError`` if the user has no such challenge."""
        code = parse_challenge_code(text)
        by = principal.user.id, principal.is_bot
        if not code or not await self._store.withdraw_challenge(code, *by):
            raise RequestError("gone", "you have no open invitation with this code")

    # --- levels ------------------------------------------------------------------------------

    async def play_level(self, principal: Principal, level: str, setup: GameSetup) -> Terms:
        """Create a private game against a level.

        Raises ``RequestError`` if the rules have no such level or the user has too many games.
        """
        known = levels_for(Rules.parse(setup.rules))
        if level not in known:
            raise RequestError("bad-level", f"the levels of {setup.rules} are {', '.join(known)}")
        playing = await self._check(principal, setup)
        if (
            sum(bool(game.terms.x.level or game.terms.o.level) for game in playing)
            >= MAX_LEVEL_GAMES
        ):
            raise RequestError(
                "too-many",
                f"you have {MAX_LEVEL_GAMES} games against the computer in progress: end one first",
            )
        computer = Identity("", Level(level).title, level=level)
        terms = self._terms(
            setup, *assign_seats(principal.identity, setup.side, computer), private=True
        )
        if not await self._games.create(terms):
            raise LookupError(f"game {terms.game} already exists")
        await self._announce_game(terms)
        return terms

    # --- helpers -----------------------------------------------------------------------------

    def _pool(self, seek: Seek) -> asyncio.Lock:
        """Return the lock of seeks for the same game: only one at a time uses a connection."""
        return self._pools.setdefault((seek.rules, seek.clock, seek.rated), asyncio.Lock())

    async def _matching(self, principal: Principal, own: Seek) -> Matching:
        setup = GameSetup(own.rules, own.clock, own.rated, own.side)
        ladder = Ladder(own.rules, pace_of(own.clock))
        rating = (await self._ratings.by_user(own.user)).get(ladder, NEW_RATING).value
        now = self._clock()

        def begin(seek: Seek) -> Terms:
            other = Identity(seek.user, seek.name, bot=seek.bot)
            x, o = assign_seats(principal.identity, own.side, other, seek.side)
            return self._terms(setup, x, o)

        return Matching(ladder, lambda candidates: rank_seeks(candidates, rating, now), begin)

    async def _announce(self, terms: Terms | None) -> None:
        """Announce a change of the seeks, and the game that began, if any."""
        self._on_changed()
        if terms:
            await self._announce_game(terms)

    async def _check(self, principal: Principal, setup: GameSetup) -> list[GameSummary]:
        """Return the user's games in progress. Raises ``RequestError`` if no more are allowed."""
        if setup.rated and principal.user.guest:
            raise RequestError("needs-account", "rated games need an account: register first")
        if setup.rated and principal.is_bot:
            raise RequestError(
                "not-allowed", "a bot cannot play rated games: the rating is its owner's"
            )
        playing = await self._games.current_games(principal.user.id)
        if len(playing) >= MAX_GAMES:
            raise RequestError("too-many", f"you have {MAX_GAMES} games in progress: end one first")
        return playing

    async def _alias(self, principal: Principal, name: str, other: str = "") -> str | None:
        """Return the name that a guest has given for a game; accounts and bots keep theirs.

        Raises ``RequestError`` if it is not allowed, or is that of an account or the ``other``
        player.
        """
        if not name.strip() or not principal.user.guest or principal.is_bot:
            return None
        alias = parse_alias(name)
        key = name_key(alias)
        if key == name_key(other) or await self._store.is_taken(key):
            raise bad_name(f"{alias} or a similar name is taken")
        return alias

    async def _name_in_game(self, challenge: Challenge) -> str:
        """Return the challenger's name; an alias that an account has taken since is dropped."""
        alias = challenge.alias
        is_taken = alias is not None and await self._store.is_taken(name_key(alias))
        return challenge.name if is_taken else challenge.shown_name

    async def _accepted_game(self, principal: Principal, challenge: Challenge) -> str:
        summary = await self._games.summary(challenge.game) if challenge.game else None
        if summary is None or summary.terms.seat_of(principal.user.id) is None:
            raise RequestError("gone", "another person has accepted this invitation")
        return summary.terms.game

    def _terms(self, setup: GameSetup, x: Identity, o: Identity, *, private: bool = False) -> Terms:
        now = self._clock()
        return Terms(
            new_game_id(), setup.rules, setup.start, x, o, setup.clock, setup.rated, now, private
        )


def _over() -> RequestError:
    return RequestError("gone", "this seek is over: seek again if no game has begun")


# --- public fields -------------------------------------------------------------------------------


def seek_fields(seek: Seek) -> dict[str, Any]:
    """Return the fields of ``ListedSeek``: without ``expires``, which changes with a renewal."""
    return {
        "seek": seek.id,
        "who": PlayerInfo(seek.name, None, seek.bot),
        "rules": seek.rules,
        "clock": seek.clock,
        "rated": seek.rated,
        "side": seek.side or EITHER,
        "stays": seek.stays,
        "created": seek.created,
    }


def game_fields(terms: Terms) -> dict[str, Any]:
    return {
        "game": terms.game,
        "x": player_info(terms.x),
        "o": player_info(terms.o),
        "rules": terms.rules,
        "clock": terms.clock,
        "rated": terms.rated,
        "created": terms.created,
    }
