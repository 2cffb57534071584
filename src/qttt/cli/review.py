"""``qttt review``: analyses games move by move."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Annotated, NamedTuple

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
from .declared import Option, command
from .errors import CliError
from .games import LoadedGame, games_in, numbered, write_records
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
from .output import OutputStyle
from .progress import ProgressReporter, can_show_progress, games_progress, progress
from .review_page import page
from .sources import read_source


@command(epilog=FILE_HOLDS)
def review(
    source: Source,
    out: Annotated[
        Path | None,
        Option("-o", "--out", metavar="OUT", help="Write commented games; - prints them."),
    ] = None,
    variations: Annotated[bool, Option("--variations", help="Also review variations.")] = False,
    simulations: Annotated[
        int, Option(metavar="N", min=1, help="Simulations per position on big boards.")
    ] = SIMULATIONS,
    rules: RulesIfUnnamed = None,
    size: Size = None,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    if json and out == STANDARD:
        raise CliError("usage", "--json and --out - cannot both print: write the records to a file")
    read = read_source(source)
    games = games_in(read.parts, source, read_rules_if_any(rules, size))
    if read.repaired_bytes and not json:
        output.note(f"{source}: {repair_note(read.repaired_bytes)}")
    with games_progress(prints=True) as report:
        reviewed = _reviewed(games, simulations, variations, report)
        if json:
            with output.json_list({"repaired": read.repaired_bytes}, "games") as add:
                _write(out, _each(reviewed, lambda item: add(facts(item.game, item.review))))
        elif out == STANDARD:
            _write(out, reviewed)
        else:
            style = output.stdout_style(ascii=ascii)
            _write(out, _each(reviewed, lambda item: output.show(_page(item, style))))


class Reviewed(NamedTuple):
    """A game and its review; ``number`` is None for a game alone."""

    number: int | None
    game: LoadedGame
    review: Review


def _reviewed(
    games: Iterable[LoadedGame], simulations: int, variations: bool, report: ProgressReporter
) -> Iterator[Reviewed]:
    for done, (number, game) in enumerate(numbered(games)):
        with _with_progress(game, simulations, partial(report, done)) as evaluator:
            review = study.review(
                game.end, evaluator=evaluator, result=game.result, variations=variations
            )
        yield Reviewed(number, game, review)
        report(done + 1)


@contextmanager
def _with_progress(
    game: LoadedGame, simulations: int, report: Callable[[str], None]
) -> Iterator[Evaluator]:
    """Yield the evaluator; a slow one shows the number of the position on a terminal.

    That is beside the number of games, or while a game is reviewed and nothing is printed.
    """
    evaluator = evaluator_for(game.rules, simulations=simulations)
    total, numbers = len(game.end.path), count(1)
    if evaluator is exact_evaluation or not sys.stderr.isatty():
        yield evaluator
    elif can_show_progress(prints=True):

        def evaluate(position: Position) -> Evaluation:
            report(f"position {min(next(numbers), total)} of {total}")
            return evaluator(position)

        yield evaluate
    else:
        with progress(total, "positions") as show:

            def evaluate(position: Position) -> Evaluation:
                show(min(next(numbers), total), "")
                return evaluator(position)

            yield evaluate


def _page(reviewed: Reviewed, style: OutputStyle) -> Iterator[str]:
    return page(
        reviewed.game,
        reviewed.review,
        style,
        f"Game {reviewed.number}: " if reviewed.number else "",
    )


def _each(items: Iterable[Reviewed], action: Callable[[Reviewed], None]) -> Iterator[Reviewed]:
    for item in items:
        action(item)
        yield item


def _write(out: Path | None, reviewed: Iterable[Reviewed]) -> None:
    """Write the annotated games, if anywhere; in any case review all."""
    records = (_annotated_record(item) for item in reviewed)
    if out is None:
        for _ in reviewed:
            pass
    elif out == STANDARD:
        with output.held_back(output.show_bytes) as write:
            for number, record in enumerate(records):
                write(f"\n{record}" if number else record)
    else:
        write_records(out, records)


def _annotated_record(reviewed: Reviewed) -> str:
    """Return the record of the game with the review in its comments."""
    game = reviewed.game
    annotate(reviewed.review)
    result = None if game.end.position.outcome else game.record.result
    return write_record(to_record(game.root, game.record.tags, result))


# --- for programs ----------------------------------------------------------------------------


def facts(game: LoadedGame, review: Review) -> dict[str, object]:
    """Return the review as JSON; values are points of X minus points of O."""
    steps = list(review.steps)
    return {
        "rules": str(game.rules),
        "start": str(game.root.position),
        "result": game.result,
        "exact": review.is_exact,
        "value": _round(review.start.value),
        "steps": [_step_facts(step) for step in steps],
        "conceded": _round(review.concession_change),
        "turning": steps.index(review.turning_point) if review.turning_point else None,
        "luck": _round(review.luck),
        "players": {player: _side_facts(review.side(player), steps) for player in Player},
        "variations": [_variation_facts(variation) for variation in review.variations],
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


def _variation_facts(variation: Review) -> dict[str, object]:
    return {
        "ply": len(variation.steps[0].node.moves),
        "value": _round(variation.start.value),
        "steps": [_step_facts(step) for step in variation.steps],
    }


def _round(value: float) -> float:
    """Round estimates; exact values, multiples of 1/32, have at most five digits."""
    return round(value, 6)
