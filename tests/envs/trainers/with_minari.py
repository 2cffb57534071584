"""Minari records games, with the infos of every step, and reads them back."""

import os
import tempfile

import gymnasium
import minari
import numpy as np

import qttt.envs.gymnasium  # noqa: F401  registers the environments


def main() -> None:
    collector = minari.DataCollector(gymnasium.make("qttt/goff-v0"), record_infos=True)
    rng, total = np.random.default_rng(1), 0
    for game in range(10):
        seen, _ = collector.reset(seed=game)
        is_over = False
        while not is_over:
            action = 0 if game == 9 else rng.choice(np.flatnonzero(seen["action_mask"]))
            seen, _, is_over, _, _ = collector.step(action)
            total += 1
    collector.create_dataset(
        "qttt/goff/random-v0",
        author="a test",
        author_email="test@example.org",
        algorithm_name="random",
        code_permalink="https://example.org",
    )
    loaded = minari.load_dataset("qttt/goff/random-v0")
    assert (loaded.total_episodes, loaded.total_steps) == (10, total)
    for episode in loaded.iterate_episodes():
        masks = episode.observations["action_mask"]
        legal = [bool(masks[step][action]) for step, action in enumerate(episode.actions)]
        assert all(legal) == (episode.rewards[-1] > -3), episode
    assert loaded.recover_environment().spec.id == "qttt/goff-v0"
    print(f"10 games, {total} steps")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MINARI_DATASETS_PATH"] = folder
        main()
