"""Which names are suitable: frequent swear words, English and Greek, are rejected.

badwords-py has more, in the languages of ``content`` that it knows, but lacks many of the Greek
ones; there is no version for Python 3.14.
"""

import logging
import re
import unicodedata
from collections.abc import Callable
from functools import cache

from qttt.texts.folders import REFERENCE, languages

NAMES = ("fanny", "wang")
"""First and family names that the word lists contain."""

log = logging.getLogger(__name__)


def is_suitable(name: str) -> bool:
    """Return whether a name has no English or Greek swear word.

    >>> is_suitable("Zoë B."), is_suitable("Malaka")
    (True, False)
    """
    return not (has_swear_word(name) or _swear_word_filter()(name))


@cache
def _swear_word_filter() -> Callable[[str], bool]:
    """Load the word lists of badwords-py, which is not there for each version of Python."""
    try:
        from badwords import Options, ProfanityFilter
    except ModuleNotFoundError:
        log.warning("names: only frequent swear words are rejected without badwords-py")
        return lambda name: False
    words = ProfanityFilter()
    options = Options(split_on_punctuation=True, collapse_repeats=True, leetspeak=True)
    words.init(languages=[REFERENCE], options=options)
    known = {*words.available_languages()} - {REFERENCE}
    words.load_languages([language for language in languages() if language in known])
    words.add_whitelist(list(NAMES))
    return words.is_profane


def _lines(text: str) -> frozenset[str]:
    return frozenset(text.replace("ς", "σ").split())


def _without_repetitions(text: str) -> str:
    return re.sub(r"(.)\1+", r"\1", text)


WORDS = _lines(
    """
    arse arsehole ass asshole bastard blowjob bollocks boobs bullshit cock cocks cum cunt cunts
    dickhead dildo douchebag fag fags hitler homo jizz kkk milf nazi nude nudes orgasm paki penis
    piss porn prick pussy rape raped rapist retard rimjob schlong sex sexy shit shits slut sluts
    spastic testicles tits titties tosser turd twat vagina wank
    αρχίδα αρχίδι αρχίδια γαμάω γαμιέμαι γαμιέσαι γαμιόλα γαμιόλης γαμώ γαμώτο κώλε κώλο κώλοι κώλος
    κώλου κώλους λεσβώ μαλάκα μαλάκας μαλάκες μαλακία μαλακίες μαλάκω μουνάκι μουνάρα μουνί μουνιά
    μπινές ναζί πόρνη πορνό πουτσα πούτσαρος πούτσες πούτσο πούτσος σεξ σκατά σκατό τσιμπούκι
    τσιμπούκια τσούλα τσούλες χίτλερ
    arxidi arxidia gamaw gamisou gamo gamoto gamw malaka malakas malakes malakia mouni poutsa
    poutses poutsos skata
    """
)
PARTS = _lines(
    """
    bitch faggot fuck nigga nigger shithead wanker whore
    γαμημεν γαμησ καβλ καριολ καυλ κωλοτρυπ μαλακισμεν μπασταρδ μπουρδελ ξεκωλ πουστ πουταν
    σκατοφατσ ψωλ gamimen kariol poust poutan xekol
    """
)
"""Also inside other words."""
LEETSPEAK = str.maketrans("013457@$!", "oieastasi")


def has_swear_word(name: str) -> bool:
    """Return whether the name contains one, also with digits, accents, dots or repetitions.

    >>> has_swear_word("Μ.ά.λ.α.κ.α"), has_swear_word("fuuuck1"), has_swear_word("Μαλακοπούλου")
    (True, True, False)
    """
    plain = _without_accents(name.casefold()).replace("ς", "σ")
    texts = {plain, plain.translate(LEETSPEAK)}
    texts |= {re.sub(r"(?<=\b\w)[\W_]+(?=\w\b)", "", nickname) for nickname in texts}
    for text in texts:
        short = _without_repetitions(text)
        if not _WORDS.isdisjoint(re.split(r"[\W_]+", text)):
            return True
        if not _SHORT_WORDS.isdisjoint(re.split(r"[\W_]+", short)):
            return True
        if any(part in short for part in _PARTS):
            return True
    return False


def _without_accents(text: str) -> str:
    parts = unicodedata.normalize("NFD", text)
    return "".join(character for character in parts if not unicodedata.combining(character))


_WORDS = frozenset(map(_without_accents, WORDS))
_SHORT_WORDS = {short for word in _WORDS if len(short := _without_repetitions(word)) > 3}
_PARTS = frozenset(map(_without_repetitions, PARTS))
