"""Page object of the app: its screens and the actions on them.

Elements are found by role and name, as by a screen reader; squares by number. Actions wait for the
elements they need, never for a fixed time.
"""

import re
from collections.abc import Callable, Mapping
from typing import Literal

from playwright.sync_api import Error, Locator, Page

from qttt.game import Collapse, Move, Position
from qttt.game.moves import mark_name
from tests.browser.expecting import expect

MARKS = """
(gone) => [...document.querySelectorAll("[data-square]:not([inert] *)")].map((square) =>
  [...square.getAttribute("aria-label").split(gone)[0].matchAll(/[XO]\\d+/g)]
    .map(([name]) => name).sort().join(" "))
"""
"""The marks in each square, from the part of its label before vanished marks."""

SHOWN = f"""
([gone, wanted]) => {{
  const now = String(({MARKS})(gone));
  const at = wanted.findIndex((each) => String(each) === now);
  return at < 0 ? false : String(at);
}}
"""
"""Index of the list of marks that is on the board, or false."""


STANDS_STILL = "(layers) => (history.state?.layers ?? 0) === layers"
"""Whether the history has an entry for each open layer (dialog, sheet, menu), and no other."""

SAVE = """
([name, value]) => {
  const [key, newValue] = [`qttt.${name}`, JSON.stringify(value)];
  localStorage.setItem(key, newValue);
  dispatchEvent(new StorageEvent("storage", { key, newValue, storageArea: localStorage }));
}
"""

WAY = """
(element) => {
  const focused = document.activeElement;
  if (focused === element) return null;
  const isBehind = element.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING;
  return isBehind ? "Shift+Tab" : "Tab";
}
"""
"""The key that leads to an element, or null if it has the focus."""

MAX_STOPS = 60
"""More tab stops than any screen has."""


GREEK = {
    "Quantum tic-tac-toe": "Κβαντική τρίλιζα",
    "Loading …": "Φόρτωση …",
    "One player": "Ένας παίκτης",
    "Two players": "Δύο παίκτες",
    "X first": "X πρώτος",
    "You start": "Αρχίζεις εσύ",
    "Game": "Παιχνίδι",
    "Rules": "Κανόνες",
    "Board": "Ταμπλό",
    "Play": "Παίξε",
    "Rematch": "Ρεβάνς",
    "gone:": "έφυγαν:",
    "Settings": "Ρυθμίσεις",
    "Close": "Κλείσιμο",
    "Connecting …": "Σύνδεση …",
    "Invite a friend": "Κάλεσε έναν φίλο",
    "Your name (optional)": "Το όνομά σου (προαιρετικά)",
    "Clock": "Ρολόι",
    "Make the link": "Φτιάξε τον σύνδεσμο",
    "Name": "Όνομα",
    "Password": "Κωδικός",
    "Create account": "Δημιουργία λογαριασμού",
    "Log in": "Σύνδεση",
    "Forgot password": "Ξέχασα τον κωδικό",
    "Insight": "Σε βάθος",
    "More": "Περισσότερα",
    "Share": "Μοιράσου",
    "Analyse": "Ανάλυση",
    "Back": "Πίσω",
    "You": "Εσύ",
    "Easy": "Εύκολο",
    "Account": "Λογαριασμός",
    "Profile": "Προφίλ",
    "Guest": "Επισκέπτης",
    "Open room": "Άνοιξε την τάξη",
    "Start the games": "Ξεκίνα τα παιχνίδια",
    "Join": "Μπες",
    "Add tasks": "Προσθήκη ασκήσεων",
    "Choose": "Διάλεξε",
    "{mark} lands on {square}": "{mark} στο {square}",
    "Worlds": "Κόσμοι",
    "Odds": "Πιθανότητες",
    "State": "Κατάσταση",
    "Circuit": "Κύκλωμα",
}
"""Translations for the Greek app."""


class App:
    """The app in a page; ``words`` translates names."""

    def __init__(
        self, page: Page, url: str, *, touches: bool, words: Mapping[str, str] | None = None
    ) -> None:
        self.page = page
        self.url = url
        self.touches = touches
        self._words = words or {}

    def word(self, english: str) -> str:
        return self._words.get(english, english)

    # --- screens -----------------------------------------------------------------------------

    def open(self, address: str = "") -> None:
        """Open a URL of the app, such as `#lessons`, and wait for its screen."""
        self.page.goto(self.url + address)
        self.settle()

    def reload(self, *, layers: int = 0) -> None:
        """Reload the page, on which that number of layers is open.

        When a layer closes, the page goes back in its history; Chromium forgets a reload that began
        just before. So wait until the history stands still.
        """
        self.page.wait_for_function(STANDS_STILL, arg=layers)
        self.page.reload()

    def go_back(self) -> None:
        """Go back in the history, and do not wait: Firefox reports no step within a document."""
        self._leave("history.back()")

    def go_forward(self) -> None:
        self._leave("history.forward()")

    def _leave(self, script: str) -> None:
        """Run a script that may leave the page, once the page has answered that it will."""
        self.page.evaluate(f"() => {{ setTimeout(() => {script}); }}")

    def settle(self) -> None:
        """Wait until the screen is loaded."""
        expect(self.page.get_by_role("main")).to_be_visible()
        expect(self.page.locator("main > :not(header)")).not_to_have_count(0)
        for waiting in ("Loading …", "Connecting …"):
            expect(self.page.get_by_text(self.word(waiting), exact=True)).to_have_count(0)

    def press(self, name: str | re.Pattern[str]) -> None:
        """Press the button of that name."""
        self.touch(self.key(name))

    def key(self, name: str | re.Pattern[str]) -> Locator:
        if isinstance(name, str):
            return self.page.get_by_role("button", name=self.word(name), exact=True)
        return self.page.get_by_role("button", name=name)

    def choose(self, name: str) -> None:
        """Select a radio button, by its name without the Elo of a level."""
        name_and_elo = re.compile(rf"^{re.escape(self.word(name))}(\s+Elo \d+)?$")
        self.page.get_by_role("radio", name=name_and_elo).check()

    def look_at(self, panel: str) -> None:
        """Open a panel beside the board, and wait for its content."""
        name = self.word(panel)
        self.touch(self.page.get_by_role("tab", name=name, exact=True))
        shown = self.page.get_by_role("tabpanel", name=name, exact=True)
        expect(shown.locator(":scope > :not(h2)").first).to_be_visible()

    def touch(self, target: Locator) -> None:
        if self.touches:
            target.tap()
        else:
            target.click()

    def tab_to(self, target: Locator) -> None:
        """Move the focus to an element with the tab key.

        From elements behind it the focus moves backwards: after the last one of a page, Firefox
        moves it to its own buttons, and keys have no effect on the page.
        """
        for _ in range(MAX_STOPS):
            key = target.evaluate(WAY)
            if key is None:
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"the tab key does not lead to {target}")

    def save(self, name: str, value: object) -> None:
        """Save data as another tab does, which the page follows."""
        self.page.evaluate(SAVE, [name, value])

    # --- starting a game ---------------------------------------------------------------------

    def start(
        self,
        *,
        people: Literal[1, 2] = 2,
        level: str = "Optimal",
        marks: Literal["X first", "O second", "You start"] = "X first",
        preset: str = "goff",
        side: int | None = None,
    ) -> None:
        """Set up a game in the dialog of the welcome screen, and start it."""
        self.choose_game()
        self.choose("Two players" if people == 2 else "One player")
        self._menu("Rules").select_option(preset)
        if side is not None:
            self._menu("Board").select_option(str(side))
        if people == 1:
            self.choose(marks)
            self.choose(level)
        play = self.page.get_by_role("dialog").get_by_role("button", name=self.word("Play"))
        self.touch(play)
        expect(self.square(0)).to_be_visible()

    def choose_game(self) -> None:
        """Open the dialog of the next game."""
        self.press(re.compile(f"^{self.word('Game')}:"))
        expect(self.page.get_by_role("dialog")).to_be_visible()

    def _menu(self, name: str) -> Locator:
        return self.page.get_by_role("combobox", name=self.word(name))

    # --- the board ---------------------------------------------------------------------------

    def square(self, number: int) -> Locator:
        """Return a square of the board; pictures of other positions are inert."""
        return self.page.locator(f'[data-square="{number}"]:not([inert] *)')

    def small_mark(self, square: int, name: str) -> tuple[float, float]:
        """Return the middle of a small mark on the screen."""
        mark = self.page.locator(f'[data-mark="{name[1:]}@{square}"] .mark .stroke')
        box = mark.first.bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def marks(self) -> list[set[str]]:
        """Return the names of the marks in each square, including halves."""
        return [set(names.split()) for names in self.page.evaluate(MARKS, self.word("gone:"))]

    def shows(self, *positions: Position) -> Position:
        """Wait until the board shows one of these, and return it."""
        wanted = [
            [" ".join(sorted(names)) for names in marks_of(position)] for position in positions
        ]
        try:
            found = self.page.wait_for_function(SHOWN, arg=[self.word("gone:"), wanted])
        except (Error, AssertionError) as error:
            expected = " or ".join(map(str, positions))
            raise AssertionError(f"the board is not {expected} but {self.marks()}") from error
        return positions[int(found.json_value())]

    def make(self, position: Position, move: Move) -> None:
        """Play a move on the screen, once it shows the position: nobody moves before the turn."""
        self.shows(position)
        if isinstance(move, Collapse):
            self.press(self.landing(position, move))
            self.press("Choose")
        else:
            for square in dict.fromkeys(move):
                self.touch(self.square(square))

    def landing(self, position: Position, move: Collapse) -> re.Pattern[str]:
        """Match the name of the button of a collapse, which continues with where others land."""
        mark, square = mark_name(len(position.marks)), position.rules.board.name(move.square)
        name = self.word("{mark} lands on {square}").format(mark=mark, square=square)
        return re.compile(rf"^{name}\b")

    def play(self, position: Position, *moves: Move) -> Position:
        """Play moves in a game without a computer; return the resulting position."""
        for move in moves:
            self.make(position, move)
            position = position.play(move)
        return self.shows(position)

    def decided(self, position: Position) -> Position:
        """Wait until the computer or the coin that is to move has moved; return the position.

        A computer that chooses a collapse then makes its own move, at once on a busy machine.
        """
        pending, decided = [position], list[Position]()
        while pending:
            before = pending.pop()
            for after in map(before.play, before.legal_moves):
                is_same = after.to_move == position.to_move and not after.outcome
                (pending if is_same else decided).append(after)
        return self.shows(*decided)

    # --- messages ----------------------------------------------------------------------------

    @property
    def status(self) -> Locator:
        """The prompt or the result."""
        return self.page.get_by_role("status").filter(has=self.page.get_by_role("heading"))

    def expect_status(self, text: str | re.Pattern[str]) -> None:
        """Wait for a text in the bar below the board."""
        expect(self.status).to_contain_text(text)

    def expect_result(self, position: Position) -> None:
        """Wait for the result of a game between two people."""
        assert position.outcome
        winner = position.outcome.winner
        self.expect_status(f"{winner} wins" if winner else "Draw")
        expect(self.key("Rematch")).to_be_visible()


def marks_of(position: Position) -> list[set[str]]:
    """Return the names of the marks in each square."""
    squares: list[set[str]] = [set() for _ in range(position.rules.board.size)]
    for mark, place in enumerate(position.marks, 1):
        for square in place if isinstance(place, tuple) else (place,):
            squares[square].add(mark_name(mark))
    return squares


Way = Callable[[App], object]
"""How to open a screen from the welcome screen."""
