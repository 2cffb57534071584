"""Texts: notes on presets, families of levels, and the help page."""

from qttt.game import Rules

NOTES = {
    "goff": "3×3: the other player chooses how your loop collapses",
    "complete": "3×3: you win only if the other player has no line",
    "closer": "3×3: the player who closes a loop chooses how it collapses",
    "no-pair-loops": "3×3: no second mark on the same pair of squares",
    "qubic3": "3×3: a coin decides every collapse",
    "qubic4": "4×4, four in a row: a coin decides every collapse",
    "qubic5": "5×5, four in a row: a coin decides every collapse",
    "krist": "any size, played until full: the longest run wins",
    "classic3": "3×3: ordinary tic-tac-toe, no quantum marks",
    "classic4": "4×4, four in a row: ordinary tic-tac-toe, no quantum marks",
}
"""A line about each preset."""

FAMILIES = {
    "": ("The ladder", "Random to {top} are a ladder: each step was calibrated by play."),
    "thesis": ("Levels of a thesis", "Thesis: perfect play, and now and then a random move."),
    "eval": ("Alpha-beta program", "Eval: an alpha-beta program for ordinary tic-tac-toe."),
}
"""The heading of each family of levels, and a line about it."""


def rules_title(rules: Rules) -> str:
    """Return a short name of the rules: the preset and the board."""
    words = str(rules).split()
    name = [word for word in words if not word.startswith(("rows=", "cols="))]
    return " ".join([*name, f"{rules.rows}×{rules.cols}"])


HELP = """\
[b]The game[/b]
Your mark goes into two squares at once: it is a quantum mark, in both \
places and in neither. X1 is the first mark, O2 the second, and so on.
Marks that share squares are entangled: one letter, one colour.
When a mark closes a loop, the loop collapses: every mark of that \
entanglement lands in one of its two squares and stays. There are two ways; \
by the usual rules the player who did [i]not[/i] close the loop chooses.
Three landed marks in a row win 1 point. If both players get a line at \
once, the one whose last mark is older wins 1, and the other gets ½.

[b]Playing[/b]
1 … 9          a square (3×3)
arrows, Enter  go to a square, press it (or Space); Tab: to the list
Esc            undo half a placement; cancel a preview; return to now
a, b           choose an outcome of a loop; arrows: preview
@ and a digit  choose where the closing mark lands
:              type 12, @5, a1b2, many moves, a position 12/25/15
mouse          click two squares; at a loop, a mark or an outcome

[b]Keys[/b]
u  undo, to your last decision     r  redo
n  new game                        q  quit
p  play again, sides change        P  play again, same sides
h  hint: the value of each move    H  history: vanished marks
s  save                            o  open a saved game
d  offer a draw                    R  resign
m  make the computer move now     t  light or dark
PgUp PgDn Home End  look back      g  continue from there
?  this page

[b]Signs[/b]
X₁?  closing mark of a loop    X₁~  on the loop    X₁'  stem
X₁…  half placed               X₁*  landed         X₁-  vanished
underlined: can be chosen, or the twin of a mark at the cursor
•  just changed   ═X  winning line   ★ best   = slower   −½ loses ½
On boards that are too big to solve, values are estimates, marked with about;
≈ is about equal to ★. Values without that word are exact.
"""
