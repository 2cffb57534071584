"""Imports between packages of the server follow their order."""

import ast
from collections.abc import Iterator
from pathlib import Path

import qttt.server

ORDER = (
    "games",
    "protocol",
    "hub",
    "store",
    "people",
    "lobby",
    "rooms",
    "net",
    "push",
    "api",
    "operate",
)
"""Each package may import only earlier ones; top-level modules may import all."""
BASE = (
    "android",
    "codes",
    "errors",
    "game_errors",
    "headers",
    "rates",
    "retention",
    "telemetry",
    "text",
)
"""Modules that every package may import; they import none."""
ROOT = Path(qttt.server.__file__).parent


def imports(path: Path) -> Iterator[str]:
    """Yield the server's packages that a module imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and not node.level:
            words = (node.module or "").split(".")
            if words[:2] == ["qttt", "server"]:
                yield from words[2:3] or [alias.name for alias in node.names]


def test_packages_import_only_earlier_ones() -> None:
    allowed: dict[Path, tuple[str, ...]] = dict.fromkeys(
        (ROOT / f"{name}.py" for name in BASE), BASE
    )
    for place, name in enumerate(ORDER):
        allowed |= dict.fromkeys((ROOT / name).rglob("*.py"), BASE + ORDER[: place + 1])
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path, names in allowed.items()
        for name in imports(path)
        if name not in names
    ]
    assert wrong == []


def test_the_order_has_every_package() -> None:
    assert set(ORDER) <= {path.parent.name for path in ROOT.glob("*/__init__.py")}


def test_services_take_the_parts_of_the_store_that_they_use() -> None:
    whole = "from qttt.server.store.store import"
    files = [
        path for name in ("people", "lobby", "rooms", "push") for path in (ROOT / name).glob("*.py")
    ]
    assert [file.name for file in files if whole in file.read_text("utf-8")] == []
