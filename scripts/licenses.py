"""Collect the licences of everything that wheels and the web app contain.

python -m scripts.licenses          write THIRD_PARTY_LICENSES.md
python -m scripts.licenses --check  fail unless it is up to date
"""

import json
import sys
from collections.abc import Iterator
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from scripts.kernel import ROOT
from scripts.web import MODULES

FILE = ROOT / "THIRD_PARTY_LICENSES.md"
NPM = {
    "clsx": "the web app and `qttt-board`",
    "rolldown": "the web app and `qttt-board`: helpers of the bundler",
    "svelte": "the web app and `qttt-board`",
    "vite": "the web app: a helper that loads modules",
    "workbox-core": "the web app's service worker",
    "workbox-precaching": "the web app's service worker",
    "workbox-routing": "the web app's service worker",
    "workbox-strategies": "the web app's service worker",
}
"""npm packages with code in the built app; ``tests/web/test_licenses.py`` compares the build."""

HEAD = """# Licences of third parties

qttt has the [MIT licence](LICENSE). Its wheels, the web app in them and the npm package
`qttt-board` contain code of the projects below; Python dependencies are installed separately, with
their own licences. `python -m scripts.licenses` writes this file.
"""


class Licensed(NamedTuple):
    """A package with code in a wheel."""

    name: str
    version: str
    license: str
    where: str
    text: str


def npm_packages() -> Iterator[Licensed]:
    """Yield the npm packages whose code the web app contains; they must be installed."""
    for name, where in NPM.items():
        folder = MODULES / name
        about = json.loads((folder / "package.json").read_text("utf-8"))
        text = _license(folder)
        if name == "vite":  # followed by the licences of what Vite itself contains
            text = text.partition("# Licenses of bundled dependencies")[0]
        yield Licensed(name, about["version"], about["license"], where, text)


def zig() -> Licensed:
    """Return zig, whose runtime the kernels contain; it must be installed."""
    spec = find_spec("ziglang")
    assert spec
    assert spec.origin
    where = "the kernel for Windows: helpers of the compiler"
    return Licensed("zig", version("ziglang"), "MIT", where, _license(Path(spec.origin).parent))


def third_party_licenses() -> str:
    """Return the text of the file."""
    parts = [HEAD]
    for package in (*npm_packages(), zig()):
        quoted = "\n".join(f"> {line}".rstrip() for line in package.text.strip().splitlines())
        parts.append(f"## {package.name} ({package.license})\n\nIn {package.where}.\n\n{quoted}\n")
    return "\n".join(parts)


def _license(folder: Path) -> str:
    found = sorted(path for path in folder.iterdir() if path.stem.lower() == "license")
    return found[0].read_text("utf-8")


def main() -> None:
    """Write or check the file."""
    text = third_party_licenses()
    if "--check" not in sys.argv:
        FILE.write_text(text, "utf-8")
    elif not FILE.exists() or FILE.read_text("utf-8") != text:
        sys.exit(f"{FILE.name} is not up to date: run python -m scripts.licenses")


if __name__ == "__main__":
    main()
