"""The command line ``qttt``.

Bad input ends with exit code 2 and one line on standard error. With ``--json`` there is also
``{"error": {"kind": …, "message": …}}`` on standard output, where a program reads.
"""

import signal
import sys


def main() -> None:
    """Run the command line, and leave with its exit code."""
    # Ctrl-C ends a command at once and without a word, also while it is being imported and in
    # the kernel, where Python would wait for the kernel to return.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .app import run

    sys.exit(run(sys.argv[1:]))
