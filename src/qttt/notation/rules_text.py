"""Rules in words, from ``qttt/content``: titles, a line about each preset, and a description."""

from functools import cache

from qttt.game import PRESETS, Rules
from qttt.texts import folders
from qttt.texts.folders import REFERENCE
from qttt.texts.markdown import texts


@cache
def preset_notes(language: str = REFERENCE) -> dict[str, str]:
    """Return a line about each preset, with its board.

    >>> preset_notes()["classic3"]
    '3×3. Tic-tac-toe without quantum marks.'
    """
    notes = texts(folders.CONTENT / language / "presets.md")
    boards = {name: f"{rules.rows}×{rules.cols}" for name, rules in PRESETS.items()}
    return {name: f"{board}. {notes[name]}" for name, board in (boards | {"krist": "n×n"}).items()}


def rules_title(rules: Rules) -> str:
    """Return a short name of the rules: the preset and the board.

    >>> rules_title(Rules.preset("krist", 5))
    'krist 5×5'
    """
    words = str(rules).split()
    name = [word for word in words if not word.startswith(("rows=", "cols="))]
    return " ".join([*name, f"{rules.rows}×{rules.cols}"])


def rule_texts(rules: Rules, language: str = REFERENCE) -> dict[str, str]:
    """Return the texts of ``switches.md`` by key, also those that these rules do not need."""
    names = {"rows": rules.rows, "cols": rules.cols, "length": rules.line}
    switches = texts(folders.CONTENT / language / "switches.md")
    return {key: text.format_map(names) for key, text in switches.items()}


def rules_heading(rules: Rules, language: str = REFERENCE) -> str:
    """Return the preset's name in words with the board, or the ``rules_title`` of other rules.

    >>> rules_heading(Rules.preset("krist", 5)), rules_heading(Rules(last_square="empty"))
    ('Longest row, 5×5', 'goff last_square=empty 3×3')
    """
    preset, _, board = rules_title(rules).rpartition(" ")
    name = texts(folders.CONTENT / language / "presets.md").get(f"{preset}.name")
    return f"{name}, {board}" if name else f"{preset} {board}"


def rules_in_words(rules: Rules, language: str = REFERENCE) -> str:
    """Describe the rules to a new player.

    >>> print(rules_in_words(Rules.preset("classic3")))
    Board: 3 × 3. X moves first.
    Each turn puts one mark into an empty square.
    3 marks in a row win. A line ends the game.
    """
    switches = rule_texts(rules, language)
    lines = _quantum(rules) if rules.is_quantum else [("marks.classical",)]
    keys = [("board", "board.start"), *lines, _end(rules)]
    return "\n".join(" ".join(switches[key] for key in line) for line in keys)


def _quantum(rules: Rules) -> list[tuple[str, ...]]:
    return [
        (f"pair_loops.{rules.pair_loops}", "marks.entangled"),
        (f"chooser.{rules.chooser}", "marks.landed", "details.closed"),
        (f"last_square.{rules.last_square}",),
    ]


def _end(rules: Rules) -> tuple[str, ...]:
    if not rules.is_quantum and rules.scoring == "winner":
        return ("scoring.classical", f"ends.{rules.ends}")
    more = {
        "goff": ("older", "goff"),
        "winner": ("older",),
        "match": ("older", "match"),
        "krist": ("krist",),
    }.get(rules.scoring, ())
    ends = () if rules.scoring == "krist" else (f"ends.{rules.ends}",)
    return (f"scoring.{rules.scoring}", *(f"details.{key}" for key in more), *ends)
