"""Everything that pupils and teachers read, in English; other languages override all of it.

Squares are said by their names, marks as ``X1``, and lists of them already joined.
"""

from collections.abc import Sequence

from qttt.game import Move, Position
from qttt.notation.describe import describe
from qttt.study.words import first_names, line_text

from .blocks import Block
from .quiz import LETTERS, Test
from .quizzes import AFTER, BEFORE
from .texts import RECORD, RULES, SEMICLASSICAL


class Words:
    """The texts of the sheets, and the phrases of sheets, exercises and answers."""

    needs_font = False
    """Whether letters are used that not every reader of PDF has."""

    rules: tuple[Block, ...] = RULES
    semiclassical: tuple[Block, ...] = SEMICLASSICAL
    record: tuple[Block, ...] = RECORD
    before: Test = BEFORE
    after: Test = AFTER

    # --- sheets ------------------------------------------------------------------------------

    game = "Quantum tic-tac-toe"
    rules_aside = "the rules"
    semiclassical_title = "Semiclassical tic-tac-toe"
    semiclassical_aside = "superposition without entanglement"
    record_title = "Record of a game"
    record_columns = ("mark", "squares", "loop ~", "who decides", "@", "what happened")
    points = "points"
    marks_title = "Marks to cut out"
    marks_aside = "for two boards"
    marks_text = (
        "Small cards are the two halves of a quantum mark. After a collapse take both away and put "
        "the large card into the square in which the mark has landed."
    )
    name = "Name ______________________________"
    for_teachers = "for the teacher"
    letters = LETTERS

    def page(self, number: int) -> str:
        """At the foot of each page."""
        return f"page {number}"

    def boards_title(self, count: int, size: int) -> str:
        """So many boards of that side."""
        return f"Board{'s' * (count > 1)} {size}×{size}"

    def answers_title(self, title: str) -> str:
        """The page of answers that belongs to another one."""
        return f"{title}: answers"

    def topic(self, topic: str, grade: int) -> str:
        """What a question of a test is about, behind its answer."""
        return f"({topic}, grade {grade})"

    # --- exercises ---------------------------------------------------------------------------

    yes, no, none = "yes", "no", "none"
    position = "Position"
    question = "Question"
    hint = "Write"
    answers = "Answers"
    answer = "Answer"
    seed = "Seed"
    right = "Right"
    wrong = "Wrong"

    def exercises_title(self, seed: int) -> str:
        """The sheet of that seed."""
        return f"Exercises (seed {seed})"

    def grade(self, grade: int) -> str:
        """How hard an exercise is."""
        return f"Grade {grade}"

    def write(self, hint: str) -> str:
        """What to write, below a question."""
        return f"Write {hint}."

    def at_position(self, position: Position) -> str:
        """The position of an exercise, behind its answer."""
        return f"(position {position})"

    realities = "How many realities does this position have?"

    def realities_why(self, parts: Sequence[str], counts: Sequence[int], total: int) -> str:
        """The realities of each part, and their product."""
        product = f", together {' × '.join(map(str, counts))} = {total}" if len(counts) > 1 else ""
        return "; ".join(parts) + product

    def tree(self, marks: str, squares: int, count: int) -> str:
        """The realities of a part without a loop."""
        return f"{marks} on {squares} squares: {count}"

    def looped(self, marks: str, count: int) -> str:
        """Those of a part with a loop."""
        return f"{marks} with a loop: {count}"

    def empty(self, mark: str, square: str, squares: str) -> str:
        """Which squares can stay empty?"""
        return (
            f"Suppose {mark} is found in {square}. Which of the squares {squares} can then be the "
            "one that stays empty?"
        )

    def empty_why(self, mark: str, square: str) -> str:
        """How to find them."""
        return (
            f"cut {mark} out of its entanglement: if it is in {square}, the empty square is on the "
            "other side of the cut, and can be any square there"
        )

    def odds(self, mark: str, square: str) -> str:
        """How likely is a mark in a square?"""
        return f"All realities weigh the same. How likely is {mark} in {square}?"

    def odds_why(self, marks: str, count: int, there: int, mark: str, square: str) -> str:
        """Counted by realities."""
        return (
            f"{marks} have {count} realities, one for each square that can stay empty; in {there} "
            f"of them {mark} is in {square}"
        )

    def loop(self, player: str, mark: str, a: str, b: str) -> str:
        """Would this placement close a loop?"""
        return f"{player} thinks of placing {mark} in {a} and {b}. Would that close a loop?"

    def loop_why(self, marks: str) -> str:
        """It would."""
        return f"the loop would be {marks}"

    def no_loop_why(self, a: str, b: str) -> str:
        """It would not."""
        return f"{a} and {b} are not in one entanglement before it, so nothing comes full circle"

    parts = "Into how many factors does the state of the quantum marks separate?"
    stems_are_sure = "; a stem is sure of its square"

    def stems(self, closing: str) -> str:
        """Which marks are stems?"""
        return f"{closing} has closed a loop. Which marks are stems, if any?"

    def stems_why(self, marks: str) -> str:
        """They are not on the loop."""
        return f"the loop is {marks}; a stem is entangled with it, but not on it"

    def collapses(self, closing: str, a: str, b: str) -> str:
        """Where does each mark land?"""
        return (
            f"Where does each mark that collapses land if {closing} lands on {a}? And where if it "
            f"lands on {b}?"
        )

    def collapses_why(self, closing: str) -> str:
        """How to find it."""
        return (
            f"start with {closing} and push: a mark whose square is taken goes to its other square"
        )

    def winner(self, chooser: str, closing: str, square: str) -> str:
        """What are the points after this collapse?"""
        return (
            f"{chooser} lets {closing} land on {square}. What are the points, X's first? "
            "(* if the game goes on)"
        )

    def winner_why(self, after: Position) -> str:
        """How the game stands."""
        return describe(after)

    def value(self, decider: str) -> str:
        """What is the position worth?"""
        return (
            f"{decider} decides now. What is the position worth if both play perfectly, in points "
            "of X minus points of O?"
        )

    def value_why(self, best: Sequence[Move], line: Sequence[Move], position: Position) -> str:
        """Best moves, and a line of best play."""
        names, more = first_names(best, position)
        others = [f"and {more} more"] if more else []
        return f"best is {' '.join([*names, *others])}; a line is {line_text(line, position)}"

    # --- answers -----------------------------------------------------------------------------

    number_hint = "a number, such as 6"
    few_hint = "a number, such as 2"
    share_hint = "a fraction, such as 2/3"
    value_hint = "a number, such as +1/2, 0 or -1"
    squares_hint = "squares, such as 1 5 9"
    marks_hint = "marks, such as X1 O4; or none"
    landings_hint = (
        "the square of each mark, then ; and the same for the other: X1 2, O2 1; X1 1, O2 2"
    )
    is_too_small = "{} is too small"
    is_too_large = "{} is too large"
    is_not = "it is not {}"
    missing = "missing: {}"
    superfluous = "not to be there: {}"
    first_wrong = "not right in the first collapse: {}"
    second_wrong = "not right in the second collapse: {}"
    right_is = "The answer is {}: {}."
    none_given = "No answer. It is {}: {}."
    unreadable = "{!r} cannot be read; write {}"

    def choice_hint(self, options: Sequence[str]) -> str:
        """All options."""
        return f"{', '.join(options[:-1])} or {options[-1]}"

    def score(self, right: int, count: int) -> str:
        """How many answers are right."""
        return f"{right} of {count} right."


ENGLISH = Words()
