"""A hub with a store that does what it is asked at once, or not at all."""

import json
from typing import Any

from qttt.play import Toss
from qttt.server.games import Append, Entry, Terms, Who
from qttt.server.hub import Close, Effect, Hub, Load, Publish, Send, Think, Throw

ANN, BOB, CARL = (Who(name * 3, name.title()) for name in ("anna", "bobb", "carl"))
GAME = "game000001"
NOW = 1_000_000


def terms(rules: str = "goff", clock: str = "60+0", o: Who = BOB, x: Who = ANN) -> Terms:
    return Terms(GAME, rules, "-", x, o, clock, False, NOW)


class Table:
    """Clients 1 (Ann), 2 (Bob), 3 (Carl) and 4 (a stranger) of one hub, who follow one game.

    ``heard`` is what each was sent; ``held`` what the store was asked while ``is_held``. While
    ``is_thinking`` computers do not answer.
    """

    def __init__(self, game: Terms | None = None, **options: Any) -> None:
        self.now = NOW
        self.hub = Hub("test", new_game=lambda: "game000002", **options)
        self.games = {GAME: game or terms()}
        self.log: list[Entry] = []
        self.heard: dict[int, list[dict[str, Any]]] = {1: [], 2: [], 3: [], 4: []}
        self.effects: list[Effect] = []
        self.held: list[Append | Load] = []
        self.is_held = False
        self.is_thinking = False
        for client, who in enumerate((ANN, BOB, CARL, None), 1):
            self.do(self.hub.connect(client, who, self.now))

    def follow(self) -> "Table":
        for client in self.heard:
            self.say(client, t="watch", game=GAME)
        return self

    def say(self, client: int, **said: Any) -> dict[str, Any]:
        """What the client hears first in answer to this; nothing at all is an empty message."""
        before = len(self.heard[client])
        self.do(self.hub.receive(client, json.dumps(said), self.now))
        return next(iter(self.heard[client][before:]), {})

    def wish(self, client: int, kind: str, body: str = "", **more: Any) -> dict[str, Any]:
        said = {"at": len(self.log), "id": f"i{len(self.log)}", **more}
        return self.say(client, t="do", game=GAME, kind=kind, body=body, **said)

    def play(self, *moves: str) -> "Table":
        for number, move in enumerate(moves):
            assert self.wish(1 + number % 2, "move", move)["t"] == "done"
        return self

    def tick(self, time: int) -> None:
        self.now += time
        self.do(self.hub.tick(self.now))

    def do(self, effects: list[Effect]) -> None:
        for effect in effects:
            self.effects.append(effect)
            match effect:
                case Send():
                    for client in effect.clients:
                        self.heard[client].append(json.loads(effect.text))
                case Append() | Load():
                    if self.is_held:
                        self.held.append(effect)
                    else:
                        self.answer(effect)
                case Throw():
                    toss = Toss(1, "test")
                    self.do(self.hub.thrown(GAME, effect.version, toss, self.now))
                case Think() if not self.is_thinking:
                    move = effect.position.name(effect.position.legal_moves[0])
                    self.do(self.hub.thought(GAME, effect.version, move, self.now))

    def answer(self, effect: Append | Load) -> None:
        """Let the store do what it was asked."""
        match effect:
            case Append():
                is_next = effect.entries[0].version == len(self.log) + 1
                self.log += effect.entries if is_next else ()
                if effect.begins:
                    self.games[effect.begins.game] = effect.begins
                result = "stored" if is_next else "conflict"
                self.do(self.hub.appended(effect, result, self.now))  # type: ignore[arg-type]
            case Load():
                found = self.games.get(effect.game)
                log = tuple(self.log) if effect.game == GAME else ()
                self.do(self.hub.loaded(effect.game, (found, log) if found else None, self.now))

    def release(self) -> None:
        """Let the store answer to everything that it was asked."""
        self.is_held, held, self.held = False, self.held, []
        for effect in held:
            self.answer(effect)

    def published(self, topic: str) -> list[str]:
        return [e.text for e in self.effects if isinstance(e, Publish) and e.topic == topic]

    def closed(self) -> list[tuple[int, int]]:
        return [(e.client, e.code) for e in self.effects if isinstance(e, Close)]
