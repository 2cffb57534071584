"""How long to wait before the next try: not all programs should come back at once."""

import time
from random import Random

from .errors import BotError, Refused, Unreachable

FIRST, LONGEST = 1.0, 30.0


class Waiting:
    """Pauses between tries: twice as long each time up to half a minute, and a random half more."""

    def __init__(self) -> None:
        self._next = FIRST
        self._rng = Random()

    def after(self, error: BotError) -> None:
        """Wait, if trying again may help; else raise ``error``."""
        if isinstance(error, Refused) and error.is_passing:
            self.again(error.wait)
        elif isinstance(error, Unreachable):
            self.again()
        else:
            raise error

    def again(self, least: float = 0) -> None:
        """Wait for the next try, at least so many seconds."""
        pause, self._next = max(self._next, least), min(LONGEST, 2 * self._next)
        time.sleep(pause * (1 + self._rng.random() / 2))

    def over(self) -> None:
        """It went well: the next pause is short again."""
        self._next = FIRST
