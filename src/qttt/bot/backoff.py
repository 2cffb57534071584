"""Exponential backoff with jitter."""

import time
from random import Random

from .errors import BotError, RequestRejectedError, ServerUnreachableError

INITIAL_S, MAX_S = 1.0, 30.0


class Backoff:
    """Delays between retries: doubled each time up to ``MAX_S``, plus up to 50 % jitter."""

    def __init__(self) -> None:
        self._next = INITIAL_S
        self._rng = Random()

    def retry_or_raise(self, error: BotError) -> None:
        """Sleep if a retry can help, otherwise raise ``error``."""
        if isinstance(error, RequestRejectedError) and error.is_temporary:
            self.sleep(error.retry_after_s)
        elif isinstance(error, ServerUnreachableError):
            self.sleep()
        else:
            raise error

    def sleep(self, minimum_s: float = 0) -> None:
        """Sleep before the next retry, for at least ``minimum_s`` seconds."""
        delay, self._next = max(self._next, minimum_s), min(MAX_S, 2 * self._next)
        time.sleep(delay * (1 + self._rng.random() / 2))

    def reset(self) -> None:
        """Start again with the initial delay, after a success."""
        self._next = INITIAL_S
