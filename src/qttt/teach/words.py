"""The English texts for pupils and teachers; other languages override them.

Arguments are names of squares, marks such as ``X1``, and lists that are already joined.
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
    """Whether a font must be embedded in PDF documents."""

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
        """The page number in the footer."""
        return f"page {number}"

    def boards_title(self, count: int, size: int) -> str:
        """The title of a sheet of boards."""
        return f"Board{'s' * (count > 1)} {size}×{size}"

    def answers_title(self, title: str) -> str:
        """The title of a page of answers."""
        return f"{title}: answers"

    def topic(self, topic: str, grade: int) -> str:
        """The topic and grade of a question, after its answer."""
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
        """The title of a sheet of exercises."""
        return f"Exercises (seed {seed})"

    def grade(self, grade: int) -> str:
        """The grade of an exercise."""
        return f"Grade {grade}"

    def write(self, hint: str) -> str:
        """The expected form, below a question."""
        return f"Write {hint}."

    def at_position(self, position: Position) -> str:
        """The position of an exercise, after its answer."""
        return f"(position {position})"

    realities = "How many realities does this position have?"

    def realities_why(self, parts: Sequence[str], counts: Sequence[int], total: int) -> str:
        """Explain the realities of each part, and their product."""
        product = f", together {' × '.join(map(str, counts))} = {total}" if len(counts) > 1 else ""
        return "; ".join(parts) + product

    def tree(self, marks: str, squares: int, count: int) -> str:
        """Count the realities of a part without a loop."""
        return f"{marks} on {squares} squares: {count}"

    def looped(self, marks: str, count: int) -> str:
        """Count the realities of a part with a loop."""
        return f"{marks} with a loop: {count}"

    def empty(self, mark: str, square: str, squares: str) -> str:
        """Ask which squares can stay empty."""
        return (
            f"Suppose {mark} is found in {square}. Which of the squares {squares} can then be the "
            "one that stays empty?"
        )

    def empty_why(self, mark: str, square: str) -> str:
        """Explain which squares can stay empty."""
        return (
            f"remove {mark} from its entanglement: if it is in {square}, the empty square is in "
            "the other part, and can be any square there"
        )

    def odds(self, mark: str, square: str) -> str:
        """Ask for the odds of a mark in a square."""
        return f"All realities weigh the same. How likely is {mark} to be in {square}?"

    def odds_why(self, marks: str, count: int, there: int, mark: str, square: str) -> str:
        """Explain the odds by counting realities."""
        return (
            f"{marks} have {count} realities, one for each square that can stay empty; in {there} "
            f"of them {mark} is in {square}"
        )

    def loop(self, player: str, mark: str, a: str, b: str) -> str:
        """Ask whether a placement would close a loop."""
        return f"{player} considers placing {mark} in {a} and {b}. Would that close a loop?"

    def loop_why(self, marks: str) -> str:
        """Explain that it would close a loop."""
        return f"the loop would be {marks}"

    def no_loop_why(self, a: str, b: str) -> str:
        """Explain that it would not close a loop."""
        return f"{a} and {b} are not yet in one entanglement, so no loop is closed"

    parts = "Into how many factors does the state of the quantum marks separate?"
    stems_are_sure = "; a stem's square is certain"

    def stems(self, closing: str) -> str:
        """Ask for the stems."""
        return f"{closing} has closed a loop. Which marks are stems, if any?"

    def stems_why(self, marks: str) -> str:
        """Explain the stems by the loop."""
        return f"the loop is {marks}; a stem is entangled with it, but not on it"

    def collapses(self, closing: str, a: str, b: str) -> str:
        """Ask where each mark lands in both collapses."""
        return (
            f"Where does each mark that collapses land if {closing} lands on {a}? And where if it "
            f"lands on {b}?"
        )

    def collapses_why(self, closing: str) -> str:
        """Explain how to find the landings."""
        return (
            f"start with {closing} and push: a mark whose square is taken goes to its other square"
        )

    def winner(self, chooser: str, closing: str, square: str) -> str:
        """Ask for the points after a collapse."""
        return (
            f"{chooser} lets {closing} land on {square}. What are the points, X's first? "
            "(* if the game goes on)"
        )

    def winner_why(self, after: Position) -> str:
        """Describe the result."""
        return describe(after)

    def value(self, decider: str) -> str:
        """Ask for the value of the position."""
        return (
            f"{decider} decides now. What is the position worth if both play perfectly, in points "
            "of X minus points of O?"
        )

    def value_why(self, best: Sequence[Move], line: Sequence[Move], position: Position) -> str:
        """Explain the value by the best moves and a best line."""
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
    superfluous = "wrong: {}"
    first_wrong = "not right in the first collapse: {}"
    second_wrong = "not right in the second collapse: {}"
    right_is = "The answer is {}: {}."
    none_given = "No answer. It is {}: {}."
    unreadable = "{!r} cannot be read; write {}"

    def choice_hint(self, options: Sequence[str]) -> str:
        """List all options."""
        return f"{', '.join(options[:-1])} or {options[-1]}"

    def score(self, right: int, count: int) -> str:
        """Count the right answers."""
        return f"{right} of {count} right."


ENGLISH = Words()
