"""Fail on identifiers that say nothing: ``python -m tests.forbidden_names PATH…``.

CONTRIBUTING.md, "Language", lists what to write instead.
"""

import re
import sys
import tokenize
from pathlib import Path

FORBIDDEN = {"told", "said", "heard", "spoken", "deed", "deeds", "wish", "wishes", "whoever"}
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
DECLARED = re.compile(r"\b(?:const|let|function|class|interface|type|readonly)\s+(\w+)")


def names(path: Path) -> list[tuple[int, str]]:
    """Return the line and text of each identifier; in TypeScript, of each declared one."""
    if path.suffix == ".py":
        with tokenize.open(path) as file:
            tokens = tokenize.generate_tokens(file.readline)
            return [
                (token.start[0], token.string) for token in tokens if token.type == tokenize.NAME
            ]
    lines = path.read_text("utf-8").splitlines()
    return [(n, name) for n, line in enumerate(lines, 1) for name in DECLARED.findall(line)]


def main() -> int:
    paths = [path for root in map(Path, sys.argv[1:]) for path in (root, *root.rglob("*"))]
    found = [
        f"{path}:{line}: {name}: use the technical term"
        for path in paths
        if path.suffix in (".py", ".ts", ".svelte")
        for line, name in names(path)
        if not FORBIDDEN.isdisjoint(word.lower() for word in WORD.findall(name))
    ]
    print(*found, sep="\n", end="\n" * bool(found))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
