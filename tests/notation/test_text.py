"""The text board shows every mark in its slot; the sentence below describes the position."""

import re

import pytest
from hypothesis import given

from qttt.game import Outcome, Placement, Points, Position, Rules, Termination, mark_name
from qttt.notation.text import board_lines, board_text, describe
from qttt.notation.view import Role, view
from tests.strategies import ALL, Walk, leaf, walks

TEXTS = (*ALL, "qubic4 rows=7 cols=4", "goff rows=26 cols=1 line=2 scoring=winner")


def marks_shown(text: str) -> list[str]:
    """All marks inside the frame of an ASCII board."""
    frame = [line for line in text.splitlines() if line[0] == "|"]
    return re.findall(r"[XO]\d+", "".join(frame))


def marks_on_board(position: Position) -> list[str]:
    return [
        mark_name(mark)
        for mark, place in enumerate(position.marks, 1)
        for _ in ([place] if isinstance(place, int) else place)
    ]


# --- the board -------------------------------------------------------------------------------


def test_slots_of_a_middle_game() -> None:
    node = leaf("12 25 59 15 @1 34 46")
    assert board_text(node.position, history=node).splitlines() == [
        "┌1────────────┬2────────────┬3────────────┐",
        "│ X₁          │ X₁* O₂      │             │",
        "│ O₄*         │             │     X₅      │",
        "│             │             │             │",
        "├4────────────┼5────────────┼6────────────┤",
        "│             │     O₂* X₃  │             │",
        "│     X₅  O₆  │ O₄          │         O₆  │",
        "│             │             │             │",
        "├7────────────┼8────────────┼9────────────┤",
        "│             │             │         X₃* │",
        "│             │             │             │",
        "│             │             │             │",
        "└─────────────┴─────────────┴─────────────┘",
        "X to place mark 7",
    ]


def test_signs_of_a_pending_loop() -> None:
    lines = board_text(leaf("12 25 59 78 15").position, unicode=False).splitlines()
    assert lines[1:4] == [
        "| X1~         | X1~ O2~     |             |",
        "|     X5?     |             |             |",
        "|             |             |             |",
    ]
    assert lines[5] == "|             |     O2~ X3' |             |"
    assert lines[10] == "| O4          | O4          |             |"
    assert lines[-2:] == [
        "? closing mark  ~ on the loop  ' stem",
        "O chooses: where does X5 land, on 1 or on 5?",
    ]


def test_board_of_four_has_slots_and_one_of_five_is_compact() -> None:
    four = board_text(leaf("a1b1 c1d1 a2b2 c2d2 a1c1", "qubic4").position, unicode=False)
    five = board_text(leaf("a1b1 c1d1 a2b2 c2d2 a1c1", "qubic5").position, unicode=False)
    assert four.splitlines()[1].startswith("| X1                  | X1  ")
    assert four.splitlines()[2].startswith("| X5                  |     ")
    assert five.splitlines()[1] == "| X1  X5  | X1      | O2  X5  | O2      |         |"
    assert five.splitlines()[2].startswith("+a2-------+b2----")


def test_names_of_squares_and_the_width_can_be_given() -> None:
    position = leaf("a1b1 c1d1 a1c1", "qubic4").position
    lines = [*board_lines(position, unicode=False, name=lambda s: f"{s // 4} {s % 4}", width=60)]
    assert lines[:3] == [
        "+0 0------+0 1------+0 2------+0 3------+",
        "| X1  X3  | X1      | O2  X3  | O2      |",
        "+1 0------+1 1------+1 2------+1 3------+",
    ]


def test_a_square_grows_with_its_marks() -> None:
    text = board_text(leaf("a1b1 a1c1 a1d1", "krist rows=11 cols=11").position, unicode=False)
    assert [line[:13] for line in text.splitlines()[:5]] == [
        "+a1---+b1---+",
        "| X1  | X1  |",
        "| O2  |     |",
        "| X3  |     |",
        "+a2---+b2---+",
    ]


def test_classical_game_has_no_signs() -> None:
    assert board_text(leaf("5 1", "classic3").position).splitlines() == [
        "┌1───┬2───┬3───┐",
        "│ O₂ │    │    │",
        "├4───┼5───┼6───┤",
        "│    │ X₁ │    │",
        "├7───┼8───┼9───┤",
        "│    │    │    │",
        "└────┴────┴────┘",
        "X to place mark 3",
    ]


@given(walks(("goff", "krist", "qubic5")))
def test_a_board_fits_the_width(walk: Walk) -> None:
    assert max(map(len, board_lines(walk.last, width=50))) <= 50


@given(walks(TEXTS))
def test_every_mark_is_shown_in_all_its_squares(walk: Walk) -> None:
    text = board_text(walk.last, unicode=False)
    assert sorted(marks_shown(text)) == sorted(marks_on_board(walk.last))


def test_largest_board_shows_every_mark() -> None:
    position = Position(Rules.preset("krist", 26), tuple((0, n) for n in range(1, 26 * 26)))
    text = board_text(position, unicode=False)
    assert sorted(marks_shown(text)) == sorted(marks_on_board(position))


@given(walks(TEXTS))
def test_history_shows_both_halves_of_every_mark(walk: Walk) -> None:
    halves = [(mark, s) for s, square in enumerate(view(walk.last, walk.leaf)) for mark in square]
    placements = [move for move in walk.moves if isinstance(move, Placement)]
    assert sorted(halves) == [
        (mark, square) for mark, pair in enumerate(placements, 1) for square in sorted({*pair})
    ]


@given(walks(TEXTS))
def test_board_is_a_rectangle_with_every_name(walk: Walk) -> None:
    text, board = board_text(walk.last), walk.last.rules.board
    frame = [line for line in text.splitlines() if line[0] in "┌├└│"]
    assert len({len(line) for line in frame}) == 1
    assert re.findall("[┌┬├┼]([a-z]?[0-9]+)─", text) == [*map(board.name, board.squares)]


@given(walks(TEXTS))
def test_ascii_and_color_do_not_change_the_text(walk: Walk) -> None:
    plain = board_text(walk.last, unicode=False)
    colored = board_text(walk.last, unicode=False, color=True)
    assert plain.isascii()
    assert re.sub(r"\x1b\[[\d;]*m", "", colored) == plain


def test_colors_are_those_of_the_players() -> None:
    text = board_text(leaf("12 12").position, unicode=False, color=True)
    assert "\x1b[34;1mX1~\x1b[0m \x1b[31;1;4mO2?\x1b[0m" in text


def test_history_must_be_at_the_position() -> None:
    with pytest.raises(ValueError, match=r"^the history is at 12/23, the picture at 12$"):
        board_text(leaf("12").position, history=leaf("12 23"))


def test_roles_beside_a_pending_loop() -> None:
    squares = view(leaf("12 23 34 78 13").position)
    assert squares[2] == {2: Role.LOOP, 3: Role.STEM, 5: Role.CLOSING}
    assert squares[7] == {4: Role.GHOST}


# --- the sentence ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "moves", "sentence"),
    [
        ("goff", "", "X to place mark 1"),
        ("goff", "12 25 59", "O to place mark 4"),
        ("classic3", "5", "O to place mark 2"),
        ("qubic3 rows=1 cols=3", "a1b1 a1b1 @a1", "X to place mark 3, whole, on c1"),
        ("goff", "12 23 13", "O chooses: where does X3 land, on 1 or on 3?"),
        ("closer", "12 23 13", "X chooses: where does X3 land, on 1 or on 3?"),
        ("qubic3", "12 23 13", "A coin decides: where does X3 land, on 1 or on 3?"),
        ("goff", "14 34 45 49 59 @9", "X wins, 1–0. X completed 1-5-9"),
        (
            "goff",
            "12 12 @1 45 45 @4 78 78 @7",
            "X wins narrowly, 1–½. Both made a line. X’s was complete first (X5 before O6): 1–½",
        ),
        ("goff", "13 35 89 57 12 27 @7", "O wins, 1–0. O completed 3-5-7"),
        ("goff", "12 23 35 45 47 67 69 89 18 @8", "Draw, 0–0. Nobody completed a line"),
        (
            "complete",
            "12 12 @1 45 45 @4 78 78 @7",
            "Draw, 0–0. Both made a line, so nobody wins",
        ),
        ("qubic3 rows=1 cols=2 line=2", "a1b1 a1b1 @a1", "Draw, 1–1. Nobody completed a line"),
        ("qubic3 rows=1 cols=3", "a1b1 b1c1 a1c1 @c1", "Draw, 1–1. Nobody completed a line"),
        (
            "no-pair-loops rows=1 cols=2 line=2 scoring=winner",
            "a1b1",
            "Draw, 0–0. Nobody completed a line, no pair is left",
        ),
        (
            "classic3 rows=2 line=2 ends=full",
            "a1 a2 b1 b2 c1 c2",
            "X wins, 1–0. Both made a line. X’s was complete first (X3 before O4): 1–0",
        ),
        ("krist marks=classical rows=1 cols=2", "a1 b1", "Draw, 0–0. No row"),
        (
            "krist marks=classical rows=2 cols=2",
            "a1 a2 b1 b2",
            "Draw, 0–0. 1 row of 2 squares each",
        ),
        (
            "krist marks=classical rows=1 cols=5",
            "a1 c1 b1 e1 d1",
            "X wins, 1–0. 1 row of 2 squares against none",
        ),
    ],
)
def test_sentence(rules: str, moves: str, sentence: str) -> None:
    assert describe(leaf(moves, rules).position) == sentence


def test_without_roles_loop_and_stems_have_no_signs() -> None:
    with_roles, without_roles = (
        board_text(leaf("12 25 59 15").position, roles=roles).splitlines()[:13]
        for roles in (True, False)
    )
    assert set("~?'") <= set("".join(with_roles))
    assert not set("~?'") & set("".join(without_roles))
    signs = str.maketrans("~?'", "   ")
    assert [line.translate(signs) for line in with_roles] == without_roles


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (Outcome(Points(0, 1), Termination.RESIGNATION, "win"), "O wins, 1–0. X resigned"),
        (Outcome(Points(0, 0), Termination.RESIGNATION, "draw"), "Draw, 0–0"),
        (Outcome(Points(0, 0), Termination.AGREEMENT, "draw"), "Draw, 0–0. Draw by agreement"),
        (Outcome(Points(1, 1), Termination.AGREEMENT, "draw"), "Draw, 1–1. Draw by agreement"),
        (Outcome(Points(1, 0), "time", "win"), "X wins, 1–0. O ran out of time"),
        (Outcome(Points(0, 1), "abandoned", "win"), "O wins, 1–0. X was away for too long"),
        (Outcome(Points(0, 0), "abandoned", "draw"), "Draw, 0–0. Abandoned"),
        (Outcome(Points(1, 0), "rules infraction", "win"), "X wins, 1–0. Rules infraction"),
    ],
)
def test_sentence_of_an_end_off_the_board(outcome: Outcome, sentence: str) -> None:
    assert describe(leaf("12").position, outcome) == sentence


@pytest.mark.parametrize(
    ("points", "text"),
    [(Points(0.5, 1), "1-0.5"), (Points(1.5, 0), "1.5-0"), (Points(2, 0), "2-0")],
)
def test_points_in_ascii_have_the_winner_first(points: Points, text: str) -> None:
    outcome = Outcome(points, Termination.LINE, "double win")
    assert describe(Position(), outcome, unicode=False).endswith(f"{text}. Nobody completed a line")
