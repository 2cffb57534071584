"""Names of people: which there may be, and which two are the same.

A name has 3 to 20 characters: letters of one script, the digits 0 to 9, and single spaces, dots,
hyphens or underscores between them. It begins with a letter. One script is the rule of Unicode's
security profile (UTS #39, *single script*); Japanese is written in three, which count as one.

Two names are the same if their keys are: without accents, in small letters, with the letters of
other scripts that look like a Latin one taken for it, and nothing between the letters. So whoever
is called ``anna`` meets no ``Anna``, ``an_na`` or ``аnna`` with a Cyrillic first letter.
"""

import secrets
import unicodedata
from itertools import pairwise

from qttt.engine import Level
from qttt.server.games.terms import GONE

from .errors import PersonError

SHORTEST, LONGEST = 3, 20
BETWEEN = frozenset(" .-_")
MOST_ACCENTS = 2

GUEST = "Guest"

# Who might be taken for the server or for its levels.
RESERVED = (
    *("admin", "administrator", "moderator", "root", "server", "support", "system", "team"),
    *("qttt", "computer", "nobody", "chance", GONE, *Level),
)

_JAPANESE = {"HIRAGANA": "CJK", "KATAKANA": "CJK"}

# Small Greek and Cyrillic letters, each with the Latin one that it, or its capital, looks like.
_ALIKE = str.maketrans(
    "αβεζηικμνορτυχγωϲ" + "авекмнорстухіїјѕԁһԛԝѵгп",
    "abezhikmnoptyxywc" + "abekmhopctyxiijsdhqwvrn",
)
# Capital I, small l and the digit 1 are one stroke in many typefaces, as are O and 0.
_STROKES = str.maketrans("il0", "11o")


def read_name(text: str) -> str:
    """The name that somebody typed, in its normal form (NFKC).

    Raises ``PersonError`` unless there may be such a name.

    >>> read_name(" Ａｎｎａ ")
    'Anna'
    """
    name = unicodedata.normalize("NFKC", text).strip(" ")
    if not SHORTEST <= len(name) <= LONGEST:
        raise _bad(f"a name has {SHORTEST} to {LONGEST} characters, and this one has {len(name)}")
    _check_characters(name)
    if not name[0].isalpha():
        raise _bad("a name begins with a letter")
    if name[-1] in BETWEEN or any(a in BETWEEN and b in BETWEEN for a, b in pairwise(name)):
        raise _bad("spaces, dots, hyphens and underscores stand alone, between letters or digits")
    if len(scripts := {_script(each) for each in name if each.isalpha()}) > 1:
        told = " and ".join(sorted(each.capitalize() for each in scripts))
        raise _bad(f"a name is written in one script, and this one mixes {told}")
    _check_free(name)
    return name


def name_key(name: str) -> str:
    r"""What two names share if they are, or look, the same.

    >>> name_key("Anna") == name_key("an_ná") == name_key("\u0430nna")
    True
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(each for each in plain if each.isalnum())
    return letters.translate(_ALIKE).translate(_STROKES)


def guest_name(digits: int = 4) -> str:
    """A name for somebody who has given none, such as ``Guest 4821``."""
    first = 10 ** (digits - 1)
    return f"{GUEST} {first + secrets.randbelow(9 * first)}"


def _check_characters(name: str) -> None:
    accents = 0
    for each in name:
        accents = accents + 1 if unicodedata.category(each) in ("Mn", "Mc") else 0
        is_plain = each.isalpha() or each in BETWEEN or each in "0123456789"
        if not (is_plain or 0 < accents <= MOST_ACCENTS):
            told = each if each.isprintable() and not accents else f"U+{ord(each):04X}"
            raise _bad(
                f"{told} cannot be in a name: there may be letters, digits, and single spaces, "
                "dots, hyphens and underscores between them"
            )


def _check_free(name: str) -> None:
    key = name_key(name)
    is_guest = key.startswith(name_key(GUEST)) and key[len(GUEST) :].strip("o123456789") == ""
    if is_guest or key in _RESERVED_KEYS:
        raise _bad(f"{name} is a name that the server keeps for itself")


def _script(letter: str) -> str:
    """The script of a letter: the first word of its name in Unicode."""
    word = unicodedata.name(letter, "UNKNOWN").partition(" ")[0]
    return _JAPANESE.get(word, word)


def _bad(message: str) -> PersonError:
    return PersonError("bad-name", message)


_RESERVED_KEYS = frozenset(map(name_key, RESERVED))
