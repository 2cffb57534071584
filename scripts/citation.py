"""What a release has for those who cite it: the paper, tables, a data set, and how to cite them.

The sources name neither a date nor a host, which only a release knows: the date and the commit are
those of the checkout, the address that of ``scripts.addresses``.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from scripts.addresses import repository
from scripts.kernel import ROOT

SOURCE = ROOT / "CITATION.cff"
BOOK = ROOT / "docs" / "book"
DATACITE = "datacite.json"
MAX_MARKS = 4
"""Marks of the positions in the data set: 52,312, computed in half a minute."""


class Release(NamedTuple):
    """When and where a version is released; ``date`` is in ISO 8601."""

    version: str
    date: str
    commit: str
    repository: str | None


def this_release() -> Release:
    """Return the release that this checkout would be. Raises ``CalledProcessError``."""
    sys.path.insert(0, str(ROOT / "src"))
    from qttt import __version__

    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%cs %H"]
    date, commit = subprocess.run(
        command, capture_output=True, check=True, text=True
    ).stdout.split()
    return Release(__version__, date, commit, repository())


def citation(release: Release) -> str:
    """Return ``CITATION.cff`` with the date, the commit and the address of a release."""
    added = {"date-released": release.date, "commit": release.commit}
    if release.repository:
        added |= {
            "repository-code": release.repository,
            "url": f"{release.repository}/releases/tag/v{release.version}",
        }
    lines = [f"{name}: {json.dumps(value)}\n" for name, value in added.items()]
    head, version, rest = SOURCE.read_text("utf-8").partition(f"version: {release.version}\n")
    return head + version + "".join(lines) + rest


def datacite(release: Release) -> str:
    """Return the metadata of the data set with the date and the address of a release."""
    data = json.loads((BOOK / "data" / DATACITE).read_text("utf-8"))
    data["dates"] = [{"date": release.date, "dateType": "Issued"}]
    if release.repository:
        address = f"{release.repository}/tree/{release.commit}/docs/book"
        data["alternateIdentifiers"] = [
            {"alternateIdentifier": address, "alternateIdentifierType": "URL"}
        ]
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def write(folder: Path) -> None:
    """Write the citation, the paper as PDF, and archives of the tables and of the data set."""
    release = this_release()
    from qttt.book.paper import typeset

    (folder / SOURCE.name).write_text(citation(release), "utf-8")
    (folder / f"qttt-paper-{release.version}.pdf").write_bytes(typeset(ROOT / "docs"))
    cited = {SOURCE.name: citation(release).encode()}
    _pack(folder / f"qttt-book-{release.version}.zip", cited | _book(release))
    _pack(folder / f"qttt-positions-{release.version}.zip", cited | _positions())


def _book(release: Release) -> dict[str, bytes]:
    """Return the book's tables and its certificate."""
    files = {f"data/{DATACITE}": datacite(release).encode()}
    for part in ("data", "certificate"):
        for path in sorted((BOOK / part).iterdir()):
            if path.suffix in (".csv", ".md", ".cert", ".py", ".c"):
                files[f"{part}/{path.name}"] = path.read_bytes()
    return files


def _positions() -> dict[str, bytes]:
    """Return positions with exact values, and the card with counts, licence and checksum."""
    from qttt.envs.dataset import write_dataset
    from qttt.envs.dataset_card import dataset_card

    with TemporaryDirectory() as scratch:
        path = Path(scratch, "positions.parquet")
        write_dataset(path, marks=MAX_MARKS)
        return {path.name: path.read_bytes(), "README.md": dataset_card(path).encode()}


def _pack(path: Path, files: Mapping[str, bytes]) -> None:
    """Write an archive without the times of files."""
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)
