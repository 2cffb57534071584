"""Fail on identifiers that say nothing: ``python -m tests.forbidden_names FILE…``.

CONTRIBUTING.md, "Language", lists what to write instead.
"""

import re
import sys
from pathlib import Path
from tokenize import NAME, generate_tokens
from tokenize import open as open_source

FORBIDDEN = {"told", "said", "heard", "spoken", "deed", "deeds", "wish", "wishes", "whoever"}
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
DECLARED = re.compile(r"\b(?:const|let|function|class|interface|type|readonly)\s+(\w+)")


def names(path: Path) -> list[tuple[int, str]]:
    """Return the line and text of each identifier; in TypeScript, of each that is declared."""
    if path.suffix == ".py":
        with open_source(path) as file:
            tokens = generate_tokens(file.readline)
            return [(token.start[0], token.string) for token in tokens if token.type == NAME]
    lines = path.read_text("utf-8").splitlines()
    return [(n, name) for n, line in enumerate(lines, 1) for name in DECLARED.findall(line)]


def main() -> int:
    found = 0
    for path in map(Path, sys.argv[1:]):
        for line, name in names(path):
            if not FORBIDDEN.isdisjoint(word.lower() for word in WORD.findall(name)):
                print(f"{path}:{line}: {name}: use the technical term")
                found += 1
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
