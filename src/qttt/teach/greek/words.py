"""The Greek texts for pupils and teachers."""

from collections.abc import Sequence

from qttt.engine.values import format_points
from qttt.game import Line, Move, Outcome, Position, mark_name
from qttt.study.words import first_names, line_text
from qttt.teach.words import Words

from .quizzes import AFTER, BEFORE
from .texts import RECORD, RULES, SEMICLASSICAL


class Greek(Words):
    """The texts and phrases in Greek."""

    needs_font = True

    rules = RULES
    semiclassical = SEMICLASSICAL
    record = RECORD
    before = BEFORE
    after = AFTER

    # --- sheets ------------------------------------------------------------------------------

    game = "Κβαντική τρίλιζα"
    rules_aside = "οι κανόνες"
    semiclassical_title = "Ημικλασική τρίλιζα"
    semiclassical_aside = "υπέρθεση χωρίς διεμπλοκή"
    record_title = "Καταγραφή παιχνιδιού"
    record_columns = ("σύμβολο", "τετράγωνα", "βρόχος ~", "αποφασίζει", "@", "τι έγινε")
    points = "βαθμοί"
    marks_title = "Σύμβολα για κόψιμο"
    marks_aside = "για δύο ταμπλό"
    marks_text = (
        "Οι μικρές κάρτες είναι τα δύο μισά ενός κβαντικού συμβόλου. Μετά από μια κατάρρευση πάρε "
        "και τα δύο και βάλε τη μεγάλη κάρτα στο τετράγωνο όπου κατέληξε το σύμβολο."
    )
    name = "Όνομα ______________________________"
    for_teachers = "για εκπαιδευτικούς"
    letters = "ΑΒΓΔ"

    def page(self, number: int) -> str:
        return f"σελίδα {number}"

    def boards_title(self, count: int, size: int) -> str:
        return f"Ταμπλό {size}×{size}"

    def answers_title(self, title: str) -> str:
        return f"{title}: απαντήσεις"

    def topic(self, topic: str, grade: int) -> str:
        return f"({topic}, δυσκολία {grade})"

    # --- exercises ---------------------------------------------------------------------------

    yes, no, none = "ναι", "όχι", "κανένα"
    position = "Θέση"
    question = "Ερώτηση"
    hint = "Γράψε"
    answers = "Απαντήσεις"
    answer = "Απάντηση"
    seed = "Seed"
    right = "Σωστό"
    wrong = "Λάθος"

    def exercises_title(self, seed: int) -> str:
        return f"Ασκήσεις (seed {seed})"

    def grade(self, grade: int) -> str:
        return f"Δυσκολία {grade}"

    def write(self, hint: str) -> str:
        return f"Γράψε {hint}."

    def at_position(self, position: Position) -> str:
        return f"(θέση {position})"

    realities = "Πόσους κόσμους έχει αυτή η θέση;"

    def realities_why(self, parts: Sequence[str], counts: Sequence[int], total: int) -> str:
        product = f", μαζί {' × '.join(map(str, counts))} = {total}" if len(counts) > 1 else ""
        return "· ".join(parts) + product

    def tree(self, marks: str, squares: int, count: int) -> str:
        return f"{marks} σε {squares} τετράγωνα: {count}"

    def looped(self, marks: str, count: int) -> str:
        return f"{marks} με βρόχο: {count}"

    def empty(self, mark: str, square: str, squares: str) -> str:
        return (
            f"Ας πούμε ότι το {mark} βρέθηκε στο {square}. Ένα από τα τετράγωνα {squares} θα "
            "μείνει άδειο. Ποια από αυτά είναι τότε δυνατά;"
        )

    def empty_why(self, mark: str, square: str) -> str:
        return (
            f"κόψε το {mark} από τη διεμπλοκή του: αν είναι στο {square}, το άδειο τετράγωνο είναι "
            "από την άλλη μεριά της τομής, και μπορεί να είναι οποιοδήποτε εκεί"
        )

    def odds(self, mark: str, square: str) -> str:
        return (
            f"Όλοι οι κόσμοι έχουν το ίδιο βάρος. Πόσο πιθανό είναι το {mark} να είναι στο "
            f"{square};"
        )

    def odds_why(self, marks: str, count: int, there: int, mark: str, square: str) -> str:
        return (
            f"τα {marks} έχουν {count} κόσμους, έναν για κάθε τετράγωνο που μπορεί να μείνει "
            f"άδειο· σε {there} από αυτούς το {mark} είναι στο {square}"
        )

    def loop(self, player: str, mark: str, a: str, b: str) -> str:
        return (
            f"Ο {player} σκέφτεται να βάλει το {mark} στο {a} και στο {b}. Θα έκλεινε έτσι βρόχος;"
        )

    def loop_why(self, marks: str) -> str:
        return f"ο βρόχος θα ήταν {marks}"

    def no_loop_why(self, a: str, b: str) -> str:
        return f"το {a} και το {b} δεν είναι από πριν στην ίδια διεμπλοκή, άρα δεν κλείνει κύκλος"

    parts = "Σε πόσους παράγοντες διαχωρίζεται η κατάσταση των κβαντικών συμβόλων;"
    stems_are_sure = "· ένας μίσχος έχει σίγουρο τετράγωνο"

    def stems(self, closing: str) -> str:
        return f"Το {closing} έκλεισε έναν βρόχο. Ποια σύμβολα είναι μίσχοι, αν υπάρχουν;"

    def stems_why(self, marks: str) -> str:
        return (
            f"ο βρόχος είναι {marks}· ένας μίσχος είναι διεμπλεγμένος μαζί του, αλλά όχι πάνω του"
        )

    def collapses(self, closing: str, a: str, b: str) -> str:
        return (
            f"Πού καταλήγει κάθε σύμβολο που καταρρέει, αν το {closing} καταλήξει στο {a}; Και "
            f"πού, αν καταλήξει στο {b};"
        )

    def collapses_why(self, closing: str) -> str:
        return (
            f"ξεκίνα από το {closing} και σπρώξε: όποιο σύμβολο βρίσκει το τετράγωνό του πιασμένο "
            "πάει στο άλλο του"
        )

    def winner(self, chooser: str, closing: str, square: str) -> str:
        return (
            f"Ο {chooser} αφήνει το {closing} στο {square}. Ποιοι είναι οι βαθμοί, πρώτα του X; "
            "(* αν το παιχνίδι συνεχίζεται)"
        )

    def winner_why(self, after: Position) -> str:
        if after.outcome is None:
            mark = mark_name(len(after.marks) + 1)
            return f"το παιχνίδι συνεχίζεται, και ο {after.turn} βάζει το {mark}"
        return _end(after.outcome)

    def value(self, decider: str) -> str:
        return (
            f"Αποφασίζει ο {decider}. Τι αξίζει η θέση αν παίξουν και οι δύο τέλεια, σε βαθμούς "
            "του X μείον βαθμούς του O;"
        )

    def value_why(self, best: Sequence[Move], line: Sequence[Move], position: Position) -> str:
        names, more = first_names(best, position)
        others = [f"και {more} ακόμη"] if more else []
        label = "άριστη κίνηση" if len(best) == 1 else "άριστες κινήσεις"
        return f"{label}: {' '.join([*names, *others])}· μια συνέχεια: {line_text(line, position)}"

    # --- answers -----------------------------------------------------------------------------

    number_hint = "έναν αριθμό, όπως 6"
    few_hint = "έναν αριθμό, όπως 2"
    share_hint = "ένα κλάσμα, όπως 2/3"
    value_hint = "έναν αριθμό, όπως +1/2, 0 ή -1"
    squares_hint = "τετράγωνα, όπως 1 5 9"
    marks_hint = "σύμβολα, όπως X1 O4, ή κανένα"
    landings_hint = (
        "το τετράγωνο κάθε συμβόλου, μετά ; και το ίδιο για την άλλη κατάρρευση: X1 2, O2 1; X1 1, "
        "O2 2"
    )
    is_too_small = "το {} είναι πολύ μικρό"
    is_too_large = "το {} είναι πολύ μεγάλο"
    is_not = "δεν είναι {}"
    missing = "λείπουν: {}"
    superfluous = "δεν έχουν θέση εκεί: {}"
    first_wrong = "λάθος στην πρώτη κατάρρευση: {}"
    second_wrong = "λάθος στη δεύτερη κατάρρευση: {}"
    right_is = "Η απάντηση είναι {}: {}."
    none_given = "Καμία απάντηση. Είναι {}: {}."
    unreadable = "το {!r} δεν διαβάζεται· γράψε {}"

    def choice_hint(self, options: Sequence[str]) -> str:
        return f"{', '.join(options[:-1])} ή {options[-1]}"

    def score(self, right: int, count: int) -> str:
        return f"Σωστά: {right} από {count}."


def _end(outcome: Outcome) -> str:
    """How the game ended, on a board of 3×3."""
    if outcome.winner is None:
        return "κανείς δεν έχει τρίλιζα"
    points = "–".join(map(format_points, (outcome.points.x, outcome.points.o)))
    lines = " και ".join(map(_line, outcome.lines))
    return f"κερδίζει ο {outcome.winner}, {points}: {lines}"


def _line(line: Line) -> str:
    path = "-".join(str(square + 1) for square in line.squares)
    return f"η τρίλιζα {path} του {line.player} ολοκληρώνεται με το {mark_name(line.time)}"


GREEK = Greek()
