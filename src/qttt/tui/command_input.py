"""Typed commands: a move, several moves, or a position."""

from collections.abc import Sequence

from qttt.game import Move, Node, Player
from qttt.notation import parse_moves, read, read_tokens, resolve_token
from qttt.play import Coin, Event, Match, Navigated, Toss

from .controller import ActionError, GameController

TYPED = "typed in"
"""The source of coin tosses given in a typed list of moves."""


def enter(controller: GameController, text: str) -> None:
    """Play one move, several for both players, or set up a position.

    Raises the errors of ``notation`` and of ``GameController``, without changing anything.
    """
    words = text.split()
    if not words:
        return
    if "/" in words[0] or words[0] == "-" or "(" in text or "+" in text:
        _set_up(controller, read(text, controller.match.rules))
        return
    tokens = read_tokens(text)
    if len(tokens) == 1:
        controller.check_ours()
        controller.play(resolve_token(tokens[0], controller.match.position))
    else:
        _play_out(controller, parse_moves(text, controller.match.position).moves)


def _play_out(controller: GameController, moves: Sequence[Move]) -> None:
    """Play moves for all players, including coins."""
    _check_coins(controller, moves)
    events: tuple[Event, ...] = ()
    for move in moves:
        coin = _typed_coin(controller, move) if controller.awaits_coin else None
        events += controller.match.toss(coin) if coin else controller.match.play(move)
    controller.act(events)


def _check_coins(controller: GameController, moves: Sequence[Move]) -> None:
    """Raise ``ActionError`` if a move contradicts an earlier toss."""
    node, tosses = controller.match.node, controller.match.tosses
    for move in moves:
        if node in tosses and node.position.legal_moves[tosses[node].bit] != move:
            shown = node.position.name(node.position.legal_moves[tosses[node].bit])
            raise ActionError(f"The coin showed {shown} there and is not tossed again.")
        known = next((child for child in node.children if child.move == move), None)
        if known is None:
            return
        node = known


def _typed_coin(controller: GameController, move: Move) -> Coin:
    bit = controller.match.position.legal_moves.index(move)
    return lambda position: Toss(bit, TYPED)


def _set_up(controller: GameController, node: Node) -> None:
    """Start a typed game with the same players."""
    tosses = {
        point: Toss(point.position.legal_moves.index(child.move), TYPED)
        for point in node.path
        for child in point.children
        if child.move is not None and point.position.to_move == "chance"
    }
    match = controller.match
    x, o = (match.seats[player] for player in Player)
    controller.match = Match.resume(node, x=x, o=o, series=match.series_score, tosses=tosses)
    controller.act((Navigated(before=node.path[0].position, after=node.position),))
