"""MaskablePPO of sb3-contrib learns to beat random play on 3×3, in both wrappings of masks."""

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import SubprocVecEnv

import qttt.envs.gymnasium  # noqa: F401  registers the environments

STEPS, GAMES = 30_000, 200


def wins_against_random(model: MaskablePPO) -> float:
    """Return the share of games won; half of those with equal points count."""
    env, shares = gymnasium.make("qttt/goff-v0", opponent="random"), []
    for seed in range(GAMES):
        seen, _ = env.reset(seed=seed)
        is_over = False
        while not is_over:
            action, _ = model.predict(seen, action_masks=get_action_masks(env), deterministic=True)
            seen, reward, is_over, _, info = env.step(action)
            assert not info["error"]
        shares.append((1 + np.sign(reward)) / 2)
    return float(np.mean(shares))


def main() -> None:
    torch.set_num_threads(1)
    env = gymnasium.make("qttt/goff-v0", opponent="random")
    check_env(env.unwrapped, warn=False)
    env.reset(seed=1)
    model = MaskablePPO(
        "MultiInputPolicy", env, seed=1, n_steps=1024, batch_size=256, learning_rate=1e-3
    )
    before = wins_against_random(model)
    model.learn(STEPS)
    after = wins_against_random(model)
    print(f"wins against random: {before:.2f} before, {after:.2f} after {STEPS} steps")
    assert after > 0.65 > before, (before, after)
    processes = make_vec_env("qttt/qubic3-v0", 2, vec_env_cls=SubprocVecEnv)
    MaskablePPO("MultiInputPolicy", processes, n_steps=64, seed=1).learn(128)
    processes.close()


if __name__ == "__main__":
    main()
