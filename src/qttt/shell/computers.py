"""Computers that play in the shell: whose moves they make, and what they tell about them."""

import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from random import Random

from qttt.engine import Analysis, Decision, Level, decide, levels_for
from qttt.engine.classical import Statistics
from qttt.engine.search import Estimate
from qttt.engine.words import signed
from qttt.game import Player, Position, Rules
from qttt.notation.errors import quoted
from qttt.play import Match

from .errors import ShellError

_OFF = "off"
_TICK = 0.1
"""Seconds between two looks whether Ctrl-C was pressed."""


def think(position: Position, level: Level, rng: Random) -> Decision:
    """What ``level`` plays. Ctrl-C is heard meanwhile, and ends the search."""
    stop, worker = threading.Event(), ThreadPoolExecutor(1)
    try:
        asked = worker.submit(lambda: decide(position, level, rng, stop=stop))
        while not wait([asked], _TICK).done:
            continue
        return asked.result()
    finally:
        stop.set()
        worker.shutdown(wait=False)


def level_named(name: str, rules: Rules) -> Level:
    """The level of that name; without one, the strongest. Raises ``ShellError``."""
    levels = levels_for(rules)
    if not name:
        return next(level for level in (Level.OPTIMAL, Level.BEST, *levels) if level in levels)
    found = next((level for level in levels if level.value == name.lower()), None)
    if found is None:
        raise ShellError(f"there is no level {quoted(name)} here; there are {', '.join(levels)}")
    return found


def assigned(words: str, computers: Mapping[Player, Level], rules: Rules) -> Mapping[Player, Level]:
    """Who plays after ``computer`` with these words. Raises ``ShellError``."""
    match words.split():
        case [word] if word.lower() == _OFF:
            return {}
        case [side, name] if side.upper() in set(Player):
            player = Player(side.upper())
            others = {other: level for other, level in computers.items() if other is not player}
            return others if name.lower() == _OFF else {**others, player: level_named(name, rules)}
    raise ShellError(
        "computer takes X or O and a level, as in computer O easy; off in place of the level, or "
        "computer off, ends it"
    )


def seated(match: Match) -> dict[Player, Level]:
    """The computers that a saved game brings."""
    return {player: seat.level for player, seat in match.seats.items() if seat.level}


def roster(computers: Mapping[Player, Level], rules: Rules) -> Iterator[str]:
    """Who plays X and O, and which levels there are."""
    yield " ".join(f"{player} is {computers.get(player, 'yours')}." for player in Player)
    yield f"Levels: {', '.join(levels_for(rules))}."


# --- what they tell ----------------------------------------------------------------------------


def thoughts_lines(level: Level, thoughts: object, *, unicode: bool = True) -> Iterator[str]:
    """A table: who decided, and what it found out, if it thought at all."""
    rows = (("level", level.value), *_found_out(thoughts, unicode=unicode))
    left, right = (max(map(len, column)) for column in zip(*rows, strict=True))
    for name, number in rows:
        yield f"  {name:<{left}}  {number:>{right}}"


def _found_out(thoughts: object, *, unicode: bool) -> Iterator[tuple[str, str]]:
    if isinstance(thoughts, Statistics):
        yield "nodes generated", f"{thoughts.nodes:,}"
        yield "greatest depth", f"{thoughts.depth}"
        yield "cut-offs in MAX-VALUE", f"{thoughts.max_cutoffs:,}"
        yield "cut-offs in MIN-VALUE", f"{thoughts.min_cutoffs:,}"
        yield "time cut-off", _struck(thoughts)
        yield "seconds", f"{thoughts.seconds:.3f}"
    if isinstance(thoughts, Analysis):
        yield "value", signed(thoughts.value, unicode=unicode)
        yield "nodes searched", f"{thoughts.nodes:,}"
        yield "seconds", f"{thoughts.seconds:.3f}"
    if isinstance(thoughts, Estimate):
        if thoughts.simulations > 1 or thoughts.proven:
            sure = "" if thoughts.proven else "about "
            yield "value", sure + signed(round(thoughts.value, 2), unicode=unicode)
        yield "simulations", f"{thoughts.simulations:,}"
        yield "nodes", f"{thoughts.nodes:,}"
        yield "seconds", f"{thoughts.seconds:.3f}"


def _struck(told: Statistics) -> str:
    if told.stopped:
        return "yes, and it ended the search"
    return "yes" if told.cut_off else "no"
