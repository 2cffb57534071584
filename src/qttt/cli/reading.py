"""Parsing of rules and positions in the arguments of commands."""

from collections.abc import Sequence

from qttt.game import Node, Rules, RulesError
from qttt.notation import read


def read_rules(text: str, size: int | None = None) -> Rules:
    """Parse a preset with switches, on a board of side ``size`` if given.

    Raises ``RulesError``, also if the size is given twice.
    """
    words = text.split()
    if size is None or not words:
        return Rules.parse(text) if size is None else Rules.preset("goff", size)
    if len(words) == 1 and "=" not in words[0]:
        return Rules.preset(words[0], size)
    if any(word.startswith(("rows=", "cols=")) for word in words):
        raise RulesError(f"the size is given twice: in {text!r}, and as {size}")
    return Rules.parse(f"{text} rows={size} cols={size}")


def read_rules_if_any(text: str | None, size: int | None) -> Rules | None:
    """Parse rules as ``read_rules`` does, or return None if neither argument is given."""
    return None if text is None and size is None else read_rules(text or "goff", size)


def read_what(words: Sequence[str] | None, rules: Rules) -> Node:
    """Parse WHAT; the default is the start of a game. Raises as ``read``."""
    return read(" ".join(words or ()), rules)
