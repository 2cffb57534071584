"""Gymnasium environment: the agent plays against a computer player.

Importing this module registers an environment for each preset::

    import gymnasium, qttt.envs.gymnasium
    env = gymnasium.make("qttt/goff-v0", opponent="hard")
"""

from random import Random
from typing import Any, Literal

import numpy as np

from qttt.copies import IndependentCopies
from qttt.engine import Level, choose_move
from qttt.engine.levels import check_available
from qttt.extras import requires_extra
from qttt.game import PRESETS, IllegalMoveError, Rules

from .actions import action_of
from .arrays import TERMINAL, Flags, O, X
from .rendering import RENDER_MODES, Pixels, check_mode, render
from .single import SingleGame

with requires_extra("envs"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded

Observation = dict[str, Any]

SIDES = {"X": X, "O": O}
ILLEGAL_REWARD = -3.0
"""Reward for an illegal action, lower than for any loss."""


class ComputerOpponentEnv(IndependentCopies, gymnasium.Env[Observation, np.int64]):
    """A game of the agent against ``opponent``; coins are decided by the environment.

    - ``rules``: a ``Rules``, or its text: ``"closer"``, ``"krist rows=3 cols=3"``.
    - ``opponent``: a level of the computer (``qttt.engine.Level``).
    - ``player``: ``"X"`` or ``"O"``; None draws it for each game.
    - ``render_mode``: ``human`` prints the board, ``ansi`` returns its text, ``rgb_array`` its
      picture.

    Observations are ``{"observation": …, "action_mask": …}``, as in one row of ``Arrays``; actions
    are those of ``qttt.envs.actions``. The reward at the end is the agent's points minus the
    opponent's. An illegal action ends the game with the reward ``ILLEGAL_REWARD`` and the reason in
    ``info["error"]``, otherwise empty; one that does not exist raises ``ValueError``, and one that
    is no integer ``TypeError``. ``info["player"]`` is the agent's side. A game that has ended needs
    a ``reset``.

    Raises:
        RulesError: The rules are invalid.
        UnsolvableError: The level is not available on the board.
        ValueError: The level, player or mode does not exist.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  declared so by Gymnasium
        "render_modes": RENDER_MODES,
        "render_fps": 2,
    }

    def __init__(
        self,
        rules: Rules | str = "goff",
        opponent: str = "random",
        player: Literal["X", "O"] | None = None,
        render_mode: str | None = None,
    ) -> None:
        if player not in (None, *SIDES):
            raise ValueError(f"player must be 'X', 'O' or None, not {player!r}")
        self.rules, self.opponent, self.player = Rules.of(rules), Level(opponent), player
        check_available(self.opponent, self.rules)
        self.render_mode = check_mode(render_mode)
        self._game = SingleGame(self.rules)
        self._side = X
        self._rng = Random(0)
        self._seeded_by: np.random.Generator | None = None
        self._needs_reset = True
        self.action_space = spaces.Discrete(len(self._game.legal))
        self.observation_space = spaces.Dict(spaces_of(self._game))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a game; the opponent moves first if it is X. ``seed`` restarts random numbers."""
        super().reset(seed=seed)
        self._game.reset(seed=self._new_seed())
        self._side = SIDES[self.player] if self.player else self._rng.choice((X, O))
        self._needs_reset = False
        self._reply(self._game.player)
        return observation(self._game), self._info()

    def _new_seed(self) -> int | None:
        """Return a seed for the coins after ``np_random`` was seeded or replaced, otherwise None.

        Starting generators takes longer than a game.
        """
        if self._seeded_by is self.np_random:
            return None
        self._seeded_by = self.np_random
        self._rng = Random(int(self.np_random.integers(1 << 62)))
        return self._rng.getrandbits(64)

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play the agent's action and the opponent's answer.

        Raises:
            ResetNeeded: The game has ended or not begun.
            TypeError: The action is no integer; the game is unchanged.
            ValueError: The action does not exist; the game is unchanged.
        """
        if self._needs_reset:
            raise ResetNeeded("the game has ended or not begun: call reset()")
        try:
            player = self._game.step(action)
        except IllegalMoveError as error:
            self._needs_reset = True
            info = self._info(str(error))
            return observation(self._game), ILLEGAL_REWARD, True, False, info
        self._needs_reset = over = self._reply(player) == TERMINAL
        reward = self._game.rewards[self._side] if over else 0.0
        self._show()
        return observation(self._game), reward, over, False, self._info()

    def action_masks(self) -> Flags:
        """Return which actions are legal, for trainers that ask the environment."""
        return self._game.legal.copy()

    def render(self) -> str | Pixels | None:
        """Render the board; None in mode ``human``, which prints it after each step."""
        return (
            None if self.render_mode == "human" else render(self._game.position, self.render_mode)
        )

    def _reply(self, player: int) -> int:
        """Play for the opponent while it is the ``player`` to move; return the next player."""
        while player not in (self._side, TERMINAL):
            player = self._game.step(self._opponents_action())
        return player

    def _opponents_action(self) -> int:
        if self.opponent is Level.RANDOM:
            return self._rng.choice(self._game.legal_actions)
        move = choose_move(self._game.position, self.opponent, self._rng)
        return action_of(self.rules.board, move)

    def _show(self) -> None:
        if self.render_mode == "human":
            render(self._game.position, self.render_mode)

    def _info(self, error: str = "") -> dict[str, Any]:
        """The same keys in every step, as recorders need."""
        return {"player": "XO"[self._side], "error": error}


def spaces_of(game: SingleGame) -> dict[str, spaces.Space[Any]]:
    """Return the spaces of observation and mask."""
    return {
        "observation": spaces.Box(0, 1, game.observation.shape, np.uint8),
        "action_mask": spaces.Box(0, 1, game.legal.shape, np.int8),
    }


def observation(game: SingleGame) -> Observation:
    """Return a copy of the observation and mask."""
    return {
        "observation": game.observation.copy(),
        "action_mask": game.legal.astype(np.int8),
    }


for _preset in PRESETS:
    gymnasium.register(
        f"qttt/{_preset}-v0",
        entry_point="qttt.envs.gymnasium:ComputerOpponentEnv",
        kwargs={"rules": _preset},
    )
