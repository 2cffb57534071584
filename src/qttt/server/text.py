"""Text of people as everybody may be shown it."""

import unicodedata

# Controls of terminals and of the writing direction, what has no picture, and line separators.
_UNSHOWN = frozenset(("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"))


def shown(text: str) -> str:
    r"""``text`` without any character that controls a terminal or the direction of writing.

    >>> shown("\x1b[31mred\u202e")
    '[31mred'
    """
    return "".join(each for each in text if unicodedata.category(each) not in _UNSHOWN)


def one_line(text: str) -> str:
    r"""What is shown of ``text``, with a single space wherever there was space of any kind.

    >>> one_line("  Zoë \n\u200b B. ")
    'Zoë B.'
    """
    spaced = "".join(" " if each.isspace() else each for each in text)
    return " ".join(shown(spaced).split())
