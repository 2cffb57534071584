"""How the members of a class room stand.

A win is worth 1 and a draw ½; more points in a game are a win, however many more, as in ratings.
Those who are equal in that are told apart by Goff's points of their games added up, in which a
narrow win leaves the loser ½; and who is equal in both shares a rank.
"""

from dataclasses import dataclass

from qttt.server.store import Room, RoomGame


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a member stands: ``score`` counts first, then ``points``."""

    member: int
    rank: int
    score: float
    points: float
    played: int


def standings(room: Room) -> list[Standing]:
    """All members but those who were removed, the best first."""
    members = [each for each in room.members if each.presence != "removed"]
    rows = [(each, *_sums(room, each.number)) for each in members]
    rows.sort(key=lambda row: (-row[1], -row[2], row[0].number))
    keys = [(score, points) for _, score, points, _ in rows]
    return [
        Standing(member.number, keys.index((score, points)) + 1, score, points, played)
        for member, score, points, played in rows
    ]


def scores(game: RoomGame) -> tuple[float, float]:
    """What the game was worth to X and to O, who have ½ each if neither has more points."""
    x, o = points(game)
    return (1.0, 0.0) if x > o else (0.0, 1.0) if o > x else (0.5, 0.5)


def points(game: RoomGame) -> tuple[float, float]:
    """The points of X and O in a game with a result."""
    x, o = map(float, game.result.split("-"))
    return x, o


def _sums(room: Room, member: int) -> tuple[float, float, int]:
    """The score, the points and the number of somebody's games that count."""
    games = [each for each in room.games if each.counts and member in (each.x, each.o)]
    seats = [(each, 0 if each.x == member else 1) for each in games]
    score = sum(scores(each)[seat] for each, seat in seats)
    return score, sum(points(each)[seat] for each, seat in seats), len(games)
