"""Simulated clients: honest ones that follow the protocol, and careless ones that do not."""

import json
from random import Random
from typing import Any, Protocol

from qttt.play.log import EntryKind, LogEntry
from qttt.server.games.commands import CLAIMS
from qttt.server.games.terms import Terms
from tests.server.log_entries import parse_entry

from .referee import Broken, Facts, Referee, SentCommand


class Network(Protocol):
    """Carries a client's messages to the server."""

    def send(self, client: "SimulatedClient", text: str) -> None:
        """Send ``text``; it can get lost, late, duplicated or reordered."""


class SimulatedClient:
    """A client that follows one game after the other; ``entries`` is its copy of the log.

    A command is repeated with its id until it is answered. A careless client also sends invalid
    ones. With ``chats`` it opens the chat; all clients write sometimes.
    """

    def __init__(
        self,
        user: str,
        network: Network,
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
        self.entries: list[LogEntry] = []
        self.pending: SentCommand | None = None
        self.presence: tuple[list[str], int] | None = None
        self.readers: list[str] | None = None
        self.acknowledged = 0
        self._network = network
        self._referee = referee
        self._rng = rng
        self._count = 0
        self._sent: list[SentCommand] = []

    def follow(self, terms: Terms) -> None:
        """Follow a game instead of the current one."""
        if self.terms is None or self.terms.game != terms.game:
            self.terms, self.entries, self.pending = terms, [], None

    def resync(self) -> None:
        """Request missing entries, and repeat an unanswered command."""
        if self.terms:
            have = len(self.entries)
            self._send({"t": "watch", "game": self.terms.game, "have": have, "chat": self.chats})
        if self.pending:
            self._do(self.pending)

    def act(self) -> None:
        """Send a chat message or a command, if possible."""
        if self.terms is None:
            return
        if self._rng.random() < 0.02:
            self._send({"t": "chat", "game": self.terms.game, "text": self.user})
        elif self.is_careless and self._rng.random() < 0.5:
            self._blunder(self.terms)
        elif self.pending is None and (command := self._choose_command(self.terms)):
            self._count += 1
            kind, body = command
            id_ = f"{self.user[:4]}-{self._count}"
            lag = self._rng.choice((0, 0, 40, 5_000))
            self.pending = SentCommand(self.terms.game, id_, len(self.entries), kind, body, lag)
            self._do(self.pending)

    def receive(self, message: dict[str, Any]) -> None:
        """Process a message of the server."""
        if message.get("game") != (self.terms and self.terms.game):
            return
        if message["t"] in ("game", "presence"):
            self.presence, self.readers = (
                (message["present"], message["watching"]),
                message.get("chat"),
            )
        if message["t"] == "chat":
            self._check_chat(message["seat"], message["text"])
        if message["t"] in ("game", "entries"):
            self._learn([parse_entry(entry) for entry in message["entries"]])
        elif (
            message["t"] in ("done", "refused")
            and self.pending
            and message["id"] == self.pending.id
        ):
            if message["t"] == "refused" and message["code"] == "unavailable":
                return
            self.acknowledged += message["t"] == "done"
            self.pending = None

    @property
    def facts(self) -> Facts | None:
        """The facts about the game at the version that this client has."""
        if self.terms is None:
            return None
        return self._referee.facts[self.terms.game][len(self.entries)]

    def _check_chat(self, seat: str, writer: str) -> None:
        """Check that only players with an open chat get messages, from the right seat."""
        terms = self.terms
        is_reader = terms and self.chats and terms.seat_of(self.user) and not terms.room
        if not is_reader or (terms and terms.seat_of(writer) != seat):
            raise Broken(f"a chat is between its players: {self.user} got {seat}, {writer}")

    def _learn(self, entries: list[LogEntry]) -> None:
        for entry in entries:
            if entry.version <= len(self.entries):
                if self.entries[entry.version - 1] != entry:
                    raise Broken(f"the same view for all: {entry}")
            elif entry.version == len(self.entries) + 1:
                self.entries.append(entry)
            else:
                self.resync()
                return

    # --- commands --------------------------------------------------------------------------------

    def _choose_command(self, terms: Terms) -> tuple[EntryKind, str] | None:
        seat, facts, chance = terms.seat_of(self.user), self.facts, self._rng.random()
        if seat is None or facts is None:
            return None
        is_alone = self.presence is not None and self.presence[0] == [seat]
        if is_alone and facts.decider and facts.decider != seat:
            return (self._rng.choice(CLAIMS), "") if chance < 0.2 else None
        offered = [kind for kind, offer in facts.offers if offer.seat != seat]
        if offered and chance < 0.7:
            answer = "accept" if chance < 0.3 else "decline"
            return EntryKind(offered[0].replace("offer", answer)), ""
        if facts.is_over:
            return (EntryKind.OFFER_REMATCH, "") if chance < 0.2 and not facts.next_game else None
        if chance > 0.93:
            kinds = (
                EntryKind.OFFER_DRAW,
                EntryKind.OFFER_TAKEBACK,
                EntryKind.RESIGN,
                EntryKind.ABORT,
            )
            return self._rng.choices(kinds, (4, 8, 1, 1))[0], ""
        if facts.decider == seat:
            return EntryKind.MOVE, self._rng.choice(facts.moves)
        return None

    def _blunder(self, terms: Terms) -> None:
        """Send a command that is probably invalid."""
        rng, at = self._rng, len(self.entries)
        kind = rng.choice(list(EntryKind))
        body = rng.choice(("12", "21", "@5", "19", "55", "99", "x", "")) if kind == "move" else ""
        self._count += 1
        id_ = f"{self.user[:4]}-{self._count}"
        choices = [SentCommand(terms.game, id_, max(0, at - rng.randrange(3)), kind, body)]
        if self._sent:
            old = rng.choice(self._sent)
            choices += [old, old._replace(kind=kind, body=body), old._replace(at=at)]
        if self.entries:
            choices.append(
                SentCommand(terms.game, rng.choice(self.entries).id or "x", at, kind, body)
            )
        choices.append(
            SentCommand(terms.game, id_, at, EntryKind.MOVE, rng.choice(("19", "55", "99", "x")))
        )
        if rng.random() < 0.1:
            junk = (
                "",
                "{",
                "[]",
                '{"t":"move"}',
                '{"t":"do"}',
                '{"t":"watch","game":"0123456789"}',
            )
            self._network.send(self, rng.choice(junk))
        else:
            self._do(rng.choice(choices))

    def _do(self, do: SentCommand) -> None:
        self._sent = [*self._sent[-8:], do]
        self._referee.on_command(self.user, do)
        self._send({"t": "do", **do._asdict()})

    def _send(self, message: dict[str, object]) -> None:
        self._network.send(self, json.dumps(message))
