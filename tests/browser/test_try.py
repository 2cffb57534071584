"""The page whose examples run in the browser, with Pyodide from ``web/node_modules``."""

import doctest
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Route, expect

from scripts import web

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "try.md").read_text("utf-8")
PYODIDE = "https://cdn.jsdelivr.net/pyodide/"
TYPES = {
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}
pytestmark = pytest.mark.nightly


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of the page on the built site."""
    folder = tmp_path_factory.mktemp("site")
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", folder],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        check=True,
    )
    handler = partial(QuietHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{site.server_port}/docs/try/"
        site.shutdown()


def from_node_modules(route: Route) -> None:
    path = web.MODULES / "pyodide" / route.request.url.rpartition("/")[2]
    route.fulfill(
        path=path,
        content_type=TYPES[path.suffix],
        headers={"Access-Control-Allow-Origin": "*"},
    )


def expected() -> list[str]:
    """The output of each example, as the document shows it."""
    parser, outputs = doctest.DocTestParser(), list[str]()
    for block in TEXT.split("```python\n")[1:]:
        examples = parser.get_examples(block.partition("```")[0])
        outputs.append("".join(example.want for example in examples).strip())
    return outputs


def test_examples_run_in_the_browser_and_can_be_changed(browser: Browser, address: str) -> None:
    page = browser.new_page()
    requested = list[str]()
    page.on("request", lambda request: requested.append(request.url))
    page.route(f"{PYODIDE}**", from_node_modules)
    page.goto(address)
    assert not any(url.startswith(PYODIDE) for url in requested)
    examples = page.locator(".try")
    for number, output in enumerate(expected()):
        examples.nth(number).get_by_role("button", name="Run").click()
        status = examples.nth(number).get_by_role("status")
        if output.startswith("'<svg"):
            expect(status.locator("svg")).to_be_visible()
        else:
            expect(status).to_have_text(output, timeout=120_000)
    first = examples.first
    first.get_by_role("textbox").fill('qttt.read("99")')
    first.get_by_role("button", name="Run").click()
    expect(first.get_by_role("status")).to_contain_text("99 is not legal in -")
    page.close()
