"""The command line ``qttt``.

On invalid input the exit code is 2, with one line on standard error. With ``--json``,
``{"error": {"kind": …, "message": …}}`` is also printed on standard output.
"""

import os
import signal
import sys


def main() -> None:
    """Run the command line and exit with its code."""
    # Ctrl-C ends a command at once and silently, even during imports and in the kernel, where
    # Python would otherwise wait for the kernel to return.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from qttt.extras import is_bundle

    if is_bundle():
        _prepare_bundle()
    from .app import run

    sys.exit(run(sys.argv[1:]))


def _prepare_bundle() -> None:
    """Let other programs load their own libraries; run a worker process, which is this program."""
    import multiprocessing

    folder, _, others = os.environ.get("LD_LIBRARY_PATH", "").partition(":")
    if folder and folder == getattr(sys, "_MEIPASS", None):  # prepended by PyInstaller
        del os.environ["LD_LIBRARY_PATH"]
        if others:
            os.environ["LD_LIBRARY_PATH"] = others
    multiprocessing.freeze_support()
