"""Standings of a class room.

A win scores 1 and a draw ½; as in ratings, any lead in points is a win. Ties are broken by the sum
of Goff's points, in which the loser of a narrow win gets ½. Members equal in both share a rank.
"""

from qttt.server.protocol.values import StandingsRow
from qttt.server.store.rooms import Room, RoomGame


def standings(room: Room) -> list[StandingsRow]:
    """Return the standings of all members who were not removed, best first."""
    members = [each for each in room.members if each.presence != "removed"]
    rows = [(each, *_sums(room, each.number)) for each in members]
    rows.sort(key=lambda row: (-row[1], -row[2], row[0].number))
    keys = [(score, points) for _, score, points, _ in rows]
    return [
        StandingsRow(member.number, keys.index((score, points)) + 1, score, points, played)
        for member, score, points, played in rows
    ]


def scores(game: RoomGame) -> tuple[float, float]:
    """Return the scores of X and O: 1 for the lead in points, ½ each for a draw."""
    x, o = points(game)
    return (1.0, 0.0) if x > o else (0.0, 1.0) if o > x else (0.5, 0.5)


def points(game: RoomGame) -> tuple[float, float]:
    """Return the points of X and O in a finished game."""
    x, o = map(float, game.result.split("-"))
    return x, o


def _sums(room: Room, member: int) -> tuple[float, float, int]:
    """Return a member's score, points and number of games that count."""
    games = [each for each in room.games if each.counts and member in (each.x, each.o)]
    seats = [(each, 0 if each.x == member else 1) for each in games]
    score = sum(scores(each)[seat] for each, seat in seats)
    return score, sum(points(each)[seat] for each, seat in seats), len(games)
