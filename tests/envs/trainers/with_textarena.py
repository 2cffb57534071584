"""TextArena's quantum tic-tac-toe and ours are the same game until the first loop."""

from random import Random

import textarena

from qttt.game import Position


def main() -> None:
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
