"""``qttt search``: a good move and an estimate, on boards that are not solved."""

import sys
from collections.abc import Iterator
from contextlib import suppress

import typer

from qttt.engine.search import MEGABYTES, Candidate, Estimate, Search
from qttt.game import Rules
from qttt.notation import read
from qttt.notation.text import describe

from . import output
from .errors import Failure
from .output import Look

_SHOWN = 8
"""So many moves are listed, the most tried first."""


def search(
    text: str,
    rules: Rules,
    *,
    json: bool,
    simulations: int | None,
    seconds: float | None,
    threads: int,
    megabytes: int | None,
    seed: int,
) -> None:
    """Search the position that ``text`` tells, and print what was found; Ctrl-C ends it sooner.

    Raises ``Failure`` for a limit that is not positive, memory that is too small or a board of more
    than 64 squares.
    """
    _check(simulations=simulations, seconds=seconds, threads=threads, megabytes=megabytes)
    position = read(text, rules).position
    try:
        tree = Search(position, megabytes=megabytes or MEGABYTES)
    except (RuntimeError, ValueError) as error:
        raise Failure("usage", str(error)) from error
    if simulations is None and seconds is None:
        seconds = 1.0
    with suppress(KeyboardInterrupt):  # what was found by then is worth printing
        tree.run(
            simulations=simulations,
            seconds=seconds,
            threads=threads,
            seed=seed,
            progress=_tell if sys.stderr.isatty() else None,
        )
    _wipe()
    if json:
        output.show_json(facts(tree.estimate))
    else:
        output.show(page(tree.estimate, output.look()))


def _check(**limits: float | None) -> None:
    for name, limit in limits.items():
        if limit is not None and not limit > 0:
            raise Failure("usage", f"--{name} must be more than 0, not {limit:g}")


def _tell(estimate: Estimate) -> None:
    """One line that is overwritten by the next."""
    line = " ".join(map(estimate.position.name, estimate.line[:6]))
    told = f"{estimate.simulations:,} simulations, {estimate.value:+.3f}: {line}"
    typer.echo(f"\r{told:<78.78}", nl=False, err=True)


def _wipe() -> None:
    if sys.stderr.isatty():
        typer.echo(f"\r{'':<78}\r", nl=False, err=True)


# --- for people ------------------------------------------------------------------------------


def page(estimate: Estimate, look: Look) -> Iterator[str]:
    """The estimate, the move to play, the moves that were tried most, the best line, the cost."""
    from qttt.shell.words import signed, value_words

    position = estimate.position
    yield describe(position, unicode=look.unicode)
    yield ""
    value = signed(estimate.value, unicode=look.unicode)
    if estimate.proven:
        yield look.row("Value", f"{value}: {value_words(estimate.value, position)}")
    else:
        yield look.row("Estimate", f"about {_about(estimate.value, look)}")
    if estimate.move is not None:
        yield look.row("Play", position.name(estimate.move))
    for candidate in _foremost(estimate):
        yield look.row(f"  {_worth(candidate, look)}", _tried(candidate, estimate))
    if estimate.line:
        yield look.row("Line", " ".join(map(position.name, estimate.line)))
    full = "; the memory is full" if estimate.full else ""
    yield look.row(
        "Searched",
        f"{_games(estimate.simulations)} in {estimate.seconds:.2f} s, "
        f"a tree of {estimate.nodes:,} nodes{full}",
    )


def _about(value: float, look: Look) -> str:
    sign = "−" if look.unicode else "-"
    return f"{value:+.2f}".replace("-", sign)


def _worth(candidate: Candidate, look: Look) -> str:
    from qttt.shell.words import signed

    if candidate.proven:
        return signed(candidate.value, unicode=look.unicode)
    return _about(candidate.value, look)


def _foremost(estimate: Estimate) -> list[Candidate]:
    """The move to play, then those that were tried or proven, the most tried first."""
    known = [c for c in estimate.candidates if c.visits or c.proven]
    return sorted(known, key=lambda c: (c.move != estimate.move, -c.visits))[:_SHOWN]


def _tried(candidate: Candidate, estimate: Estimate) -> str:
    name = estimate.position.name(candidate.move)
    return f"{name}  proven" if candidate.proven else f"{name}  {_games(candidate.visits)}"


def _games(count: int) -> str:
    return f"{count:,} simulation{'s' if count != 1 else ''}"


# --- for programs ----------------------------------------------------------------------------


def facts(estimate: Estimate) -> dict[str, object]:
    """The estimate as JSON."""
    position = estimate.position
    return {
        "rules": str(position.rules),
        "position": str(position),
        "value": estimate.value,
        "proven": estimate.proven,
        "move": None if estimate.move is None else position.name(estimate.move),
        "moves": [
            {
                "move": position.name(c.move),
                "value": c.value if c.proven or c.visits else None,
                "proven": c.proven,
                "simulations": c.visits,
            }
            for c in estimate.candidates
        ],
        "line": [position.name(move) for move in estimate.line],
        "simulations": estimate.simulations,
        "nodes": estimate.nodes,
        "full": estimate.full,
        "seconds": round(estimate.seconds, 6),
    }
