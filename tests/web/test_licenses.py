"""The list of packages whose code the built app contains is complete."""

import re

import pytest

from scripts import web
from scripts.licenses import NPM

with_packages = pytest.mark.skipif(
    not (web.MODULES / "svelte").exists(), reason="no npm packages here; to enable: make test"
)
BUNDLER = {"rolldown", "vite"}
"""Their helpers are inserted by the build, which does not list them."""


@pytest.mark.skipif(web.is_stale(), reason="the web app is not up to date; to enable: make web")
def test_every_package_in_the_app_is_listed() -> None:
    listed = (web.IN_TREE / "licenses.md").read_text("utf-8")
    bundled = set(re.findall(r"^## (\S+) - ", listed, re.MULTILINE))
    for script in web.IN_TREE.glob("workbox-*.js"):
        names = re.findall(r"workbox:([a-z-]+):", script.read_text("utf-8"))
        bundled |= {f"workbox-{name}" for name in names}
    assert bundled == set(NPM) - BUNDLER
