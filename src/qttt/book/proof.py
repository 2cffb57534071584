"""Decisions for the formal proof of the value in ``docs/book/proof``, from the certificate.

They are those of the certificate's strategies, but in a walk through all games: the proof uses
neither symmetries nor the label theorem. Only this program does.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from qttt.copies import IndependentCopies
from qttt.game import Placement, Player, Position, Rules

from .certificate import BOUND, MAGIC

PER_INTEGER = 10
"""Decisions in an integer, six bits each; a 1 above them makes 61 bits of Coq's 63."""
PER_LIST = 400
"""Integers in one definition; Coq reads longer lists slowly."""
_HEAD = """\
(* Written by `qttt book proof`: decisions of strategies, in the order of the walk in Game.v. *)

From Coq Require Import List Uint63.
Import ListNotations.
Open Scope uint63_scope.
"""
_SYMMETRIES = Rules().board.symmetries()
_Key = tuple[tuple[int, ...], ...]


def strategies(certificate: bytes) -> dict[Player, bytes]:
    """Return the decisions of X and of O in a certificate. Raises ``ValueError`` if it is none."""
    parts, at = {}, len(MAGIC)
    for player in Player:
        end = at + 4 + int.from_bytes(certificate[at : at + 4], "little")
        parts[player], at = certificate[at + 4 : end], end
    if not certificate.startswith(MAGIC) or at != len(certificate):
        raise ValueError("this is no certificate: write one with qttt book certificate")
    return parts


@dataclass
class ClassStrategy(IndependentCopies):
    """The placements of a strategy by class of positions, as in a certificate."""

    player: Player
    placements: dict[_Key, Placement | None] = field(default_factory=dict)
    """Those of the image of a position with the smallest key; None where the opponent decides."""

    @classmethod
    def read(cls, player: Player, decisions: bytes) -> "ClassStrategy":
        """Repeat the walk that wrote the decisions."""
        strategy, left = cls(player), iter(decisions)

        def visit(position: Position) -> None:
            if position.outcome:
                return
            key, symmetry = _canonical_key(position)
            if not position.has_loop and key in strategy.placements:
                return
            moves = position.legal_moves
            if position.to_move == player:
                moves = (moves[next(left)],)
            if not position.has_loop:
                mine = position.to_move == player
                strategy.placements[key] = _image(moves[0], symmetry) if mine else None
            for move in moves:
                visit(position.play(move))

        visit(Position())
        return strategy

    def choose(self, position: Position) -> int:
        """Return the index of the strategy's move."""
        moves = position.legal_moves
        if position.has_loop:
            return next(n for n, move in enumerate(moves) if self._is_good(position.play(move)))
        key, symmetry = _canonical_key(position)
        wanted = self.placements[key]
        return next(n for n, move in enumerate(moves) if _image(move, symmetry) == wanted)

    def _is_good(self, position: Position) -> bool:
        """Whether a position after a collapse is one of the strategy, or ended well."""
        if position.outcome:
            value = position.outcome.value
            return value >= BOUND if self.player is Player.X else value <= BOUND
        return _canonical_key(position)[0] in self.placements


def decisions(strategy: ClassStrategy, start: Position) -> bytes:
    """Return the decisions of a walk through all games from ``start``, deepest first.

    A byte is the index of a move. Cost for all games of O's strategy: a minute.
    """
    known: dict[_Key, bytes] = {}

    def visit(position: Position) -> bytes:
        if position.outcome:
            return b""
        key = None if position.has_loop else _key(position, _SYMMETRIES[0])
        if key is not None and key in known:
            return known[key]
        moves = position.legal_moves
        if position.to_move == strategy.player:
            index = strategy.choose(position)
            choices = bytes([index]) + visit(position.play(moves[index]))
        else:
            choices = b"".join(visit(position.play(move)) for move in moves)
        if key is not None:
            known[key] = choices
        return choices

    return visit(start)


def _canonical_key(position: Position) -> tuple[_Key, tuple[int, ...]]:
    """The smallest key of all images of a position, and the symmetry that gives it."""
    return min((_key(position, symmetry), symmetry) for symmetry in _SYMMETRIES)


def _key(position: Position, symmetry: tuple[int, ...]) -> _Key:
    """The places of an image; those of the first three marks of each player in ascending order."""
    places = [_place(place, symmetry) for place in position.marks]
    return (tuple(sorted(places[0:6:2])), tuple(sorted(places[1:6:2])), tuple(places[6:]))


@cache
def _place(place: int | tuple[int, int], symmetry: tuple[int, ...]) -> int:
    a, b = (place, place) if isinstance(place, int) else place
    one, other = sorted((symmetry[a], symmetry[b]))
    return 9 * one + other


def _image(move: object, symmetry: tuple[int, ...]) -> Placement | None:
    if not isinstance(move, Placement):
        return None
    return Placement(symmetry[move[0]], symmetry[move[1]])


def packed(codes: bytes) -> Iterator[int]:
    """Yield the integers that encode decisions."""
    for first in range(0, len(codes), PER_INTEGER):
        integer = 1
        for code in reversed(codes[first : first + PER_INTEGER]):
            integer = integer << 6 | code
        yield integer


def source(x: bytes, o: bytes) -> str:
    """Return the file ``Decisions.v``."""
    return "".join((_HEAD, *_definitions("x", x), *_definitions("o", o)))


def _definitions(name: str, codes: bytes) -> Iterator[str]:
    integers = list(packed(codes))
    parts = range(0, len(integers), PER_LIST)
    for part in parts:
        listed = "; ".join(map(str, integers[part : part + PER_LIST]))
        yield f"Definition {name}{part} : list int := [{listed}].\n"
    names = "; ".join(f"{name}{part}" for part in parts)
    yield f"Definition {name}_decisions : list int := concat [{names}].\n"
