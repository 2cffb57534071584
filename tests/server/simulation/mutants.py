"""Hubs with one mistake each, such as careful programmers make: all must be found out."""

from collections.abc import Callable, Sequence
from typing import Any

from qttt.game import Player
from qttt.server.games import Append, Entry, Game, Span, Terms
from qttt.server.hub import Hub
from qttt.server.hub.elsewhere import Elsewhere
from qttt.server.hub.table import Table
from qttt.server.hub.waiting import Asked, Hint, Writing
from qttt.server.protocol import outgoing


def mutant(table: type[Table]) -> Callable[..., Hub]:
    """What makes hubs whose tables are of that kind."""

    class Mutant(Hub):
        def _table(self, game: str) -> Table:
            if game not in self._tables:
                made = table(game, self._out, self._new_game, self._refresh, self._chat)
                self._tables[game] = made
            return self._tables[game]

    return Mutant


class AcknowledgesTooEarly(Table):
    """It says that a wish is granted before that is stored."""

    def _submit(self, game: Game, entries: tuple[Entry, ...], asked: Asked | None = None) -> None:
        super()._submit(game, entries, asked)
        if asked and entries:
            self.followers.send(
                asked.client, outgoing.done(self.name, asked.do.id, entries[0].version)
            )


class ShowsTooEarly(Table):
    """It shows what it only hopes to store."""

    def _submit(self, game: Game, entries: tuple[Entry, ...], asked: Asked | None = None) -> None:
        super()._submit(game, entries, asked)
        if entries:
            self.followers.show(game, self.used)


class BelievesHints(Table):
    """It takes the entries of others without looking whether something is missing before them."""

    def _hint(self, game: Game, hint: Hint) -> None:
        for entry in hint.entries:
            if entry.version > game.version:
                game.entries += [entry] * (entry.version - game.version)
        self.followers.show(game, hint.at)


class BeginsNothing(Table):
    """It tells of a rematch that it leaves to somebody else to begin."""

    def _submit(self, game: Game, entries: tuple[Entry, ...], asked: Asked | None = None) -> None:
        super()._submit(game, entries, asked)
        if self.flight and self.flight.append.begins:
            self.flight = self.flight._replace(append=self.flight.append._replace(begins=None))
            self._out[-1] = self.flight.append


class ForgetsIds(Table):
    """It does not recognise a wish that comes a second time."""

    def _ask(self, game: Game, asked: Asked) -> None:
        game.ids.clear()
        super()._ask(game, asked)


class KeepsWhatFailed(Table):
    """It goes on with entries of which the store has not said that it has them."""

    def unavailable(self, append: Append, now: int) -> None:
        game = self.game
        super().unavailable(append, now)
        self.game = game


class IgnoresConflicts(Table):
    """It believes that whatever it asks the store for is done."""

    def appended(self, append: Append, result: Any, now: int) -> None:
        super().appended(append, "stored", now)


class TrustsTheSeat(Table):
    """It lets whoever asks act for the one who decides."""

    def _ask(self, game: Game, asked: Asked) -> None:
        who = game.terms.x if game.decider is Player.X else game.terms.o
        super()._ask(game, asked._replace(user=who.user))


class ForgetsDowntime(Table):
    """It charges players for the time in which it could not be reached."""

    def loaded(
        self, terms: Terms, entries: Sequence[Entry], downtimes: Sequence[Span], now: int
    ) -> None:
        super().loaded(terms, entries, (), now)


class RemembersTheDead(Table):
    """It counts those for ever who were connected to a process that died."""

    def __init__(self, *options: Any) -> None:
        super().__init__(*options)
        self.followers.elsewhere = Faithful()


class Faithful(Elsewhere):
    def has_moved(self, now: int) -> bool:
        return super().has_moved(0)


class TellsAllWhatIsWritten(Table):
    """It takes what players write to each other for something that everybody may hear."""

    def _write(self, game: Game, writing: Writing) -> None:
        super()._write(game, writing)
        if seat := game.terms.seat(writing.user):
            self.followers.tell(outgoing.chat(self.name, seat, writing.text))
