"""Checks the guarantees of class rooms against each change that is stored."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from qttt.server.games.terms import Terms
from qttt.server.protocol.shared import StandingsRow
from qttt.server.rooms.commands import REST_MS
from qttt.server.rooms.standings import standings
from qttt.server.store.rooms import Room, RoomGame

from .referee import Broken, Referee

ComputeStandings = Callable[[Room], list[StandingsRow]]


class Inspector:
    """Knows the history of each room; ``referee`` knows the results of the games."""

    def __init__(self, referee: Referee, table: ComputeStandings = standings) -> None:
        self.past: defaultdict[str, list[Room]] = defaultdict(list)
        self.counts: Counter[str] = Counter()
        self._referee = referee
        self._table = table

    def opened(self, room: Room) -> None:
        self.past[room.code].append(room)

    def changed(self, room: Room, begun: Sequence[Terms], now: int) -> None:
        """Check that players of new games are present, free and rested.

        In a round robin they meet again only when all have met.
        """
        before = self.past[room.code][-1]
        old, new = room.games[: len(before.games)], room.games[len(before.games) :]
        self._check(_pairs(old) == _pairs(before.games), "games are not forgotten", room)
        self._check(len(room.members) >= len(before.members), "members are not forgotten", room)
        names = [each.game for each in begun]
        self._check([each.game for each in new] == names, "new games are begun", room)
        for game, terms in zip(new, begun, strict=True):
            self._check_terms(room, game, terms)
        is_over = all(self._referee.result(game.game) == "*" for game in room.games if game.is_off)
        self._check(is_over, "a game that is called off is over", room)
        playing = [each for game in self._going_on(room) for each in (game.x, game.o)]
        self._check(len(playing) == len(set(playing)), "no member is paired twice at once", room)
        self._check(not playing or room.stage == "playing", "an end ends all games", room)
        self._check_kind(room, old, new, now)
        self.past[room.code].append(room)
        self.counts[room.kind] += len(new)

    def look(self, room: Room) -> None:
        """Check the standings against the results of the games."""
        score: Counter[int] = Counter()
        points: defaultdict[int, float] = defaultdict(float)
        for game in room.games:
            for member, won, gained in self._scores(game):
                score[member] += won
                points[member] += gained
        members = [each.number for each in room.members if each.presence != "removed"]
        wanted = {each: (score[each] / 2, points[each]) for each in members}
        table = self._table(room)
        self._check({e.member: (e.score, e.points) for e in table} == wanted, "the table", table)
        ranks = {e.member: 1 + sum(wanted[e.member] < s for s in wanted.values()) for e in table}
        self._check(ranks == {each.member: each.rank for each in table}, "the ranks", table)
        self.counts["counted"] += sum(score.values()) // 2

    def _scores(self, game: RoomGame) -> list[tuple[int, int, float]]:
        """Return the member, twice the score, and the points, for X and for O."""
        result = self._referee.result(game.game)
        if game.is_off or result in ("", "*"):
            return []
        x, o = map(float, result.split("-"))
        return [(game.x, 1 + (x > o) - (x < o), x), (game.o, 1 + (o > x) - (o < x), o)]

    def _check_terms(self, room: Room, game: RoomGame, terms: Terms) -> None:
        x, o = (room.members[number - 1] for number in (game.x, game.o))
        self._check((terms.x.user, terms.o.user) == (x.user, o.user), "the right two play", terms)
        named = (terms.room, terms.rules, terms.clock, terms.private, terms.rated)
        wanted = (room.code, room.rules, room.clock, True, False)
        self._check(named == wanted, "what is played", terms)
        self._check(x.is_active and o.is_active, "only present members play", game)

    def _check_kind(
        self, room: Room, old: Sequence[RoomGame], new: Sequence[RoomGame], now: int
    ) -> None:
        if room.kind == "round-robin":
            met = Counter(_pairs(old))
            here = combinations([member.number for member in room.active_members], 2)
            times = [met[frozenset(pair)] for pair in here]
            again = [met[pair] for pair in _pairs(new)]
            is_fair = all(each == min(times) or each < max(times) for each in again)
            self._check(is_fair, "all meet before any two meet again", room)
            self._check({each.round for each in new} <= {room.round}, "rounds", room)
        for game in new:
            ends = self._ends(old, (game.x, game.o))
            is_rested = room.kind != "arena" or all(end + REST_MS <= now for end in ends)
            self._check(is_rested, "members rest between games", game)

    def _ends(self, games: Iterable[RoomGame], members: tuple[int, int]) -> list[int]:
        theirs = [game for game in games if {game.x, game.o} & {*members} and not game.is_off]
        return [self._referee.logs[game.game][-1].at for game in theirs]

    def _going_on(self, room: Room) -> list[RoomGame]:
        return [game for game in room.games if not self._referee.result(game.game)]

    def _check(self, holds: object, guarantee: str, subject: object) -> None:
        if not holds:
            raise Broken(f"{guarantee}: {subject}")


def _pairs(games: Iterable[RoomGame]) -> list[frozenset[int]]:
    return [frozenset((game.x, game.o)) for game in games]
