"""The sentences and attributes of events."""

from collections.abc import Callable

import pytest

from qttt.game import Collapse, Placement, Player, Position, Rules
from qttt.play import Match
from qttt.play.events import Collapsed, Event, Played

from .helpers import always

CLASSIC, CHANCE = Rules.preset("classic3"), Rules.preset("qubic3")
PAIR = (Placement(0, 1), Placement(0, 1))


def after(*moves: Placement | Collapse, rules: Rules = CHANCE) -> Match:
    match = Match(rules)
    for move in moves:
        match.play(move)
    return match


def offered() -> Match:
    match = after()
    match.offer_draw(Player.X)
    return match


def resigned() -> Match:
    match = after(Placement(0, 1))
    match.resign(Player.O)
    return match


def undone() -> Match:
    match = after(Placement(0, 1), Placement(1, 2))
    match.undo(2)
    return match


def goff(text: str) -> Match:
    names = {Position().name(move): move for move in Position().legal_moves}
    names |= {f"@{square + 1}": Collapse(square) for square in range(9)}
    return after(*(names[word] for word in text.split()), rules=Rules())


@pytest.mark.parametrize(
    ("make", "act", "sentences"),
    [
        (after, lambda m: m.play(Placement(8, 0)), ["X1 goes to 1 and 9."]),
        (
            lambda: after(PAIR[0]),
            lambda m: m.play(PAIR[1]),
            ["O2 goes to 1 and 2 and closes a loop."],
        ),
        (lambda: after(rules=CLASSIC), lambda m: m.play(Placement(4, 4)), ["X1 goes to 5."]),
        (
            lambda: after(*PAIR),
            lambda m: m.toss(always(1, "a dice")),
            ["The coin (a dice) collapses the loop: O2 lands on 2, X1 on 1."],
        ),
        (
            lambda: goff("12 25 59 15"),
            lambda m: m.play(Collapse(0)),
            ["X collapses the loop: O4 lands on 1, X1 on 2, O2 on 5, X3 on 9."],
        ),
        (
            lambda: goff("12 12 @1 45 45 @4 78 78"),
            lambda m: m.play(Collapse(6)),
            [
                "X collapses the loop: O6 lands on 7, X5 on 8.",
                "X wins, 1-0.5: narrow win.",
            ],
        ),
        (lambda: after(PAIR[0]), lambda m: m.undo(), ["Undone: 1 move."]),
        (resigned, lambda m: m.undo(), ["Undone: the end."]),
        (resigned, lambda m: m.undo(2), ["Undone: the end and 1 move."]),
        (undone, lambda m: m.redo(2), ["Redone: 2 moves."]),
        (undone, lambda m: m.go_to(m.root.children[0]), ["The game goes to 12."]),
        (
            offered,
            lambda m: m.accept_draw(Player.O),
            ["O accepts the draw.", "Nobody wins, 1-1: draw by agreement."],
        ),
        (offered, lambda m: m.decline_draw(Player.O), ["O declines the draw."]),
        (after, lambda m: m.offer_draw(Player.O), ["O offers a draw."]),
        (
            offered,
            lambda m: m.resign(Player.X),
            ["X's draw offer has expired.", "X resigns.", "O wins, 0-2: resignation."],
        ),
    ],
)
def test_sentences(
    make: Callable[[], Match],
    act: Callable[[Match], tuple[Event, ...]],
    sentences: list[str],
) -> None:
    assert [str(event) for event in act(make())] == sentences


def test_a_placement_has_before_and_after() -> None:
    (event,) = Match().play(Placement(0, 1))
    assert isinstance(event, Played)
    assert (str(event.before), str(event.after), event.mark, event.by) == ("-", "12", 1, Player.X)


def test_a_collapse_has_the_square_of_each_mark() -> None:
    (event,) = goff("12 25 59 15").play(Collapse(0))
    assert isinstance(event, Collapsed)
    assert list(event.landings.items()) == [(1, 1), (2, 4), (3, 8), (4, 0)]
    assert (str(event.after), event.toss) == ("2/5/9/1", None)
