"""The followers of a game in other processes, by each process's last report."""

from qttt.game import Player

from .bus_messages import GamePresence

MAX_PROCESSES = 64
"""Processes tracked for one game."""
NOBODY = GamePresence(frozenset(), 0, frozenset())


class RemotePresence:
    """Who follows one game in other processes, and what these know of this one.

    Reports are published only after changes, because the bus loses none unnoticed: a process that
    may have lost one starts again under another id (``OtherProcesses.restart``). ``reported`` is
    what other processes know of this one; changes since then are still to be reported.
    """

    def __init__(self) -> None:
        self.must_ask = True
        self.reported = NOBODY
        self._processes: dict[str, GamePresence] = {}
        self._has_changed = False

    @property
    def present(self) -> frozenset[Player]:
        """The seats whose players follow the game."""
        return frozenset().union(*(process.seats for process in self._processes.values()))

    @property
    def watching(self) -> int:
        """The number of followers who do not play."""
        return sum(process.watching for process in self._processes.values())

    @property
    def chatting(self) -> frozenset[Player]:
        """The seats whose players have opened the chat."""
        return frozenset().union(*(process.chatting for process in self._processes.values()))

    @property
    def processes(self) -> frozenset[str]:
        """The processes in which anybody follows the game."""
        return frozenset(self._processes)

    def update(self, process: str, presence: GamePresence) -> None:
        before = self._processes.pop(process, None)
        if presence != NOBODY and len(self._processes) < MAX_PROCESSES:
            self._processes[process] = presence
        self._has_changed |= before != self._processes.get(process)

    def keep(self, processes: frozenset[str]) -> None:
        for dead in self._processes.keys() - processes:
            self.update(dead, NOBODY)

    def clear(self) -> None:
        """Forget all processes; the next report asks for theirs."""
        self.keep(frozenset())
        self.must_ask = True

    def restart(self) -> None:
        """Forget all processes, none of which knows this one by its new id."""
        self.clear()
        self.reported = NOBODY

    def take_changed(self) -> bool:
        """Return whether anything has changed since the last call."""
        changed, self._has_changed = self._has_changed, False
        return changed

    def take_report(self, local: GamePresence) -> bool:
        """Return whether to report ``local``, and note that it is reported."""
        is_due = local != self.reported or (self.must_ask and local != NOBODY)
        self.must_ask = self.must_ask and local == NOBODY
        self.reported = local
        return is_due
