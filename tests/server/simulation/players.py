"""Clients of the simulation: those that keep to the protocol, and those that do not."""

import json
from random import Random
from typing import Any, Protocol

from qttt.server.games import Entry, Kind, Terms, read_entry
from qttt.server.protocol import Do

from .referee import Broken, Facts, Referee


class Line(Protocol):
    """How a client reaches the server."""

    def say(self, client: "Client", text: str) -> None:
        """Send ``text``, which may be lost, late, twice or overtaken."""


class Client:
    """Somebody who follows one game after the other; ``entries`` is what is known of it.

    A wish is repeated under its id until it is answered. A careless one also does whatever comes to
    mind. One that ``chats`` opens the chat; all write now and then.
    """

    def __init__(
        self,
        user: str,
        line: Line,
        referee: Referee,
        rng: Random,
        *,
        is_careless: bool,
        chats: bool,
    ) -> None:
        self.user = user
        self.is_careless = is_careless
        self.chats = chats
        self.terms: Terms | None = None
        self.entries: list[Entry] = []
        self.pending: Do | None = None
        self.presence: tuple[list[str], int] | None = None
        self.readers: list[str] | None = None
        self.acknowledged = 0
        self._line = line
        self._referee = referee
        self._rng = rng
        self._count = 0
        self._said: list[Do] = []

    def follow(self, terms: Terms) -> None:
        """Turn to that game."""
        if self.terms is None or self.terms.game != terms.game:
            self.terms, self.entries, self.pending = terms, [], None

    def resync(self) -> None:
        """Ask for what was missed, and once more for what was not answered."""
        if self.terms:
            have = len(self.entries)
            self._say({"t": "watch", "game": self.terms.game, "have": have, "chat": self.chats})
        if self.pending:
            self._do(self.pending)

    def act(self) -> None:
        """Do something, if there is anything to be done."""
        if self.terms is None:
            return
        if self._rng.random() < 0.02:
            self._say({"t": "chat", "game": self.terms.game, "text": self.user})
        elif self.is_careless and self._rng.random() < 0.5:
            self._blunder(self.terms)
        elif self.pending is None and (wish := self._wish(self.terms)):
            self._count += 1
            kind, body = wish
            id_ = f"{self.user[:4]}-{self._count}"
            lag = self._rng.choice((0, 0, 40, 5_000))
            self.pending = Do(self.terms.game, id_, len(self.entries), kind, body, lag)
            self._do(self.pending)

    def hear(self, said: dict[str, Any]) -> None:
        """The server has said that."""
        if said.get("game") != (self.terms and self.terms.game):
            return
        if said["t"] in ("game", "presence"):
            self.presence, self.readers = (said["present"], said["watching"]), said.get("chat")
        if said["t"] == "chat":
            self._read(said["seat"], said["text"])
        if said["t"] in ("game", "entries"):
            self._learn([read_entry(each) for each in said["entries"]])
        elif said["t"] in ("done", "refused") and self.pending and said["id"] == self.pending.id:
            if said["t"] == "refused" and said["code"] == "unavailable":
                return
            self.acknowledged += said["t"] == "done"
            self.pending = None

    @property
    def facts(self) -> Facts | None:
        """What can be known about the game as far as it is known."""
        if self.terms is None:
            return None
        return self._referee.facts[self.terms.game][len(self.entries)]

    def _read(self, seat: str, writer: str) -> None:
        """What is written is for players who have opened the chat, and from the one it says."""
        terms = self.terms
        is_reader = terms and self.chats and terms.seat(self.user) and not terms.room
        if not is_reader or (terms and terms.seat(writer) != seat):
            raise Broken(f"a chat is between its players: {self.user} hears {seat}, {writer}")

    def _learn(self, news: list[Entry]) -> None:
        for entry in news:
            if entry.version <= len(self.entries):
                if self.entries[entry.version - 1] != entry:
                    raise Broken(f"the same view for all: {entry}")
            elif entry.version == len(self.entries) + 1:
                self.entries.append(entry)
            else:
                self.resync()
                return

    # --- wishes ----------------------------------------------------------------------------------

    def _wish(self, terms: Terms) -> tuple[Kind, str] | None:
        seat, facts, chance = terms.seat(self.user), self.facts, self._rng.random()
        if seat is None or facts is None:
            return None
        offered = [kind for kind, offer in facts.offers if offer.seat != seat]
        if offered and chance < 0.7:
            answer = "accept" if chance < 0.3 else "decline"
            return Kind(offered[0].replace("offer", answer)), ""
        if facts.is_over:
            return (Kind.OFFER_REMATCH, "") if chance < 0.2 and not facts.next_game else None
        if chance > 0.93:
            kinds = (Kind.OFFER_DRAW, Kind.OFFER_TAKEBACK, Kind.RESIGN, Kind.ABORT)
            return self._rng.choices(kinds, (4, 8, 1, 1))[0], ""
        if facts.decider == seat:
            return Kind.MOVE, self._rng.choice(facts.moves)
        return None

    def _blunder(self, terms: Terms) -> None:
        """Something that should be refused, mostly."""
        rng, at = self._rng, len(self.entries)
        kind = rng.choice(list(Kind))
        body = rng.choice(("12", "21", "@5", "19", "55", "99", "x", "")) if kind == "move" else ""
        self._count += 1
        id_ = f"{self.user[:4]}-{self._count}"
        choices = [Do(terms.game, id_, max(0, at - rng.randrange(3)), kind, body)]
        if self._said:
            old = rng.choice(self._said)
            choices += [old, old._replace(kind=kind, body=body), old._replace(at=at)]
        if self.entries:
            choices.append(Do(terms.game, rng.choice(self.entries).id or "x", at, kind, body))
        choices.append(Do(terms.game, id_, at, Kind.MOVE, rng.choice(("19", "55", "99", "x"))))
        if rng.random() < 0.1:
            junk = (
                "",
                "{",
                "[]",
                '{"t":"move"}',
                '{"t":"do"}',
                '{"t":"watch","game":"0123456789"}',
            )
            self._line.say(self, rng.choice(junk))
        else:
            self._do(rng.choice(choices))

    def _do(self, do: Do) -> None:
        self._said = [*self._said[-8:], do]
        self._referee.asked(self.user, do)
        self._say({"t": "do", **do._asdict()})

    def _say(self, said: dict[str, object]) -> None:
        self._line.say(self, json.dumps(said))
