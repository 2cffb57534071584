"""``qttt train``: trains an evaluator for the tree search by self-play."""

from pathlib import Path
from typing import Annotated

from qttt.arena.workers import lost_workers
from qttt.engine import KernelError
from qttt.engine.training import TrainingPlan, TrainingRound
from qttt.engine.training import train as train_evaluator
from qttt.notation.points import format_count

from . import output
from .declared import Argument, Option, command
from .errors import CliError
from .interrupts import RESUMABLE, stoppable
from .options import GamesSeed, Json, RulesText, check_positive, read_rules
from .tournament import Cluster, Jobs
from .tournaments import arena_failures, check_workers, format_percent, started_workers


@command(
    epilog="FOLDER/evaluator.qte is the evaluator. Ctrl-C loses at most a round; the same command "
    "continues, with more --rounds too.",
)
def train(
    folder: Annotated[Path, Argument(metavar="FOLDER", help="Where the training is kept.")],
    rules: RulesText = "krist",
    size: Annotated[
        list[int] | None,
        Option("--size", metavar="N", help="Side of the board; repeat it to train on several."),
    ] = None,
    rounds: Annotated[int, Option(metavar="N", help="Rounds of self-play and learning.")] = 20,
    games: Annotated[int, Option(metavar="N", help="Games of a round.")] = 1000,
    simulations: Annotated[
        int, Option(metavar="N", help="Simulations of the search for a move.")
    ] = 800,
    match_games: Annotated[
        int,
        Option(
            metavar="N",
            min=0,
            help="Games after each round against the search without evaluator.",
        ),
    ] = 20,
    seed: GamesSeed = 0,
    jobs: Jobs = None,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    check_positive(rounds=rounds, games=games, simulations=simulations)
    if match_games % 2:
        raise CliError("usage", f"--match-games must be an even number, not {match_games}")
    check_workers(jobs, cluster)
    sizes: list[int | None] = [*size] if size else [None]
    boards = tuple(str(read_rules(rules, side)) for side in sizes)
    try:
        plan = TrainingPlan(boards, games, simulations, seed=seed, match_games=match_games)
    except KernelError as error:
        raise CliError("usage", str(error)) from error
    finished = list[TrainingRound]()

    def report(round_: TrainingRound) -> None:
        finished.append(round_)
        if not json:
            output.show([_line(round_)])

    with (
        arena_failures(),
        stoppable(RESUMABLE),
        started_workers(jobs, cluster, games) as workers,
        lost_workers(),
    ):
        evaluator = train_evaluator(plan, folder, rounds, report, workers.executor)
    if json:
        output.show_json(
            {
                "file": str(evaluator.path),
                "rules": [*plan.rules],
                "positions": evaluator.positions,
                "digest": evaluator.digest,
                "rounds": [round_._asdict() for round_ in finished],
            }
        )
    else:
        output.show([f"{evaluator.path}: {format_count(evaluator.positions, 'position')} learned"])


def _line(round_: TrainingRound) -> str:
    match = "" if round_.match_share is None else f", match {format_percent(round_.match_share)}"
    return (
        f"Round {round_.number}: {format_count(round_.examples, 'example')}, "
        f"squared error of values {round_.value_error:.4f}, "
        f"best moves preferred {100 * round_.best_found:.0f} %{match}"
    )
