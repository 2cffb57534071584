"""Reactions to the state of the game: computers, coins, hints and draw offers."""

from collections.abc import Callable
from functools import partial

from qttt.engine import Analysis, Decision
from qttt.engine.jobs import Job
from qttt.engine.kernel import is_supported
from qttt.engine.search import Estimate
from qttt.game import Node
from qttt.play import Toss
from qttt.study import Judgement, draw_job, evaluation_job, evaluation_of, judge_moves
from qttt.texts.phrases import phrases

from .controller import GameController
from .dialogs import ConfirmDialog
from .host import GameHost
from .tasks import TaskRunner

THINKING_DELAY_S = 0.2
"""Delay before the thinking message is shown."""

MIN_TIMER_S = 0.001
"""Minimum delay of a timer."""

HINT_S = 5.0
"""Duration of a search for hints."""

UPDATE_FACTOR = 1.5
"""Factor by which search time must grow before hints are updated, to avoid flicker."""

MAX_HINTS = 12
"""Maximum number of hints from an estimate."""


class AutoPlay:
    """Lets computers and coins play, and finds hints.

    ``pace`` is the time in seconds between plies when only computers play.

    Attributes:
        evaluation: The last evaluation of a position and its moves.
        is_final: Whether the evaluation is complete.
        progress: The progress of the computer's search.
        is_slow: Whether the computer has been thinking long enough to show it.
        is_paused: Whether computers that play each other are paused.
        gives_hints: Whether hints are shown.
    """

    def __init__(self, screen: GameHost, pace: float) -> None:
        self._screen = screen
        self._pace = pace
        self.tasks = TaskRunner(screen)
        self.evaluation: Analysis | Estimate | None = None
        self.is_final = True
        self.progress: Estimate | None = None
        self.is_slow = self.is_paused = self.gives_hints = False

    @property
    def _game(self) -> GameController:
        return self._screen.controller

    @property
    def is_settled(self) -> bool:
        """Whether nothing will change until a person acts."""
        is_watching = not self._game.people and not self.is_paused
        return self.tasks.is_empty and not (is_watching and self._game.match.outcome is None)

    @property
    def hints(self) -> tuple[Judgement, ...]:
        """The judgements of moves on the board, if hints are shown.

        Estimates give the best moves, or those that can complete a half-made placement.
        """
        evaluation, first = self.evaluation, self._game.first
        if not self.gives_hints or self._game.viewed or evaluation is None:
            return ()
        if evaluation.position != self._game.position:
            return ()
        judged = judge_moves(evaluation_of(evaluation))
        if isinstance(evaluation, Analysis):
            return judged
        return tuple(j for j in judged if first is None or first in tuple(j.move))[:MAX_HINTS]

    def cancel(self) -> None:
        """Cancel all pending jobs."""
        self.tasks.cancel("move", "hint", "draw", "coin")

    def proceed(self) -> None:
        """Start the jobs that the current state needs."""
        game = self._game
        self.is_slow = self.is_slow and self.tasks.is_pending("move", game.match.node)
        if not game.people and game.match.outcome is None:
            self._watch()
        elif game.awaits_computer:
            self._find_move()
        else:
            self.tasks.cancel("move")
        self._find_hints()
        self._answer_draw_offer()

    # --- moves -------------------------------------------------------------------------------

    def _find_move(self) -> None:
        node, level = self._game.match.node, self._game.level_to_move
        if level is not None and not self.tasks.is_pending("move", node):
            self.progress = None
            job = self._game.decision_job(level)
            self.tasks.start("move", node, job, self._play, self._show_progress)
            self._after(THINKING_DELAY_S, lambda: self._mark_slow(node))

    def _mark_slow(self, node: Node) -> None:
        if self.tasks.is_pending("move", node):
            self.is_slow = True
            self._screen.show()

    def _show_progress(self, estimate: Estimate) -> None:
        self.progress = estimate
        if self.is_slow:
            self._screen.show_progress()

    def _play(self, decision: Decision) -> None:
        self._game.apply(decision)
        self._screen.proceed()

    def _watch(self) -> None:
        """Schedule the next ply between two computers."""
        if self.is_paused:
            self.tasks.cancel("move")
            return
        node = self._game.match.node
        self._after(max(self._pace, MIN_TIMER_S), lambda: self._ply(node))

    def _after(self, seconds: float, action: Callable[[], None]) -> None:
        """Call ``action`` once, also if the process is suspended meanwhile.

        ``set_timer`` then drops its only call.
        """

        def act() -> None:
            timer.stop()
            action()

        timer = self._screen.set_interval(seconds, act)

    def _ply(self, node: Node) -> None:
        if self.is_paused or node is not self._game.match.node:
            return
        if self._game.awaits_coin:
            self.toss()
        else:
            self._find_move()

    # --- coins -------------------------------------------------------------------------------

    def toss(self) -> None:
        """Toss the coin, in a thread if it is a device, which can take long."""
        game, node = self._game, self._game.match.node
        is_tossed = node in game.pending_tosses or node in game.match.tosses
        if is_tossed or self._screen.setup.coin_source is None or not game.awaits_coin:
            self._screen.attempt(game.toss)
            return
        coin, position = game.unused_coin, node.position
        job = Job(lambda stop, progress: coin(position))
        self.tasks.start("coin", node, job, partial(self._apply_toss, game, node))
        self._screen.notice = f"{phrases()('game.tossing')} …"
        self._screen.show()

    def _apply_toss(self, game: GameController, node: Node, toss: Toss) -> None:
        """Store a toss for its loop, and apply it if that loop is still pending."""
        game.pending_tosses[node] = toss
        if node is self._game.match.node and self._game.awaits_coin:
            self._screen.attempt(self._game.toss)

    # --- hints -------------------------------------------------------------------------------

    def _find_hints(self) -> None:
        game, position = self._game, self._game.match.position
        is_known = self.evaluation is not None and self.evaluation.position == position
        is_done = is_known and not self.tasks.is_pending("hint", position)
        is_possible = game.match.outcome is None and is_supported(position.rules)
        if is_done or game.awaits_computer or not (self.gives_hints and is_possible):
            self.tasks.cancel("hint")
            return
        job = evaluation_job(position, seconds=HINT_S)
        self.tasks.start("hint", position, job, self._show_hints, self._improve_hints)

    def _improve_hints(self, estimate: Estimate) -> None:
        last = self.evaluation
        seconds = last.seconds if last and last.position is estimate.position else 0.0
        if estimate.seconds >= UPDATE_FACTOR * seconds:
            self._show_hints(estimate, is_final=False)

    def _show_hints(self, evaluation: Analysis | Estimate, *, is_final: bool = True) -> None:
        """Show an evaluation, unless the list of hints has the focus."""
        is_in_use = bool(self.hints) and self._screen.query_one("#hints").has_focus
        self.evaluation = self.evaluation if is_in_use else evaluation
        self.is_final = is_final
        self._screen.show()

    # --- draw offers -------------------------------------------------------------------------

    def _answer_draw_offer(self) -> None:
        match = self._game.match
        asked = match.draw_offer and match.draw_offer.other
        if asked is None:
            self.tasks.cancel("draw")
        elif asked in self._game.people:
            if self._screen.is_current:
                question = f"{asked.other} offers a draw. Does {asked} accept?"
                self._screen.app.push_screen(ConfirmDialog(question), self._settle_draw)
        elif is_supported(match.rules):
            job = draw_job(match.position, asked)
            self.tasks.start("draw", match.node, job, self._settle_draw)
        else:
            self._settle_draw(False)

    def _settle_draw(self, accepts: bool | None) -> None:
        self._screen.attempt(lambda: self._game.answer_draw(bool(accepts)))
