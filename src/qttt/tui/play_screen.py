"""Reactions to the state of the game: computers, coins, hints and draw offers."""

from collections.abc import Callable
from functools import partial

from textual import on

from qttt.engine import Analysis, Decision
from qttt.engine.kernel import is_supported
from qttt.engine.search import Estimate
from qttt.game import Node, Player
from qttt.play import Toss

from . import computations, prompts
from .base_screen import BaseGameScreen
from .controller import ACTION_ERRORS, GameController
from .dialogs import ConfirmDialog
from .task_runner import Finished, ProgressReported, TaskRunner

THINKING_DELAY_S = 0.2
"""Delay before the thinking message is shown."""

MIN_TIMER_S = 0.001
"""Minimum delay of a timer."""

PLY_INTERVAL_S = 0.8
"""Interval between plies when only computers play."""

UPDATE_FACTOR = 1.5
"""Factor by which search time must grow before hints are updated, to avoid flicker."""


class PlayScreen(BaseGameScreen):
    """Lets computers and coins play and updates the display; a subclass handles the keys."""

    def __init__(self, controller: GameController, *, pace: float = PLY_INTERVAL_S) -> None:
        super().__init__(controller)
        self._pace = pace
        self._tasks = TaskRunner(self)

    def on_unmount(self) -> None:
        """Cancel all tasks."""
        self.cancel_computations()

    @property
    def is_settled(self) -> bool:
        """Whether nothing will change until a person acts."""
        is_watching = not self.controller.people and not self.is_paused
        return self._tasks.is_empty and not (is_watching and self.controller.match.outcome is None)

    def cancel_computations(self) -> None:
        """Cancel all pending tasks."""
        self._tasks.cancel("move", "hint", "draw", "coin")

    def attempt(self, act: Callable[[], object]) -> None:
        """Call ``act`` and show the result or the error."""
        self.notice = ""
        try:
            act()
        except ACTION_ERRORS as error:
            self.notice = f"! {prompts.error_text(error)}"
        self.proceed()

    @property
    def has_distant_coin(self) -> bool:
        """Whether tossing the coin can take long."""
        return False

    def toss(self) -> None:
        """Toss the coin, in a thread if it is a device."""
        node = self.controller.match.node
        is_tossed = node in self.controller.pending_tosses or node in self.controller.match.tosses
        if is_tossed or not (self.has_distant_coin and self.controller.awaits_coin):
            self.attempt(self.controller.toss)
            return
        question = partial(computations.toss_coin, self.controller.coin, node.position)
        self._tasks.start("coin", node, question, partial(self._landed, self.controller, node))
        self.notice = "The coin is in the air …"
        self.show()

    def _landed(self, controller: GameController, node: Node, toss: Toss) -> None:
        """Store a toss for its loop, and apply it if that loop is still pending."""
        controller.pending_tosses[node] = toss
        if node is self.controller.match.node and self.controller.awaits_coin:
            self.attempt(self.controller.toss)

    # --- reactions to the state of the game --------------------------------------------------

    def proceed(self) -> None:
        """Start the tasks that the current state needs, and update the display."""
        controller, match = self.controller, self.controller.match
        self.is_slow = self.is_slow and self._tasks.is_pending("move", match.node)
        if not controller.people and match.outcome is None:
            self._watch()
        elif controller.awaits_computer:
            self._ask_for_move()
        else:
            self._tasks.cancel("move")
        self._ask_for_hint()
        self._ask_about_draw()
        self.show(follow=True)

    def _ask_for_move(self) -> None:
        controller, node = self.controller, self.controller.match.node
        if not self._tasks.is_pending("move", node):
            self.progress = None
            question = partial(computations.next_move, controller)
            self._tasks.start("move", node, question, self._moved, self._progressed)
            self.set_timer(THINKING_DELAY_S, lambda: self._mark_slow(node))

    def _mark_slow(self, node: object) -> None:
        if self._tasks.is_pending("move", node):
            self.is_slow = True
            self.show()

    def _progressed(self, estimate: Estimate) -> None:
        self.progress = estimate
        if self.is_slow:
            self.show_progress()

    def _moved(self, decision: Decision) -> None:
        self.controller.answer(decision)
        self.proceed()

    def _watch(self) -> None:
        """Schedule the next ply between two computers."""
        if self.is_paused:
            self._tasks.cancel("move")
            return
        node = self.controller.match.node
        self.set_timer(max(self._pace, MIN_TIMER_S), lambda: self._ply(node))

    def _ply(self, node: object) -> None:
        if self.is_paused or node is not self.controller.match.node:
            return
        if self.controller.awaits_coin:
            self.toss()
        elif self.controller.awaits_computer:
            self._ask_for_move()

    def _ask_for_hint(self) -> None:
        position = self.controller.match.position
        known = self.evaluation is not None and self.evaluation.position == position
        is_done = known and not self._tasks.is_pending("hint", position)
        wanted = (
            self.gives_hints
            and self.controller.match.outcome is None
            and is_supported(position.rules)
        )
        if not wanted or is_done or self.controller.awaits_computer:
            self._tasks.cancel("hint")
            return
        question = partial(computations.evaluate, position)
        self._tasks.start("hint", position, question, self._hint_finished, self._hint_progressed)

    def _hint_finished(self, evaluation: Analysis | Estimate) -> None:
        self._show_evaluation(evaluation, is_final=True)

    def _show_evaluation(self, evaluation: Analysis | Estimate, *, is_final: bool) -> None:
        """Show an evaluation, unless the list of hints has the focus."""
        is_in_use = bool(self.advices) and self.query_one("#hints").has_focus
        self.evaluation = self.evaluation if is_in_use else evaluation
        self.is_final = is_final
        self.show()

    def _hint_progressed(self, estimate: Estimate) -> None:
        last = self.evaluation
        seconds = last.seconds if last and last.position is estimate.position else 0.0
        if estimate.seconds >= UPDATE_FACTOR * seconds:
            self._show_evaluation(estimate, is_final=False)

    def _ask_about_draw(self) -> None:
        match = self.controller.match
        asked = match.draw_offer and match.draw_offer.other
        if asked is None:
            self._tasks.cancel("draw")
        elif asked in self.controller.opponents:
            self._computer_answers_draw(asked)
        elif self.app.screen is self:
            question = f"{asked.other} offers a draw. Does {asked} accept?"
            self.app.push_screen(ConfirmDialog(question), self._draw_answered)

    def _computer_answers_draw(self, computer: Player) -> None:
        node = self.controller.match.node
        if not is_supported(node.position.rules):
            self._draw_answered(False)
            return
        question = partial(computations.accepts_draw, node.position, computer)
        self._tasks.start("draw", node, question, self._draw_answered)

    def _draw_answered(self, accepts: bool | None) -> None:
        self.attempt(lambda: self.controller.answer_draw(bool(accepts)))

    @on(Finished)
    @on(ProgressReported)
    def _deliver(self, message: Finished | ProgressReported) -> None:
        self._tasks.deliver(message)
