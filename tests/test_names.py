"""A public class of Python, and a type of TypeScript, has one meaning in the whole repository."""

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "qttt"
APP = (ROOT / "web" / "src", ROOT / "web" / "board" / "src")

ALLOWED: dict[str, str] = {}
"""Names of more than one class, each with the reason why one word serves both."""

ALLOWED_TYPES = {
    "DayResult": "generated, with the same values",
    "Player": "generated, with the same values",
    "Props": "those of a component",
}

TYPE = re.compile(
    r"^\s*(?:export )?(?:abstract )?(?:interface|type|class|enum) (\w+)(?:<[^>]*>)?"
    r"\s*(?:=|\{|extends\b|implements\b)",
    re.MULTILINE,
)


def public_classes() -> dict[str, list[str]]:
    """Return each public class name with the files that define it at module level."""
    files: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                files[node.name].append(path.relative_to(PACKAGE).as_posix())
    return files


def types() -> dict[str, list[str]]:
    """Return each name of a type of the app and the element with the files that define it."""
    files: dict[str, list[str]] = defaultdict(list)
    for folder in APP:
        for path in sorted(folder.rglob("*")):
            if path.suffix in {".ts", ".svelte"}:
                for name in TYPE.findall(path.read_text("utf-8")):
                    files[name].append(path.relative_to(ROOT).as_posix())
    return files


def test_a_class_name_has_one_meaning() -> None:
    repeated = {name: files for name, files in public_classes().items() if len(files) > 1}
    assert {name: files for name, files in repeated.items() if name not in ALLOWED} == {}
    assert set(ALLOWED) <= set(repeated), "no longer repeated"


def test_a_type_name_has_one_meaning() -> None:
    found = types()
    assert {"Match", "Survey", "ShownLine", "ElementGame"} <= set(found)
    repeated = {name: files for name, files in found.items() if len(files) > 1}
    assert {name: files for name, files in repeated.items() if name not in ALLOWED_TYPES} == {}
    assert set(ALLOWED_TYPES) <= set(repeated), "no longer repeated"
