"""Matches against a simple model: dictionaries keyed by the moves played so far."""

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
    """The expected state of a match. Methods return False for requests that must fail."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.path: Path = ()
        self.children: dict[Path, list[Move]] = {(): []}
        self.bits: dict[Path, int] = {}
        self.concession: str | None = None
        self.offer: Player | None = None
        self.toss_count = 0

    def at(self, path: Path) -> Position:
        position = Position(self.rules)
        for move in path:
            position = position.play(move)
        return position

    @property
    def to_move(self) -> str | None:
        return None if self.concession else self.at(self.path).to_move

    def enter(self, path: Path) -> None:
        self.path = path
        for depth, move in enumerate(path):
            children = self.children[path[:depth]]
            children.remove(move)
            children.insert(0, move)

    def extend(self, move: Move) -> None:
        if move not in self.children[self.path]:
            self.children[self.path].append(move)
            self.children[(*self.path, move)] = []
        self.enter((*self.path, move))
        if self.to_move is None:
            self.offer = None

    def play(self, move: Move, by: Player | None) -> bool:
        mover = self.to_move
        if mover not in list(Player) or by not in (None, mover):
            return False
        if move not in self.at(self.path).legal_moves:
            return False
        if self.offer and self.offer != mover:
            self.offer = None
        self.extend(move)
        return True

    def toss(self, bit: int) -> bool:
        if self.to_move != "chance":
            return False
        if self.path not in self.bits:
            self.toss_count += 1
            self.bits[self.path] = bit
        self.extend(self.at(self.path).legal_moves[self.bits[self.path]])
        return True

    def decisions(self) -> list[Path]:
        before = [self.path[:depth] for depth in range(len(self.path))]
        return [path for path in before if self.at(path).to_move != "chance"]

    def back(self, path: Path) -> bool:
        self.path, self.concession, self.offer = path, None, None
        return True

    def undo(self, count: int) -> bool:
        stops = self.decisions() + ([self.path] if self.concession else [])
        return 1 <= count <= len(stops) and self.back(stops[-count])

    def undo_decision(self, player: Player) -> bool:
        if self.concession in (player, "both"):
            return self.back(self.path)
        own = [path for path in self.decisions() if self.at(path).to_move == player]
        return bool(own) and self.back(own[-1])

    def redo(self, count: int) -> bool:
        path = self.path
        for _ in range(count):
            if self.concession or not self.children[path]:
                return False
            path = (*path, self.children[path][0])
            if path in self.bits and self.children[path]:
                path = (*path, self.children[path][0])
        if count < 1:
            return False
        self.offer = None
        self.enter(path)
        return True

    def goto(self, path: Path) -> bool:
        if self.concession:
            return False
        self.offer = None
        self.enter(path)
        return True

    def resign(self, player: Player) -> bool:
        if self.to_move is None:
            return False
        self.concession, self.offer = player, None
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
        self.concession = "both" if accept else None
        return True


class MatchMachine(RuleBasedStateMachine):
    """Sends random requests, valid and invalid, to match and model."""

    @initialize(rules=rule_sets())
    def start(self, rules: Rules) -> None:
        self.model, self.match = Model(rules), Match(rules)
        self.tosses = 0

    def check(self, is_valid: bool, request: Callable[[], tuple[object, ...]]) -> None:
        before, journal = snapshot(self.match), self.match.journal
        try:
            events = request()
        except ValueError:
            assert not is_valid
            assert (snapshot(self.match), self.match.journal) == (before, journal)
        else:
            assert is_valid
            assert events
            assert self.match.journal == (*journal, *events)

    @rule(index=INDEX, by=st.none() | PLAYERS)
    def play(self, index: int, by: Player | None) -> None:
        legal = self.match.position.legal_moves or (Placement(0, 1),)
        self.check_play(legal[index % len(legal)], by)

    @rule(index=INDEX)
    def play_again(self, index: int) -> None:
        children = [child.move for child in self.match.node.children if child.move]
        if children:
            self.check_play(children[index % len(children)], None)

    @rule(a=st.integers(-1, 9), b=st.integers(-1, 9), collapse=st.booleans())
    def play_anything(self, a: int, b: int, collapse: bool) -> None:
        self.check_play(Collapse(a) if collapse else Placement(a, b), None)

    @rule(a=st.integers(0, 8), seed=st.integers(0, 99))
    def close_a_loop(self, a: int, seed: int) -> None:
        """Random placements rarely close loops, which coins need."""
        pairs = list(self.match.position.quantum.values())
        if pairs:
            self.check_play(Placement(*pairs[a % len(pairs)]), None)
            self.toss(seed % 2)

    def check_play(self, move: Move, by: Player | None) -> None:
        self.check(self.model.play(move, by), lambda: self.match.play(move, by))

    @rule(bit=st.integers(0, 1))
    def toss(self, bit: int) -> None:
        def coin(position: Position) -> Toss:
            self.tosses += 1
            return Toss(bit, "test")

        self.check(self.model.toss(bit), lambda: self.match.toss(coin))
        assert self.tosses == self.model.toss_count

    @rule(count=COUNTS)
    def undo(self, count: int) -> None:
        self.check(self.model.undo(count), lambda: self.match.undo(count))

    @rule(player=PLAYERS)
    def undo_decision(self, player: Player) -> None:
        self.check(self.model.undo_decision(player), lambda: self.match.undo_decision(player))

    @rule(count=COUNTS)
    def redo(self, count: int) -> None:
        self.check(self.model.redo(count), lambda: self.match.redo(count))

    @rule(index=INDEX)
    def goto(self, index: int) -> None:
        nodes = list(self.match.root.walk())
        node = nodes[index % len(nodes)]
        self.check(self.model.goto(node.moves), lambda: self.match.go_to(node))

    @rule(player=PLAYERS, skip=st.integers(0, 2))
    def resign(self, player: Player, skip: int) -> None:
        if not skip:
            self.check(self.model.resign(player), lambda: self.match.resign(player))

    @rule(player=PLAYERS)
    def offer(self, player: Player) -> None:
        self.check(self.model.offer_draw(player), lambda: self.match.offer_draw(player))

    @rule(player=PLAYERS, accept=st.booleans())
    def answer(self, player: Player, accept: bool) -> None:
        request = self.match.accept_draw if accept else self.match.decline_draw
        self.check(self.model.answer(player, accept), lambda: request(player))

    @invariant()
    def states_are_equal(self) -> None:
        match, model = self.match, self.model
        tree = {node.moves: [child.move for child in node.children] for node in match.root.walk()}
        assert tree == model.children
        assert match.node.moves == model.path
        assert match.position == model.at(model.path)
        assert {node.moves: toss.bit for node, toss in match.tosses.items()} == model.bits
        assert (match.end_off_board, match.draw_offer) == (model.concession, model.offer)
        assert match.to_move == model.to_move
        assert (match.outcome is None) == (match.to_move is not None)
        line = match.root.main_line
        assert match.node is match.root or match.node in line


COINS = tuple(
    f"goff rows=1 cols={cols} line=2 scoring=winner ends=full chooser=chance" for cols in (2, 3, 4)
)


class CoinMachine(MatchMachine):
    """As ``MatchMachine``, on short rows, where coins are frequent."""

    @initialize(rules=rule_sets(COINS))
    def start(self, rules: Rules) -> None:
        super().start(rules)


TestMatch = MatchMachine.TestCase
TestCoins = CoinMachine.TestCase
