"""Import and export of positions: pasted, linked, saved, and continued."""

import re
from dataclasses import asdict
from pathlib import Path
from xml.etree import ElementTree

import pytest

from qttt.engine import solve
from qttt.engine.evaluator import shipped_evaluator
from qttt.engine.search import ALL_FEATURES, search
from qttt.game import Collapse, Move, Node, Placement, Position, Rules
from qttt.notation import format_goff, format_moves
from qttt.notation.armour import armour
from qttt.play.archive import load_with_repairs
from qttt.server import APP_FOLDER
from qttt.server.files import read_app
from tests.browser.app import App
from tests.browser.conftest import Visit
from tests.browser.expecting import expect
from tests.browser.screens import LOOP
from tests.selection import by_day

pytestmark = pytest.mark.every_engine

OPENED: list[Move] = [*LOOP, Collapse(4)]
LEARNED = ["krist rows=5 cols=5", "qubic5", "qubic4"]
"""Rules that the app has learned weights for."""
VALUE_TEXTS = {0.0: "X and O get the same", 1.0: "X gets a point more than O"}

COVERED = """
(message) => {
  const { left, right, top, bottom } = message.getBoundingClientRect();
  return [...document.querySelectorAll("main button")]
    .filter((key) => {
      if (message.contains(key)) return false;
      const box = key.getBoundingClientRect();
      return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
    })
    .map((key) => key.textContent.trim());
}
"""
"""The keys below a message."""

LEARNED_SEARCH = """
async ([files, rules, places, simulations]) => {
  const absolute = (name) => new URL(name, document.baseURI).href;
  const worker = new Worker(absolute(files.worker), { type: "module" });
  const ask = (request) =>
    new Promise((resolve) => {
      worker.onmessage = ({ data }) => "progress" in data || resolve(data);
      worker.postMessage({ id: 1, ask: request });
    });
  const [wasm, large, table, url] =
    [files.wasm, files.large, files.table, files.evaluator].map(absolute);
  await ask({ what: "start", wasm, large, table, evaluators: [{ url, rules }] });
  const { features } = files;
  const effort = { seconds: 60, simulations, learned: simulations, features, seed: "1" };
  for (;;) {
    const { answer, error } = await ask({ what: "search", rules, places, ...effort });
    if (error) throw new Error(JSON.stringify(error));
    if (answer.evaluator === "used") {
      worker.terminate();
      return answer;
    }
  }
}
"""
"""A search in a worker of the app, repeated until the evaluator is loaded."""


def node_of(*moves: Move) -> Node:
    node = Node(Position())
    for move in moves:
        node = node.play(move)
    return node


def paste(app: App, text: str) -> None:
    """Open a text in the import dialog."""
    app.press("Files")
    app.press("Open file or text …")
    app.page.get_by_role("dialog").get_by_role("textbox").fill(text)
    app.press("Open it")
    expect(app.page.get_by_role("dialog")).to_have_count(0)


def test_pasted_game_is_evaluated_and_its_best_line_played(visit: Visit) -> None:
    app = visit.open("#analysis")
    node = node_of(*OPENED)
    paste(app, format_goff(node))
    position = app.shows(node.position)
    analysis = solve(position)
    expect(
        app.page.get_by_text(re.compile(VALUE_TEXTS[analysis.value] + ".* if both play"))
    ).to_be_visible()
    expect(app.page.get_by_text("proven")).to_be_visible()
    best = app.page.get_by_role("list", name="Moves for").get_by_role("button").first
    for _ in range(2 if app.touches else 1):  # fingers see the move first
        app.touch(best)
    moves = [choice.move for choice in analysis.moves if choice.value == analysis.value]
    app.shows(*map(position.play, moves))


CONTROLS = """
() => [...document.querySelectorAll("button, a, input, select, textarea, summary")]
  .filter((control) => {
    if (!control.checkVisibility()) return false;
    const { left, right, top, bottom } = control.getBoundingClientRect();
    return right > 0 && left < innerWidth && bottom > 0 && top < innerHeight;
  }).length
"""
"""The number of controls on the screen, without the squares of the board."""

SCROLL = """
(share) => scrollTo(0, share * (document.documentElement.scrollHeight - innerHeight))
"""


@pytest.mark.parametrize("moves", ["", "12 25 59 15", "34 69 89 25 34 @3 69 @9 25 @5 17 17"])
def test_a_phone_shows_at_most_twenty_controls_at_once(visit: Visit, moves: str) -> None:
    app = visit.open(viewport={"width": 390, "height": 844})
    app.save("tutorial", {"moves": [], "isDone": True})  # a newcomer has one more
    app.open(f"#analysis/goff/{moves}")
    expect(app.page.get_by_text("proven")).to_be_visible()
    for share in (0, 0.5, 1):
        app.page.evaluate(SCROLL, share)
        assert app.page.evaluate(CONTROLS) <= 20


def test_best_moves_are_arrows_unless_there_are_many(visit: Visit) -> None:
    app = visit.open("#analysis/goff/12 25 59")
    arrows = app.page.locator("svg .arrows > g")
    analysis = solve(node_of(*LOOP[:3]).position)
    best = [move for move in analysis.moves if move.value == analysis.value]
    expect(arrows).to_have_count(len(best))
    app.open("#analysis/goff/38 18 49 67 24")
    expect(app.page.get_by_text("proven")).to_be_visible()
    expect(arrows).to_have_count(1)


def test_half_a_placement_of_a_pasted_game_is_continued(visit: Visit) -> None:
    app = visit.open("#analysis")
    paste(app, "X1+(1,2); O2+(5")
    app.touch(app.square(8))
    app.shows(node_of(Placement(0, 1), Placement(4, 8)).position)


def test_invalid_games_stay_in_the_dialog_with_an_error(visit: Visit) -> None:
    app = visit.open("#analysis")
    app.press("Files")
    app.press("Open file or text …")
    dialog = app.page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("12 25 9x")
    app.press("Open it")
    expect(dialog.get_by_role("alert")).to_contain_text("9x")
    app.press("Cancel")
    app.shows(Position())


def test_what_is_wrong_with_typed_moves_is_visible(visit: Visit) -> None:
    app = visit.open("#analysis")
    expect(app.page.get_by_text("proven")).to_be_visible()  # values no longer push the line down
    app.press("More")
    app.press("Type moves")
    line = app.page.get_by_role("textbox", name="Type moves")
    line.fill("12 2x")
    line.press("Enter")
    message = app.page.get_by_role("alert").filter(has_text="2x")
    expect(message).to_be_in_viewport(ratio=0.9)


def test_link_opens_the_same_position_in_another_tab(visit: Visit) -> None:
    app = visit.open("#analysis")
    position = app.play(Position(), *LOOP[:3])
    expect(app.page).to_have_url(re.compile("/p/goff/12_25_59$"))
    other = visit.tab(app, app.page.url)
    other.shows(position)
    other.play(position, LOOP[3])
    app.shows(position)


@pytest.mark.not_in("firefox", "webkit")
def test_a_file_is_saved_and_opened_again(visit: Visit, tmp_path: Path) -> None:
    app = visit.open()
    app.start()
    position = app.play(Position(), *OPENED)
    app.press("Files")
    with app.page.expect_download() as saving:
        app.press(re.compile("^Save game"))
    file = tmp_path / saving.value.suggested_filename
    saving.value.save_as(file)
    saved = load_with_repairs(file)
    assert (saved.armoured, saved.match.position) == (False, position)
    app = visit.open("#analysis")
    open_file(app, file)
    app.shows(position)


@pytest.mark.not_in("webkit")
def test_armoured_file_is_opened_unless_it_is_damaged(visit: Visit, tmp_path: Path) -> None:
    file = tmp_path / "game.qtn"
    whole = armour("1. 1-2 2. 2-5 *")
    file.write_text(whole, "utf-8", newline="\n")
    app = visit.open("#analysis")
    open_file(app, file)
    app.shows(Position.after(Placement(0, 1), Placement(1, 4)))
    file.write_text(whole.replace("2-5", "2-6"), "utf-8", newline="\n")
    open_file(app, file)
    expect(app.page.get_by_text("repair it with qttt convert")).to_be_visible()


def open_file(app: App, file: Path) -> None:
    app.press("Files")
    app.press("Open file or text …")
    app.page.get_by_label("Choose a file").set_input_files(file)


@pytest.mark.nightly
def test_any_position_can_be_played_on(visit: Visit) -> None:
    app = visit.open("#analysis/goff/2/1 34")
    start = Position.after(*map(Placement, (0, 0), (1, 1)), Collapse(0))
    position = app.shows(start.play(Placement(2, 3)))
    app.press("More")
    app.press("Play from here")
    app.choose("O")
    app.page.get_by_role("combobox", name="Level").select_option("optimal")
    app.press("Play")
    app.expect_status("Your turn")
    app.make(position, position.legal_moves[0])
    app.decided(position.play(position.legal_moves[0]))
    app.press("Restart")
    app.decided(start)


@pytest.mark.nightly
def test_game_uses_the_main_line_and_allows_redo(visit: Visit) -> None:
    app = visit.open()
    app.start()
    paste(app, '[Position "12/25"]\n\n3. 5-9 (3. 1-5~ @5) 4. 1-5~ *')
    position = app.shows(Position.after(*LOOP))
    app.expect_status("X chooses")
    message = app.page.get_by_role("status").filter(has_text="Only the main line was opened")
    expect(message).to_be_visible()
    app.touch(message.get_by_role("button", name="Analysis"))
    expect(app.page.get_by_text("Variation", exact=True)).to_be_visible()
    app.shows(position)


@pytest.mark.not_in("firefox", "webkit")
@pytest.mark.nightly
def test_moves_are_copied_in_machine_notation(visit: Visit) -> None:
    app = visit.open("#analysis", permissions=["clipboard-read", "clipboard-write"])
    app.play(Position(), *LOOP)
    app.press("Files")
    app.press("Copy moves")
    message = app.page.get_by_role("status").filter(has_text="Copied.")
    expect(message).to_be_visible()
    assert message.evaluate(COVERED) == []
    copied = app.page.evaluate("() => navigator.clipboard.readText()")
    assert copied == format_moves(node_of(*LOOP))


@pytest.mark.not_in("firefox", "webkit")
@pytest.mark.nightly
def test_picture_is_the_board_without_the_apps_styles(visit: Visit, tmp_path: Path) -> None:
    app = visit.open("#analysis/goff/12 25 59 15")
    app.press("Files")
    with app.page.expect_download() as saving:
        app.press("Picture (SVG)")
    file = tmp_path / "board.svg"
    saving.value.save_as(file)
    text = file.read_text("utf-8")
    assert not re.search(r"var\(|<script|<!--| (id|class|tabindex)=(?!\"qttt\")", text)
    root = ElementTree.fromstring(text)
    assert root.get("viewBox") == "0 0 328 328"
    colors = {each.get(name) for each in root.iter() for name in ("fill", "stroke")}
    assert {"rgb(18, 86, 196)", "rgb(195, 36, 28)"} <= colors, "marks have their players' colours"


@pytest.mark.parametrize("text", by_day(LEARNED[:1], LEARNED))
def test_a_search_with_learned_weights_equals_that_of_python(visit: Visit, text: str) -> None:
    rules = Rules.parse(text)
    position = Position(rules).play(Placement(1, 6))
    evaluator = shipped_evaluator(rules)
    assert evaluator
    found = search(position, simulations=2_000, evaluator=evaluator)
    needed = {"worker": "/worker-", "wasm": "/qttt-", "large": "/large-", "table": ".qtb"}
    needed["evaluator"] = f"/{evaluator.path.stem}-"
    names = {
        key: next(n for n in read_app(APP_FOLDER) if part in n) for key, part in needed.items()
    }
    asked = [{**names, "features": int(ALL_FEATURES)}, asdict(rules), [[1, 6]], 2_000]
    answer = visit.open("#rules").page.evaluate(LEARNED_SEARCH, asked)
    assert (answer["value"], answer["simulations"]) == (found.value, found.simulations)
    visits = [candidate["visits"] for candidate in answer["candidates"]]
    assert visits == [candidate.visits for candidate in found.candidates]


@pytest.mark.not_in("firefox", "webkit")
def test_without_learned_weights_random_games_judge(visit: Visit) -> None:
    visit.ignored.append("ERR_FAILED")
    app = visit.open()
    app.page.context.route("**/*.qte", lambda route: route.abort())
    app.open("#analysis/krist rows=5 cols=5/b2c3")
    panel = app.page.get_by_role("tabpanel")
    expect(panel).to_contain_text("judged by random games, as the learned weights are not loaded")
    app.page.context.unroute_all()
    app.open("#analysis/krist rows=5 cols=5/b2c4")
    expect(panel).to_contain_text("judged by learned weights")
