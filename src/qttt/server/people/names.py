"""User names: which are valid, and which are too similar to coexist.

A name has 3 to 20 characters: letters of one script, the digits 0 to 9, and single spaces, dots,
hyphens or underscores between them. It begins with a letter. One script is the rule of Unicode's
security profile (UTS #39, *single script*); the three scripts of Japanese count as one. Only the
scripts that UAX #31 recommends are allowed, without phonetic and historic letters.

Names with the same key are the same. The key is a skeleton by the confusables of UTS #39: ``anna``
excludes ``Anna``, ``an_na``, and ``аnna`` with a Cyrillic first letter.
"""

import re
from functools import cache
from itertools import pairwise
from typing import NamedTuple
from unicodedata import category, normalize

from confusable_homoglyphs.categories import alias

from qttt.engine import Level
from qttt.server.errors import RequestError
from qttt.server.games.terms import DELETED_NAME
from qttt.texts.folders import REFERENCE, languages
from qttt.texts.phrases import phrases

from .suitability import is_suitable

MIN_LENGTH, MAX_LENGTH = 3, 20
SEPARATORS = frozenset(" .-_")
MAX_ACCENTS = 2

GUEST = "Guest"

# Names that could be mistaken for the server or its levels; each language has more.
RESERVED = (
    *("admin", "administrator", "moderator", "root", "server", "support", "system", "team"),
    *("qttt", "computer", "nobody", "chance", DELETED_NAME, *Level),
)

_JAPANESE = {"HIRAGANA": "HAN", "KATAKANA": "HAN"}
_LONG_VOWEL = "ー"
"""A letter of Japanese, although Unicode assigns it to no script."""
SCRIPTS = frozenset(("ARABIC", "ARMENIAN", "BENGALI", "BOPOMOFO", "CYRILLIC", "DEVANAGARI")) | {
    *("ETHIOPIC", "GEORGIAN", "GREEK", "GUJARATI", "GURMUKHI", "HAN", "HANGUL", "HEBREW"),
    *("KANNADA", "KHMER", "LAO", "LATIN", "MALAYALAM", "MYANMAR", "ORIYA", "SINHALA"),
    *("TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN"),
}
"""The recommended scripts of UAX #31, table 5."""
_UNCOMMON = re.compile(
    "[\u0250-\u0258\u025a-\u02af\u1d00-\u1dbf\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f]"
)
"""The blocks of phonetic and historic letters, except ə, which is a letter of Azerbaijani."""

_SEQUENCES = str.maketrans({"i": "1", "l": "1", "0": "o", "m": "rn", "w": "vv"})
"""I, l and 1 look the same in many typefaces, as do O and 0, m and rn, w and vv."""
_MORE = {"ȷ": "j", "п": "n", "ω": "w"}
"""Look-alikes that are missing in UTS #39."""
_DIRECTION_MARK = "\u200e"


def parse_name(text: str, shortest: int = MIN_LENGTH) -> str:
    """Normalize (NFKC) and check a name. Raises ``RequestError``.

    >>> parse_name(" Ａｎｎａ ")
    'Anna'
    """
    name = normalize("NFKC", text).strip(" ")
    if not shortest <= len(name) <= MAX_LENGTH:
        raise bad_name(f"a name must have {shortest} to {MAX_LENGTH} characters, not {len(name)}")
    _check_characters(name)
    if not name[0].isalpha():
        raise bad_name("a name must begin with a letter")
    if name[-1] in SEPARATORS or any(
        a in SEPARATORS and b in SEPARATORS for a, b in pairwise(name)
    ):
        raise bad_name(
            "spaces, dots, hyphens and underscores must be single, between letters or digits"
        )
    if len(scripts := {_script(letter) for letter in name} & SCRIPTS) > 1:
        mixed = " and ".join(sorted(script.capitalize() for script in scripts))
        raise bad_name(f"a name must use one script; this one mixes {mixed}")
    _check_free(name)
    return name


def parse_alias(text: str) -> str:
    """Normalize and check the name of a guest in a game with a friend. Raises ``RequestError``.

    It is like that of an account, but can be short, and must be suitable. Several guests can have
    the same.

    >>> parse_alias("Jo")
    'Jo'
    """
    name = parse_name(text, shortest=1)
    if not is_suitable(name):
        raise bad_name("this name is not suitable: choose another")
    return name


def name_key(name: str) -> str:
    r"""Return the key of a name: letters and digits, the same for names that look alike.

    It has no accents, upper case or separators, and Latin letters replace those that look like
    them, perhaps as capitals.

    >>> name_key("Anna") == name_key("an_ná") == name_key("\u0430nna")
    True
    >>> name_key("Modern") == name_key("rn odern"), name_key("ALICE") == name_key("Alıcé")
    (True, True)
    """
    plain = normalize("NFKD", normalize("NFKC", name).casefold())
    letters = (letter for letter in plain if letter.isalnum() or category(letter) == "Mc")
    return "".join(map(_lookalike, letters)).translate(_SEQUENCES)


def guest_name(seed: int) -> str:
    """Return the name of a guest.

    >>> guest_name(3821)
    'Guest 4821'
    """
    return f"{GUEST} {1000 + seed % 9000}"


def shown_name(name: str, language: str = REFERENCE) -> str:
    """Return a name as readers of that language see it; guests are named in their language.

    >>> shown_name("Guest 4821", "el")
    'Επισκέπτης 4821'
    """
    guest, _, number = name.partition(" ")
    if guest != GUEST or not number.isdecimal():
        return name
    return phrases(language)("online.person.numbered", number=number)


def _check_characters(name: str) -> None:
    accents = 0
    for letter in name:
        accents = accents + 1 if category(letter) in ("Mn", "Mc") else 0
        is_plain = _is_letter(letter) or letter in SEPARATORS or letter in "0123456789"
        if not (is_plain or 0 < accents <= MAX_ACCENTS):
            character = letter if letter.isprintable() and not accents else f"U+{ord(letter):04X}"
            raise bad_name(
                f"{character} is not allowed in a name: use letters, digits, and single spaces, "
                "dots, hyphens or underscores between them"
            )


def _check_free(name: str) -> None:
    reserved = _reserved()
    key = name_key(name)
    if key in reserved.keys or reserved.guest.fullmatch(key):
        raise bad_name(f"{name} is reserved")


class _Reserved(NamedTuple):
    """Keys of names that nobody can have, and the pattern of those of guests."""

    keys: frozenset[str]
    guest: re.Pattern[str]


@cache
def _reserved() -> _Reserved:
    """Return what is reserved, in all languages."""
    names, guests = [*RESERVED], []
    for language in languages():
        phrase = phrases(language)
        names += phrase.group("levels.")
        names += [phrase("game.you"), *phrase("server.reserved").split(",")]
        parts = phrase("online.person.numbered", number="#").split("#")
        guests.append("[o1-9]*".join(re.escape(name_key(part)) for part in parts))
    return _Reserved(frozenset(map(name_key, names)), re.compile("|".join(guests)))


def _is_letter(character: str) -> bool:
    is_common = _script(character) in SCRIPTS and not _UNCOMMON.match(character)
    return character.isalpha() and is_common


def _script(character: str) -> str:
    script = "HAN" if character == _LONG_VOWEL else alias(character)
    return _JAPANESE.get(script, script)


@cache
def _lookalike(letter: str) -> str:
    """Return the Latin text that a letter looks like, otherwise its prototype."""
    if letter.isascii():
        return letter
    upper, lower = _prototype(letter.upper()), _prototype(letter)
    return _MORE.get(letter) or (upper if upper.isascii() else lower)


def _prototype(letter: str) -> str:
    """Return the prototype without accents and upper case."""
    plain = normalize("NFKD", _prototypes().get(letter, letter).casefold())
    return "".join(character for character in plain if category(character) != "Mn")


@cache
def _prototypes() -> dict[str, str]:
    """Return the prototypes of confusable characters.

    The library lists pairs in both directions, and right-to-left characters between direction
    marks. A prototype has more partners than the characters that look like it.
    """
    from confusable_homoglyphs.confusables import confusables_data  # slow import (0.1 s)

    partners = {
        text.strip(_DIRECTION_MARK): [other["c"].strip(_DIRECTION_MARK) for other in others]
        for text, others in confusables_data.items()
    }
    return {
        text: others[0]
        for text, others in partners.items()
        if len(others) == 1 and (len(partners[others[0]]) > 1 or others[0] < text)
    }


def bad_name(message: str) -> RequestError:
    """Return the error of a name that is not allowed."""
    return RequestError("bad-name", message)
