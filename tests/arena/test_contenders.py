import pickle

import pytest

from qttt.arena import Budget, ContenderError, contender
from qttt.arena.contenders import ByProgram
from qttt.engine import solve
from qttt.engine.levels import Level
from qttt.game import Player, Position, Rules
from qttt.play import Match, Opponent, seeded_coin, step

OURS = ["random", "easy", "solver", "nodes=20", "time=0.001", "nodes=20:threads=2:megabytes=4"]


def game(a: Opponent, b: Opponent, rules: Rules) -> Match:
    match = Match(rules)
    while match.outcome is None:
        step(match, {Player.X: a, Player.O: b}, seeded_coin(1))
    return match


@pytest.mark.parametrize("text", OURS)
def test_players_of_ours_play(text: str) -> None:
    who, rules = pickle.loads(pickle.dumps(contender(text))), Rules.preset("qubic3")
    who.check(rules)
    with who.seated(rules, 1) as player:
        assert game(player, player, rules).outcome


@pytest.mark.parametrize("text", ["easy", "solver", "nodes=20", "nodes=20:megabytes=4"])
def test_same_seed_same_game(text: str) -> None:
    rules, games = Rules(), []
    for seed in (1, 1, 2):
        with contender(text).seated(rules, seed) as a, contender(text).seated(rules, 9) as b:
            games.append(game(a, b, rules).node.moves)
    assert games[0] == games[1] != games[2]


def test_solver_plays_perfectly_and_not_always_the_same() -> None:
    best = set(solve(Position()).best)
    moves = set()
    for seed in range(20):
        with contender("solver").seated(Rules(), seed) as player:
            moves.add(player.choose(Position()))
    assert moves == best


def test_kinds_are_those_of_seats() -> None:
    kinds = [contender(text).kind for text in ("hard", "nodes=1", "time=1", "solver", "exec:a")]
    assert kinds == ["hard", "search", "search", "solver", "program"]


def test_threads_that_are_kept_busy() -> None:
    assert [contender(t).threads for t in ("hard", "nodes=1:threads=3", "solver")] == [1, 3, 1]


def test_command_is_split_as_in_a_shell() -> None:
    found = contender("exec:./engine --name 'a b'", budget=Budget(nodes=3), patience=2)
    assert isinstance(found, ByProgram)
    assert found.command == ["./engine", "--name", "a b"]
    assert (found.budget, found.patience) == (Budget(nodes=3), 2)
    other = contender("exec:engine")
    assert isinstance(other, ByProgram)
    assert other.budget == Budget(seconds=1)


LEVELS = ", ".join(Level)
SEARCH = "write threads=N, 1 to 64, megabytes=N, 1 to 65536, or plain"
NOBODY = [
    (
        "Hard",
        f"'Hard' is no player: name a level ({LEVELS}), solver, nodes=N, time=SECONDS, "
        "or a program, exec:./its-command",
    ),
    ("", "'' is no player: '' is not a name: give one line of visible text"),
    ("nodes=ten", "'nodes=ten' is no budget for a move: write "),
    ("nodes=10:hash=1", f"'hash=1' in 'nodes=10:hash=1' says nothing to the search: {SEARCH}"),
    ("nodes=10:threads=0", "'threads=0' in 'nodes=10:threads=0' says nothing to the sea"),
    ("exec:", "'exec:' names no command: write exec:./its-command"),
    ("exec:'a", '"exec:\'a" cannot be split into words: No closing quotation'),
]


@pytest.mark.parametrize(("text", "message"), NOBODY)
def test_text_that_names_nobody(text: str, message: str) -> None:
    with pytest.raises(ContenderError) as caught:
        contender(text)
    assert str(caught.value).startswith(message)


NOT_HERE = [
    ("solver", "krist", "krist cannot be solved: the board is too big"),
    ("optimal", "krist", "there is no level optimal under krist: there are random"),
    (
        "nodes=1",
        "krist rows=9 cols=9",
        "the search takes boards of at most 64 squares, not krist rows=9 cols=9",
    ),
]


@pytest.mark.parametrize(("text", "rules", "message"), NOT_HERE)
def test_player_who_does_not_play_this(text: str, rules: str, message: str) -> None:
    with pytest.raises(ContenderError) as caught:
        contender(text).check(Rules.parse(rules))
    assert str(caught.value).startswith(message)
