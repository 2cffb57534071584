"""``qttt review``: analyses games move by move."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Annotated

import typer

from qttt import study
from qttt.game import Player, Position
from qttt.notation import to_record, write_record
from qttt.notation.armour import repair_note
from qttt.study import (
    Evaluation,
    Evaluator,
    Review,
    ReviewedPly,
    Side,
    annotate,
    evaluator_for,
    exact_evaluation,
)
from qttt.study.evaluation import SIMULATIONS

from . import output
from .app import command_app
from .errors import CliError
from .games import LoadedGame, games_in, read_source, write_records
from .options import (
    FILE_HOLDS,
    STANDARD,
    Ascii,
    Json,
    RulesIfUnnamed,
    Size,
    Source,
    read_rules_if_any,
)
from .progress import progress
from .review_page import page

app = command_app()


@app.command(help="Review games: what each move kept or lost.", epilog=FILE_HOLDS)
def review(
    source: Source,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="OUT", help="Write commented games; - prints them."),
    ] = None,
    variations: Annotated[
        bool, typer.Option("--variations", help="Also review variations.")
    ] = False,
    simulations: Annotated[
        int, typer.Option(metavar="N", min=1, help="Simulations per position on big boards.")
    ] = SIMULATIONS,
    rules: RulesIfUnnamed = None,
    size: Size = None,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    if json and out == STANDARD:
        raise CliError("usage", "--json and --out - cannot both print: write the records to a file")
    read = read_source(source)
    games = games_in(read.text, source, read_rules_if_any(rules, size))
    if read.repaired_bytes and not json:
        output.note(f"{source}: {repair_note(read.repaired_bytes)}")
    style = output.stdout_style(ascii=ascii)
    found = []
    for game in games:
        with _with_progress(evaluator_for(game.rules, simulations=simulations), game) as evaluator:
            done = study.review(
                game.end, evaluator=evaluator, result=game.result, variations=variations
            )
            found.append(done)
        if not json and out != STANDARD:
            title = f"Game {len(found)} of {len(games)}: " if len(games) > 1 else ""
            output.show(page(game, found[-1], style, title))
    reviewed = list(zip(games, found, strict=True))
    if out is not None:
        _write(out, [_annotated_record(*each) for each in reviewed])
    if json:
        output.show_json(
            {"repaired": read.repaired_bytes, "games": [facts(*each) for each in reviewed]}
        )


@contextmanager
def _with_progress(evaluator: Evaluator, game: LoadedGame) -> Iterator[Evaluator]:
    """Wrap a slow evaluator to show progress on a terminal."""
    if evaluator is exact_evaluation or not sys.stderr.isatty():
        yield evaluator
        return
    done, total = count(1), len(game.end.path)
    with progress(total, "positions") as report:

        def evaluate(position: Position) -> Evaluation:
            report(min(next(done), total), "")
            return evaluator(position)

        yield evaluate


def _annotated_record(game: LoadedGame, found: Review) -> str:
    """Return the record of the game with the review in its comments."""
    annotate(found)
    result = None if game.end.position.outcome else game.record.result
    return write_record(to_record(game.root, game.record.tags, result))


def _write(out: Path, records: Iterable[str]) -> None:
    if out == STANDARD:
        output.show_bytes("\n".join(records))
    else:
        write_records(out, records)


# --- for programs ----------------------------------------------------------------------------


def facts(game: LoadedGame, found: Review) -> dict[str, object]:
    """Return the review as JSON; values are points of X minus points of O."""
    steps = list(found.steps)
    return {
        "rules": str(game.rules),
        "start": str(game.root.position),
        "result": game.result,
        "exact": found.is_exact,
        "value": _round(found.start.value),
        "steps": [_step_facts(step) for step in steps],
        "conceded": _round(found.concession_change),
        "turning": steps.index(found.turning_point) if found.turning_point else None,
        "luck": _round(found.luck),
        "players": {player: _side_facts(found.side(player), steps) for player in Player},
        "variations": [_variation_facts(each) for each in found.variations],
    }


def _step_facts(step: ReviewedPly) -> dict[str, object]:
    position = step.before.position
    return {
        "by": step.player or "chance",
        "move": position.name(step.move),
        "position": str(position),
        "before": _round(step.before.value),
        "after": _round(step.after.value),
        "margin": _round(step.margin),
        "verdict": step.verdict,
        "loss": _round(step.loss),
        "luck": _round(step.luck),
        "best": [position.name(move) for move in step.before.best],
        "line": [position.name(move) for move in step.before.line],
    }


def _side_facts(side: Side, steps: list[ReviewedPly]) -> dict[str, object]:
    return {
        "decisions": len(side.steps),
        "verdicts": dict(side.counts),
        "lost": _round(side.lost),
        "stake": _round(side.points_at_stake),
        "accuracy": None if side.accuracy is None else _round(side.accuracy),
        "worst": steps.index(side.worst) if side.worst else None,
    }


def _variation_facts(found: Review) -> dict[str, object]:
    return {
        "ply": len(found.steps[0].node.moves),
        "value": _round(found.start.value),
        "steps": [_step_facts(step) for step in found.steps],
    }


def _round(value: float) -> float:
    """Round estimates; exact values, multiples of 1/32, have at most five digits."""
    return round(value, 6)
