"""OpenSpiel game: importing this module registers ``pyspiel.load_game("python_qttt")``.

The parameter ``rules`` is a preset, and each switch is a parameter too; 0 or nothing leaves it as
in the preset. Coins are chance nodes.

>>> import pyspiel, qttt.envs.openspiel
>>> str(pyspiel.load_game("python_qttt(rules=krist,rows=3,cols=3)"))
'python_qttt(cols=3,rows=3,rules=krist)'
>>> str(pyspiel.load_game("python_qttt", {"rules": "goff last_square=empty"}))
'python_qttt(last_square=empty,rules=goff)'
"""

from dataclasses import fields
from typing import Any, cast

import numpy as np

from qttt.copies import IndependentCopies
from qttt.engine.kernel_api import EXTRA_PLANES
from qttt.extras import requires_extra
from qttt.game import Rules
from qttt.game.rules import SWITCH_VALUES
from qttt.notation.text import board_text

from .actions import action_count, move_of
from .arrays import Floats
from .single import SingleGame

with requires_extra("openspiel"):
    import pyspiel

_PLAYERS = (0, 1, int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL))
"""OpenSpiel's numbers of X, O, CHANCE and TERMINAL."""


_UNCHANGED: dict[str, str | int] = {
    **dict.fromkeys(("rows", "cols", "line"), 0),
    **dict.fromkeys(SWITCH_VALUES, ""),
}
"""The defaults of the switches: as in the preset."""


def _game_type(rules: Rules) -> pyspiel.GameType:
    by_chance = rules.chooser == "chance"
    modes = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name="python_qttt",
        long_name="Quantum tic-tac-toe",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if by_chance else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"rules": "goff", **_UNCHANGED},
    )


def _game_info(rules: Rules) -> pyspiel.GameInfo:
    size, actions = rules.board.size, action_count(rules.board)
    return pyspiel.GameInfo(
        num_distinct_actions=actions,
        max_chance_outcomes=actions if rules.chooser == "chance" else 0,
        num_players=2,
        min_utility=-2.0,
        max_utility=2.0,
        utility_sum=0.0,
        max_game_length=size + size // 2,
    )


def _parse(params: dict[str, Any]) -> Rules:
    switches = (f"{name}={value}" for name, value in params.items() if value and name != "rules")
    return Rules.parse(" ".join([params.get("rules", "goff"), *switches]))


def parameters_of(rules: Rules) -> dict[str, str | int]:
    """Return the parameters of these rules: OpenSpiel's text of a game has no ``=`` in a value."""
    name = "krist" if rules.line is None else str(rules).split()[0]
    preset = Rules.preset(name)
    values = {field.name: getattr(rules, field.name) for field in fields(Rules)}
    changed = {key: value for key, value in values.items() if value != getattr(preset, key)}
    return {"rules": name, **changed}


class QtttGame(pyspiel.Game):  # type: ignore[misc]
    """The game under the rules in ``params``. Raises ``RulesError`` if they are invalid.

    In a dict, ``rules`` can be the whole text of the rules.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.rules = _parse(params or {})
        super().__init__(_game_type(self.rules), _game_info(self.rules), parameters_of(self.rules))

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy by loading: OpenSpiel's copies lack the attributes that the constructor sets."""
        return _load, (parameters_of(self.rules),)

    def new_initial_state(self) -> "QtttState":
        """Return the empty board."""
        return QtttState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> "QtttObserver":
        """Return an observer of states."""
        return QtttObserver(self.rules)


def _load(params: dict[str, str | int]) -> QtttGame:
    return cast(QtttGame, pyspiel.load_game("python_qttt", params))


class QtttState(pyspiel.State):  # type: ignore[misc]
    """A state of a game; actions are those of ``qttt.envs.actions``."""

    def __init__(self, game: QtttGame) -> None:
        super().__init__(game)
        self.game = SingleGame(game.rules, ask_chance=True)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy in every protocol: OpenSpiel's own pickles need protocol 2."""
        return _load_state, (pyspiel.serialize_game_and_state(self.get_game(), self),)

    def current_player(self) -> int:
        """Return the player to move."""
        return _PLAYERS[self.game.player]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.game.legal_actions)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the two outcomes of the coin, with their probabilities."""
        return [(action, 0.5) for action in self.game.legal_actions]

    def _apply_action(self, action: int) -> None:
        self.game.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        position = self.game.position
        return position.name(move_of(position, action))

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.game.is_over

    def returns(self) -> list[float]:
        """Return each player's points minus the opponent's; 0 before the end."""
        return list(self.game.rewards)

    def __str__(self) -> str:
        return board_text(self.game.position, unicode=False)


def _load_state(text: str) -> QtttState:
    _, state = pyspiel.deserialize_game_and_state(text)
    return cast(QtttState, state)


class QtttObserver(IndependentCopies):
    """Writes ``Arrays.observations`` of a state into ``tensor``, flattened."""

    def __init__(self, rules: Rules) -> None:
        board = rules.board
        shape = (board.size + EXTRA_PLANES, board.rows, board.cols)
        self._use(np.zeros(shape, np.float32))

    def _use(self, observation: Floats) -> None:
        self.tensor: Floats = observation.ravel()
        self.dict = {"observation": self.tensor.reshape(observation.shape)}

    def __getstate__(self) -> dict[str, Floats]:
        return self.dict

    def __setstate__(self, state: dict[str, Floats]) -> None:
        self._use(state["observation"])

    def set_from(self, state: QtttState, player: int) -> None:
        """Write the observation of ``state``, the same for both players."""
        self.dict["observation"][:] = state.game.observation

    def string_from(self, state: QtttState, player: int) -> str:
        """Return the marks, which are the complete state."""
        return str(state.game.position)


pyspiel.register_game(_game_type(Rules()), QtttGame)
