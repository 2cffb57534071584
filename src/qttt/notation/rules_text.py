"""Rules in words: titles, a line about each preset, and a description for players."""

from qttt.game import Rules

PRESET_NOTES = {
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

_LANDING = "in which of its two squares the closing mark lands"

_CHOOSERS = {
    "other": f"The player who did not close it chooses {_LANDING}.",
    "closer": f"The player who closed it chooses {_LANDING}.",
    "chance": f"A coin decides {_LANDING}.",
}

_SCORINGS = {
    "goff": "A line alone scores 1 point. If both players have one, the line whose largest number "
    "is smaller scores 1 and the other ½. X's second line adds ½, or 1 if both were completed by "
    "the same mark.",
    "winner": "The line whose largest number is smallest wins.",
    "complete": "A line wins 1 point; if both players have one it is a draw.",
    "match": "The line whose largest number is smallest wins 2 points; a draw is 1 point each.",
    "krist": "When the board is full, the longest row of marks of one player wins, in any "
    "direction; of equal ones, the player with more of them.",
}


def rules_title(rules: Rules) -> str:
    """Return a short name of the rules: the preset and the board.

    >>> rules_title(Rules.preset("krist", 5))
    'krist 5×5'
    """
    words = str(rules).split()
    name = [word for word in words if not word.startswith(("rows=", "cols="))]
    return " ".join([*name, f"{rules.rows}×{rules.cols}"])


def rules_in_words(rules: Rules) -> str:
    """Describe the rules to a new player.

    >>> print(rules_in_words(Rules.preset("classic3")))
    The board has 3×3 squares. X moves first. A move puts your next mark into one open square.
    Three in a row end the game. The player who has them wins.
    """
    board = f"The board has {rules.rows}×{rules.cols} squares. X moves first."
    first, *rest = _quantum(rules) if rules.is_quantum else [_CLASSICAL]
    return "\n".join([f"{board} {first}", *rest, f"{_end(rules)}{_score(rules)}"])


_CLASSICAL = "A move puts your next mark into one open square."


def _quantum(rules: Rules) -> list[str]:
    forbidden = "" if rules.pair_loops == "allowed" else " A pair with a mark is forbidden."
    last = (
        "A last open square takes the next mark whole."
        if rules.last_square == "forced"
        else "A last open square stays empty."
    )
    return [
        "A move puts your next numbered mark into two different squares without "
        f"a classical mark.{forbidden}",
        "Marks that share a square are entangled. A mark that joins two squares which entangled "
        "marks already connect closes a loop, which collapses before anything else happens. "
        f"{_CHOOSERS[rules.chooser]}",
        "Every mark entangled with it is then pushed into its remaining square and becomes "
        f"classical. {last}",
    ]


def _end(rules: Rules) -> str:
    if rules.line is None:
        return ""
    words = {2: "Two", 3: "Three", 4: "Four", 5: "Five"}
    kind = " classical marks" if rules.is_quantum else ""
    line = f"{words.get(rules.line, rules.line)}{kind} in a row"
    return f"{line} end the game. " if rules.ends == "line" else f"{line} count at the end. "


def _score(rules: Rules) -> str:
    ordinary = not rules.is_quantum and rules.ends == "line" and rules.scoring == "winner"
    return "The player who has them wins." if ordinary else _SCORINGS[rules.scoring]
