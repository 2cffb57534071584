"""An environment for TextArena: games against a level, with exact rewards.

Importing this module registers an environment for each preset::

    import textarena, qttt_textarena
    env = textarena.make("qttt/goff-v0", opponent="hard")

A separate module, because ``textarena`` is not installed for tests.
"""

from functools import partial
from random import Random

from qttt.envs.text import MAX_ILLEGAL_REPLIES, Dialogue
from qttt.extras import requires_extra
from qttt.game import PRESETS, Rules

with requires_extra("textarena"):
    import textarena
    from textarena.envs.registration import register
    from textarena.wrappers import LLMObservationWrapper

__all__ = ["LevelOpponentEnv"]

FORFEIT_REWARD = -2.0
"""Reward of a game that was forfeited: that of the worst loss."""


class LevelOpponentEnv(textarena.Env):
    """One player against a level; coins are decided by the environment.

    The arguments are those of ``Dialogue``, which writes the prompts: a reply ends with a line
    ``MOVE:``. The info of a step has the reward of the reply, exact where the board can be solved,
    and its regret in points. The reward of the game is the player's points minus the opponent's, or
    ``FORFEIT_REWARD`` after ``MAX_ILLEGAL_REPLIES`` replies in a row without a legal move.

    Raises what ``Dialogue`` raises.
    """

    def __init__(
        self, rules: Rules | str = "goff", opponent: str = "optimal", player: str = "X"
    ) -> None:
        self._new_dialogue = partial(Dialogue, rules, opponent, player)
        self._dialogue = self._new_dialogue()

    def reset(self, num_players: int = 1, seed: int | None = None) -> None:
        """Start a game; without a ``seed`` each game has other coins and moves of the level."""
        self.state = textarena.SinglePlayerState(
            num_players, seed=seed, error_allowance=MAX_ILLEGAL_REPLIES - 1
        )
        number = Random().getrandbits(32) if seed is None else seed
        self._dialogue = self._new_dialogue(seed=number)
        self.state.reset(player_prompt_function=lambda **_: self._dialogue.prompt)

    def step(self, action: str) -> tuple[bool, textarena.Info]:
        """Judge a reply and play its move and the opponent's answer.

        Raises ``ValueError`` if the game is over.
        """
        reply, kinds = self._dialogue.answer(action), textarena.ObservationType
        verdict = reply.verdict
        self.state.add_observation(action, kinds.PLAYER_ACTION, from_id=0)
        self.state.step_info = {"reward": verdict.reward, "regret": verdict.regret}
        if verdict.move is None:
            self.state.set_invalid_move(verdict.message, FORFEIT_REWARD)
        elif reply.done:
            self.state.set_outcome(reply.score_difference, verdict.message)
        self.state.add_observation(reply.prompt, kinds.GAME_BOARD)
        done, info = self.state.step()
        return done, info


for _name in PRESETS:
    register(f"qttt/{_name}-v0", LevelOpponentEnv, [LLMObservationWrapper], rules=_name)
