"""What `make release` builds is compared and described; a whole release is built by hand."""

import json
import sys
from pathlib import Path

import pytest

from scripts import kernel, web
from scripts.kernel import KernelError
from scripts.licenses import FILE, third_party_licenses
from scripts.release import ReleaseError, compare, pack_board, rehearse_publishing, run
from tests.archives import unpack
from tests.test_repository import PYPROJECT, versions
from tests.web.test_licenses import with_packages

CITATION = kernel.ROOT / "CITATION.cff"


def test_different_builds_are_reported(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        folder.mkdir()
        (folder / "same.whl").write_bytes(b"same")
    compare(one, other)
    (one / "a.whl").write_bytes(b"1")
    (other / "a.whl").write_bytes(b"2")
    (other / "b.whl").touch()
    with pytest.raises(ReleaseError) as error:
        compare(one, other)
    assert str(error.value) == "two builds differ in a.whl, b.whl"


def test_failed_command_is_reported_with_its_output() -> None:
    with pytest.raises(ReleaseError) as error:
        run(sys.executable, "-c", "print('too old'); raise SystemExit(1)")
    assert str(error.value).endswith(" has failed:\ntoo old\n")


def test_wheel_is_for_the_named_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    assert kernel.wanted() == kernel.host()
    monkeypatch.setenv(kernel.VARIABLE, kernel.PYODIDE)
    assert kernel.wanted().tag == "pyemscripten_2026_0_wasm32"
    monkeypatch.setenv(kernel.VARIABLE, "vax")
    with pytest.raises(KernelError, match=r"^QTTT_TARGET: no target 'vax': choose from x86_64-"):
        kernel.wanted()


@with_packages
def test_licenses_of_third_parties_are_collected() -> None:
    assert FILE.read_text("utf-8") == third_party_licenses()
    assert PYPROJECT["project"]["license-files"] == ["LICENSE", FILE.name]


@with_packages
def test_bill_of_materials_has_every_component(tmp_path: Path) -> None:
    pytest.importorskip("cyclonedx", reason="to enable: make release")
    from scripts.sbom import sbom_problem, write_sbom

    paths = [tmp_path / "one.json", tmp_path / "other.json"]
    for path in paths:
        write_sbom(path)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    bom = json.loads(paths[0].read_text("utf-8"))
    found = {component["purl"] for component in bom["components"]}
    pinned = {f"pkg:pypi/{n}@{v}" for n, every in versions("server.txt").items() for v in every}
    assert pinned <= found
    assert any(purl.startswith("pkg:npm/svelte@") for purl in found)
    assert sbom_problem(paths[0]) is None
    paths[0].write_text(json.dumps({**bom, "components": [{"name": "nameless"}]}))
    assert "'type' is a required property" in (sbom_problem(paths[0]) or "")


@pytest.mark.nightly
@pytest.mark.skipif(not web.BOARD_PACKAGE.exists(), reason="to enable: make board")
def test_board_can_be_published_as_the_workflow_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_REPOSITORY", "someone/game")
    dist = tmp_path / "dist"
    dist.mkdir()
    pack_board(dist)
    rehearse_publishing(tmp_path)
    (archive,) = dist.iterdir()
    package = json.loads((unpack(archive, tmp_path / "unpacked") / "package.json").read_text())
    assert package["repository"]["url"] == "git+https://github.com/someone/game.git"
    assert Path(package["repository"]["directory"]) == web.BOARD.relative_to(kernel.ROOT)
    archive.unlink()
    with pytest.raises(ReleaseError, match="has failed"):
        rehearse_publishing(tmp_path)


def test_citation_names_the_version() -> None:
    from qttt import __version__

    assert f"\nversion: {__version__}\n" in CITATION.read_text("utf-8")
