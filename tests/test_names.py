"""A public class name has one meaning in the whole package."""

import ast
from collections import defaultdict
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "qttt"

ALLOWED: dict[str, str] = {}
"""Names of more than one class, each with the reason why one word serves both."""


def public_classes() -> dict[str, list[str]]:
    """Return each public class name with the files that define it at module level."""
    files: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                files[node.name].append(path.relative_to(PACKAGE).as_posix())
    return files


def test_a_class_name_has_one_meaning() -> None:
    repeated = {name: files for name, files in public_classes().items() if len(files) > 1}
    assert {name: files for name, files in repeated.items() if name not in ALLOWED} == {}
    assert set(ALLOWED) <= set(repeated), "no longer repeated"
