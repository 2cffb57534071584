#!/usr/bin/env bash
# What: fluent.runtime formats a Decimal, but selects neither a plural category nor a number by it: with the variants
#       [one] and [1], Decimal("1") gives "1 points", where 1 and 1.0 give "1 point" and "a point". Nothing is reported.
# Versions: fluent.runtime 0.4.0, Python 3.11, Linux x86-64.
# Date: 2026-11-29.
# Who: apps that show points, which are Decimals where half points are counted or come from a database.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ python3 -m venv "$folder/env" &&
  "$folder/env/bin/pip" install --quiet --disable-pip-version-check fluent.runtime==0.4.0; } || exit 2
cd "$folder"
env/bin/python -W ignore - <<'PY'
import sys
from decimal import Decimal
from importlib.metadata import version

from fluent.runtime import FluentBundle, FluentResource

print("fluent.runtime", version("fluent.runtime"))
MESSAGES = """
plural = { $n ->
    [one] { $n } point
   *[other] { $n } points
}
exact = { $n ->
    [1] a point
   *[other] { $n } points
}
"""
bundle = FluentBundle(["en-US"], use_isolating=False)
bundle.add_resource(FluentResource(MESSAGES))
seen = {}
for n in (1, 1.0, Decimal("1")):
    formatted = [bundle.format_pattern(bundle.get_message(name).value, {"n": n}) for name in ("plural", "exact")]
    seen[repr(n)] = [text for text, _ in formatted], [error for _, errors in formatted for error in errors]
    print(f"{n!r}: {seen[repr(n)][0]}, errors {seen[repr(n)][1]}")
right, wrong = (["1 point", "a point"], []), (["1 points", "1 points"], [])
sys.exit(seen != {"1": right, "1.0": right, "Decimal('1')": wrong})
PY
