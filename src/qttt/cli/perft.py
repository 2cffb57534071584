"""``qttt perft``: counts sequences of plies."""

import time
from typing import Annotated

from qttt.engine import perft as count_paths
from qttt.notation.points import format_count

from . import output
from .declared import Argument, command
from .options import WHAT_IS, Json, RulesText, Size, What, read_rules, read_what


@command(epilog=WHAT_IS)
def perft(
    plies: Annotated[
        int, Argument(metavar="N", min=0, max=9999, help="Number of plies, up to 9,999.")
    ],
    what: What = None,
    rules: RulesText = "goff",
    size: Size = None,
    json: Json = False,
) -> None:
    position = read_what(what, read_rules(rules, size)).position
    start = time.perf_counter()
    paths = count_paths(position, plies)
    seconds = time.perf_counter() - start
    if json:
        query = {"rules": str(position.rules), "position": str(position), "plies": plies}
        output.show_json({**query, "paths": paths, "seconds": round(seconds, 6)})
    else:
        length = format_count(plies, "ply", "plies")
        output.show([f"{paths:,} paths of {length}, in {seconds:.2f} s"])
