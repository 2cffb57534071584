"""Tianshou collects games of two agents; a player can move twice in a row."""

import numpy as np
from tianshou.env import PettingZooEnv

from qttt.envs import pettingzoo


def main() -> None:
    rng, ends, twice = np.random.default_rng(1), 0, 0
    env = PettingZooEnv(pettingzoo.env("goff"))
    for seed in range(20):
        seen, _ = env.reset(seed=seed)
        is_over = False
        while not is_over:
            agent = seen["agent_id"]
            action = rng.choice(np.flatnonzero(seen["mask"]))
            seen, rewards, is_over, truncated, _ = env.step(action)
            assert not truncated
            assert rewards[0] == -rewards[1]
            twice += seen["agent_id"] == agent
        ends += 1
    assert (ends, twice > 0) == (20, True)
    print("20 games")


if __name__ == "__main__":
    main()
