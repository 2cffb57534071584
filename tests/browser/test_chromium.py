"""The choice of the browser, and the message without one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser import chromium
from tests.browser.chromium import ROOT

TEXT = (
    "chromium.py: no Chromium here; `make test` gets one for Linux on x86-64, for others install "
    "it (Debian: apt-get install chromium) or name it: QTTT_CHROMIUM=/path/to/chrome\n"
)

needs_package = pytest.mark.skipif(
    chromium.packaged() is None, reason="the packaged Chromium is for Linux on x86-64"
)


def test_configured_browser_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(chromium.VARIABLE, sys.executable)
    assert chromium.find() == sys.executable


def test_missing_configured_browser_has_no_fallback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(chromium.VARIABLE, "/nowhere/chrome")
    assert chromium.find() is None


@needs_package
def test_packaged_browser_is_preferred(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    assert chromium.find() == chromium.packaged()


@pytest.mark.skipif(os.name != "posix", reason="programs of POSIX")
def test_installed_browser_is_used_without_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    monkeypatch.setattr(chromium, "PACKAGE", tmp_path / "package")
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "google-chrome").touch(0o755)
    assert chromium.find() == str(tmp_path / "google-chrome")


@needs_package
def test_packaged_browser_starts_in_an_empty_environment() -> None:
    program = chromium.packaged()
    assert program is not None
    done = subprocess.run((program, "--version"), env={}, capture_output=True, encoding="utf-8")
    assert done.stdout.startswith("Chromium ")


@needs_package
@pytest.mark.skipif(chromium.VARIABLE in os.environ, reason="another browser is named")
def test_packaged_browser_has_latin_and_greek_fonts(browser: Browser) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.set_content("<p style='font-family: system-ui'>Aa Ωώ</p>")
        session = context.new_cdp_session(page)
        session.send("DOM.enable")
        session.send("CSS.enable")
        root = session.send("DOM.getDocument")["root"]["nodeId"]
        node = session.send("DOM.querySelector", {"nodeId": root, "selector": "p"})
        fonts = session.send("CSS.getPlatformFontsForNode", node)["fonts"]
    assert [font["familyName"] for font in fonts] == ["Open Sans"]


def test_a_missing_browser_is_explained() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.browser.chromium"],
        cwd=ROOT,
        env={**os.environ, chromium.VARIABLE: ""},
        capture_output=True,
        encoding="utf-8",
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", TEXT)
