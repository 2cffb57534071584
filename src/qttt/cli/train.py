"""``qttt train``: trains an evaluator for the tree search by self-play."""

from pathlib import Path
from typing import Annotated

from qttt.engine.training import TrainingPlan, TrainingRound
from qttt.engine.training import train as train_evaluator
from qttt.notation.points import format_count

from . import output
from .declared import Argument, Option, command
from .interrupts import RESUMABLE, stoppable
from .options import GamesSeed, Json, RulesText, Size, check_positive, read_rules


@command(
    epilog="FOLDER/evaluator.qte is the evaluator. Ctrl-C loses at most a round; the same command "
    "continues, with more --rounds too.",
)
def train(
    folder: Annotated[Path, Argument(metavar="FOLDER", help="Where the training is kept.")],
    rules: RulesText = "krist",
    size: Size = None,
    rounds: Annotated[int, Option(metavar="N", help="Rounds of self-play and learning.")] = 20,
    games: Annotated[int, Option(metavar="N", help="Games of a round.")] = 1000,
    simulations: Annotated[
        int, Option(metavar="N", help="Simulations of the search for a move.")
    ] = 800,
    seed: GamesSeed = 0,
    json: Json = False,
) -> None:
    check_positive(rounds=rounds, games=games, simulations=simulations)
    plan = TrainingPlan(str(read_rules(rules, size)), games, simulations, seed=seed)
    finished = list[TrainingRound]()

    def report(round_: TrainingRound) -> None:
        finished.append(round_)
        if not json:
            output.show([_line(round_)])

    with stoppable(RESUMABLE):
        evaluator = train_evaluator(plan, folder, rounds, report)
    if json:
        output.show_json(
            {
                "file": str(evaluator.path),
                "rules": plan.rules,
                "positions": evaluator.positions,
                "digest": evaluator.digest,
                "rounds": [round_._asdict() for round_ in finished],
            }
        )
    else:
        output.show([f"{evaluator.path}: {format_count(evaluator.positions, 'position')} learned"])


def _line(round_: TrainingRound) -> str:
    return (
        f"Round {round_.number}: {format_count(round_.examples, 'example')}, "
        f"squared error of values {round_.value_error:.4f}, "
        f"best moves preferred {100 * round_.best_found:.0f} %"
    )
