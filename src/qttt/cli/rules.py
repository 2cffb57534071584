"""The rules that the options of a command name."""

from qttt.game import Rules, RulesError


def rules(text: str, size: int | None = None) -> Rules:
    """The rules of a preset or of switches, on a board of that side if ``size`` is given.

    Raises ``RulesError``, also if the size is said twice.
    """
    words = text.split()
    if size is None or not words:
        return Rules.parse(text) if size is None else Rules.preset("goff", size)
    if len(words) == 1 and "=" not in words[0]:
        return Rules.preset(words[0], size)
    if any(word.startswith(("rows=", "cols=")) for word in words):
        raise RulesError(f"the size is given twice: in {text!r}, and as {size}")
    return Rules.parse(f"{text} rows={size} cols={size}")
