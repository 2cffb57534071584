"""The public JSON fields of seeks, games and challenges."""

from msgspec import to_builtins

from qttt.server.protocol.outgoing import ListedGame, ListedSeek, PlayerInfo, player_info
from qttt.server.store.values import Challenge, GameSummary, Seek

from .setup import SideChoice

EITHER: SideChoice = "random"


def listed_seek(seek: Seek) -> ListedSeek:
    """Return a seek in the lobby: without ``expires``, which changes when it is renewed."""
    return ListedSeek(
        seek.id,
        PlayerInfo(seek.name, None, seek.bot),
        seek.rules,
        seek.clock,
        seek.rated,
        seek.side or EITHER,
        seek.stays,
        seek.created,
    )


def seek_fields(seek: Seek) -> dict[str, object]:
    """Return a seek for its user."""
    return {**to_builtins(listed_seek(seek)), "expires": seek.expires}


def listed_game(game: GameSummary) -> ListedGame:
    """Return a game in the lobby."""
    terms = game.terms
    x, o = player_info(terms.x), player_info(terms.o)
    return ListedGame(terms.game, x, o, terms.rules, terms.clock, terms.rated, terms.created)


def game_fields(game: GameSummary) -> dict[str, object]:
    """Return a game in a list; ``result`` and ``termination`` are null during the game."""
    return {
        **to_builtins(listed_game(game)),
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
