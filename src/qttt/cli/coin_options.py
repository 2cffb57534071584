"""The coin selected by the options of a command."""

from typing import NamedTuple

from qttt.play import Coin, named_coin, seeded_coin, system_coin


class CoinOptions(NamedTuple):
    """Options of a coin: the ``name`` of its source, a ``seed``, and the timeout ``wait`` in s."""

    name: str | None = None
    seed: int | None = None
    wait: float = 30.0

    def coin(self) -> Coin:
        """Return the coin; without a name, a seeded or the system's. Raises as ``named_coin``."""
        if self.name is not None:
            return named_coin(self.name, seed=self.seed, timeout_s=self.wait)
        return system_coin if self.seed is None else seeded_coin(self.seed)
