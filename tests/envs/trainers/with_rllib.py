"""RLlib's wrapper of PettingZoo plays whole games, and PPO learns from the masked environment."""

import gymnasium
import numpy as np
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from qttt.envs import pettingzoo


class Renamed(gymnasium.ObservationWrapper):
    """RLlib's masking expects other names and floats."""

    def __init__(self, env: gymnasium.Env) -> None:
        super().__init__(env)
        shape = (int(np.prod(env.observation_space["observation"].shape)),)
        self.observation_space = gymnasium.spaces.Dict(
            {
                "action_mask": gymnasium.spaces.Box(0, 1, (env.action_space.n,), np.float32),
                "observations": gymnasium.spaces.Box(0, 1, shape, np.float32),
            }
        )

    def observation(self, observation: dict) -> dict:
        return {
            "action_mask": observation["action_mask"].astype(np.float32),
            "observations": observation["observation"].astype(np.float32).ravel(),
        }


def play_games() -> None:
    rng, env = np.random.default_rng(1), PettingZooEnv(pettingzoo.env("qubic3"))
    for seed in range(20):
        seen, _ = env.reset(seed=seed)
        is_over, total = False, dict.fromkeys(env.get_agent_ids(), 0.0)
        while not is_over:
            actions = {
                agent: rng.choice(np.flatnonzero(each["action_mask"]))
                for agent, each in seen.items()
            }
            seen, rewards, over, _, _ = env.step(actions)
            total = {agent: total[agent] + rewards.get(agent, 0) for agent in total}
            is_over = over["__all__"]
        assert sum(total.values()) == 0, total


def train() -> None:
    register_env("qttt", lambda _: Renamed(gymnasium.make("qttt/goff-v0")))
    config = (
        PPOConfig()
        .environment("qttt")
        .env_runners(num_env_runners=0)
        .training(train_batch_size=512, minibatch_size=128, num_epochs=2)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"head_fcnet_hiddens": [64]},
            )
        )
    )
    result = config.build_algo().train()
    returned = result["env_runners"]["episode_return_min"]
    assert returned > -2.5, returned  # no illegal action


if __name__ == "__main__":
    play_games()
    train()
    print("20 games, and a step of PPO")
