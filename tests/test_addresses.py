"""The addresses of the project come from the build, not from the sources."""

from pathlib import Path

import pytest
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager

ROOT = Path(__file__).resolve().parents[1]


def urls() -> dict[str, str]:
    return ProjectMetadata(str(ROOT), PluginManager()).core.urls


def test_a_build_elsewhere_names_no_host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_REPOSITORY", raising=False)
    assert urls() == {}


def test_an_index_links_to_files_that_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_REPOSITORY", "owner/name")
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://forge.example")
    found = urls()
    assert found["Source"] == "https://forge.example/owner/name"
    files = [url.partition("/blob/main/")[2] for url in found.values() if "/blob/" in url]
    assert len(files) == 2
    assert all((ROOT / file).is_file() for file in files)
