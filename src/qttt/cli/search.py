"""``qttt search``: estimates positions on boards that are too big to solve."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import click

from qttt.engine.evaluator import EvaluatorError, LearnedEvaluator, shipped_evaluator
from qttt.engine.kernel import check_board
from qttt.engine.search import DEFAULT_MEGABYTES, Candidate, Estimate, Search
from qttt.game import Rules
from qttt.notation.points import describe_value, format_count, format_value
from qttt.notation.text import describe

from . import output
from .declared import Option, command
from .errors import CliError
from .interrupts import catch_interrupts
from .options import (
    WHAT_IS,
    GamesSeed,
    Json,
    RulesText,
    Size,
    What,
    check_positive,
    read_rules,
    read_what,
)
from .output import OutputStyle

_MAX_MOVES = 8
"""Number of moves that are listed, most simulations first."""


@command(epilog=WHAT_IS)
def search(
    what: What = None,
    rules: RulesText = "krist",
    size: Size = None,
    json: Json = False,
    simulations: Annotated[
        int | None, Option(metavar="N", help="Stop after N simulations.")
    ] = None,
    seconds: Annotated[
        float | None,
        Option(metavar="S", help="Stop after S seconds.", show_default="1 if no limit"),
    ] = None,
    threads: Annotated[int, Option(metavar="N", help="Use N cores.")] = 1,
    megabytes: Annotated[
        int | None, Option(metavar="N", help="Limit the tree's memory.", show_default="64")
    ] = None,
    evaluator: Annotated[
        str | None,
        Option(
            metavar="FILE",
            help='Judge positions by learned weights (.qte); "shipped": those of this qttt.',
            show_default="random games",
        ),
    ] = None,
    seed: GamesSeed = 0,
) -> None:
    catch_interrupts()
    check_positive(simulations=simulations, seconds=seconds, threads=threads, megabytes=megabytes)
    position = read_what(what, read_rules(rules, size)).position
    try:
        learned = _open_evaluator(evaluator, position.rules)
        tree = Search(position, megabytes=megabytes or DEFAULT_MEGABYTES, evaluator=learned)
    except EvaluatorError:
        raise
    except (RuntimeError, ValueError) as error:
        raise CliError("usage", str(error)) from error
    if simulations is None and seconds is None:
        seconds = 1.0
    with suppress(KeyboardInterrupt):  # print the result so far
        tree.run(
            simulations=simulations,
            seconds=seconds,
            threads=threads,
            seed=seed,
            progress=_show_progress if sys.stderr.isatty() else None,
        )
    _clear_progress()
    if json:
        output.show_json(facts(tree.estimate, learned))
    else:
        output.show(page(tree.estimate, output.stdout_style(), learned))


def _open_evaluator(name: str | None, rules: Rules) -> LearnedEvaluator | None:
    if name is None:
        return None
    check_board(rules)
    if name != "shipped":
        return LearnedEvaluator(Path(name))
    evaluator = shipped_evaluator(rules)
    if evaluator is None:
        raise EvaluatorError(f"no evaluator for {rules} is shipped with this qttt: name a file")
    return evaluator


def _show_progress(estimate: Estimate) -> None:
    """Overwrite the progress line."""
    line = " ".join(map(estimate.position.name, estimate.line[:6]))
    value = format_value(estimate.value, is_exact=estimate.is_proven, unicode=False)
    text = f"{format_count(estimate.simulations, 'simulation')}, {value}: {line}"
    click.echo(f"\r{text:<78.78}", nl=False, err=True)


def _clear_progress() -> None:
    if sys.stderr.isatty():
        click.echo(f"\r{'':<78}\r", nl=False, err=True)


# --- for people ------------------------------------------------------------------------------


def page(
    estimate: Estimate, style: OutputStyle, evaluator: LearnedEvaluator | None = None
) -> Iterator[str]:
    """Format the estimate, the move to play, the candidates, the best line and the cost."""
    position = estimate.position
    yield describe(position, unicode=style.unicode)
    yield ""
    value = format_value(estimate.value, unicode=style.unicode)
    if estimate.is_proven:
        yield style.row("Value", f"{value}: {describe_value(estimate.value, position)}")
    else:
        about = format_value(estimate.value, is_exact=False, unicode=style.unicode)
        yield style.row("Estimate", f"about {about}")
    if estimate.move is not None:
        yield style.row("Play", position.name(estimate.move))
    for candidate in _foremost(estimate):
        yield style.row(f"  {_value(candidate, style)}", _details(candidate, estimate))
    if estimate.line:
        yield style.row("Line", " ".join(map(position.name, estimate.line)))
    full = "; the memory is full" if estimate.is_memory_full else ""
    yield style.row(
        "Searched",
        f"{format_count(estimate.simulations, 'simulation')} in {estimate.seconds:.2f} s, "
        f"a tree of {estimate.nodes:,} nodes{full}",
    )
    if evaluator:
        yield style.row(
            "Judged by",
            f"{evaluator.path.name}: {evaluator.positions:,} positions of {evaluator.rules}, "
            f"digest {evaluator.digest[:8]}",
        )


def _value(candidate: Candidate, style: OutputStyle) -> str:
    return format_value(candidate.value, is_exact=candidate.is_proven, unicode=style.unicode)


def _foremost(estimate: Estimate) -> list[Candidate]:
    """Return the move to play, then the visited or proven moves, most visits first."""
    known = [c for c in estimate.candidates if c.visits or c.is_proven]
    return sorted(known, key=lambda c: (c.move != estimate.move, -c.visits))[:_MAX_MOVES]


def _details(candidate: Candidate, estimate: Estimate) -> str:
    name = estimate.position.name(candidate.move)
    return (
        f"{name}  proven"
        if candidate.is_proven
        else f"{name}  {format_count(candidate.visits, 'simulation')}"
    )


# --- for programs ----------------------------------------------------------------------------


def facts(estimate: Estimate, evaluator: LearnedEvaluator | None = None) -> dict[str, object]:
    """Return the estimate as JSON."""
    position = estimate.position
    return {
        "rules": str(position.rules),
        "position": str(position),
        "value": estimate.value,
        "proven": estimate.is_proven,
        "move": None if estimate.move is None else position.name(estimate.move),
        "moves": [
            {
                "move": position.name(c.move),
                "value": c.value if c.is_proven or c.visits else None,
                "proven": c.is_proven,
                "simulations": c.visits,
            }
            for c in estimate.candidates
        ],
        "line": [position.name(move) for move in estimate.line],
        "simulations": estimate.simulations,
        "nodes": estimate.nodes,
        "full": estimate.is_memory_full,
        "seconds": round(estimate.seconds, 6),
        "evaluator": evaluator
        and {
            "file": str(evaluator.path),
            "rules": str(evaluator.rules),
            "positions": evaluator.positions,
            "digest": evaluator.digest,
        },
    }
