"""Hatchling build hook: builds the kernel, the web app and the board for notebooks.

They are built into the source tree, as by ``make``, unless they are up to date. An editable install
builds only the kernel; ``make board`` builds the rest. A source archive contains the parts that
are up to date; ``make release`` builds all of them first.
"""

import os
import sys
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parents[1]))  # hatchling loads this file without its folder

from scripts import kernel, web
from scripts.kernel import ROOT, TARGETS, WASM, released, stamp


class Hook(BuildHookInterface[BuilderConfig]):
    """Adds kernel, platform tag and web app to wheels, and built files to source archives."""

    def dependencies(self) -> list[str]:
        """Return the packages needed to build stale parts."""
        if self.target_name == "sdist":
            return []
        needed = {
            "zig": kernel.needs_compiler(kernel.wanted()),
            "node": web.needs_node(),
        }
        project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
        groups = project["dependency-groups"]
        return [path for name, is_needed in needed.items() if is_needed for path in groups[name]]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build stale parts before the archive is assembled."""
        included = build_data["force_include"]
        if self.target_name == "sdist":
            for target in TARGETS.values():
                if not kernel.is_stale(released(target), target):
                    included |= _with_stamp(released(target))
            if not web.is_stale():
                included |= _with_stamp(web.IN_TREE)
            if not web.is_board_stale():
                included |= _with_stamp(web.WIDGET)
            return
        target = kernel.wanted()
        folder = released(target) if os.environ.get(kernel.VARIABLE) else kernel.IN_TREE
        kernel.provide(folder, target)
        if version == "editable":
            return
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{target.tag}"
        for name in (target.library, WASM):
            included[str(folder / name)] = f"{kernel.PACKAGE_FOLDER}/{name}"
        if app := web.packed():
            included[str(app)] = web.PACKAGE_FOLDER
        if board := web.packed_widget():
            included[str(board)] = web.WIDGET_FOLDER


def _with_stamp(folder: Path) -> dict[str, str]:
    """Return a built folder and its stamp, with their paths in the archive."""
    return {str(path): path.relative_to(ROOT).as_posix() for path in (folder, stamp(folder))}
