"""TorchRL steps both environments with masks; it says which agents act in ``mask``."""

import gymnasium
import torch
from torchrl.envs import ActionMask, TransformedEnv
from torchrl.envs.libs.gym import GymWrapper
from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.envs.utils import check_env_specs

from qttt.envs import pettingzoo


def main() -> None:
    torch.manual_seed(1)
    table = PettingZooWrapper(pettingzoo.env("qubic3"), use_mask=True)
    check_env_specs(table)
    for _ in range(20):
        steps = table.rollout(100)
        acts = torch.cat([steps[agent, "mask"] for agent in table.group_map], -1)
        assert (acts.sum(-1) == 1).all()  # one of the two, who can be the same twice
        for agent in table.group_map:
            waits = ~steps[agent, "mask"].squeeze(-1)
            assert steps[agent, "action_mask"][waits].all()  # all ones, although none is legal
        rewards = [steps["next", agent, "reward"].sum() for agent in table.group_map]
        assert rewards[0] == -rewards[1], rewards
    alone = TransformedEnv(
        GymWrapper(gymnasium.make("qttt/goff-v0"), categorical_action_encoding=True), ActionMask()
    )
    for _ in range(20):
        rewards = alone.rollout(100)["next", "reward"]
        assert (rewards > -2.5).all(), rewards  # no illegal action
    print("20 games of PettingZoo and of Gymnasium")


if __name__ == "__main__":
    main()
