"""PettingZoo environment: two agents in turn, sometimes twice in a row (R9).

Importing this module registers an environment for each preset::

    import pettingzoo, qttt.envs.pettingzoo
    env = pettingzoo.make("aec", "qttt/goff-v0")
"""

from secrets import randbits
from typing import Any, ClassVar, cast

from qttt.copies import IndependentCopies
from qttt.extras import requires_extra
from qttt.game import PRESETS, Position, Rules

from .arrays import TERMINAL
from .gymnasium import observation, spaces_of
from .rendering import RENDER_MODES, Pixels, check_mode, render
from .single import SingleGame

with requires_extra("envs"):
    import pettingzoo
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

AGENTS = ("player_0", "player_1")
"""X and O, in the order of ``players`` in ``Arrays``."""

Observation = dict[str, Any]


def env(rules: Rules | str = "goff", render_mode: str | None = None) -> AECEnv[str, Any, Any]:
    """Return ``QtttEnv`` with the usual wrappers: an illegal action ends the game with −1."""
    wrapped: AECEnv[str, Any, Any] = QtttEnv(rules, render_mode)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class QtttEnv(IndependentCopies, AECEnv[str, Observation, Any]):  # type: ignore[misc]
    """A game between two agents; coins are decided by the environment.

    Arguments, actions, observations and rewards are as in ``qttt.envs.gymnasium``. Both agents
    observe the same, but the mask of the agent not to move is empty. An illegal action raises
    ``IllegalMoveError``.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "qttt_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, rules: Rules | str = "goff", render_mode: str | None = None) -> None:
        super().__init__()
        self.rules = Rules.of(rules)
        self.render_mode = check_mode(render_mode)
        self._game = SingleGame(self.rules, seed=randbits(64))
        self.possible_agents = list(AGENTS)
        self.agents = list(AGENTS)
        self.action_spaces = {agent: spaces.Discrete(len(self._game.legal)) for agent in AGENTS}
        self.observation_spaces = {agent: spaces.Dict(spaces_of(self._game)) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the agent's observation space, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the agent's action space, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game; ``seed`` also restarts the random stream of the coins.

        Without any seed so far, the operating system supplies one.
        """
        self._game.reset(seed=seed)
        self.agents = list(AGENTS)
        self.agent_selection = AGENTS[self._game.player]
        self.rewards: dict[str, float] = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}

    def observe(self, agent: str) -> Observation:
        """Return the current board and the legal actions of ``agent``."""
        observed = observation(self._game)
        if agent != self.agent_selection:
            observed["action_mask"][:] = 0
        return observed

    def step(self, action: Any) -> None:
        """Play an action for the agent to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        player = self._game.step(action)
        if player == TERMINAL:
            self._end(agent)
        else:
            self.agent_selection = AGENTS[player]
        if self.render_mode == "human":
            self.render()

    def _end(self, last: str) -> None:
        """End the game after the action of ``last``. All rewards before were 0."""
        self.rewards = dict(zip(AGENTS, self._game.rewards, strict=True))
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(AGENTS, True)
        self.agent_selection = AGENTS[1 - AGENTS.index(last)]

    @property
    def position(self) -> Position:
        """The current position."""
        return self._game.position

    def render(self) -> str | Pixels | None:
        """Render the board in the environment's render mode."""
        return render(self.position, self.render_mode)

    def close(self) -> None:
        """Do nothing: no resources are held."""

    def __str__(self) -> str:
        return cast(str, self.metadata["name"])


for _preset in PRESETS:
    pettingzoo.register(
        "aec",
        f"qttt/{_preset}-v0",
        entry_point="qttt.envs.pettingzoo:env",
        kwargs={"rules": _preset},
    )
