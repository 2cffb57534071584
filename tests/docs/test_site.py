"""The site: it builds without warnings, is complete, and loads nothing from other hosts.

mkdocs is strict by configuration; ``--quiet`` would ignore warnings.
"""

import importlib
import json
import os
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from markdown_it import MarkdownIt
from mkdocs.structure.files import File, Files, InclusionLevel

import qttt
from docs.site.documents import illustrated, linked
from scripts.web import BOARD_PACKAGE

ROOT = Path(__file__).resolve().parents[2]
HERE = "https://site/"
"""The site's address in these tests."""
DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("*.md", "docs/**/*.md", "docs/**/*.ipynb", "spec/**/*.md")
    for path in ROOT.glob(pattern)
)
pytestmark = pytest.mark.nightly

BLOCKS = ("h1", "h2", "h3", "h4", "li", "pre", "tr")


class Page(HTMLParser):
    """A page's anchors, links, navigation links, and loaded files."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.links: list[str] = []
        self.navigation: list[str] = []
        self.loaded: list[str] = []
        self._navs: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        self.names.add(found.get("id", ""))
        if tag == "nav":
            self._navs.append(found["class"])
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
            if any("md-nav--primary" in kind for kind in self._navs):
                self.navigation.append(found["href"])
        if tag == "link" and found["rel"] not in {"next", "prev", "canonical"}:
            self.loaded.append(found["href"])
        self.loaded += [
            found[name] for name in ("src", "srcset", "data", "poster") if name in found
        ]

    def handle_endtag(self, tag: str) -> None:
        if tag == "nav":
            self._navs.pop()


class Site:
    """The built site: its folder, and its pages by URL."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pages = {
            urljoin(HERE, path.relative_to(folder).as_posix().removesuffix("index.html")): Page(
                path.read_text("utf-8")
            )
            for path in folder.rglob("*.html")
        }

    def file(self, address: str) -> Path | None:
        """Return the file at a URL of this site, or None."""
        if not address.startswith(HERE):
            return None
        path = self.folder / unquote(urlsplit(address).path)[1:]
        path = path / "index.html" if address.endswith("/") else path
        return path if path.is_file() else None

    def has(self, address: str) -> bool:
        """Return whether the URL is a file, or a page with that anchor."""
        place, _, name = address.partition("#")
        return self.file(place) is not None and (
            not name or unquote(name) in self.pages[place].names
        )


def build(folder: Path) -> None:
    """Build the site into a folder; skip without the element."""
    if not BOARD_PACKAGE.exists():
        pytest.skip("to enable: make test")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--site-dir", folder],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder = tmp_path_factory.mktemp("site")
    build(folder)
    return Site(folder)


def address(document: str) -> str:
    """Return the URL of a document."""
    name = re.sub(r"(^|/)README$", r"\1", document.rpartition(".")[0])
    return urljoin(HERE, name if name.endswith("/") or not name else f"{name}/")


def test_every_document_is_a_page_that_the_navigation_leads_to(site: Site) -> None:
    listed = {urljoin(HERE, link) for link in site.pages[HERE].navigation}
    assert [name for name in DOCUMENTS if address(name) not in listed] == []


def test_every_link_leads_somewhere(site: Site) -> None:
    lost = [
        (here, link)
        for here, page in site.pages.items()
        for link in page.links
        if urljoin(here, link).startswith(HERE) and not site.has(urljoin(here, link))
    ]
    assert lost == []


def test_a_link_to_what_the_site_lacks_is_its_words() -> None:
    page = File("spec/rules.md", None, "", use_directory_urls=True)
    script = File("docs/site/board.py", None, "", use_directory_urls=True)
    script.inclusion = InclusionLevel.EXCLUDED
    text = (
        "[rules](../spec/rules.md#presets), [code](../src/qttt), [hook](site/board.py), [no](../no)"
    )
    shown = "[rules](../spec/rules.md#presets), code, hook, [no](../no)"
    assert linked(text, "docs", Files([page, script])) == shown


@pytest.mark.parametrize(
    ("name", "expected"),
    [("docs/install.md", "a.webp"), ("docs/README.md", "install/a.webp")],
)
def test_pictures_are_found_from_the_folder_of_the_page(name: str, expected: str) -> None:
    text = '<img src="{}" alt=""> <img src="https://elsewhere/b.png">'
    file = File(name, None, "", use_directory_urls=True)
    assert illustrated(text.format("install/a.webp"), file) == text.format(expected)


def test_nothing_is_loaded_from_elsewhere(site: Site) -> None:
    wanted = [(here, link) for here, page in site.pages.items() for link in page.loaded]
    for sheet in site.folder.rglob("*.css"):
        here = urljoin(HERE, sheet.relative_to(site.folder).as_posix())
        styles = re.findall(r"url\([\"']?([^)\"']+)|@import[^;]+", sheet.read_text("utf-8"))
        wanted += [(here, link) for link in styles]
    lost = [(here, link) for here, link in wanted if not site.file(urljoin(here, link))]
    assert [(here, link) for here, link in lost if not link.startswith(("data:", "#"))] == []


def test_search_finds_every_document(site: Site) -> None:
    index = json.loads((site.folder / "search/search_index.json").read_text("utf-8"))
    found = {urljoin(HERE, entry["location"]) for entry in index["docs"]}
    assert {address(name) for name in DOCUMENTS} <= found


def public_names() -> Iterator[tuple[str, str]]:
    """List the packages of ``qttt`` with their public names."""
    for module in pkgutil.iter_modules(qttt.__path__):
        package = importlib.import_module(f"qttt.{module.name}") if module.ispkg else None
        yield from ((module.name, name) for name in getattr(package, "__all__", ()))


def test_every_public_name_has_an_entry_in_the_reference(site: Site) -> None:
    missing = [
        f"qttt.{package}.{name}"
        for package, name in public_names()
        if not site.has(f"{HERE}docs/api/{package}/#qttt.{package}.{name}")
    ]
    assert missing == []


def test_every_module_that_documents_import_has_an_entry_too(site: Site) -> None:
    text = "".join((ROOT / name).read_text("utf-8") for name in DOCUMENTS)
    used = re.findall(r"(?:from|import) qttt\.(\w+)\.(\w+)", text)
    assert ("engine", "search") in used
    for package, module in used:
        assert site.has(f"{HERE}docs/api/{package}/#qttt.{package}.{module}"), (package, module)


def test_the_reference_begins_with_the_names_of_qttt(site: Site) -> None:
    listed = {link.rpartition(".")[2] for link in site.pages[f"{HERE}docs/api/"].links}
    assert set(qttt.__all__) <= listed


def test_docstrings_show_examples_as_code_and_lead_to_the_rules(site: Site) -> None:
    page = f"{HERE}docs/api/game/"
    assert "../../../spec/rules/#r8-collapse" in site.pages[page].links
    shown = article(site, "docs/api/game.md")
    assert "<blockquote" not in shown
    assert re.search(r'<pre[^>]*>.*?<span class="gp">&gt;&gt;&gt; </span>', shown)


def test_pages_have_the_lists_tables_and_blocks_that_a_forge_shows(site: Site) -> None:
    """Both parsers agree; they differ if a list or table lacks a preceding empty line."""
    forge = MarkdownIt("commonmark").enable("table")
    for document in DOCUMENTS:
        text = (ROOT / document).read_text("utf-8")
        if document.endswith(".md"):
            assert blocks(article(site, document)) == blocks(forge.render(text)), document


def article(site: Site, document: str) -> str:
    """Return the article of a document's page."""
    page = site.file(address(document))
    assert page, document
    return page.read_text("utf-8").partition("<article")[2].partition("</article>")[0]


def blocks(html: str) -> dict[str, int]:
    """Count the blocks of each kind."""
    return {tag: len(re.findall(rf"<{tag}[ >]", html)) for tag in BLOCKS}
