"""The public fields of seeks, games and challenges."""

from typing import Any

from qttt.server.games.terms import Terms
from qttt.server.protocol.outgoing import PlayerInfo, SideChoice, player_info
from qttt.server.store.values import Challenge, Seek

EITHER: SideChoice = "random"


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


def challenge_fields(challenge: Challenge) -> dict[str, Any]:
    """Return the fields of a challenge; ``game`` is None until it is accepted."""
    return {
        "code": challenge.code,
        "who": PlayerInfo(challenge.name, None, challenge.bot),
        "rules": challenge.rules,
        "start": challenge.start,
        "clock": challenge.clock,
        "rated": challenge.rated,
        "side": challenge.side or EITHER,
        "created": challenge.created,
        "expires": challenge.expires,
        "game": challenge.game,
    }
