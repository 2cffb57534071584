"""The public JSON fields of seeks, games and challenges."""

from qttt.server.protocol.outgoing import identity_fields
from qttt.server.store import Challenge, GameSummary, Seek

from .setup import SideChoice

EITHER: SideChoice = "random"


def seek_fields(seek: Seek) -> dict[str, object]:
    """Return a seek; ``stays``: it remains open while its user is offline."""
    return {
        "seek": seek.id,
        "who": {"name": seek.name, "level": None, "bot": seek.bot},
        "rules": seek.rules,
        "clock": seek.clock,
        "rated": seek.rated,
        "side": seek.side or EITHER,
        "stays": seek.stays,
        "created": seek.created,
        "expires": seek.expires,
    }


def listed_seek_fields(seek: Seek) -> dict[str, object]:
    """Return a seek in the lobby: without ``expires``, which changes when it is renewed."""
    fields = seek_fields(seek)
    del fields["expires"]
    return fields


def live_game_fields(game: GameSummary) -> dict[str, object]:
    """Return a game in the lobby: only what does not change during the game."""
    terms = game.terms
    return {
        "game": terms.game,
        "x": identity_fields(terms.x),
        "o": identity_fields(terms.o),
        "rules": terms.rules,
        "clock": terms.clock,
        "rated": terms.rated,
        "created": terms.created,
    }


def game_fields(game: GameSummary) -> dict[str, object]:
    """Return a game in a list; ``result`` and ``termination`` are null during the game."""
    return {
        **live_game_fields(game),
        "private": game.terms.private,
        "version": game.version,
        "at": game.at,
        "result": game.result or None,
        "termination": game.termination or None,
    }


def challenge_fields(challenge: Challenge) -> dict[str, object]:
    """Return a challenge; ``game`` is null until it is accepted."""
    return {
        "code": challenge.code,
        "who": {"name": challenge.name, "level": None, "bot": challenge.bot},
        "rules": challenge.rules,
        "start": challenge.start,
        "clock": challenge.clock,
        "rated": challenge.rated,
        "side": challenge.side or EITHER,
        "created": challenge.created,
        "expires": challenge.expires,
        "game": challenge.game or None,
    }
