"""The installed WebKitGTK: its driver, its browser, and a display for it."""

import os
import shutil
import sys
from pathlib import Path

MISSING = "no WebKitGTK here; to enable: apt-get install webkit2gtk-driver xvfb"

VERSIONS = ("webkit2gtk-4.1", "webkit2gtk-4.0", "webkitgtk-6.0")
BROWSER = "MiniBrowser"


def find() -> str | None:
    """Return the driver, or None if it, its browser or Xvfb is not installed."""
    if sys.platform != "linux" or not (shutil.which("Xvfb") and find_browser()):
        return None
    return shutil.which("WebKitWebDriver")


def find_browser() -> str | None:
    """Return the browser that belongs to the driver."""
    folders = (folder for name in VERSIONS for folder in Path("/usr/lib").glob(f"*/{name}"))
    found = (str(folder / BROWSER) for folder in folders)
    return next((path for path in found if os.access(path, os.X_OK)), None)
