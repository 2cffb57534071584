"""Run the tests as somebody else, on a machine that is not like the developer's.

``make elsewhere ARGS="--rounds 5"`` clones the last commit into a folder whose name has a space and
letters outside ASCII, installs everything there, and runs all tests five times, each time in
another order; ``ARGS=tests/server`` selects tests, ``ARGS=--short`` a sample of all kinds. The
tests have an unreadable folder in PATH, a read-only HOME, an almost empty environment, another
locale and time zone, 256 file descriptors, the umask 077, SIGHUP ignored as by ``nohup``, and busy
processes beside them. If it is started as root, they run as the user ``nobody``, in a network
without other machines and without IPv6.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = Path("für Zoë", "qttt")
USER = "nobody"
FILE_LIMIT = 256
"""The soft limit, as on macOS; npm cannot install with less."""
TIME_ZONE = "Pacific/Apia"
LOCALES = ("tr_TR.UTF-8", "C")
"""Used in turn. In Turkish, the lower case of I is no i."""
INSTALLING = ("pip_", "npm_config_", "ssl_cert_", "node_extra_ca_certs")
"""Beginnings of variables that the package indexes need, in lower case."""
PROXIES = ("http_proxy", "https_proxy", "no_proxy")

AS_USER = f'umask 077; trap "" HUP; ulimit -S -n {FILE_LIMIT}; exec "$@"'
WITHOUT_NETWORK = 'ip link set lo up; ip -6 address flush dev lo; exec "$@"'
BUSY = "while True: pass"

SHORT = (
    "tests/arena/test_program.py",
    "tests/browser/test_chromium.py",
    "tests/cli/test_app.py",
    "tests/cli/test_serve.py",
    "tests/cli/test_store.py",
    "tests/cli/test_tablebase.py",
    "tests/play",
    "tests/server/net/test_local_network.py",
    "tests/server/store/test_games.py",
    "tests/server/test_data.py",
    "tests/server/test_web_server.py",
    "tests/test_environment.py",
    "tests/web/test_modules.py",
)
"""Half a minute on an idle core."""


class NotPossibleError(Exception):
    """The tests cannot be run as another user here; the message has the reason and a remedy."""


class Stranger:
    """Another user with a clone of this repository.

    Attributes:
        clone: The folder of the clone.
    """

    def __init__(self, folder: Path) -> None:
        self._is_root = os.geteuid() == 0
        self._has_own_network = self._is_root and _succeeds("unshare", "--net", "true")
        self._locales = folder / "locales"
        self._home = folder / "home"
        self._unreadable = folder / "unreadable"
        self.clone = folder / FOLDER
        umask = os.umask(0o077)
        self.clone.parent.mkdir()
        source = ("--quiet", "--no-hardlinks", str(ROOT), str(self.clone))
        subprocess.run(("git", "clone", *source), check=True)
        os.umask(umask)
        if self._is_root:
            for path in (self.clone.parent, *self.clone.parent.rglob("*")):
                shutil.chown(path, USER)
        else:
            print("elsewhere: not as root: the tests run as the same user", flush=True)
        if not self._has_own_network:
            print("elsewhere: the tests run with network and IPv6", flush=True)
        self._add_locale()
        self._home.mkdir(mode=0o555)
        self._unreadable.mkdir(mode=0o000)
        self._python = self._find_python()

    def install(self) -> int:
        """Install what the tests require, with access to the package indexes."""
        given = {
            name: value
            for name, value in os.environ.items()
            if name.lower().startswith(INSTALLING) or name.lower() in PROXIES
        }
        # The night does not begin without the web app.
        return self._make(("night", "ARGS=1/1 --version"), LOCALES[0], given, is_offline=False)

    def test(self, selection: Sequence[str], seed: int, locale: str) -> int:
        """Run the selected tests; return the exit code."""
        arguments = f"-p randomly --randomly-seed={seed} {' '.join(selection)}"
        given = {name: os.environ[name] for name in ("CI",) if name in os.environ}
        return self._make(("test", f"ARGS={arguments}"), locale, given, is_offline=True)

    def _make(
        self, targets: Sequence[str], locale: str, given: Mapping[str, str], *, is_offline: bool
    ) -> int:
        command = ("make", "-C", str(self.clone), f"PYTHON={self._python}", *targets)
        environment = {**self._environment(locale), **given}
        return subprocess.run(
            self._command(command, is_offline=is_offline), env=environment
        ).returncode

    def _environment(self, locale: str) -> dict[str, str]:
        return {
            "PATH": f"{self._unreadable}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(self._home),
            "LC_ALL": locale,
            "LOCPATH": str(self._locales),
            "TZ": TIME_ZONE,
        }

    def _command(self, command: Sequence[str], *, is_offline: bool) -> list[str]:
        whole = ["sh", "-c", AS_USER, "sh", *command]
        if not self._is_root:
            return whole
        whole = ["setpriv", f"--reuid={USER}", "--regid=nogroup", "--clear-groups", *whole]
        if is_offline and self._has_own_network:
            whole = ["unshare", "--net", "sh", "-c", WITHOUT_NETWORK, "sh", *whole]
        return whole

    def _add_locale(self) -> None:
        """Compile the first of ``LOCALES``, if its source is installed; few systems have it."""
        language, _, charset = LOCALES[0].partition(".")
        self._locales.mkdir()
        target = str(self._locales / LOCALES[0])
        with_source = Path("/usr/share/i18n/locales", language).exists()
        if with_source and shutil.which("localedef"):
            subprocess.run(("localedef", "-i", language, "-f", charset, target), check=True)
        else:
            advice = "on Debian: apt-get install locales"
            print(f"elsewhere: {LOCALES[0]} is not installed; {advice}", flush=True)

    def _find_python(self) -> str:
        """Return a Python that the user can run."""
        for program in (sys.executable, "/usr/bin/python3", "/usr/local/bin/python3"):
            command = self._command((program, "-c", "import ensurepip, venv"), is_offline=False)
            environment = self._environment("C")
            if subprocess.run(command, env=environment, capture_output=True).returncode == 0:
                return program
        raise NotPossibleError(
            f"the user {USER} can run no Python with venv and ensurepip; "
            "on Debian: apt-get install python3-venv"
        )


def _succeeds(*command: str) -> bool:
    return subprocess.run(command, capture_output=True).returncode == 0


@contextmanager
def busy(count: int) -> Iterator[None]:
    """Keep processes busy."""
    processes = [subprocess.Popen((sys.executable, "-c", BUSY)) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def main(arguments: Sequence[str] | None = None) -> int:
    """Return 0 if every round passed, or if this machine allows none; otherwise 1."""
    parser = argparse.ArgumentParser(prog="make elsewhere", description=__doc__)
    parser.add_argument("--rounds", type=int, default=1, help="how often (default: 1)")
    parser.add_argument("--seed", type=int, help="the first round's seed; one more for each round")
    parser.add_argument("--busy", type=int, default=4, help="busy processes (default: 4)")
    parser.add_argument("--short", action="store_true", help="only a sample of the tests")
    options, selection = parser.parse_known_args(arguments)
    first = random.randrange(10**6) if options.seed is None else options.seed
    if options.short:
        selection = [*SHORT, *selection]
    results = []
    with tempfile.TemporaryDirectory(prefix="qttt-elsewhere-") as temporary:
        folder = Path(temporary)
        folder.chmod(0o755)
        try:
            stranger = Stranger(folder)
        except NotPossibleError as error:
            print(f"elsewhere: not run: {error}", file=sys.stderr)
            return 0
        start = time.monotonic()
        if stranger.install():
            return 1
        print(f"elsewhere: installed in {time.monotonic() - start:.0f} s", flush=True)
        for number in range(options.rounds):
            locale = LOCALES[number % len(LOCALES)]
            start = time.monotonic()
            with busy(options.busy):
                code = stranger.test(selection, first + number, locale)
            result = "passed" if code == 0 else "failed"
            seconds = time.monotonic() - start
            results.append(f"seed {first + number}, {locale}: {result} ({seconds:.0f} s)")
            print(f"elsewhere: {results[-1]}", flush=True)
    if options.rounds > 1:
        print("\n".join(results))
    return int(any("failed" in result for result in results))


if __name__ == "__main__":
    sys.exit(main())
