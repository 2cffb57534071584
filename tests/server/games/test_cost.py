"""What long games cost, counted in calls: a late move costs as much as an early one."""

from itertools import pairwise

from qttt.server.games.game import GameState
from tests.counting import calls_of
from tests.server.games.helpers import play, terms

LARGE = terms("krist rows=26 cols=26", "3d")
COLUMNS = "abcdefghijklmnopqrstuvwxyz"
MOVES = [f"{a}{row}{b}{row}" for row in range(1, 27) for a, b in pairwise(COLUMNS)]


def test_a_game_of_twice_as_many_moves_costs_twice_as_much() -> None:
    play(GameState(LARGE), *MOVES[:1])  # fills caches
    half = calls_of(lambda: play(GameState(LARGE), *MOVES[:80]))
    whole = calls_of(lambda: play(GameState(LARGE), *MOVES[:160]))
    assert whole <= 2.1 * half


def test_reading_a_game_of_twice_as_many_moves_costs_twice_as_much() -> None:
    entries = play(GameState(LARGE), *MOVES[:160]).entries
    half = calls_of(lambda: GameState.replay(LARGE, entries[:80]))
    whole = calls_of(lambda: GameState.replay(LARGE, entries))
    assert whole <= 2.1 * half
