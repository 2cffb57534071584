"""The coin that the options of a command ask for."""

from typing import NamedTuple

from qttt.play import Coin, named_coin, seeded_coin, system_coin


class Choice(NamedTuple):
    """What was asked for: the ``name`` of a source, a ``seed``, seconds of ``wait`` for a bit."""

    name: str | None = None
    seed: int | None = None
    wait: float = 30.0

    def coin(self) -> Coin:
        """The coin; without a name that of the seed or of the system. Raises ``DeviceError``."""
        if self.name is not None:
            return named_coin(self.name, seed=self.seed, patience=self.wait)
        return system_coin if self.seed is None else seeded_coin(self.seed)
