import pickle

import pytest

from qttt.arena.budget import Budget
from qttt.arena.contenders import ByProgram, contender
from qttt.arena.errors import ContenderError
from qttt.engine import solve
from qttt.engine.evaluator import FOLDER, shipped_evaluator
from qttt.engine.levels import Level
from qttt.engine.search import search
from qttt.game import Node, Player, Position, Rules
from qttt.play import History, Match, Opponent, play_step, seeded_coin
from tests.strategies import random_walk

BUILT_IN = ["random", "easy", "solver", "nodes=20", "time=0.001", "nodes=20:threads=2:megabytes=4"]


def game(a: Opponent, b: Opponent, rules: Rules) -> Match:
    match = Match(rules)
    while match.outcome is None:
        play_step(match, {Player.X: a, Player.O: b}, seeded_coin(1))
    return match


@pytest.mark.parametrize("text", BUILT_IN)
def test_built_in_players_play(text: str) -> None:
    copy, rules = pickle.loads(pickle.dumps(contender(text))), Rules.preset("qubic3")
    copy.check(rules)
    with copy.start(rules, 1) as player:
        assert game(player, player, rules).outcome


@pytest.mark.parametrize("text", ["easy", "solver", "nodes=20", "nodes=20:megabytes=4"])
def test_same_seed_same_game(text: str) -> None:
    rules, games = Rules(), []
    for seed in (1, 1, 2):
        with contender(text).start(rules, seed) as a, contender(text).start(rules, 9) as b:
            games.append(game(a, b, rules).node.moves)
    assert games[0] == games[1] != games[2]


def test_solver_plays_perfectly_and_not_always_the_same() -> None:
    best = set(solve(Position()).best)
    moves = set()
    for seed in range(20):
        with contender("solver").start(Rules(), seed) as player:
            moves.add(player.choose(History.of(Node(Position()))))
    assert moves == best


def test_a_learned_player_needs_no_seed() -> None:
    position = Position.after((0, 1), (2, 7), rules=Rules.preset("krist"))
    moves = set()
    for seed in range(3):
        with contender("nodes=300:learned").start(position.rules, seed) as player:
            moves.add(player.choose(History.of(Node(position))))
    evaluator = shipped_evaluator(position.rules)
    assert moves == {search(position, simulations=300, evaluator=evaluator).move}


def test_the_policy_plays_one_of_the_likeliest_moves() -> None:
    rules = Rules.preset("krist")
    evaluator = shipped_evaluator(rules)
    assert evaluator
    for position in random_walk(rules, 5).positions:
        if not isinstance(position.to_move, Player):
            continue
        moves = set()
        for text in ("policy", f"policy={SHIPPED}"):
            for seed in range(8):
                with contender(text).start(rules, seed) as player:
                    moves.add(player.choose(History.of(Node(position))))
        priors = dict(evaluator.evaluate(position).priors)
        assert {priors[move] for move in moves} == {max(priors.values())}
    with contender("policy").start(rules, 1) as player:
        assert player.choose(History.of(Node(Position(rules)))) in Position(rules).legal_moves


def test_kinds_are_those_of_seats() -> None:
    kinds = [
        contender(text).kind for text in ("hard", "nodes=1", "time=1", "solver", "policy", "exec:a")
    ]
    assert kinds == ["hard", "search", "search", "solver", "policy", "program"]


def test_threads() -> None:
    assert [contender(t).threads for t in ("hard", "nodes=1:threads=3", "solver")] == [1, 3, 1]


def test_command_is_split_as_in_a_shell() -> None:
    program = contender("exec:./engine --name 'a b'", budget=Budget(nodes=3), answer_timeout_s=2)
    assert isinstance(program, ByProgram)
    assert program.command == ["./engine", "--name", "a b"]
    assert (program.budget, program.answer_timeout_s) == (Budget(nodes=3), 2)
    default = contender("exec:engine")
    assert isinstance(default, ByProgram)
    assert default.budget == Budget(seconds=1)


LEVELS = ", ".join(Level)
SEARCH = "write threads=N, 1 to 64, megabytes=N, 1 to 65536, plain, or learned"
LONG = "1" * 5000
"""More digits than ``int`` accepts."""
INVALID = [
    (
        "Hard",
        f"unknown player 'Hard': write a level ({LEVELS}), solver, policy, policy=FILE, nodes=N, "
        "time=SECONDS, or a program, exec:./its-command",
    ),
    ("", "invalid player '': '' is not a name: give one line of visible text"),
    ("nodes=ten", "invalid budget 'nodes=ten': write "),
    ("nodes=10:hash=1", f"unknown search option 'hash=1' in 'nodes=10:hash=1': {SEARCH}"),
    ("nodes=10:threads=0", "unknown search option 'threads=0' in 'nodes=10:threads=0': "),
    (f"nodes=10:threads={LONG}", f"unknown search option 'threads={LONG}' in "),
    (f"nodes={LONG}", f"invalid budget 'nodes={LONG}': write "),
    (
        "nodes=10:plain:learned",
        "'nodes=10:plain:learned' is plain and learned at once: write one of them",
    ),
    ("policy=", "no file in 'policy=': write policy, or policy=FILE.qte"),
    ("exec:", "no command in 'exec:': write exec:./its-command"),
    ("exec:'a", 'cannot parse the command "exec:\'a": No closing quotation'),
]


@pytest.mark.parametrize(("text", "message"), INVALID)
def test_invalid_name(text: str, message: str) -> None:
    with pytest.raises(ContenderError) as caught:
        contender(text)
    assert str(caught.value).startswith(message)


SHIPPED = FOLDER / "krist.qte"
UNSUPPORTED = [
    ("solver", "krist", "krist cannot be solved: the board is too big"),
    (
        "nodes=1:learned",
        "goff",
        "no evaluator for goff is shipped with this qttt: leave out :learned, or write policy=",
    ),
    (
        "policy",
        "goff",
        "no evaluator for goff is shipped with this qttt: write policy=FILE.qte",
    ),
    (
        "policy",
        "krist rows=9 cols=9",
        "evaluators support boards of at most 64 squares, not krist rows=9 cols=9",
    ),
    ("policy=no.qte", "goff", "no.qte: No such file or directory"),
    (f"policy={SHIPPED}", "goff", f"{SHIPPED} is for krist on any board, not for goff"),
    (f"policy={__file__}", "goff", f"{__file__} is not an evaluator, or has another version"),
    ("optimal", "krist", "no level optimal under krist: choose from random"),
    (
        "nodes=1",
        "krist rows=9 cols=9",
        "the search supports boards of at most 64 squares, not krist rows=9 cols=9",
    ),
]


@pytest.mark.parametrize(("text", "rules", "message"), UNSUPPORTED)
def test_unsupported_rules(text: str, rules: str, message: str) -> None:
    with pytest.raises(ContenderError) as caught:
        contender(text).check(Rules.parse(rules))
    assert str(caught.value).startswith(message)
