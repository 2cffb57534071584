"""Environments for reinforcement learning."""

from qttt.extras import requires_extra

with requires_extra("envs"):
    from .actions import action_count, action_of, move_of, squares_of
    from .arrays import CHANCE, NO_PLACE, NOBODY, Arrays, O, X, places_of, position_of
    from .batch import Batch
    from .single import Single

__all__ = [
    "CHANCE",
    "NOBODY",
    "NO_PLACE",
    "Arrays",
    "Batch",
    "O",
    "Single",
    "X",
    "action_count",
    "action_of",
    "move_of",
    "places_of",
    "position_of",
    "squares_of",
]
