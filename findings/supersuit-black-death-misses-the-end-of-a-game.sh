#!/usr/bin/env bash
# What: SuperSuit's black_death_v3 says that a game is over only if every agent is terminated and truncated at once, where
#       PettingZoo's environments set one of both: the step with the last rewards, of a win or of the limit of moves, is not
#       marked as the end, and the environment gets another step, without any action. Mended in the repository in July
#       2026 (pull request 265), after this version.
# Versions: supersuit 3.11.0, pettingzoo 1.27.0, gymnasium 1.4.0, numpy 2.4.6, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: who trains agents of which some leave earlier: values are carried over the end of a game.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check \
    supersuit==3.11.0 pettingzoo==1.27.0 gymnasium==1.4.0 numpy==2.4.6; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from importlib.metadata import version

import numpy as np
import supersuit
from gymnasium.spaces import Box, Discrete
from pettingzoo import ParallelEnv

for name in ("supersuit", "pettingzoo"):
    print(name, version(name))


class Game(ParallelEnv):
    """Two agents; X wins with the second move, and the game is terminated or truncated there."""

    metadata, possible_agents, render_mode = {"name": "game"}, ["x", "o"], None

    def __init__(self, is_truncated):
        self.is_truncated, self.actions = is_truncated, []

    def observation_space(self, agent):
        return Box(0, 9, (1,), np.uint8)

    def action_space(self, agent):
        return Discrete(2)

    def reset(self, seed=None, options=None):
        self.agents = self.possible_agents[:]
        return {agent: np.zeros(1, np.uint8) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(self, actions):
        self.actions.append(actions)
        is_over, agents = len(self.actions) == 2, self.agents
        observations = {agent: np.full(1, len(self.actions), np.uint8) for agent in agents}
        rewards = {agent: (1.0 if agent == "x" else -1.0) * is_over for agent in agents}
        terminations = dict.fromkeys(agents, is_over and not self.is_truncated)
        truncations = dict.fromkeys(agents, is_over and self.is_truncated)
        self.agents = [] if is_over else agents
        return observations, rewards, terminations, truncations, {agent: {} for agent in agents}


def play(env, game):
    """Play three steps at most; return the rewards of X, the steps that are marked as an end, and the actions of the game."""
    env.reset()
    rewards, ends = [], []
    while env.agents and len(rewards) < 3:
        _, reward, terminations, truncations, _ = env.step(dict.fromkeys(env.agents, 0))
        rewards.append(reward["x"])
        ends.append(bool(terminations["x"] or truncations["x"]))
    return rewards, ends, game.actions


found = []
for is_truncated in (False, True):
    for name, wrap in (("alone", lambda game: game), ("with black_death_v3", supersuit.black_death_v3)):
        game = Game(is_truncated)
        found.append(play(wrap(game), game))
        rewards, ends, actions = found[-1]
        print(f"{'truncated' if is_truncated else 'terminated'}, {name}: rewards {rewards}, ends {ends}, actions {actions}")
move = {"x": 0, "o": 0}
plain = ([0.0, 1.0], [False, True], [move, move])
wrapped = ([0.0, 1.0, 0.0], [False, False, True], [move, move, {}])
sys.exit(found != [plain, wrapped] * 2)
PY
