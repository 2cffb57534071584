"""Lines, times and points, checked against independent computations (R10 to R14)."""

from collections import Counter
from itertools import groupby

from hypothesis import given

from qttt.game import Board, Player, Points, Position, Termination
from tests import oracle
from tests.strategies import ALL, ON_3X3, Walk, game_of, positions, row_of, walks, where_of

WITH_LINES = tuple(text for text in ALL if oracle.parse_rules(text).scoring != "krist")
KRIST = tuple(text for text in ALL if oracle.parse_rules(text).scoring == "krist")
GOFF = tuple(text for text in ALL if oracle.parse_rules(text).scoring == "goff")


@given(positions(WITH_LINES))
def test_lines_are_those_found_square_by_square(position: Position) -> None:
    """Starting from each classical mark, to the right, down and along both diagonals."""
    rules, expected = position.rules, set()
    for square, mark in position.classical.items():
        row, col = divmod(square, rules.cols)
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
            squares = []
            for step in range(rules.line or 0):
                r, c = row + step * dr, col + step * dc
                if not (0 <= r < rules.rows and 0 <= c < rules.cols):
                    break
                if position.classical.get(r * rules.cols + c, mark + 1) % 2 != mark % 2:
                    break
                squares.append(r * rules.cols + c)
            else:
                time = max(position.classical[each] for each in squares)
                expected.add(oracle.Row(time, "OX"[mark % 2], tuple(sorted(squares))))
    assert {row_of(line) for line in position.lines} == expected
    assert len(position.lines) == len(expected)


@given(positions(WITH_LINES))
def test_lines_come_earliest_first(position: Position) -> None:
    times = [line.time for line in position.lines]
    assert times == sorted(times)
    for line in position.lines:
        assert line.time == max(position.classical[square] for square in line.squares)
        assert line.player == ("X" if line.time % 2 else "O")


@given(walks(WITH_LINES))
def test_an_outcome_has_the_lines_of_the_board(walk: Walk) -> None:
    if walk.last.outcome is not None:
        assert walk.last.outcome.lines == walk.last.lines


@given(walks(("goff", "complete", "closer", "no-pair-loops", "qubic3")))
def test_label_theorem(walk: Walk) -> None:
    """On 3×3 a line's time is 5, 7 or 9 for X and 6 or 8 for O."""
    for line in walk.last.lines:
        assert line.time in ((5, 7, 9) if line.player is Player.X else (6, 8))


@given(walks(("goff", "closer", "no-pair-loops", "goff last_square=empty")))
def test_relabelling_early_marks_does_not_change_the_outcome(walk: Walk) -> None:
    """So the subscripts 1, 3, 5 are interchangeable, and so are 2, 4, 6."""
    marks = list(walk.last.marks)
    if len(marks) >= 6 and walk.last.outcome is not None:
        marks[0], marks[2], marks[4] = marks[4], marks[0], marks[2]
        marks[1], marks[3], marks[5] = marks[3], marks[5], marks[1]
        where = tuple(frozenset([mark] if isinstance(mark, int) else mark) for mark in marks)
        assert oracle.points(game_of(walk.last.rules), where) == walk.last.outcome.points


@given(walks())
def test_points_winner_value_and_result_are_consistent(walk: Walk) -> None:
    outcome = walk.last.outcome
    if outcome is not None:
        x, o = outcome.points
        assert outcome.value == x - o
        assert outcome.winner == (None if x == o else Player.X if x > o else Player.O)
        assert outcome.result == str(outcome.points) == f"{x:g}-{o:g}"
        assert outcome.points == Points(x, o)


@given(walks(GOFF))
def test_titles_follow_the_points_of_goff(walk: Walk) -> None:
    titles = {
        "1-0": "complete win",
        "0-1": "complete win",
        "1-0.5": "narrow win",
        "0.5-1": "narrow win",
        "2-0": "double win",
        "1.5-0": "double win",
        "0-0": "cat's game",
    }
    outcome = walk.last.outcome
    assert outcome is None or outcome.title == titles[outcome.result]


@given(walks(tuple(text for text in ALL if text not in GOFF)))
def test_titles_under_other_scorings(walk: Walk) -> None:
    outcome = walk.last.outcome
    assert outcome is None or outcome.title == ("win" if outcome.winner else "draw")


@given(walks(KRIST))
def test_krists_agree_with_a_naive_count(walk: Walk) -> None:
    """R14: compare the number of krists of the greatest length, then of the next, and so on."""
    if walk.last.outcome is None:
        return
    rows = oracle.krists(game_of(walk.last.rules), where_of(walk.last))
    assert Counter(map(row_of, walk.last.outcome.lines)) == Counter(rows)
    lengths = [len(line.squares) for line in walk.last.outcome.lines]
    assert lengths == sorted(lengths, reverse=True)
    tallies = {
        player: [
            (length, len(list(same)))
            for length, same in groupby(
                sorted((len(row.squares) for row in rows if row.player == player), reverse=True)
            )
        ]
        for player in "XO"
    }
    expected = (tallies["X"] > tallies["O"]) - (tallies["X"] < tallies["O"])
    assert walk.last.outcome.value == expected


@given(walks(KRIST))
def test_krists_are_maximal_and_of_one_player(walk: Walk) -> None:
    krists = walk.last.outcome.lines if walk.last.outcome else ()
    for krist in krists:
        assert len(krist.squares) >= 2
        assert {walk.last.classical[square] % 2 for square in krist.squares} == {krist.time % 2}
        assert not any(set(krist.squares) < set(other.squares) for other in krists)


@given(walks(ON_3X3))
def test_terminations_are_found_on_the_board(walk: Walk) -> None:
    """Moves never end a game by resignation or agreement."""
    outcome = walk.last.outcome
    if outcome is not None:
        assert outcome.termination in (Termination.LINE, Termination.FULL, Termination.BLOCKED)
        if outcome.termination is Termination.LINE:
            assert outcome.lines
            assert walk.last.rules.ends == "line"


@given(walks(GOFF))
def test_both_have_a_line_exactly_in_narrow_wins(walk: Walk) -> None:
    """And O never has two lines: that takes five marks (R12)."""
    if walk.last.outcome is not None:
        players = Counter(line.player for line in walk.last.lines)
        assert players[Player.O] <= 1
        assert players[Player.X] <= 2
        both = bool(players[Player.X] and players[Player.O])
        assert both == (walk.last.outcome.title == "narrow win")


def test_no_line_fits_beside_two_that_cross() -> None:
    """So when X has two lines O has none (R12)."""
    lines = [set(line) for line in Board(3, 3).lines(3)]
    crossing = [(one, other) for one in lines for other in lines if len(one & other) == 1]
    assert len(crossing) == 2 * (9 + 6 + 6 + 1)
    assert not [line for one, other in crossing for line in lines if not line & (one | other)]


def test_two_lines_of_three_that_do_not_cross_need_six_marks() -> None:
    """And X has five: two lines of X always cross, two lines of O would need five marks."""
    lines = [set(line) for line in Board(3, 3).lines(3)]
    sizes = {len(one | other) for one in lines for other in lines if one != other}
    assert sizes == {5, 6}
