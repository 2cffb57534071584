"""What follows from the state of a table: whom to ask, what to show."""

from collections.abc import Callable
from functools import partial

from textual import on

from qttt.engine import Analysis, Decision
from qttt.engine.kernel import fits
from qttt.engine.search import Estimate
from qttt.game import Node, Player
from qttt.play import Toss

from . import prompts, thinking
from .desk import Answered, Desk, Reported
from .dialogs import Ask
from .table import REFUSALS, Table
from .view import TableScreen

PATIENCE = 0.2
"""Seconds after which it is said that the computer thinks."""

MOMENT = 0.001
"""The shortest time that a timer can wait."""

PACE = 0.8
"""Seconds between two plies when nobody but computers plays."""

GROWTH = 1.5
"""How much longer a search must have taken than when it was last shown: hints shall not flicker."""


class PlayScreen(TableScreen):
    """Shows a table and lets computers and coins play at it; a subclass has the keys."""

    def __init__(self, table: Table, *, pace: float = PACE) -> None:
        super().__init__(table)
        self._pace = pace
        self._desk = Desk(self)

    def on_unmount(self) -> None:
        """Nobody waits for answers any more."""
        self.withdraw()

    @property
    def is_settled(self) -> bool:
        """True if nothing will happen before a person does something."""
        is_watching = not self.table.people and not self.is_paused
        return self._desk.is_empty and not (is_watching and self.table.match.outcome is None)

    def withdraw(self) -> None:
        """Take back every question that is open."""
        self._desk.withdraw("move", "hint", "draw", "coin")

    def attempt(self, act: Callable[[], object]) -> None:
        """Do something at the table; show what has changed, or say why it cannot be done."""
        self.notice = ""
        try:
            act()
        except REFUSALS as error:
            self.notice = f"! {prompts.why_not(error)}"
        self.carry_on()

    @property
    def has_distant_coin(self) -> bool:
        """True if the coin may take its time."""
        return False

    def throw(self) -> None:
        """Throw the coin; a distant one falls in a thread of its own, and is shown as it lands."""
        node = self.table.match.node
        has_fallen = node in self.table.fallen or node in self.table.match.tosses
        if has_fallen or not (self.has_distant_coin and self.table.awaits_coin):
            self.attempt(self.table.throw)
            return
        question = partial(thinking.tossed, self.table.coin, node.position)
        self._desk.ask("coin", node, question, partial(self._landed, self.table, node))
        self.notice = "The coin is in the air …"
        self.show()

    def _landed(self, table: Table, node: Node, toss: Toss) -> None:
        """Keep what the coin showed, for the loop that it was thrown for."""
        table.fallen[node] = toss
        if node is self.table.match.node and self.table.awaits_coin:
            self.attempt(self.table.throw)

    # --- what follows from the state of the table --------------------------------------------

    def carry_on(self) -> None:
        """Ask the computer what has to be asked now, and show everything."""
        table, match = self.table, self.table.match
        self.is_slow = self.is_slow and self._desk.asks("move", match.node)
        if not table.people and match.outcome is None:
            self._watch()
        elif table.awaits_computer:
            self._ask_for_move()
        else:
            self._desk.withdraw("move")
        self._ask_for_hint()
        self._ask_about_draw()
        self.show(follow=True)

    def _ask_for_move(self) -> None:
        table, node = self.table, self.table.match.node
        if not self._desk.asks("move", node):
            self.progress = None
            question = partial(thinking.next_move, table)
            self._desk.ask("move", node, question, self._moved, self._progressed)
            self.set_timer(PATIENCE, lambda: self._say_slow(node))

    def _say_slow(self, node: object) -> None:
        if self._desk.asks("move", node):
            self.is_slow = True
            self.show()

    def _progressed(self, estimate: Estimate) -> None:
        self.progress = estimate
        if self.is_slow:
            self.show_progress()

    def _moved(self, decision: Decision) -> None:
        self.table.answer(decision)
        self.carry_on()

    def _watch(self) -> None:
        """Two computers play: one ply now, the next after a while."""
        if self.is_paused:
            self._desk.withdraw("move")
            return
        node = self.table.match.node
        self.set_timer(max(self._pace, MOMENT), lambda: self._ply(node))

    def _ply(self, node: object) -> None:
        if self.is_paused or node is not self.table.match.node:
            return
        if self.table.awaits_coin:
            self.throw()
        elif self.table.awaits_computer:
            self._ask_for_move()

    def _ask_for_hint(self) -> None:
        position = self.table.match.position
        known = self.opinion is not None and self.opinion.position == position
        is_done = known and not self._desk.asks("hint", position)
        wanted = self.gives_hints and self.table.match.outcome is None and fits(position.rules)
        if not wanted or is_done or self.table.awaits_computer:
            self._desk.withdraw("hint")
            return
        question = partial(thinking.opinion, position)
        self._desk.ask("hint", position, question, self._judged, self._glimpsed)

    def _judged(self, opinion: Analysis | Estimate) -> None:
        self._think(opinion, is_final=True)

    def _think(self, opinion: Analysis | Estimate, *, is_final: bool) -> None:
        """Show it; but a list that somebody chooses from stays as it is."""
        is_in_use = bool(self.advices) and self.query_one("#hints").has_focus
        self.opinion = self.opinion if is_in_use else opinion
        self.is_final = is_final
        self.show()

    def _glimpsed(self, estimate: Estimate) -> None:
        last = self.opinion
        seconds = last.seconds if last and last.position is estimate.position else 0.0
        if estimate.seconds >= GROWTH * seconds:
            self._think(estimate, is_final=False)

    def _ask_about_draw(self) -> None:
        match = self.table.match
        asked = match.offer and match.offer.other
        if asked is None:
            self._desk.withdraw("draw")
        elif asked in self.table.opponents:
            self._computer_answers_draw(asked)
        elif self.app.screen is self:
            question = f"{asked.other} offers a draw. Does {asked} accept?"
            self.app.push_screen(Ask(question), self._draw_answered)

    def _computer_answers_draw(self, computer: Player) -> None:
        node = self.table.match.node
        if not fits(node.position.rules):
            self._draw_answered(False)
            return
        question = partial(thinking.takes_draw, node.position, computer)
        self._desk.ask("draw", node, question, self._draw_answered)

    def _draw_answered(self, accepts: bool | None) -> None:
        self.attempt(lambda: self.table.answer_draw(bool(accepts)))

    @on(Answered)
    @on(Reported)
    def _deliver(self, message: Answered | Reported) -> None:
        self._desk.deliver(message)
