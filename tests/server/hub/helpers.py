"""A hub with clients, and a store that answers at once or when the test releases it."""

import json
from collections.abc import Iterable
from typing import Any, TypeVar

from qttt.play import Toss
from qttt.play.log import LogEntry
from qttt.server.games.commands import Downtime
from qttt.server.games.game import AppendRequest
from qttt.server.games.terms import Identity, Terms
from qttt.server.hub.bus_messages import (
    BusMessage,
    decode_bus_message,
    encode_bus_message,
    process_channel,
)
from qttt.server.hub.effects import (
    ChooseMove,
    Close,
    Effect,
    Load,
    LoadLobby,
    Publish,
    Send,
    Subscribe,
    TossCoin,
    Unsubscribe,
)
from qttt.server.hub.hub import Hub
from qttt.server.protocol.outgoing import (
    ListedGame,
    ListedSeek,
    PlayerInfo,
    encode,
    player_info,
)

Published = TypeVar("Published", bound=BusMessage)

ANN, BOB, CARL = (Identity(name * 3, name.title()) for name in ("anna", "bobb", "carl"))
GAME = "game000001"
NOW = 1_000_000


def terms(rules: str = "goff", clock: str = "60+0", o: Identity = BOB, x: Identity = ANN) -> Terms:
    return Terms(GAME, rules, "-", x, o, clock, False, NOW)


def listed_seek(seek: str, name: str) -> ListedSeek:
    return ListedSeek(
        seek, PlayerInfo(name, None, False), "goff", "300+5", False, "random", False, 1
    )


def listed_game(game: str) -> ListedGame:
    x, o = player_info(ANN), player_info(BOB)
    return ListedGame(game, x, o, "goff", "none", False, NOW)


class HubDriver:
    """A hub with the clients 1 (Ann), 2 (Bob), 3 (Carl) and 4 (anonymous).

    ``received`` maps each client to its messages. While ``store_is_held``, loads and appends are
    collected in ``held``. While ``engine_is_held``, engines do not answer.
    """

    def __init__(self, game: Terms | None = None, **options: Any) -> None:
        self.now = NOW
        self.hub = Hub("test", new_game=lambda: "game000002", **options)
        self.games = {GAME: game or terms()}
        self.log: list[LogEntry] = []
        self.lobby: tuple[list[ListedSeek], list[ListedGame]] = ([], [])
        self.received: dict[int, list[dict[str, Any]]] = {1: [], 2: [], 3: [], 4: []}
        self.effects: list[Effect] = []
        self.delivered = 0
        self.channels = {process_channel(options.get("process", ""))}
        self.held: list[AppendRequest | Load] = []
        self.store_is_held = False
        self.engine_is_held = False
        self.lobby_is_held = False
        self.beat()
        for client, who in enumerate((ANN, BOB, CARL, None), 1):
            self.execute(self.hub.connect(client, who, self.now))

    def follow(self) -> "HubDriver":
        for client in self.received:
            self.send(client, t="watch", game=GAME)
        return self

    def send(self, client: int, **message: Any) -> dict[str, Any]:
        """Return the first message that the client receives in response, or an empty one."""
        before = len(self.received[client])
        self.execute(self.hub.receive(client, json.dumps(message), self.now))
        return next(iter(self.received[client][before:]), {})

    def submit(self, client: int, kind: str, body: str = "", **more: Any) -> dict[str, Any]:
        fields = {"at": len(self.log), "id": f"i{len(self.log)}", **more}
        return self.send(client, t="do", game=GAME, kind=kind, body=body, **fields)

    def play(self, *moves: str) -> "HubDriver":
        for number, move in enumerate(moves):
            assert self.submit(1 + number % 2, "move", move)["t"] == "done"
        return self

    def tick(self, time: int) -> None:
        self.now += time
        self.execute(self.hub.tick(self.now))
        self.beat()

    def wait(self, time: int) -> None:
        self.now += time
        self.beat()

    def beat(self, *downtimes: Downtime) -> None:
        self.execute(self.hub.on_heartbeat(self.now, downtimes, self.now))

    def keep(self, alive: Iterable[str]) -> None:
        """Let only these processes be alive."""
        known = self.hub.known_processes
        self.execute(self.hub.keep_processes(frozenset(alive), known, self.now))

    def execute(self, effects: list[Effect]) -> None:
        for effect in effects:
            self.effects.append(effect)
            match effect:
                case Send():
                    for client in effect.clients:
                        self.received[client].append(json.loads(encode(effect.message)))
                case Subscribe(channel):
                    self.channels.add(channel)
                case Unsubscribe(channel):
                    self.channels.remove(channel)
                case LoadLobby():
                    if not self.lobby_is_held:
                        self.update_lobby()
                case AppendRequest() | Load():
                    if self.store_is_held:
                        self.held.append(effect)
                    else:
                        self.answer(effect)
                case TossCoin():
                    toss = Toss(1, "test")
                    self.execute(self.hub.on_coin_landed(GAME, effect.version, toss, self.now))
                case ChooseMove() if not self.engine_is_held:
                    move = effect.position.name(effect.position.legal_moves[0])
                    self.execute(self.hub.on_move_chosen(GAME, effect.version, move, self.now))

    def answer(self, effect: AppendRequest | Load) -> None:
        """Answer for the store."""
        match effect:
            case AppendRequest():
                is_next = effect.entries[0].version == len(self.log) + 1
                self.log += effect.entries if is_next else ()
                if effect.rematch:
                    self.games[effect.rematch.game] = effect.rematch
                result = "stored" if is_next else "conflict"
                self.execute(self.hub.on_appended(effect, result, self.now))  # type: ignore[arg-type]
            case Load():
                terms = self.games.get(effect.game)
                entries = tuple(self.log) if effect.game == GAME else ()
                log = (terms, entries) if terms else None
                self.execute(self.hub.on_loaded(effect.game, log, self.now))

    def update_lobby(self) -> None:
        self.execute(self.hub.update_lobby(*self.lobby))

    def release(self) -> None:
        """Let the store answer all held requests."""
        self.store_is_held, held, self.held = False, self.held, []
        for effect in held:
            self.answer(effect)

    def published(self, kind: type[Published]) -> list[Published]:
        messages = [e.message for e in self.effects if isinstance(e, Publish)]
        return [message for message in messages if isinstance(message, kind)]

    def receive(self, *messages: BusMessage) -> None:
        """Receive messages of another process."""
        for message in messages:
            decoded = decode_bus_message(encode_bus_message(message))
            self.execute(self.hub.on_bus_message(decoded, self.now))

    def lose(self) -> None:
        """Lose what was published and is not delivered yet."""
        self.delivered = len(self.effects)

    def closed(self) -> list[tuple[int, int]]:
        return [(e.client, e.code) for e in self.effects if isinstance(e, Close)]


def deliver(*drivers: HubDriver) -> None:
    """Deliver to the subscribers what these processes have published, and their answers."""
    while any(driver.delivered < len(driver.effects) for driver in drivers):
        for sender in drivers:
            new = [e for e in sender.effects[sender.delivered :] if isinstance(e, Publish)]
            sender.lose()
            for each in new:
                for other in drivers:
                    if other is not sender and each.channel in other.channels:
                        other.receive(each.message)


def tick(time: int, *drivers: HubDriver) -> None:
    """Advance the time of processes one after the other, and deliver what they publish."""
    for driver in drivers:
        driver.tick(time)
        deliver(*drivers)
