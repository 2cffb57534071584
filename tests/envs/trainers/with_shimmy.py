"""Shimmy plays OpenSpiel's form of the game, loaded by name."""

from random import Random

from shimmy.openspiel_compatibility import OpenSpielCompatibilityV0

import qttt.envs.openspiel  # noqa: F401  registers the game


def main() -> None:
    rng = Random(1)
    for config in ({"rules": "goff"}, {"rules": "krist", "rows": 3, "cols": 3}):
        env = OpenSpielCompatibilityV0(game_name="python_qttt", config=config)
        for seed in range(10):
            env.reset(seed=seed)
            state, rewards = env.game_state, {}
            for agent in env.agent_iter():
                _, reward, terminated, truncated, info = env.last()
                is_over = terminated or truncated
                rewards.update({agent: reward} if is_over else {})
                legal = [action for action, may in enumerate(info["action_mask"]) if may]
                env.step(None if is_over else rng.choice(legal))
            assert state.is_terminal()
            first, second = state.returns()
            # The agent that is asked last gets its reward twice.
            assert list(rewards.values()) in ([first, 2 * second], [2 * first, second])
    print("20 games")


if __name__ == "__main__":
    main()
