"""Packaging: wheels, source archives, lock files, make, and no machine-specific paths."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

from scripts.kernel import PACKAGE_FOLDER, WASM, host
from tests.archives import unpack

ROOT = Path(__file__).resolve().parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = PYPROJECT["project"]["optional-dependencies"]

# Addresses of package registries, and folders of one machine.
ADDRESS = re.compile(
    rb"pypi[.](?:org|python)|python[h]osted[.]|npm(?:js|mirror)[.]|yarnpkg[.]com|crates[.]io|file:/{3}"
    rb"|(?<!emit-)(?:index-url|find-links)[ =]"
)
MACHINE = re.compile(
    rb"(?<![\w.)}~-])/(?:home|Users|root|work|opt|tmp|mnt)/\w|[A-Z]:\\{1,2}Users\\"
)

PACKED = ("deploy/", "kernel/", "requirements/", "scripts/", "spec/", "src/", "web/")
"""Folders of a source archive."""

with_make = pytest.mark.skipif(
    shutil.which("make") is None, reason="no make here; on Debian: apt-get install make"
)


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    """Run a command and return its output; a failure shows its stderr."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout


def hatchling(kind: str, folder: Path, source: Path, web: str = "none") -> None:
    builder = (sys.executable, "-m", "hatchling", "build")
    with patch.dict(os.environ, {"QTTT_WEB": web}):
        run(*builder, "--target", kind, "--directory", folder, cwd=source)


def files_of_the_repository() -> list[Path]:
    """List the files that are tracked by git, or would be added by `git add`."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = run("git", "-c", "safe.directory=*", *listing).split("\0")
    return [path for name in names if name and (path := ROOT / name).is_file()]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution."""
    folder = tmp_path_factory.mktemp("sdist")
    hatchling("sdist", folder, ROOT)
    return next(folder.glob("*.tar.gz"))


@pytest.fixture
def sdist(archive: Path, tmp_path: Path) -> Path:
    """The source distribution, unpacked."""
    return unpack(archive, tmp_path)


@pytest.fixture(scope="module")
def wheel(archive: Path) -> Path:
    """The wheel built from the source distribution, without the app (see ``tests/web``)."""
    hatchling("wheel", archive.parent, unpack(archive, archive.parent))
    return next(archive.parent.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """The folder into which only the wheel was installed."""
    folder = wheel.parent / "installed"
    options = ["--isolated", "--no-deps", "--no-index", "--target"]
    run(sys.executable, "-m", "pip", "install", *options, folder, wheel)
    return folder


def test_sdist_has_all_that_a_build_needs(sdist: Path) -> None:
    packed = {path.relative_to(sdist).as_posix() for path in sdist.rglob("*")}
    wanted = {"pyproject.toml", "LICENSE", "THIRD_PARTY_LICENSES.md"}
    wanted |= {".gitignore", "Makefile"}
    for path in files_of_the_repository():
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(PACKED):
            wanted.add(name)
    assert wanted <= packed
    assert packed.isdisjoint({f"src/{PACKAGE_FOLDER}", "web/node_modules", "web/dist"})


def test_wheel_is_for_any_python_3_on_this_platform(wheel: Path) -> None:
    assert wheel.name.endswith(f"-py3-none-{host().tag}.whl")


def test_wheel_has_both_kernels_and_the_types(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
    kernels = {f"{PACKAGE_FOLDER}/{host().library}", f"{PACKAGE_FOLDER}/{WASM}"}
    assert {name for name in names if name.startswith(PACKAGE_FOLDER)} == kernels
    assert "qttt/py.typed" in names


def test_installed_package_imports_no_third_party(installed: Path) -> None:
    script = (
        "import sys\n"
        "before = set(sys.modules)\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "import qttt\n"
        "tops = {name.partition('.')[0] for name in set(sys.modules) - before}\n"
        "print(qttt.__file__, *sorted(tops - sys.stdlib_module_names))\n"
    )
    # -I, and not in the checkout: only the given folder can provide the package.
    printed = run(sys.executable, "-I", "-c", script, installed, cwd=installed)
    assert printed.split() == [str(installed / "qttt" / "__init__.py"), "qttt"]


def test_installed_kernel_loads(installed: Path) -> None:
    library = installed / PACKAGE_FOLDER / host().library
    run(sys.executable, "-I", "-c", "import ctypes, sys; ctypes.CDLL(sys.argv[1])", library)


def matches(pattern: re.Pattern[bytes]) -> Iterator[str]:
    for path in files_of_the_repository():
        for found in pattern.finditer(path.read_bytes()):
            yield f"{path.relative_to(ROOT)}: {found[0].decode()}"


def test_no_file_names_a_registry() -> None:
    assert list(matches(ADDRESS)) == []


def test_no_file_names_a_folder_of_one_machine() -> None:
    assert list(matches(MACHINE)) == []


LEFTOVER = re.compile(
    r"(~|\.(whl|tar\.gz|orig|rej|bak|sw[a-p]|tmp|BACKUP.*|BASE.*|LOCAL.*|REMOTE.*))$|(^|/)(\.#|#[^/]*#$)"
)
CONFLICT = re.compile(rb"^(<{7}|={7}|>{7}|[|]{7})( .*)?$", re.MULTILINE)


def test_no_file_is_a_leftover_of_an_editor_a_merge_or_a_download() -> None:
    names = [path.relative_to(ROOT).as_posix() for path in files_of_the_repository()]
    assert [name for name in names if LEFTOVER.search(name)] == []
    assert list(matches(CONFLICT)) == []


@pytest.mark.parametrize("name", ["a.ts.orig", "a.rej", "a~", ".a.swp", "docs/.#a", "#a#", "a.whl"])
def test_leftover_is_recognized(name: str) -> None:
    assert LEFTOVER.search(name)


@pytest.mark.parametrize("text", ["pypi" + ".org", "--index-url" + "=x", "--find-links" + " x"])
def test_registry_is_recognized(text: str) -> None:
    assert ADDRESS.search(text.encode())


@pytest.mark.parametrize("folder", ["home", "Users", "root"])
def test_folder_of_one_machine_is_recognized(folder: str) -> None:
    assert MACHINE.search(f"see /{folder}/me".encode())
    assert not MACHINE.search(f"see tests/{folder}/me".encode())


def locked(name: str) -> list[str]:
    """List the requirements of a lock file with their hashes."""
    text = (ROOT / "requirements" / name).read_text("utf-8")
    text = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)
    return re.sub(r" \\\n +", " ", text).splitlines()


def versions(name: str) -> dict[str, set[str]]:
    """Return the versions that a lock file pins; several if they depend on Python's version."""
    pinned: dict[str, set[str]] = {}
    for line in locked(name):
        requirement = Requirement(line.partition(" --hash")[0])
        pinned.setdefault(requirement.name, set()).add(str(requirement.specifier)[2:])
    return pinned


def test_developers_have_what_users_have() -> None:
    developers = versions("dev.txt")
    for users in (versions("run.txt"), versions("server.txt")):
        assert {name: developers.get(name) for name in users} == users
    releasing = versions("release.txt")
    assert {name: developers.get(name, found) for name, found in releasing.items()} == releasing


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("run.txt", PYPROJECT["project"]["dependencies"]),
        ("run.txt", EXTRAS["app"]),
        ("run.txt", EXTRAS["terminal"]),
        ("server.txt", [*EXTRAS["app"], EXTRAS["postgres"][1], EXTRAS["redis"][1]]),
        ("run.txt", PYPROJECT["build-system"]["requires"]),
        ("run.txt", PYPROJECT["dependency-groups"]["zig"]),
        ("dev.txt", [r for r in PYPROJECT["dependency-groups"]["dev"] if isinstance(r, str)]),
        ("node.txt", PYPROJECT["dependency-groups"]["node"]),
        ("lite.txt", PYPROJECT["dependency-groups"]["lite"]),
        (
            "release.txt",
            [r for r in PYPROJECT["dependency-groups"]["release"] if isinstance(r, str)],
        ),
    ],
    ids=["runtime", "app", "terminal", "server", "build", "zig", "dev", "node", "lite", "release"],
)
def test_lock_is_that_of_pyproject(name: str, wanted: list[str]) -> None:
    pinned = versions(name)
    for requirement in map(Requirement, wanted):
        assert all(requirement.specifier.contains(v) for v in pinned[requirement.name])


def test_build_group_is_that_of_the_build_system_and_the_compiler() -> None:
    wanted = [*PYPROJECT["build-system"]["requires"], {"include-group": "zig"}]
    assert PYPROJECT["dependency-groups"]["build"] == wanted


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `make` in a folder without a virtual environment, in a clean environment."""
    shutil.copy(ROOT / "Makefile", folder)
    shutil.copytree(ROOT / "scripts", folder / "scripts")
    clean = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(
        ["make", *arguments], cwd=folder, env=clean, capture_output=True, encoding="utf-8"
    )


@with_make
def test_make_alone_lists_every_command_that_the_documents_name(tmp_path: Path) -> None:
    listed = set(re.findall(r"^make ([a-z]+) ", make(tmp_path).stdout, re.MULTILINE))
    for name in ("README.md", "CONTRIBUTING.md", "web/README.md"):
        text = (ROOT / name).read_text("utf-8")
        named = set(re.findall(r"(?:^|`)make ([a-z]+)", text, re.MULTILINE))
        assert named <= listed


@with_make
def test_make_says_that_python_is_missing(tmp_path: Path) -> None:
    failed = make(tmp_path, "run", "PYTHON=no-python")
    assert failed.returncode != 0
    assert failed.stderr.startswith(
        "make: there is no no-python here: install Python 3.11 or newer, or name it: "
        "make PYTHON=/path/to/python\n"
    )


@with_make
def test_make_says_that_python_is_too_old(tmp_path: Path) -> None:
    old = tmp_path / "old-python"
    pretend = "import runpy, sys; sys.version_info = (3, 10, 4); runpy.run_module(sys.argv[1])"
    old.write_text(f"#!/bin/sh\nexec '{sys.executable}' -c '{pretend}' \"$2\"\n")
    old.chmod(0o755)
    failed = make(tmp_path, "run", f"PYTHON={old}")
    assert failed.returncode != 0
    assert failed.stderr.startswith(
        f"make: {sys.executable} is Python 3.10, but 3.11 or newer is needed; "
        "name another: make PYTHON=/path/to/python\n"
    )


def test_findings_are_listed_and_say_what_they_need() -> None:
    folder = ROOT / "findings"
    listed = re.findall(
        r"^\| `([\w-]+)` \|", (folder / "README.md").read_text("utf-8"), re.MULTILINE
    )
    scripts = sorted(folder.glob("*.sh"))
    assert listed == [script.stem for script in scripts]
    for script in scripts:
        head = script.read_text("utf-8").split("\n\n")[0]
        missing = [part for part in ("What:", "Versions:", "Date:", "Who:") if part not in head]
        assert not missing, f"{script.name} does not say {missing}"
        assert os.access(script, os.X_OK), f"{script.name} cannot be executed"
