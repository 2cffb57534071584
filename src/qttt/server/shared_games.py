"""Sentences of senders about shared games: ``/p/goff/12_25?by=human~Ann.easy&me=X``."""

import re
import unicodedata
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from qttt.engine import Level
from qttt.game import Outcome
from qttt.texts.phrases import phrases

from .people.names import shown_name

PLAYERS = re.compile(r"([a-z-]+)(?:~([^./~]*))?\.([a-z-]+)(?:~([^./~]*))?")
"""The players, that of X first: ``human.easy``, ``human~Ann.human~Ben``."""
MAX_NAME = 20
PERSON = "human"
_KINDS = {PERSON: PERSON} | {str(level): level.removeprefix("thesis-") for level in Level}
"""Persons and the levels of the app, by their names in links."""


class SharedGame(NamedTuple):
    """The players of a shared game, and the seat of the sender if that is known."""

    x: str
    o: str
    x_name: str
    o_name: str
    me: str

    @property
    def query(self) -> str:
        """The parameters of its link."""
        seats = [
            f"{kind}~{name}" if name else kind
            for kind, name in ((self.x, self.x_name), (self.o, self.o_name))
        ]
        return urlencode({"by": ".".join(seats)} | ({"me": self.me} if self.me else {}), safe="~")

    def sentence(self, outcome: Outcome, language: str) -> str:
        """Return the sender's sentence about the result, as on the picture that the app draws."""
        phrase = phrases(language)
        winner = outcome.winner
        if not self.me:
            if winner is None:
                return phrase("share.draw")
            return phrase("share.wins", name=self._name(winner, language))
        opponent = self._name("O" if self.me == "X" else "X", language)
        result = "drew" if winner is None else "won" if winner == self.me else "lost"
        return phrase(f"share.{result}", opponent=opponent)

    def _name(self, player: str, language: str) -> str:
        kind, name = (self.x, self.x_name) if player == "X" else (self.o, self.o_name)
        if name:
            return shown_name(name, language)
        return player if kind == PERSON else phrases(language)(f"levels.{kind}")


def parse_shared(query: Mapping[str, str]) -> SharedGame | None:
    """Read the parameters of a link; None unless they name two players, as in a link that was cut.

    As in the app, players are persons or levels, and a level of the thesis is its namesake.
    """
    match = PLAYERS.fullmatch(query.get("by", "").replace("_", " "))
    if match is None or not {match[1], match[3]} <= _KINDS.keys():
        return None
    x, x_name, o, o_name = match.groups(default="")
    me = query.get("me", "")
    return SharedGame(
        _KINDS[x],
        _KINDS[o],
        plain_name(x_name),
        plain_name(o_name),
        me if me in ("X", "O") else "",
    )


def plain_name(name: str) -> str:
    """Return a name as in links: its letters, digits, spaces, hyphens and apostrophes.

    >>> plain_name("  <b>Zoë</b>  O'Neil ")
    "b Zoë b O'Neil"
    """
    kept = (character if _is_plain(character) else " " for character in name)
    return " ".join("".join(kept).split())[:MAX_NAME].strip()


def _is_plain(letter: str) -> bool:
    return letter in "'’ -" or unicodedata.category(letter)[0] in "LMN"
