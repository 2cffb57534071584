"""Previews of links in words: titles and descriptions of positions and games."""

from functools import cache, lru_cache
from typing import NamedTuple

from qttt.engine import SolveDepth, Solver
from qttt.engine.tablebase import shipped_tablebase
from qttt.game import PRESETS, Node, Position, Rules
from qttt.notation import describe
from qttt.notation.card import NAME
from qttt.notation.links import format_link, parse_link
from qttt.notation.rules_text import rules_heading
from qttt.notation.values import describe_value

from .games.game import GameState
from .store.values import GameLog

SOLVED_SQUARES = 9
SOLVER_ENTRIES = 1 << 14
"""Size of the solver's table for each preset: 400 KB, as previews are solved once."""


class Preview(NamedTuple):
    """What a link shows before it is opened.

    ``link`` is its canonical form, for the picture; empty if there is nothing to draw.
    """

    title: str
    description: str
    link: str = ""


NEUTRAL = Preview(NAME, "Play against a friend or a computer, also offline.")
PRIVATE = Preview("A private game", f"{NAME}. Only its players can share what happens in it.")


@lru_cache(1024)
def position_preview(link: str) -> Preview:
    """Return the preview of a position with its value, if that is known at once.

    Raises ``ValueError`` if the link cannot be read, as ``parse_link`` does.
    """
    node = parse_link(link)
    position = node.position
    parts = [rules_heading(position.rules), last_move(node)]
    if not position.outcome and (value := _value(position)) is not None:
        parts.append(describe_value(value, position))
    return Preview(describe.describe(position), _sentences(parts), format_link(node))


def game_preview(log: GameLog) -> Preview:
    """Return the preview of a game without any analysis: it may be in progress."""
    terms = log.terms
    if terms.private:
        return PRIVATE
    game = GameState.replay(terms, log.entries)
    node = game.match.node
    is_aborted = game.is_over and game.outcome is None
    state = "Aborted" if is_aborted else describe.describe(node.position, game.outcome)
    parts = [state, rules_heading(node.position.rules), last_move(node)]
    title = f"{terms.x.name} (X) – {terms.o.name} (O)"
    return Preview(title, _sentences(parts), format_link(node))


def last_move(node: Node) -> str:
    """Describe the move that led to ``node``; empty at the start of a game."""
    if node.move is None or node.parent is None:
        return ""
    return f"Last move: {describe.describe_move(node.move, node.parent.position)}"


def _value(position: Position) -> float | None:
    """The exact value under the presets of at most nine squares; 10 ms at most, once."""
    rules = position.rules
    if rules.board.size > SOLVED_SQUARES or rules not in PRESETS.values():
        return None
    return _solver(rules).solve(position, depth=SolveDepth.VALUE).value


@cache
def _solver(rules: Rules) -> Solver:
    return Solver(rules, SOLVER_ENTRIES, shipped_tablebase(rules))


def _sentences(parts: list[str]) -> str:
    return " ".join(part if part.endswith("?") else f"{part}." for part in parts if part)
