"""Errors of games, such as damaged ones, which recur at each attempt."""

import logging
from functools import lru_cache

MAX_REMEMBERED = 1_000

log = logging.getLogger(__name__)


@lru_cache(MAX_REMEMBERED)
def log_game_error(problem: str) -> None:
    """Log why a game is skipped, unless that was logged before."""
    log.error("game skipped", extra={"problem": problem})
