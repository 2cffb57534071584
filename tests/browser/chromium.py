"""Find the Chromium that pages are tested in; as a script, unpack it.

The npm package `@sparticuz/chromium`, one of the web app's development dependencies, contains a
headless shell for Linux on x86-64, the libraries that it needs, and a font. It is unpacked at its
first use. On other systems an installed Chromium is used; without one browser tests are skipped.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from scripts.web import find_node

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "web" / "node_modules" / "@sparticuz" / "chromium"
CACHE = ROOT / "web" / "node_modules" / ".cache"

VARIABLE = "QTTT_CHROMIUM"
"""An environment variable with the path of the program; empty for none."""

NAMES = (
    "chromium",
    "chromium-headless-shell",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
)
MISSING = (
    "no Chromium here; `make test` gets one for Linux on x86-64, for others install it "
    f"(Debian: apt-get install chromium) or name it: {VARIABLE}=/path/to/chrome"
)

OLDEST_GLIBC = (2, 34)
"""Required by the packaged libraries."""

UNPACK = "import('@sparticuz/chromium').then((package) => package.default.executablePath())"
WITH_LIBRARIES = {"AWS_EXECUTION_ENV": "AWS_Lambda_nodejs22.x"}
"""The package unpacks its libraries only on AWS Lambda."""

START = """#!/bin/sh
folder="${0%/*}"
export LD_LIBRARY_PATH="$folder/al2023/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$folder/fonts.conf"
exec "$folder/chromium" "$@"
"""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir></fontconfig>
"""


def find() -> str | None:
    """Return the configured program, the packaged one, an installed one, or None."""
    if (named := os.environ.get(VARIABLE)) is not None:
        return shutil.which(named)
    return packaged() or next(filter(None, map(shutil.which, (*NAMES, *PLACES))), None)


def packaged() -> str | None:
    """Return the Chromium of the npm package, unpacked if necessary; None if unsupported."""
    if not (_can_run() and PACKAGE.exists()):
        return None
    version = json.loads((PACKAGE / "package.json").read_text("utf-8"))["version"]
    folder = CACHE / f"chromium-{version}"
    if not folder.exists():
        _unpack(folder)
    return str(folder / "start")


def _can_run() -> bool:
    library, version = platform.libc_ver()
    return (sys.platform, platform.machine(), library) == ("linux", "x86_64", "glibc") and tuple(
        map(int, version.split("."))
    ) >= OLDEST_GLIBC


def _unpack(folder: Path) -> None:
    """Create the browser's folder atomically, because other processes can do the same."""
    print(f"Unpacking Chromium into {folder} (about 200 MB, only once) ...", flush=True)
    CACHE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as temporary:
        made = Path(temporary, "chromium")
        made.mkdir()
        environment = {**os.environ, **WITH_LIBRARIES, "TMPDIR": str(made)}
        node = find_node()
        assert node, "the package was installed by npm"
        program = str(node.folder / "node")
        subprocess.run((program, "--eval", UNPACK), cwd=PACKAGE, env=environment, check=True)
        (made / "fonts.conf").write_text(FONTS, encoding="utf-8")
        (made / "start").write_text(START, encoding="utf-8")
        (made / "start").chmod(0o755)
        with suppress(OSError):  # another process was faster
            made.rename(folder)


if __name__ == "__main__":
    if not find():
        print(f"chromium.py: {MISSING}", file=sys.stderr)
