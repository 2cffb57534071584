"""Random games, as the server stores them."""

from random import Random

from qttt.game import Player
from qttt.play import Toss
from qttt.play.log import EntryKind
from qttt.server.games.commands import GameCommand, decide, toss_entries
from qttt.server.games.game import AppendRequest, GameState


def advance(game: GameState, rng: Random, now: int) -> AppendRequest:
    """Let chance or a player decide at random; ids are as long as those of the app."""
    if game.chance_decides:
        return game.advance(toss_entries(game, Toss(rng.getrandbits(1), "test"), now))
    assert isinstance(game.decider, Player)
    body = game.position.name(rng.choice(game.position.legal_moves))
    id_ = f"{rng.getrandbits(32):08x}"
    command = GameCommand(EntryKind.MOVE, body, id_, game.version)
    return game.advance(decide(game, game.decider, command, now))
