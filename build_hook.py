"""What hatchling asks for before it builds: a wheel's kernel and web app.

An editable install gets its kernel in the source tree. Its app is what `make web` puts there.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))  # hatchling loads this file without its folder

import build_kernel
import build_web


class Hook(BuildHookInterface[BuilderConfig]):
    """Gives a wheel its kernel, its platform and its web app."""

    def dependencies(self) -> list[str]:
        """What has to be installed for it."""
        return build_web.requirements()

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Builds for this machine before the wheel is put together."""
        host = build_kernel.host()
        if version == "editable":
            if build_kernel.is_stale(build_kernel.IN_TREE, host):
                build_kernel.build(build_kernel.IN_TREE, host)
            return
        self._scratch = TemporaryDirectory()
        kernel, app = Path(self._scratch.name, "kernel"), Path(self._scratch.name, "app")
        build_kernel.build(kernel, host)
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{host.tag}"
        build_data["force_include"][str(kernel)] = build_kernel.PACKAGE_FOLDER
        if build_web.provide(app, kernel / build_kernel.WASM):
            build_data["force_include"][str(app)] = build_web.PACKAGE_FOLDER

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Removes what :meth:`initialize` has built."""
        if version != "editable":
            self._scratch.cleanup()
