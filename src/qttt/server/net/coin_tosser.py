"""The coin of online games, in threads of its own."""

import asyncio
import logging

from qttt.game import Position
from qttt.play import Coin, Toss, named_coin, with_fallback
from qttt.play.coins import toss_coin

from .daemon_threads import DaemonThreads

MAX_TOSSES = 8
"""Coins that are tossed concurrently."""
COIN_THREADS = "qttt-coin"
"""Begins the names of the threads for coins."""

log = logging.getLogger(__name__)


class CoinTosser:
    """Tosses ``coin``, or the operating system's if it fails, as no game may wait for ever.

    A device can be slow, but occupies no thread that engines need.
    """

    def __init__(self, coin: Coin) -> None:
        self._system = named_coin("os")
        self._coin = with_fallback(coin, self._system)
        self._threads = DaemonThreads(MAX_TOSSES, COIN_THREADS)

    async def toss(self, position: Position) -> Toss:
        """Toss for the loop pending in ``position``; an unexpected error is logged."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._threads, toss_coin, self._coin, position)
        except Exception:
            log.exception("coin failed")
            return self._system(position)
