"""What can be typed in: a move, several, or a whole position."""

from collections.abc import Sequence

from qttt.game import Move, Node, Player
from qttt.notation import parse_moves, read, read_tokens, resolve
from qttt.play import Coin, Event, Match, Toss, Went

from .table import RefusedError, Table

TYPED = "typed in"
"""The source of a coin that a person laid down with a list of moves."""


def enter(table: Table, text: str) -> None:
    """Do what was typed: one move, several for both players, or a position to play from.

    Raises what ``notation`` raises for a text that cannot be read or played, and what ``table``
    refuses; then nothing has been played.
    """
    words = text.split()
    if not words:
        return
    if "/" in words[0] or words[0] == "-" or "(" in text or "+" in text:
        _set_up(table, read(text, table.match.rules))
        return
    tokens = read_tokens(text)
    if len(tokens) == 1:
        table.check_ours()
        table.play(resolve(tokens[0], table.match.position))
    else:
        _play_out(table, parse_moves(text, table.match.position).moves)


def _play_out(table: Table, moves: Sequence[Move]) -> None:
    """Play moves for whoever decides, coins included."""
    _check_coins(table, moves)
    events: tuple[Event, ...] = ()
    for move in moves:
        coin = _laid(table, move) if table.awaits_coin else None
        events += table.match.throw(coin) if coin else table.match.play(move)
    table.act(events)


def _check_coins(table: Table, moves: Sequence[Move]) -> None:
    """Raise ``RefusedError`` if a coin has fallen already and showed another side."""
    node, tosses = table.match.node, table.match.tosses
    for move in moves:
        if node in tosses and node.position.legal_moves[tosses[node].bit] != move:
            shown = node.position.name(node.position.legal_moves[tosses[node].bit])
            raise RefusedError(f"The coin showed {shown} there, and it is not thrown again.")
        known = next((child for child in node.children if child.move == move), None)
        if known is None:
            return
        node = known


def _laid(table: Table, move: Move) -> Coin:
    bit = table.match.position.legal_moves.index(move)
    return lambda position: Toss(bit, TYPED)


def _set_up(table: Table, node: Node) -> None:
    """Begin again, with the same players, at a game that was typed in."""
    tosses = {
        point: Toss(point.position.legal_moves.index(child.move), TYPED)
        for point in node.path
        for child in point.children
        if child.move is not None and point.position.to_move == "chance"
    }
    match = table.match
    x, o = (match.seats[player] for player in Player)
    table.match = Match.resume(node, x=x, o=o, series=match.standing, tosses=tosses)
    table.act((Went(before=node.path[0].position, after=node.position),))
