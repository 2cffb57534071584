"""JAX keeps a rollout and computes with it, if it gets copies of the arrays."""

import jax
import jax.numpy as jnp
import numpy as np

from qttt.envs import Batch

PLIES = 30


@jax.jit
def marks(observations: jax.Array) -> jax.Array:
    return observations.sum(axis=(1, 2, 3), dtype=jnp.int32)


def main() -> None:
    batch = Batch(games=2000, seed=1)
    arrays = batch.step(batch.sample())
    kept, shared = [], []
    for _ in range(PLIES):
        seen = arrays.observations
        expected = seen.copy()
        kept.append((expected, jnp.asarray(seen.copy()), marks(seen.copy())))
        shared.append((expected, jax.device_put(seen, jax.devices("cpu")[0])))
        arrays = batch.step(batch.sample())
    for expected, observations, sums in kept:
        assert np.array_equal(observations, expected)
        assert np.array_equal(sums, expected.sum(axis=(1, 2, 3)))
    changed = sum(not np.array_equal(observations, expected) for expected, observations in shared)
    assert changed == PLIES, changed  # the reason for the copies
    print(f"{PLIES} plies of {batch.games} games; all {changed} arrays without a copy changed")


if __name__ == "__main__":
    main()
