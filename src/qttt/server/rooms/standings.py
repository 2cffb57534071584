"""Standings of a class room.

A win scores 1 and a draw ½; as in ratings, any lead in points is a win. Ties are broken by the sum
of Goff's points, in which the loser of a narrow win gets ½. Members equal in both share a rank.
"""

from qttt.server.protocol.shared import StandingsRow
from qttt.server.store.rooms import Room, RoomGame


def standings(room: Room) -> list[StandingsRow]:
    """Return the standings of all members who were not removed, best first."""
    members = [member for member in room.members if member.presence != "removed"]
    rows = [(member, *_sums(room, member.number)) for member in members]
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
    games = [game for game in room.games if game.counts and member in (game.x, game.o)]
    seats = [(game, 0 if game.x == member else 1) for game in games]
    score = sum(scores(game)[seat] for game, seat in seats)
    return score, sum(points(game)[seat] for game, seat in seats), len(games)
