"""The rules of quantum tic-tac-toe: legal moves, their effects and the score.

Lowest layer: imports no other package of ``qttt``.
"""

from .board import Board
from .ensemble import Ensemble, Entanglement, Loop
from .errors import IllegalMoveReason, IllegalPositionError
from .moves import Collapse, Move, MoveLike, Place, Placement, Player, mark_name, player_of
from .outcome import Line, Outcome, Points, Termination
from .position import IllegalMoveError, Position
from .rules import PRESETS, Rules, RulesError
from .tree import Node

__all__ = [
    "PRESETS",
    "Board",
    "Collapse",
    "Ensemble",
    "Entanglement",
    "IllegalMoveError",
    "IllegalMoveReason",
    "IllegalPositionError",
    "Line",
    "Loop",
    "Move",
    "MoveLike",
    "Node",
    "Outcome",
    "Place",
    "Placement",
    "Player",
    "Points",
    "Position",
    "Rules",
    "RulesError",
    "Termination",
    "mark_name",
    "player_of",
]
