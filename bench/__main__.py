"""Run the benchmarks that the documents cite: ``python -m bench [OPTION] [PART]``."""

import argparse
import sys

from .cases import figures
from .crossings import picture_crossings
from .figures import as_comparison, as_json, as_table, machine
from .load.reference import reference
from .load.saturation import load
from .load.soak import soak

PARTS = {"load": load, "bare": reference, "soak": soak, "crossings": picture_crossings}
"""Parts that can be measured alone: the server under load, compared with a bare one, and for long;
crossings of links in pictures.

The last two are measured only so.
"""


def main(arguments: list[str]) -> None:
    """Print the figures. A missed target is a ratio below 1, never a failure."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("only", nargs="?", choices=PARTS, help="measure one part only")
    parser.add_argument("--quick", action="store_true", help="measure fewer times")
    parser.add_argument("--compared", action="store_true", help="print what has a target only")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args(arguments)
    measured = list(PARTS[options.only]() if options.only else figures(options.quick))
    if options.json:
        print(as_json(measured))
        return
    table = as_comparison(measured) if options.compared else as_table(measured)
    print(f"{machine()}\n\n{table}\n")
    print("ratio: how many times better than the target; below 1 the target is missed")


if __name__ == "__main__":
    main(sys.argv[1:])
