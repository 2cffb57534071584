"""User-supplied text: sanitized for display, or parsed as an address."""

import unicodedata
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from qttt.server.errors import ServerError

DEFAULT_PORTS = {"http": 80, "https": 443}

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


def parse_origin(text: str) -> str:
    """Normalize an origin, omitting the default port. Raises ``ServerError`` if it is invalid.

    >>> parse_origin("https://Play.example:443")
    'https://play.example'
    """
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    is_bare = parts.path in ("", "/") and not (parts.query or parts.fragment or parts.username)
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname or not is_bare:
        raise ServerError(
            f"{text!r} is not an origin; write it as https://play.example or http://192.0.2.1:8000"
        )
    name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    suffix = "" if port in (None, DEFAULT_PORTS[parts.scheme]) else f":{port}"
    return f"{parts.scheme}://{name}{suffix}"
