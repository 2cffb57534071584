"""User-supplied text: sanitized for display, or parsed as an address."""

import unicodedata
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address

# Unicode categories: controls, formats, unassigned, private, surrogates, line separators.
_UNSHOWN = frozenset(("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"))


def sanitize(text: str) -> str:
    r"""Return ``text`` without control, format and unassigned characters.

    >>> sanitize("\x1b[31mred\u202e")
    '[31mred'
    """
    return "".join(
        character for character in text if unicodedata.category(character) not in _UNSHOWN
    )


def sanitize_line(text: str) -> str:
    r"""Return ``sanitize(text)`` with all white space collapsed to single spaces.

    >>> sanitize_line("  Zoë \n\u200b B. ")
    'Zoë B.'
    """
    spaced = "".join(" " if character.isspace() else character for character in text)
    return " ".join(sanitize(spaced).split())


@lru_cache(4096)
def parse_ip(text: str) -> IPv4Address | IPv6Address | None:
    """Return the IP address that the text is, or None."""
    try:
        return ip_address(text)
    except ValueError:
        return None
