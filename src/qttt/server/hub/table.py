"""One game in memory: who follows it, what waits to be done in it, and what is being stored.

One thing happens at a time. While the store is asked to add entries, the game here is ahead of it
and nobody is shown anything; if they cannot be added it is dropped and read again, and what was
wished is decided anew. So what clients see is always a part of what is stored.
"""

from collections import deque
from collections.abc import Callable, Sequence

from qttt.server.games import (
    Append,
    Appended,
    Code,
    Command,
    CorruptLog,
    Entry,
    Game,
    Kind,
    Refusal,
    Span,
    Terms,
    decide,
    fall,
)
from qttt.server.games.game import COIN_PATIENCE
from qttt.server.protocol import outgoing

from .duties import asks, overdue, own
from .effects import Effect, Load, Publish, Report, Stop
from .followers import Followers
from .waiting import (
    Asked,
    Fallen,
    Flight,
    Hint,
    Item,
    Overdue,
    Saying,
    Thought,
    Watching,
    Writing,
)

MOST_TRIES = 8
"""So often may others be faster in one game until a client is asked to try again later."""
MOST_WAITING = 1_000
"""So much may wait at one game."""
RETRY = 1_000
"""After so many milliseconds the store is asked again that could not be reached."""


class Table:
    """The game of that name; ``out`` takes the effects, ``new_game`` names rematches.

    With ``refresh`` the game is read again after so many milliseconds, in case that nobody has told
    what other processes stored. With ``chat`` its players may write to each other.
    """

    def __init__(
        self,
        name: str,
        out: list[Effect],
        new_game: Callable[[], str],
        refresh: int | None = None,
        chat: bool = False,
    ) -> None:
        self.name = name
        self.game: Game | None = None
        self.followers = Followers(name, out, chat)
        self.queue: deque[Item] = deque()
        self.flight: Flight | None = None
        self.used = 0
        self._out = out
        self._new_game = new_game
        self._refresh = refresh
        self._read = 0
        self._retry = 0
        self._is_loading = False
        self._is_guest = False
        self._pending = -1
        self._downtimes: Sequence[Span] = ()

    # --- how it stands ---------------------------------------------------------------------------

    @property
    def alarm(self) -> int | None:
        """When ``work`` has to be called if nothing happens until then."""
        if self.game is None:
            return self._retry if self.is_wanted and not self._is_loading else None
        alarms = [self.game.deadline] if self.game.deadline else []
        if self._is_guest and not self.game.is_over:
            alarms.append(self.game.touched + COIN_PATIENCE)
        if self._refresh and self.followers.seats:
            alarms.append(self._read + self._refresh)
        return min(alarms, default=None)

    @property
    def room(self) -> str:
        """The class room to which the game belongs; empty if it does not, or is not here."""
        return self.game.terms.room if self.game else ""

    @property
    def is_wanted(self) -> bool:
        """True if there is somebody or something for whom the game has to be here."""
        return bool(self.followers.seats or self.queue)

    @property
    def is_idle(self) -> bool:
        """True if the game can be forgotten: whoever needs it can have it read again."""
        return not (self.is_wanted or self.flight or self._is_loading or self._is_pending)

    @property
    def is_busy(self) -> bool:
        """True while somebody waits for the answer to what they have decided."""
        return bool(self.flight) or any(isinstance(each, Asked) for each in self.queue)

    @property
    def clients(self) -> set[int]:
        """The clients that follow the game, or wait for it in order to follow it."""
        waiting = {each.client for each in self.queue if isinstance(each, Watching)}
        return waiting.union(self.followers.seats)

    @property
    def _is_pending(self) -> bool:
        return self.game is not None and self._pending == self.game.version

    # --- what the hub tells it -------------------------------------------------------------------

    def put(self, item: Item) -> None:
        """Let ``item`` wait for its turn; ``work`` is to be called next."""
        if len(self.queue) >= MOST_WAITING:
            self._refuse(item, Code.UNAVAILABLE, "too much is waiting in this game")
        else:
            self.queue.append(item)

    def read_again(self, refresh: int) -> None:
        """Have the game read when it is next worked on, and so often from then on."""
        self._refresh, self._read = refresh, 0

    def leave(self, client: int) -> None:
        """Let a client follow the game no more; without a clock nobody thinks for nobody."""
        self.followers.leave(client)
        if self._is_pending and not self.followers.seats and self.alarm is None:
            self._stop()
        self.queue = deque(
            each
            for each in self.queue
            if not (isinstance(each, Watching) and each.client == client)
        )

    def loaded(
        self, terms: Terms, entries: Sequence[Entry], downtimes: Sequence[Span], now: int
    ) -> None:
        """The store has this of the game; who follows it is told what is new."""
        self._is_loading = False
        try:
            game = Game(terms)
            for entry in entries:
                game.apply(entry)
        except (ValueError, CorruptLog) as error:
            self._out.append(Report(f"game {self.name} cannot be read: {error}"))
            return self.unloaded(now)
        if game.version < self.followers.shown:
            self._out.append(Report(f"the store has lost entries of game {self.name}"))
            return self.unloaded(now)
        self.game, self._is_guest = game, False
        self._downtimes = [span for span in downtimes if game.touched < span.end]
        self.followers.show(game, now)
        return None

    def forgotten(self) -> None:
        """Nobody needs the game any more, or the store has no such game."""
        self._is_loading = False
        self._refuse_all(Code.NO_SUCH_GAME, f"there is no game {self.name}")
        self.followers.seats.clear()
        if self.game:
            self.game.match.root.fell()

    def unloaded(self, now: int) -> None:
        """The store could not be read."""
        self._is_loading, self._retry = False, now + RETRY
        self._refuse_all(Code.UNAVAILABLE, "the game cannot be read now: try again")

    def appended(self, append: Append, result: Appended, now: int) -> None:
        """The store has answered to ``append``."""
        flight = self._landed(append)
        if flight is None:
            return
        if result == "stored":
            self._stored(flight, now)
            return
        self.game = None
        if flight.asked is None:
            return
        again = flight.asked._replace(tries=flight.asked.tries + 1)
        if again.tries < MOST_TRIES:
            self.queue.appendleft(again)
        else:
            self._refuse(again, Code.UNAVAILABLE, "others were faster: try again")

    def unavailable(self, append: Append, now: int) -> None:
        """The store could not be asked, or has not said whether it added the entries."""
        flight = self._landed(append)
        if flight is None:
            return
        self.game, self._retry = None, now + RETRY
        if flight.asked:
            why = "it is not known whether this was stored: send it again under the same id"
            self._refuse(flight.asked, Code.UNAVAILABLE, why)

    def _landed(self, append: Append) -> Flight | None:
        """What was under way, if it was this; an answer that nobody waits for is passed over."""
        flight = self.flight
        if flight is None or flight.append != append:
            return None
        self.flight = None
        return flight

    # --- work ------------------------------------------------------------------------------------

    def work(self, now: int) -> None:
        """Do what can be done now: all that waits, until something has to be stored."""
        self.used = now
        if self._refresh and self.flight is None and now >= self._read + self._refresh:
            self.game = None
        while self.queue and (game := self._free) is not None:
            self._next(game, self.queue[0])
        if (game := self._free) is not None:
            self._attend(game, now)
        if self.game is None:
            self._fetch(now)

    @property
    def _free(self) -> Game | None:
        """The game if something can be done in it now."""
        return None if self.flight else self.game

    def _fetch(self, now: int) -> None:
        if self.is_wanted and not self._is_loading and now >= self._retry:
            self._is_loading, self._read = True, now
            self._out.append(Load(self.name))

    def _next(self, game: Game, item: Item) -> None:
        if not isinstance(item, Hint) and (late := overdue(game, self._downtimes, item.at)):
            self._submit(game, late)
            return
        self.queue.popleft()
        match item:
            case Asked():
                self._ask(game, item)
            case Watching():
                self.followers.join(game, item)
            case Saying():
                self._say(game, item)
            case Writing():
                self._write(game, item)
            case Hint():
                self._hint(game, item)
            case Fallen():
                self._has_decided(item.version)
                if item.version == game.version:
                    self._submit(game, fall(game, item.toss, item.at))
            case Thought():
                self._move(game, item)
            case Overdue():
                pass  # what was due has been done before

    def _attend(self, game: Game, now: int) -> None:
        """Look after what is the server's own to do."""
        if self._pending not in (-1, game.version):
            self._stop()
        late = overdue(game, self._downtimes, now)
        if entries := late or own(game, now, self._new_game):
            self._submit(game, entries)
        elif not self._is_pending and not self._is_left_to_others(game, now):
            self._have_decided(game)

    def _have_decided(self, game: Game) -> None:
        """Have a coin or a computer decide, if the decision is theirs."""
        if asked := asks(game):
            self._pending = game.version
            self._out.append(asked)

    def _has_decided(self, version: int) -> None:
        """A coin or a computer has answered for that version, late perhaps."""
        if self._pending == version:
            self._pending = -1

    def _stop(self) -> None:
        """Wait for no coin or computer any more."""
        self._pending = -1
        self._out.append(Stop(self.name))

    def _is_left_to_others(self, game: Game, now: int) -> bool:
        """True while the process that stored the last entry should see to what follows."""
        return self._is_guest and now < game.touched + COIN_PATIENCE

    # --- what waited -----------------------------------------------------------------------------

    def _ask(self, game: Game, asked: Asked) -> None:
        seat, do = game.terms.seat(asked.user), asked.do
        if seat is None:
            self._refuse(asked, Code.NOT_SEATED, "you do not play in this game")
            return
        known = game.ids.get(do.id)
        if known and known.seat == seat:
            self.followers.send(asked.client, outgoing.done(self.name, do.id, known.version))
            return
        body = self._new_game() if do.kind is Kind.ACCEPT_REMATCH else do.body
        command = Command(do.kind, body, do.id, do.at)
        try:
            entries = decide(game, seat, command, asked.at, do.lag)
        except Refusal as error:
            if self._is_behind(asked):
                self.queue.appendleft(asked)
                self.game = None
            else:
                self._refuse(asked, error.code, error.message)
        else:
            self._submit(game, entries, asked)

    def _is_behind(self, asked: Asked) -> bool:
        """True if others may have stored something before this was asked, which is not here."""
        return self._refresh is not None and self._read < asked.at

    def _say(self, game: Game, saying: Saying) -> None:
        seat = game.terms.seat(saying.user)
        if seat is None:
            self._refuse(saying, Code.NOT_SEATED, "only players can say something here")
            return
        if game.terms.room:
            self._refuse(saying, Code.NOT_ALLOWED, "nobody talks in the games of a class room")
            return
        text = outgoing.phrase(self.name, seat, saying.n)
        self.followers.tell(text)
        self._out.append(Publish("phrase", text))

    def _write(self, game: Game, writing: Writing) -> None:
        try:
            self.followers.chat.write(game.terms, writing)
        except Refusal as error:
            self._refuse(writing, error.code, error.message)

    def _hint(self, game: Game, hint: Hint) -> None:
        news = [each for each in hint.entries if each.version > game.version]
        if not news:
            return
        try:
            for entry in news:
                game.apply(entry)
        except CorruptLog:  # something is missing before it, which the store has
            self.game = None
        else:
            self._is_guest = True
            self.followers.show(game, hint.at)

    def _move(self, game: Game, thought: Thought) -> None:
        self._has_decided(thought.version)
        if thought.version != game.version or game.decider is None:
            return
        command = Command(Kind.MOVE, thought.move, "", game.version)
        try:
            entries = decide(game, game.decider, command, thought.at)
        except Refusal as error:
            self._out.append(Report(f"in game {self.name} a computer is refused: {error}"))
        else:
            self._submit(game, entries)

    # --- what comes of it ------------------------------------------------------------------------

    def _submit(self, game: Game, entries: tuple[Entry, ...], asked: Asked | None = None) -> None:
        """Have the store add these; until it has, nothing else happens here."""
        if entries:
            self.flight = Flight(game.advance(entries), asked)
            self._out.append(self.flight.append)

    def _stored(self, flight: Flight, now: int) -> None:
        append, asked, game = *flight, self.game
        if game is None:
            return
        self._is_guest = False
        if asked:
            version = append.entries[0].version
            self.followers.send(asked.client, outgoing.done(self.name, asked.do.id, version))
        self._out.append(Publish("entries", self.followers.show(game, now)))
        if append.result:
            self._out.append(Publish("lobby", ""))

    def _refuse(self, item: Item, code: Code, message: str) -> None:
        self.followers.refuse(item, code, message, self.game.version if self.game else None)

    def _refuse_all(self, code: Code, message: str) -> None:
        for item in self.queue:
            self._refuse(item, code, message)
        self.queue.clear()
