"""Requests to a match: effects and errors; an error changes nothing."""

from collections.abc import Callable
from itertools import count

import pytest

from qttt.game import (
    Collapse,
    IllegalMoveError,
    Node,
    Placement,
    Player,
    Points,
    Position,
    Rules,
    Termination,
)
from qttt.play import Match, MatchError, Toss
from qttt.play.errors import (
    ChanceDecidesError,
    CoinError,
    DrawOfferError,
    MatchOverError,
    NoChanceError,
    NothingToRedoError,
    NothingToUndoError,
    NotInTreeError,
    NotYourTurnError,
    ResumeError,
)
from qttt.play.events import DrawExpired, Ended

from .helpers import ANN, BOB, CHANCE, always, never, snapshot

X, O = Player.X, Player.O  # noqa: E741
A, B, C = Placement(0, 1), Placement(1, 2), Placement(0, 2)


def match_of(*moves: Placement | Collapse, rules: str = "goff") -> Match:
    match = Match(Rules.parse(rules), x=ANN, o=BOB)
    for move in moves:
        match.play(move)
    return match


def resigned() -> Match:
    match = match_of(A)
    match.resign(X)
    return match


def offered() -> Match:
    match = match_of()
    match.offer_draw(X)
    return match


def full() -> Match:
    return match_of(A, A, Collapse(0), rules="goff rows=1 cols=2 line=2 scoring=winner")


def test_a_pair_of_squares_is_a_placement() -> None:
    match = match_of()
    match.play((1, 0))
    assert match.node.move == Placement(0, 1)
    with pytest.raises(TypeError, match=r"move must be a Placement, .* not a str, '12'"):
        match.play("12")  # type: ignore[arg-type]


ERRORS: list[tuple[Callable[[], Match], Callable[[Match], object], type[MatchError], str]] = [
    (match_of, lambda m: m.play(A, by=O), NotYourTurnError, "O cannot play now: X is to move in -"),
    (
        lambda: match_of(A, B, C),
        lambda m: m.play(Collapse(0), by=X),
        NotYourTurnError,
        "X cannot play now: O is to move in 12/23/13",
    ),
    (
        resigned,
        lambda m: m.play(B),
        MatchOverError,
        "the match is over, 0-1 (resignation): undo a move, or play a rematch",
    ),
    (resigned, lambda m: m.resign(O), MatchOverError, "the match is over, 0-1 (resignation)"),
    (resigned, lambda m: m.toss(never), MatchOverError, "the match is over, 0-1 (resignation)"),
    (resigned, lambda m: m.redo(), MatchOverError, "the match is over, 0-1 (resignation)"),
    (resigned, lambda m: m.go_to(m.root), MatchOverError, "the match is over, 0-1 (resignation)"),
    (resigned, lambda m: m.offer_draw(O), MatchOverError, "the match is over, 0-1 (resignation)"),
    (full, lambda m: m.accept_draw(O), MatchOverError, "the match is over, 0-0 (draw)"),
    (full, lambda m: m.decline_draw(O), MatchOverError, "the match is over, 0-0 (draw)"),
    (full, lambda m: m.play(A), MatchOverError, "the match is over, 0-0 (draw)"),
    (
        lambda: match_of(A, A, rules=CHANCE),
        lambda m: m.play(Collapse(0), by=X),
        ChanceDecidesError,
        "a coin decides the loop in 12/12: toss it",
    ),
    (
        lambda: match_of(A, A),
        lambda m: m.toss(never),
        NoChanceError,
        "no coin decides now: X is to move in 12/12",
    ),
    (
        lambda: match_of(A, A, rules=CHANCE),
        lambda m: m.toss(lambda position: 1),  # type: ignore[arg-type, return-value]
        CoinError,
        "the coin returned 1: it must return a Toss(bit, source)",
    ),
    (match_of, lambda m: m.undo(), NothingToUndoError, "there is no move to undo"),
    (
        lambda: match_of(A, B),
        lambda m: m.undo(3),
        NothingToUndoError,
        "cannot undo 3 moves: give a number from 1 to 2",
    ),
    (
        resigned,
        lambda m: m.undo(0),
        NothingToUndoError,
        "cannot undo 0 moves: give a number from 1 to 2",
    ),
    (
        lambda: match_of(A),
        lambda m: m.undo_decision(O),
        NothingToUndoError,
        "O has no decision to undo",
    ),
    (
        lambda: match_of(A),
        lambda m: m.redo(),
        NothingToRedoError,
        "there is no move to redo",
    ),
    (
        lambda: match_of(A),
        lambda m: m.go_to(Node(Position())),
        NotInTreeError,
        "the node at - is not in this match's tree",
    ),
    (
        lambda: match_of(A),
        lambda m: m.go_to(Node(Position.after(B), B, m.root)),
        NotInTreeError,
        "the node at 23 is not in this match's tree",
    ),
    (
        offered,
        lambda m: m.offer_draw(O),
        DrawOfferError,
        "X has already offered a draw: wait for the answer",
    ),
    (offered, lambda m: m.accept_draw(X), DrawOfferError, "O has not offered a draw to X"),
    (match_of, lambda m: m.decline_draw(X), DrawOfferError, "O has not offered a draw to X"),
]


@pytest.mark.parametrize(("make", "act", "error", "message"), ERRORS, ids=count())
def test_errors(
    make: Callable[[], Match],
    act: Callable[[Match], object],
    error: type[MatchError],
    message: str,
) -> None:
    match = make()
    before, journal = snapshot(match), match.journal
    with pytest.raises(error) as raised:
        act(match)
    assert str(raised.value).startswith(message)
    assert snapshot(match) == before
    assert match.journal == journal


def test_an_illegal_move() -> None:
    match = match_of(A)
    before = snapshot(match)
    with pytest.raises(IllegalMoveError, match="11 is not legal in 12: a quantum mark needs two"):
        match.play(Placement(0, 0), by=O)
    assert snapshot(match) == before


def test_an_error_of_the_coin_propagates() -> None:
    match = match_of(A, A, rules=CHANCE)
    before = snapshot(match)
    with pytest.raises(AssertionError, match="the coin was tossed again"):
        match.toss(never)
    assert snapshot(match) == before


# --- playing -------------------------------------------------------------------------------------


def test_a_game_to_its_end() -> None:
    match = match_of(A, A, Collapse(0), Placement(3, 4), Placement(3, 4), Collapse(3))
    match.play(Placement(6, 7))
    match.play(Placement(6, 7))
    *_, ended = match.play(Collapse(6), at=12.5)
    assert isinstance(ended, Ended)
    assert (ended.outcome, ended.at) == (match.outcome, 12.5)
    assert (match.outcome and match.outcome.points, match.to_move) == (Points(1, 0.5), None)
    assert match.legal_moves == ()


def test_a_match_can_start_from_a_position() -> None:
    start = Position.after(A, B)
    match = Match(start)
    assert (match.position, match.rules, match.to_move) == (start, start.rules, X)


def test_legal_moves_are_those_of_a_player() -> None:
    match = match_of(A, A, rules=CHANCE)
    assert (match.to_move, match.legal_moves) == ("chance", ())
    match.toss(always(0))
    assert match.legal_moves == match.position.legal_moves


# --- a coin is never tossed twice ----------------------------------------------------------------


@pytest.mark.parametrize("bit", [0, 1])
def test_the_same_placement_gets_the_same_toss(bit: int) -> None:
    match = match_of(A, A, rules=CHANCE)
    match.toss(always(bit, "device 7"))
    collapsed = snapshot(match)
    match.undo()
    match.play(A)
    match.toss(never)
    assert snapshot(match) == collapsed
    match.go_to(match.root)
    match.play(A)
    match.play(A)
    match.toss(always(1 - bit))
    assert snapshot(match) == collapsed
    assert list(match.tosses.values()) == [Toss(bit, "device 7")]


def test_undo_and_redo_skip_the_coin() -> None:
    match = match_of(A, A, rules=CHANCE)
    match.toss(always(1))
    after = match.node
    (undone,) = match.undo()
    assert (match.node.moves, match.to_move) == ((A,), O)
    assert getattr(undone, "moves", ()) == (A, Collapse(1))
    match.redo()
    assert match.node is after


def test_undo_before_the_coin_is_thrown() -> None:
    match = match_of(A, A, rules=CHANCE)
    match.undo()
    match.redo()
    assert match.to_move == "chance"


# --- undo and redo ------------------------------------------------------------------------------


def test_playing_on_after_an_undo_keeps_a_variation() -> None:
    match = match_of(A, B, C)
    match.undo(2)
    match.play(C)
    assert [node.move for node in match.root.main_line] == [A, C]
    assert [child.move for child in match.root.children[0].children] == [C, B]
    match.go_to(match.root.children[0].children[1])
    match.redo()
    assert match.node.moves == (A, B, C)


def test_undo_decision_goes_back_to_the_players_last_move() -> None:
    match = match_of(A, B, C, Collapse(0), Placement(3, 4))
    left = []
    for player in (O, O, X):
        match.undo_decision(player)
        left.append(len(match.node.moves))
    assert left == [4, 3, 2]


def test_an_end_off_the_board_is_taken_back_first() -> None:
    match = resigned()
    match.undo()
    assert (match.outcome, match.node.moves) == (None, (A,))
    match.resign(X)
    match.undo(2)
    assert (match.outcome, match.node.moves) == (None, ())


@pytest.mark.parametrize(("player", "left"), [(X, (A,)), (O, (A,))])
def test_undo_decision_after_a_resignation(player: Player, left: tuple[Placement, ...]) -> None:
    match = match_of(A, B)
    match.resign(X)
    match.undo_decision(player)
    assert match.node.moves == ((A, B) if player is X else left)
    assert match.outcome is None


@pytest.mark.parametrize("player", Player)
def test_undo_decision_after_an_agreement(player: Player) -> None:
    match = offered()
    match.accept_draw(O)
    match.undo_decision(player)
    assert (match.outcome, match.draw_offer, match.to_move) == (None, None, X)


# --- resignation and draws ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "win", "draw"),
    [
        ("goff", 1, 0),
        ("complete", 1, 0),
        ("krist", 1, 0),
        ("classic3", 1, 0),
        ("qubic3", 2, 1),
    ],
)
def test_points_of_an_end_off_the_board(rules: str, win: int, draw: int) -> None:
    ends = []
    for player in Player:
        match = match_of(rules=rules)
        match.resign(player)
        ends.append(match.outcome)
    match = match_of(rules=rules)
    match.offer_draw(O)
    match.accept_draw(X)
    ends.append(match.outcome)
    results = [(end.points, end.termination, end.winner) for end in ends if end]
    assert results == [
        (Points(0, win), Termination.RESIGNATION, O),
        (Points(win, 0), Termination.RESIGNATION, X),
        (Points(draw, draw), Termination.AGREEMENT, None),
    ]


def test_a_player_can_resign_out_of_turn_and_before_a_coin() -> None:
    match = match_of(A, A, rules=CHANCE)
    match.resign(O)
    assert match.to_move is None
    assert match.outcome is not None
    assert match.outcome.winner is X


def test_an_offer_expires_when_the_other_player_moves() -> None:
    match = offered()
    match.play(A)
    assert match.draw_offer is X
    events = match.play(B)
    assert [type(event) for event in events].count(DrawExpired) == 1
    assert match.draw_offer is None


@pytest.mark.parametrize(
    "navigate",
    [
        lambda m: m.undo(),
        lambda m: m.undo_decision(O),
        lambda m: m.redo(),
        lambda m: m.go_to(m.root),
    ],
    ids=["undo", "undo_decision", "redo", "goto"],
)
def test_an_offer_expires_on_navigation(navigate: Callable[[Match], object]) -> None:
    match = match_of(A, B, C)
    match.undo()
    match.offer_draw(X)
    navigate(match)
    assert match.draw_offer is None


@pytest.mark.parametrize("chooser", ["other", "chance"])
def test_an_offer_expires_at_the_end(chooser: str) -> None:
    match = match_of(A, A, rules=f"goff rows=1 cols=2 line=2 scoring=winner chooser={chooser}")
    match.offer_draw(X)
    match.toss(always(0)) if chooser == "chance" else match.play(Collapse(0), by=X)
    assert (match.to_move, match.draw_offer) == (None, None)


def test_a_declined_offer_can_be_made_again() -> None:
    match = offered()
    match.decline_draw(O)
    match.offer_draw(X)
    assert match.draw_offer is X


# --- rematch and resume ---------------------------------------------------------------------------


@pytest.mark.parametrize("swap", [False, True])
def test_a_rematch_starts_where_this_one_started(swap: bool) -> None:
    start = Position.after(A, rules=Rules.preset("closer"))
    match = Match(start, x=ANN, o=BOB)
    match.play(B)
    again = match.rematch(swap=swap)
    assert (again.position, again.journal, again.root.children) == (start, (), [])
    assert [again.seats[player] for player in Player] == ([BOB, ANN] if swap else [ANN, BOB])


@pytest.mark.parametrize("extra", [{"end_off_board": X}, {"draw_offer": X}])
def test_a_finished_match_is_not_resumed_with_an_offer_or_concession(
    extra: dict[str, Player],
) -> None:
    with pytest.raises(ResumeError, match="a finished match can have neither a draw offer nor"):
        Match.resume(full().node, **extra)  # type: ignore[arg-type]
