"""A match against a plain model of one: dictionaries keyed by the moves played so far."""

from collections.abc import Callable

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from qttt.game import Collapse, Move, Placement, Player, Position, Rules
from qttt.play import Match, Toss
from tests.strategies import rule_sets

from .helpers import snapshot

Path = tuple[Move, ...]

PLAYERS = st.sampled_from(list(Player))
COUNTS = st.integers(-1, 5)
INDEX = st.integers(0, 999)


class Model:
    """What a match should be. Its methods return False for what must be refused."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.here: Path = ()
        self.tried: dict[Path, list[Move]] = {(): []}
        self.bits: dict[Path, int] = {}
        self.gave_up: str | None = None
        self.offer: Player | None = None
        self.throws = 0

    def at(self, path: Path) -> Position:
        position = Position(self.rules)
        for move in path:
            position = position.play(move)
        return position

    @property
    def to_move(self) -> str | None:
        return None if self.gave_up else self.at(self.here).to_move

    def enter(self, path: Path) -> None:
        self.here = path
        for depth, move in enumerate(path):
            tried = self.tried[path[:depth]]
            tried.remove(move)
            tried.insert(0, move)

    def extend(self, move: Move) -> None:
        if move not in self.tried[self.here]:
            self.tried[self.here].append(move)
            self.tried[(*self.here, move)] = []
        self.enter((*self.here, move))
        if self.to_move is None:
            self.offer = None

    def play(self, move: Move, by: Player | None) -> bool:
        mover = self.to_move
        if mover not in list(Player) or by not in (None, mover):
            return False
        if move not in self.at(self.here).legal_moves:
            return False
        if self.offer and self.offer != mover:
            self.offer = None
        self.extend(move)
        return True

    def throw(self, bit: int) -> bool:
        if self.to_move != "chance":
            return False
        if self.here not in self.bits:
            self.throws += 1
            self.bits[self.here] = bit
        self.extend(self.at(self.here).legal_moves[self.bits[self.here]])
        return True

    def decisions(self) -> list[Path]:
        before = [self.here[:depth] for depth in range(len(self.here))]
        return [path for path in before if self.at(path).to_move != "chance"]

    def back(self, path: Path) -> bool:
        self.here, self.gave_up, self.offer = path, None, None
        return True

    def undo(self, count: int) -> bool:
        stops = self.decisions() + ([self.here] if self.gave_up else [])
        return 1 <= count <= len(stops) and self.back(stops[-count])

    def undo_decision(self, player: Player) -> bool:
        if self.gave_up in (player, "both"):
            return self.back(self.here)
        own = [path for path in self.decisions() if self.at(path).to_move == player]
        return bool(own) and self.back(own[-1])

    def redo(self, count: int) -> bool:
        path = self.here
        for _ in range(count):
            if self.gave_up or not self.tried[path]:
                return False
            path = (*path, self.tried[path][0])
            if path in self.bits and self.tried[path]:
                path = (*path, self.tried[path][0])
        if count < 1:
            return False
        self.offer = None
        self.enter(path)
        return True

    def goto(self, path: Path) -> bool:
        if self.gave_up:
            return False
        self.offer = None
        self.enter(path)
        return True

    def resign(self, player: Player) -> bool:
        if self.to_move is None:
            return False
        self.gave_up, self.offer = player, None
        return True

    def offer_draw(self, player: Player) -> bool:
        if self.to_move is None or self.offer:
            return False
        self.offer = player
        return True

    def answer(self, player: Player, accept: bool) -> bool:
        if self.to_move is None or self.offer != player.other:
            return False
        self.offer = None
        self.gave_up = "both" if accept else None
        return True


class MatchMachine(RuleBasedStateMachine):
    """Random requests, sensible and not, to both."""

    @initialize(rules=rule_sets())
    def start(self, rules: Rules) -> None:
        self.model, self.match = Model(rules), Match(rules)
        self.thrown = 0

    def ask(self, granted: bool, request: Callable[[], tuple[object, ...]]) -> None:
        before, journal = snapshot(self.match), self.match.journal
        try:
            events = request()
        except ValueError:
            assert not granted
            assert (snapshot(self.match), self.match.journal) == (before, journal)
        else:
            assert granted
            assert events
            assert self.match.journal == (*journal, *events)

    @rule(index=INDEX, by=st.none() | PLAYERS)
    def play(self, index: int, by: Player | None) -> None:
        legal = self.match.position.legal_moves or (Placement(0, 1),)
        self.ask_to_play(legal[index % len(legal)], by)

    @rule(index=INDEX)
    def play_again(self, index: int) -> None:
        tried = [child.move for child in self.match.node.children if child.move]
        if tried:
            self.ask_to_play(tried[index % len(tried)], None)

    @rule(a=st.integers(-1, 9), b=st.integers(-1, 9), collapse=st.booleans())
    def play_anything(self, a: int, b: int, collapse: bool) -> None:
        self.ask_to_play(Collapse(a) if collapse else Placement(a, b), None)

    @rule(a=st.integers(0, 8), seed=st.integers(0, 99))
    def close_a_loop(self, a: int, seed: int) -> None:
        """Loops are rare among random placements, and coins are where they are."""
        pairs = list(self.match.position.quantum.values())
        if pairs:
            self.ask_to_play(Placement(*pairs[a % len(pairs)]), None)
            self.throw(seed % 2)

    def ask_to_play(self, move: Move, by: Player | None) -> None:
        self.ask(self.model.play(move, by), lambda: self.match.play(move, by))

    @rule(bit=st.integers(0, 1))
    def throw(self, bit: int) -> None:
        def coin(position: Position) -> Toss:
            self.thrown += 1
            return Toss(bit, "test")

        self.ask(self.model.throw(bit), lambda: self.match.throw(coin))
        assert self.thrown == self.model.throws

    @rule(count=COUNTS)
    def undo(self, count: int) -> None:
        self.ask(self.model.undo(count), lambda: self.match.undo(count))

    @rule(player=PLAYERS)
    def undo_decision(self, player: Player) -> None:
        self.ask(self.model.undo_decision(player), lambda: self.match.undo_decision(player))

    @rule(count=COUNTS)
    def redo(self, count: int) -> None:
        self.ask(self.model.redo(count), lambda: self.match.redo(count))

    @rule(index=INDEX)
    def goto(self, index: int) -> None:
        nodes = list(self.match.root.walk())
        node = nodes[index % len(nodes)]
        self.ask(self.model.goto(node.moves), lambda: self.match.goto(node))

    @rule(player=PLAYERS, seriously=st.integers(0, 2))
    def resign(self, player: Player, seriously: int) -> None:
        if not seriously:
            self.ask(self.model.resign(player), lambda: self.match.resign(player))

    @rule(player=PLAYERS)
    def offer(self, player: Player) -> None:
        self.ask(self.model.offer_draw(player), lambda: self.match.offer_draw(player))

    @rule(player=PLAYERS, accept=st.booleans())
    def answer(self, player: Player, accept: bool) -> None:
        ask = self.match.accept_draw if accept else self.match.decline_draw
        self.ask(self.model.answer(player, accept), lambda: ask(player))

    @invariant()
    def they_agree(self) -> None:
        match, model = self.match, self.model
        tree = {node.moves: [child.move for child in node.children] for node in match.root.walk()}
        assert tree == model.tried
        assert match.node.moves == model.here
        assert match.position == model.at(model.here)
        assert {node.moves: toss.bit for node, toss in match.tosses.items()} == model.bits
        assert (match.concession, match.offer) == (model.gave_up, model.offer)
        assert match.to_move == model.to_move
        assert (match.outcome is None) == (match.to_move is not None)
        line = match.root.main_line
        assert match.node is match.root or match.node in line


COINS = tuple(
    f"goff rows=1 cols={cols} line=2 scoring=winner ends=full chooser=chance" for cols in (2, 3, 4)
)


class CoinMachine(MatchMachine):
    """The same on rows so short that every other placement closes a loop, which a coin decides."""

    @initialize(rules=rule_sets(COINS))
    def start(self, rules: Rules) -> None:
        super().start(rules)


TestMatch = MatchMachine.TestCase
TestCoins = CoinMachine.TestCase
