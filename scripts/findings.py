"""Run the scripts in ``findings`` and print one line for each: held, changed or not run."""

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "findings"
RESULTS = {0: "held", 1: "changed"}
TIMEOUT_S = 1800


def run(script: Path) -> tuple[str, str]:
    """Return a script's result and its output, standard error included."""
    try:
        done = subprocess.run(
            [script],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            timeout=TIMEOUT_S,
        )
    except subprocess.TimeoutExpired:
        return "not run", f"no result within {TIMEOUT_S} seconds\n"
    return RESULTS.get(done.returncode, "not run"), done.stdout


def main(patterns: list[str]) -> int:
    """Run the scripts whose names match, and show the output of those that did not hold.

    Returns:
        0 if all held, 1 otherwise.
    """
    names = [f"{pattern.removesuffix('.sh')}.sh" for pattern in patterns or ["*"]]
    scripts = sorted({path for name in names for path in FOLDER.glob(name)})
    if not scripts:
        print(f"findings: no script in {FOLDER} matches {' '.join(patterns)}", file=sys.stderr)
        return 1
    all_held = True
    for script in scripts:
        result, output = run(script)
        print(f"{script.stem:40} {result}", flush=True)
        if result != "held":
            all_held = False
            print("".join(f"    {line}\n" for line in output.splitlines()), end="", flush=True)
    return 0 if all_held else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
