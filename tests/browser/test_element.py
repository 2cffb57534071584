"""The element `<qttt-board>` in a page of another site."""

import re
import shutil
from pathlib import Path

import pytest

from scripts.web import BOARD_PACKAGE
from tests.browser.conftest import Visit
from tests.browser.expecting import expect
from tests.browser.late import late
from tests.browser.server import serve_folder
from tests.selection import by_day

POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
PAGE = f"""<!doctype html><html lang="en"><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>A page</title>
<script type="module" src="{{module}}"></script>
<qttt-board moves="12" interactive show="links values"></qttt-board>
"""


@pytest.mark.skipif(not BOARD_PACKAGE.exists(), reason="to enable: make test")
def test_the_element_plays_under_a_strict_policy(visit: Visit, tmp_path: Path) -> None:
    shutil.copytree(BOARD_PACKAGE / "dist", tmp_path, dirs_exist_ok=True)
    for module in ("qttt-board.js", "bundle.js"):
        (tmp_path / f"{module}.html").write_text(PAGE.format(module=module))
    app = visit.open()
    with serve_folder(tmp_path) as address:
        for module in ("qttt-board.js", "bundle.js"):
            app.page.goto(f"{address}{module}.html")
            board = app.page.locator("qttt-board")
            expect(board.locator(".value")).to_contain_text("if both play perfectly")
            for square in (1, 4):
                app.touch(board.locator(f"[data-square='{square}']"))
            expect(board.get_by_role("status")).to_have_text("X to place mark 3")
            expect(board).to_have_attribute("moves", "12 25")
            tile = board.locator(".tile").first
            expect(tile).to_have_css("fill", "rgb(255, 255, 255)")
    visit.ignored.append("favicon.ico")


SET_EARLY = """<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
<qttt-board></qttt-board>
<script>
const early = document.createElement("qttt-board");
for (const board of [document.querySelector("qttt-board"), early])
  Object.assign(board, { position: "12", moves: "25", interactive: true, show: "links steps" });
</script>
<script type="module">
import "./qttt-board.js";
document.body.append(early);
</script>
"""


@pytest.mark.skipif(not BOARD_PACKAGE.exists(), reason="to enable: make test")
def test_properties_that_are_set_before_the_element_is_defined_count(
    visit: Visit, tmp_path: Path
) -> None:
    shutil.copytree(BOARD_PACKAGE / "dist", tmp_path, dirs_exist_ok=True)
    (tmp_path / "page.html").write_text(SET_EARLY)
    app = visit.open()
    with serve_folder(tmp_path) as address:
        app.page.goto(f"{address}page.html")
        expect(app.page.locator("qttt-board")).to_have_count(2)
        for board in app.page.locator("qttt-board").all():
            expect(board.get_by_role("status")).to_have_text("X to place mark 3")
            board.evaluate("(board) => { board.moves = '25 59'; }")
            expect(board.get_by_role("status")).to_have_text("O to place mark 4")
    visit.ignored.append("favicon.ico")


WITHOUT_WASM = "default-src 'none'; script-src 'self'; connect-src 'self'"
TYPES = f"{POLICY}; require-trusted-types-for 'script'; trusted-types"
MISSING = {
    WITHOUT_WASM: "'wasm-unsafe-eval' in the script-src",
    f"{TYPES} other": "allow: trusted-types svelte-trusted-html",
}


@pytest.mark.skipif(not BOARD_PACKAGE.exists(), reason="to enable: make test")
@pytest.mark.parametrize("module", by_day(["qttt-board.js"], ["qttt-board.js", "bundle.js"]))
def test_what_a_policy_forbids_is_named(visit: Visit, tmp_path: Path, module: str) -> None:
    shutil.copytree(BOARD_PACKAGE / "dist", tmp_path, dirs_exist_ok=True)
    app = visit.open()
    with serve_folder(tmp_path) as address:
        for number, (policy, text) in enumerate(MISSING.items()):
            page = PAGE.format(module=module).replace(POLICY, policy)
            (tmp_path / f"{number}.html").write_text(page)
            app.page.goto(f"{address}{number}.html")
            expect(app.page.locator("qttt-board")).to_contain_text(text)
        allowed = PAGE.format(module=module).replace(POLICY, f"{TYPES} svelte-trusted-html")
        (tmp_path / "allowed.html").write_text(allowed)
        app.page.goto(f"{address}allowed.html")
        expect(app.page.locator("qttt-board .value")).to_contain_text("if both play perfectly")
    visit.ignored.append("favicon.ico|Content Security Policy|svelte-trusted-html|TrustedTypes")


PLAYED = """<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
<script type="module" src="qttt-board.js"></script>
<qttt-board moves="12 25 59" {shown}></qttt-board>
<p id="after">Text below it.</p>
"""
EVERYTHING = 'interactive show="links worlds values"'
SHOWN = (EVERYTHING, *(f'show="{part}"' for part in ("links", "steps", "values", "worlds")))
RESERVED = re.compile(r"```css\n(qttt-board:not\(:defined\).*?)```", re.DOTALL)
BORDERS = "* { box-sizing: border-box; }"
"""What most sites and style sheets begin with."""
TOP = "() => Math.round(document.getElementById('after').getBoundingClientRect().top + scrollY)"


@pytest.mark.skipif(not BOARD_PACKAGE.exists(), reason="to enable: make test")
@pytest.mark.every_engine
def test_readers_choose_and_take_back_without_moving_the_page(visit: Visit, tmp_path: Path) -> None:
    shutil.copytree(BOARD_PACKAGE / "dist", tmp_path, dirs_exist_ok=True)
    (tmp_path / "page.html").write_text(PLAYED.format(shown=EVERYTHING))
    app = visit.open(touches=False)
    with serve_folder(tmp_path) as address:
        app.page.goto(f"{address}page.html")
        board = app.page.locator("qttt-board")
        status, value = board.get_by_role("status"), board.locator(".value")
        expect(value).to_contain_text("Best: ")
        top = app.page.evaluate(TOP)
        for square in (0, 4):
            app.touch(board.locator(f"[data-square='{square}']"))
        expect(status).to_contain_text("X chooses")
        outcome = board.get_by_role("button", name=re.compile("^O4 lands on 5"))
        app.touch(outcome)
        expect(status).to_contain_text("Preview: O4 lands on 5.")
        app.touch(outcome)
        expect(board).to_have_attribute("moves", "12 25 59 15 @5")
        expect(value).to_contain_text("Best: ")
        assert app.page.evaluate(TOP) == top
        app.touch(board.get_by_role("button", name="Undo"))
        expect(board).to_have_attribute("moves", "12 25 59 15")
        app.touch(board.get_by_role("button", name="Restart"))
        expect(status).to_have_text("X to place mark 1")
        expect(board).to_have_attribute("moves", "")
        expect(value).to_contain_text("1-9, 3-7")
        assert app.page.evaluate(TOP) == top
    visit.ignored.append("favicon.ico")


@pytest.mark.skipif(not BOARD_PACKAGE.exists(), reason="to enable: make test")
@pytest.mark.parametrize("shown", by_day([EVERYTHING], SHOWN))
def test_an_element_takes_its_room_before_it_is_loaded(
    visit: Visit, tmp_path: Path, shown: str
) -> None:
    shutil.copytree(BOARD_PACKAGE / "dist", tmp_path, dirs_exist_ok=True)
    (tmp_path / "page.html").write_text(PLAYED.format(shown=shown))
    app = visit.open(touches=False)
    with serve_folder(tmp_path) as address:
        board = app.page.locator("qttt-board")
        with late(app.page, f"{address}**/*.wasm"):
            app.page.goto(f"{address}page.html")
            expect(board.locator(".room")).to_be_attached()
            top = app.page.evaluate(TOP)
        expect(board.locator("svg[role=img], [role=grid]").first).to_be_visible()
        if "values" in shown:
            expect(board.locator(".value")).to_contain_text("Best: ")
        assert app.page.evaluate(TOP) == top
    visit.ignored.append("favicon.ico")


@pytest.mark.skipif(not BOARD_PACKAGE.exists(), reason="to enable: make test")
def test_the_styles_of_the_manual_reserve_the_room(visit: Visit, tmp_path: Path) -> None:
    shutil.copytree(BOARD_PACKAGE / "dist", tmp_path, dirs_exist_ok=True)
    found = RESERVED.search((BOARD_PACKAGE / "README.md").read_text("utf-8"))
    assert found
    width = "qttt-board { max-width: 30rem; }"
    page = f"{PLAYED.format(shown='interactive')}<style>{BORDERS}{width}{found[1]}</style>"
    (tmp_path / "page.html").write_text(page)
    app = visit.open(touches=False)
    with serve_folder(tmp_path) as address:
        with late(app.page, f"{address}qttt-board.js"):
            app.page.goto(f"{address}page.html", wait_until="commit")
            expect(app.page.locator("#after")).to_be_visible()
            top = app.page.evaluate(TOP)
        expect(app.page.locator("qttt-board").get_by_role("grid")).to_be_visible()
        assert app.page.evaluate(TOP) == top
    visit.ignored.append("favicon.ico")
