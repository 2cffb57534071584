"""The hub of one process: it is told what happens, and returns what is to be done about it.

It does no I/O and reads no clock, so that a test can run it with any network, store and time.
"""

import json
from collections.abc import Callable, Sequence

from qttt.play import Toss
from qttt.server.games import (
    Append,
    Appended,
    Code,
    Entry,
    Span,
    Terms,
    Who,
    game_id,
    read_entry,
)
from qttt.server.protocol import (
    BadMessageError,
    Chat,
    Do,
    Leave,
    LeaveLobby,
    LeaveRoom,
    Lobby,
    Phrase,
    Ping,
    Room,
    Watch,
    outgoing,
    read_message,
)

from .alarms import Alarms
from .clients import MOST_IDLE, MOST_STRIKES, MOST_WATCHED, Bucket, Client, Crowd
from .effects import ENDED, FLOOD, IDLE, STOPPING, Close, Effect, Load, Publish, Send, Topic
from .herald import Herald
from .onlookers import Onlookers
from .presence import Presence
from .table import Table
from .waiting import Asked, Fallen, Hint, Item, Overdue, Saying, Thought, Watching, Writing

SWEEP = 1_000
"""How often the hub looks for clients that are gone and for games that nobody needs."""
KEPT = 20_000
"""So long a game stays in memory that nobody follows."""


class Hub:
    """What one process knows of its clients and of the games that they follow.

    ``version`` is the program's, told to clients. ``new_game`` names rematches. ``downtimes``
    are when no process served anybody, of late. ``refresh`` is how often a game that is
    followed is read again; None where no other process writes to the store. ``process`` is what
    other processes know this one by; empty where there are none. With ``chat`` players may write.

    Each call returns the effects in their order. ``now`` is the time in milliseconds.
    """

    def __init__(
        self,
        version: str,
        *,
        new_game: Callable[[], str] = game_id,
        downtimes: Sequence[Span] = (),
        refresh: int | None = None,
        process: str = "",
        chat: bool = False,
    ) -> None:
        self._version = version
        self._chat = chat
        self._new_game = new_game
        self._downtimes = downtimes
        self._refresh = refresh
        self._crowd = Crowd()
        self._lobby: set[int] = set()
        self._rooms = Onlookers()
        self._told = ""
        self._tables: dict[str, Table] = {}
        self._alarms = Alarms()
        self._swept = 0
        self._out: list[Effect] = []
        self._herald = Herald(self._crowd, self._out)
        self._presence = Presence(process, self._tables, self._out)

    @property
    def games(self) -> int:
        """How many games are in memory."""
        return len(self._tables)

    @property
    def is_busy(self) -> bool:
        """True while somebody waits for the answer to what they have decided."""
        return any(table.is_busy for table in self._tables.values())

    # --- clients ---------------------------------------------------------------------------------

    def connect(self, client: int, who: Who | None, now: int) -> list[Effect]:
        """A client has come, under a number that no other has; it is greeted."""
        self._crowd.add(Client.new(client, who, now))
        self._send(client, outgoing.hello(who, now, self._version))
        if who:
            self._herald.come(who)
        return self._done()

    def disconnect(self, client: int, now: int) -> list[Effect]:
        """A client is gone; what it has wished before is still done."""
        here = self._crowd.remove(client)
        if here is None:
            return []
        for game in here.watched:
            self._leave_table(game, client)
        self._lobby.discard(client)
        self._rooms.leave(client)
        return self._done()

    @property
    def sessions(self) -> dict[str, str]:
        """The sessions by which somebody is here, each with its user."""
        return self._crowd.sessions

    def ended(self, user: str, session: str, now: int) -> list[Effect]:
        """A session of that user has ended, or all of them if none is named, here and elsewhere.

        Whoever was here by it is nobody from now on, and is sent away.
        """
        self._out.append(Publish("ended", json.dumps([user, session])))
        self._expel(user, session)
        return self._done()

    def _expel(self, user: str, session: str) -> None:
        for client in self._crowd.expel(user, session):
            self._out.append(Close(client, ENDED, "the session has ended"))

    def receive(self, client: int, text: str, now: int) -> list[Effect]:
        """A client has sent ``text``."""
        here = self._crowd.clients.get(client)
        if here is None:
            return []
        here.heard = now
        if not here.messages.take(now):
            self._too_fast(here)
            return self._done()
        here.strikes = 0
        try:
            self._read(here, text, now)
        except BadMessageError as error:
            refused = outgoing.refused(error.code, error.message, id_=error.id, game=error.game)
            self._send(client, refused)
        return self._done()

    def _read(self, client: Client, text: str, now: int) -> None:
        match read_message(text):
            case Do() as do:
                self._put(do.game, Asked(client.number, client.user, do, now), now)
            case Watch() as watch:
                self._watch(client, watch, now)
            case Leave(game):
                self._leave(client, game)
            case Ping(n):
                self._send(client.number, outgoing.pong(n, now))
            case Phrase(game, n):
                self._say(client.phrases, game, Saying(client.number, client.user, n, now))
            case Chat(game, written):
                self._say(client.chats, game, Writing(client.number, client.user, written, now))
            case Lobby():
                self._lobby.add(client.number)
                if self._told:
                    self._send(client.number, self._told)
            case LeaveLobby():
                self._lobby.discard(client.number)
            case Room(room):
                self._rooms.follow(client.number, room)
            case LeaveRoom():
                self._rooms.leave(client.number)

    def _watch(self, client: Client, watch: Watch, now: int) -> None:
        game = watch.game
        if len(client.watched) >= MOST_WATCHED and game not in client.watched:
            why = f"a client follows no more than {MOST_WATCHED} games"
            self._send(client.number, outgoing.refused(Code.TOO_MANY, why, game=game))
            return
        client.watched.add(game)
        self._put(game, Watching(client.number, client.user, watch.have, now, watch.chat), now)

    def _leave(self, client: Client, game: str) -> None:
        if game in client.watched:
            client.watched.remove(game)
            self._leave_table(game, client.number)

    def _leave_table(self, game: str, client: int) -> None:
        if table := self._tables.get(game):
            table.leave(client)

    def _say(self, bucket: Bucket, game: str, said: Saying | Writing) -> None:
        if bucket.take(said.at):
            self._put(game, said, said.at)
        else:
            why = "so many words are too many: wait a little"
            self._send(said.client, outgoing.refused(Code.TOO_FAST, why, game=game))

    def _too_fast(self, client: Client) -> None:
        client.strikes += 1
        if client.strikes == MOST_STRIKES:
            self._out.append(Close(client.number, FLOOD, "too many messages"))
        elif client.strikes < MOST_STRIKES:
            why = "so many messages are too many: wait a little"
            self._send(client.number, outgoing.refused(Code.TOO_FAST, why))

    # --- the store -------------------------------------------------------------------------------

    def loaded(
        self, game: str, found: tuple[Terms, Sequence[Entry]] | None, now: int
    ) -> list[Effect]:
        """The store has answered to ``Load``; None if it has no such game."""
        table = self._tables.get(game)
        if table is None:
            return []
        if found is None:
            self._forget(table)
        else:
            table.loaded(*found, self._downtimes, now)
            self._work(table, now)
        return self._done()

    def appended(self, append: Append, result: Appended, now: int) -> list[Effect]:
        """The store has answered to ``Append``."""
        if table := self._tables.get(append.game):
            table.appended(append, result, now)
            if result == "stored" and append.result and table.room:
                self._room_is_old(table.room)
            self._work(table, now)
        if result == "stored" and append.begins:
            self._herald.begun(append.begins)
        return self._done()

    def unavailable(self, asked: Load | Append, now: int) -> list[Effect]:
        """The store could not be asked, or has not answered."""
        if table := self._tables.get(asked.game):
            if isinstance(asked, Load):
                table.unloaded(now)
            else:
                table.unavailable(asked, now)
            self._work(table, now)
        return self._done()

    def created(self, terms: Terms, now: int) -> list[Effect]:
        """A game has been created by this process; its players are told, here and elsewhere."""
        self._herald.begun(terms)
        return self._done()

    def found(self, user: str, game: str, now: int) -> list[Effect]:
        """While that user was away somebody has taken a seek of theirs; they are told now."""
        self._herald.found(user, game)
        return self._done()

    def overdue(self, games: Sequence[str], now: int) -> list[Effect]:
        """In these games somebody may have taken too long, as the store says."""
        for game in games:
            self._put(game, Overdue(now), now)
        return self._done()

    # --- others ----------------------------------------------------------------------------------

    def thrown(self, game: str, version: int, toss: Toss, now: int) -> list[Effect]:
        """The coin has fallen."""
        self._put(game, Fallen(version, toss, now), now)
        return self._done()

    def thought(self, game: str, version: int, move: str, now: int) -> list[Effect]:
        """A computer has chosen a move."""
        self._put(game, Thought(version, move, now), now)
        return self._done()

    def heard(self, topic: Topic, text: str, now: int) -> list[Effect]:
        """Another process has published something; whatever is missed costs time and nothing else.

        The lobby is the shell's: it answers with ``lobby``.
        """
        match topic:
            case "entries":
                said = json.loads(text)
                self._hint(said["game"], tuple(map(read_entry, said["entries"])), now)
            case "phrase":
                if table := self._tables.get(json.loads(text)["game"]):
                    table.followers.tell(text)
            case "chat":
                if table := self._tables.get(json.loads(text)["game"]):
                    table.followers.chat.tell(text)
            case "started":
                self._herald.announce(Terms.from_json(text))
            case "room":
                self._rooms.is_old(text)
            case "presence":
                self._presence.hear(text, now)
            case "ended":
                self._expel(*json.loads(text))
            case "lobby":
                pass
        return self._done()

    def lobby(self, text: str, now: int) -> list[Effect]:
        """The lobby is now so: whoever follows it is told, also who does so later."""
        self._told = text
        if self._lobby:
            self._out.append(Send(tuple(self._lobby), text))
        return self._done()

    def room_changed(self, room: str, now: int) -> list[Effect]:
        """A class room has been changed by this process: whoever follows it is told soon."""
        self._room_is_old(room)
        return self._done()

    def _room_is_old(self, room: str) -> None:
        self._rooms.is_old(room)
        self._out.append(Publish("room", room))

    # --- time ------------------------------------------------------------------------------------

    def tick(self, now: int) -> list[Effect]:
        """Time has passed; to be called some ten times a second."""
        for game in self._alarms.off(now):
            if table := self._tables.get(game):
                self._work(table, now)
        if now >= self._swept + SWEEP:
            self._swept = now
            self._sweep(now)
        return self._done()

    def read_again(self, refresh: int, now: int) -> list[Effect]:
        """Read what is followed now, and from now on so often: other processes may write unheard.

        For a hub that has a ``refresh``.
        """
        self._refresh = refresh
        for table in self._tables.values():
            table.read_again(refresh)
            self._work(table, now)
        return self._done()

    def stop(self, again: int, now: int) -> list[Effect]:
        """The process ends: all clients are told to come again after ``again`` milliseconds."""
        clients = tuple(self._crowd.clients)
        if clients:
            self._out.append(Send(clients, outgoing.bye(again)))
        self._out += [Close(client, STOPPING, "the server stops") for client in clients]
        return self._done()

    def _sweep(self, now: int) -> None:
        for client in self._crowd.clients.values():
            if client.heard + MOST_IDLE < now:
                self._out.append(Close(client.number, IDLE, "nothing was heard for too long"))
        for table in list(self._tables.values()):
            if table.used + KEPT < now and table.is_idle:
                self._forget(table)
        self._presence.tell(now)
        for clients, room in self._rooms.news():
            self._out.append(Send(clients, outgoing.room(room)))

    # --- inside ----------------------------------------------------------------------------------

    def _table(self, game: str) -> Table:
        if game not in self._tables:
            self._tables[game] = Table(game, self._out, self._new_game, self._refresh, self._chat)
        return self._tables[game]

    def _put(self, game: str, item: Item, now: int) -> None:
        table = self._table(game)
        table.put(item)
        self._work(table, now)

    def _hint(self, game: str, entries: tuple[Entry, ...], now: int) -> None:
        if game in self._tables:
            self._put(game, Hint(entries, now), now)

    def _work(self, table: Table, now: int) -> None:
        table.work(now)
        alarm = table.alarm
        if alarm is not None:
            # What had to be done in the past is under way, or cannot be done yet.
            self._alarms.set(table.name, alarm if alarm > now else now + SWEEP)

    def _forget(self, table: Table) -> None:
        for client in table.clients:
            self._crowd.clients[client].watched.discard(table.name)
        table.forgotten()
        self._alarms.drop(table.name)
        del self._tables[table.name]

    def _send(self, client: int, text: str) -> None:
        self._out.append(Send((client,), text))

    def _done(self) -> list[Effect]:
        # The tables write into this very list, so that it is emptied and not replaced.
        effects = self._out[:]
        self._out.clear()
        return effects
