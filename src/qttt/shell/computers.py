"""Computer players in the shell: assignment, search and statistics."""

import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from random import Random

from qttt.engine import Analysis, Decision, Level, decide_move, levels_for
from qttt.engine.classical import EvalStatistics
from qttt.engine.search import Estimate
from qttt.engine.values import format_value
from qttt.game import Player, Position, Rules
from qttt.notation.errors import quote
from qttt.play import Match

from .errors import ShellError

_OFF = "off"
_POLL_S = 0.1
"""How often to check for Ctrl-C."""


def think(position: Position, level: Level, rng: Random) -> Decision:
    """Choose a move as ``level`` does; Ctrl-C interrupts the search."""
    stop, worker = threading.Event(), ThreadPoolExecutor(1)
    try:
        future = worker.submit(lambda: decide_move(position, level, rng, stop=stop))
        while not wait([future], _POLL_S).done:
            continue
        return future.result()
    finally:
        stop.set()
        worker.shutdown(wait=False)


def level_named(name: str, rules: Rules) -> Level:
    """Return the level of that name, by default the strongest. Raises ``ShellError``."""
    levels = levels_for(rules)
    if not name:
        return next(level for level in (Level.OPTIMAL, Level.BEST, *levels) if level in levels)
    named = next((level for level in levels if level.value == name.lower()), None)
    if named is None:
        raise ShellError(f"no level {quote(name)} on this board: choose from {', '.join(levels)}")
    return named


def assign_computer(
    words: str, computers: Mapping[Player, Level], rules: Rules
) -> Mapping[Player, Level]:
    """Apply the arguments of ``computer`` to the computers. Raises ``ShellError``."""
    match words.split():
        case [word] if word.lower() == _OFF:
            return {}
        case [side, name] if side.upper() in set(Player):
            player = Player(side.upper())
            others = {other: level for other, level in computers.items() if other is not player}
            return others if name.lower() == _OFF else {**others, player: level_named(name, rules)}
    raise ShellError(
        "write computer X LEVEL or computer O LEVEL; to end it, computer X off, computer O off or "
        "computer off"
    )


def computers_of(match: Match) -> dict[Player, Level]:
    """Return the computers in the seats of a match."""
    return {player: seat.level for player, seat in match.seats.items() if seat.level}


def describe_players(computers: Mapping[Player, Level], rules: Rules) -> Iterator[str]:
    """Format who plays X and O, and the available levels."""
    yield " ".join(f"{player} is {computers.get(player, 'yours')}." for player in Player)
    yield f"Levels: {', '.join(levels_for(rules))}."


# --- statistics --------------------------------------------------------------------------------


def analysis_lines(level: Level, analysis: object, *, unicode: bool = True) -> Iterator[str]:
    """Format a table of the level and the statistics of its search, if any."""
    rows = (("level", level.value), *_statistics(analysis, unicode=unicode))
    left, right = (max(map(len, column)) for column in zip(*rows, strict=True))
    for name, number in rows:
        yield f"  {name:<{left}}  {number:>{right}}"


def _statistics(analysis: object, *, unicode: bool) -> Iterator[tuple[str, str]]:
    if isinstance(analysis, EvalStatistics):
        yield "nodes generated", f"{analysis.nodes:,}"
        yield "greatest depth", f"{analysis.depth}"
        yield "cut-offs in MAX-VALUE", f"{analysis.max_cutoffs:,}"
        yield "cut-offs in MIN-VALUE", f"{analysis.min_cutoffs:,}"
        yield "time cut-off", _time_cutoff(analysis)
        yield "seconds", f"{analysis.seconds:.3f}"
    if isinstance(analysis, Analysis):
        yield "value", format_value(analysis.value, unicode=unicode)
        yield "nodes searched", f"{analysis.nodes:,}"
        yield "seconds", f"{analysis.seconds:.3f}"
    if isinstance(analysis, Estimate):
        if analysis.simulations > 1 or analysis.is_proven:
            prefix = "" if analysis.is_proven else "about "
            yield (
                "value",
                prefix + format_value(analysis.value, is_exact=analysis.is_proven, unicode=unicode),
            )
        yield "simulations", f"{analysis.simulations:,}"
        yield "nodes", f"{analysis.nodes:,}"
        yield "seconds", f"{analysis.seconds:.3f}"


def _time_cutoff(statistics: EvalStatistics) -> str:
    if statistics.stopped:
        return "yes, and it ended the search"
    return "yes" if statistics.cut_off else "no"
