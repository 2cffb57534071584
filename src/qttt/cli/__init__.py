"""The command line ``qttt``.

On invalid input the exit code is 2, with one line on standard error. With ``--json``,
``{"error": {"kind": …, "message": …}}`` is also printed on standard output.
"""

import signal
import sys


def main() -> None:
    """Run the command line and exit with its code."""
    # Ctrl-C ends a command at once and silently, even during imports and in the kernel, where
    # Python would otherwise wait for the kernel to return.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .app import run

    sys.exit(run(sys.argv[1:]))
