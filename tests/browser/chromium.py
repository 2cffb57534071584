"""Finds the Chromium that pages are tried in; as a script, gets one where that needs no question.

That is on Debian and its kin, as root, which is how tests run in a container. One without windows
is preferred where it is enough. Everybody else is told what to install. A machine without a browser
is no failure: what needs one is skipped.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

VARIABLE = "QTTT_CHROMIUM"
"""An environment variable that names the program; an empty one stands for none."""

SHELL = "chromium-headless-shell"
"""Chromium without windows: pages are the same in it, and cost little more than half, but when it
is started again it has forgotten them."""

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
)
MISSING = (
    "there is no Chromium here, so nothing is tried in a browser; install it "
    f"(Debian: apt-get install chromium), or name it: {VARIABLE}=/path/to/chrome"
)
APT = ("apt-get", "--quiet", "--quiet")
PACKAGES = ("chromium", SHELL, "fonts-liberation")


def find() -> str | None:
    """The program, or None if there is no Chromium on this machine."""
    return _first(SHELL, *NAMES, *PLACES)


def find_whole() -> str | None:
    """The program as people have it, with windows."""
    return _first(*NAMES, *PLACES)


def _first(*names: str) -> str | None:
    if (named := os.environ.get(VARIABLE)) is not None:
        return shutil.which(named)
    return next(filter(None, map(shutil.which, names)), None)


def can_install() -> bool:
    """Whether Chromium can be installed without asking anybody; not if another one was named."""
    if VARIABLE in os.environ:
        return False
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    is_debian = Path("/etc/debian_version").exists() and shutil.which("apt-get") is not None
    return is_root and is_debian


def install() -> None:
    """Installs Debian's; what apt-get has to say about a failure goes to stderr."""
    print("Installing Chromium (about 200 MB, only once) ...", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    commands = ((*APT, "update"), (*APT, "install", "--yes", "--no-install-recommends", *PACKAGES))
    for command in commands:
        subprocess.run(command, env=quiet, stdout=subprocess.DEVNULL, check=False)


if __name__ == "__main__":
    if can_install() and not (shutil.which(SHELL) and find_whole()):
        install()
    if not find():
        print(f"chromium.py: {MISSING}", file=sys.stderr)
