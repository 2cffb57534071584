"""TextArena plays our game against levels; its own is the same until the first loop."""

from random import Random

import textarena

from qttt.engine import solve
from qttt.envs.text import MAX_ILLEGAL_REPLIES, Dialogue
from qttt.game import PRESETS, Position
from qttt_textarena import FORFEIT_REWARD


def main() -> None:
    for player in "XO":
        play_best(player)
        play_a_random_game(player)
    forfeit()
    for name in PRESETS:
        textarena.make(f"qttt/{name}-v0", opponent="random").reset(num_players=1, seed=1)
    print(f"{len(PRESETS)} environments, five games against levels")
    compare_with_its_own()


def play_best(player: str) -> None:
    """Best moves have the reward 1, and X wins half a point or more."""
    env, twin = start(player, "random", 3)
    done = False
    while not done:
        best = twin.position.name(solve(twin.position).best[0])
        done, info = env.step(f"I think. MOVE: {best}")
        twin.answer(f"MOVE: {best}")
        assert info == {"reward": 1.0, "regret": 0.0}, info
    rewards, infos = env.close()
    assert twin.position.outcome
    assert rewards == {0: twin.position.outcome.value * (1 if player == "X" else -1)}
    assert infos[0]["invalid_move"] is False
    assert player == "O" or rewards[0] >= 0.5


def play_a_random_game(player: str) -> None:
    """Prompts, rewards and regrets are those of our own dialogue."""
    rng, (env, twin) = Random(2), start(player, "easy", 5)
    done = False
    while not done:
        number, text = env.get_observation()
        assert number == 0
        assert twin.prompt in text
        move = f"MOVE: {twin.position.name(rng.choice(twin.position.legal_moves))}"
        done, info = env.step(move)
        verdict = twin.answer(move).verdict
        assert info == {"reward": verdict.reward, "regret": verdict.regret}


def forfeit() -> None:
    """Illegal replies are explained, and the third in a row ends the game."""
    env, _ = start("X", "easy", 1)
    for number in range(1, MAX_ILLEGAL_REPLIES + 1):
        done, info = env.step("MOVE: 11")
        assert info["reward"] == -1
        assert done == (number == MAX_ILLEGAL_REPLIES)
    rewards, infos = env.close()
    assert rewards == {0: FORFEIT_REWARD}
    assert infos[0]["invalid_move"] is True
    assert "a quantum mark needs two different squares" in infos[0]["reason"]


def start(player: str, opponent: str, seed: int) -> tuple[textarena.Env, Dialogue]:
    env = textarena.make("qttt/goff-v0", opponent=opponent, player=player)
    env.reset(num_players=1, seed=seed)
    return env, Dialogue("goff", opponent, player, seed)


def compare_with_its_own() -> None:
    rng = Random(1)
    for seed in range(30):
        env, position = textarena.make("QuantumTicTacToe-v0"), Position()
        env.reset(num_players=2, seed=seed)
        while True:
            move = rng.choice(position.legal_moves)
            position = position.play(move)
            env.step(f"[{move[0]},{move[1]}]")
            if position.has_loop:
                break
            placed = env.state.game_state["superpositions"].values()
            assert [(3 * a + b, 3 * c + d) for _, (a, b), (c, d) in placed] == [*position.marks]
        assert any(map(any, env.state.game_state["board"])), position
    print("30 games, to their first loops")


if __name__ == "__main__":
    main()
