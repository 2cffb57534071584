"""Environments for reinforcement learning."""

from qttt.extras import requires_extra

with requires_extra("envs"):
    from .actions import action_count, action_of, move_of, squares_of
    from .arrays import CHANCE, NO_PLACE, TERMINAL, Arrays, O, X, places_of, position_of
    from .batch import Batch
    from .single import SingleGame

__all__ = [
    "CHANCE",
    "NO_PLACE",
    "TERMINAL",
    "Arrays",
    "Batch",
    "O",
    "SingleGame",
    "X",
    "action_count",
    "action_of",
    "move_of",
    "places_of",
    "position_of",
    "squares_of",
]
