"""Imports inside the server point one way, as its parts are built on one another."""

import ast
from collections.abc import Iterator
from pathlib import Path

import qttt.server

ORDER = ("games", "protocol", "hub", "store", "people", "lobby", "rooms", "api", "net", "operate")
"""Each part knows those before it only; what puts them together knows them all."""
BASE = ("errors", "note", "text", "watch")
"""Modules that every part may know; they know none."""
ROOT = Path(qttt.server.__file__).parent


def parts(path: Path) -> Iterator[str]:
    """The parts of the server that a module imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and not node.level:
            words = (node.module or "").split(".")
            if words[:2] == ["qttt", "server"]:
                yield from words[2:3] or [alias.name for alias in node.names]


def test_no_part_knows_what_is_built_on_it() -> None:
    known: dict[Path, tuple[str, ...]] = dict.fromkeys((ROOT / f"{name}.py" for name in BASE), BASE)
    for place, name in enumerate(ORDER):
        known |= dict.fromkeys((ROOT / name).rglob("*.py"), BASE + ORDER[: place + 1])
    wrong = [
        f"{path.relative_to(ROOT)} imports {part}"
        for path, allowed in known.items()
        for part in parts(path)
        if part not in allowed
    ]
    assert wrong == []


def test_every_part_has_its_place() -> None:
    assert set(ORDER) <= {path.parent.name for path in ROOT.glob("*/__init__.py")}
