"""Online games between separate browsers."""

import re
from collections.abc import Iterator

import pytest

from qttt.game import Placement, Position
from qttt.notation import from_record, read_records
from tests.browser.accessibility import COLOR_RULES, broken_rules
from tests.browser.app import App
from tests.browser.cable import Cable
from tests.browser.conftest import Visit
from tests.browser.expecting import expect
from tests.browser.layout import PHONES, misfits, misfits_enlarged
from tests.browser.people import (
    DESKTOP,
    GAME,
    SECRET,
    create_account,
    fill,
    invite,
    log_in,
    meet,
    open_options,
    place,
    play,
    register,
)
from tests.browser.server import Server
from tests.browser.settled import prefer

pytestmark = [pytest.mark.long, pytest.mark.every_engine]

WATCH_RETURN = """
() => {
  globalThis.hasReturned = false;
  new MutationObserver(() => (hasReturned ||= document.body.innerText.includes("is back.")))
    .observe(document, { childList: true, characterData: true, subtree: true });
}
"""
"""Notes the opponent's return, which is shown for a few seconds only."""


@pytest.fixture
def cable(server: Server) -> Iterator[Cable]:
    with Cable(server.url) as cable:
        yield cable


def test_whole_game_between_a_phone_and_a_desktop(visit: Visit) -> None:
    x, o = meet(visit)
    expect(x.page.get_by_text(re.compile(r"Move within \d+ s"))).to_be_visible()
    expect(
        o.page.get_by_text(re.compile(r"has \d+ s to move, or the game is aborted"))
    ).to_be_visible()
    position = play(x, o, Position(), *GAME)
    assert position.outcome
    x.expect_status("You won!")
    o.expect_status("You lost")


@pytest.mark.nightly
def test_a_rematch_changes_sides(visit: Visit) -> None:
    x, o = meet(visit)
    play(x, o, Position(), *GAME)
    x.press("Rematch")
    announced = o.page.get_by_role("dialog").get_by_role("status")
    expect(announced).to_contain_text("offers a rematch")
    first = x.page.url
    o.press("Accept")
    play(o, x, Position(), Placement(0, 8))
    late = visit.tab(x, first)
    late.expect_status("You won!")
    late.press("Next game")
    late.shows(Position().play(Placement(0, 8)))


def test_friends_with_names_play_without_a_clock(visit: Visit) -> None:
    x = visit.open("#online")
    link = invite(x, clock="none", name="Μαρία")
    expect(x.page.get_by_text("You are Guest")).to_have_count(0)
    o = visit.open(place(link), viewport=DESKTOP, touches=False)
    expect(o.page.get_by_text("Μαρία invites you to a game.")).to_be_visible()
    expect(o.page.get_by_text("No clock: take your time.")).to_be_visible()
    fill(o, "Your name (optional)", "7up")
    o.press("Play")
    expect(o.page.get_by_role("alert")).to_contain_text("Choose another name")
    fill(o, "Your name (optional)", "Jo")
    o.press("Play")
    for app, friend in ((x, "Jo"), (o, "Μαρία")):
        expect(app.page.get_by_role("listitem").filter(has_text=friend).first).to_be_visible()
        expect(app.page.get_by_role("timer")).to_have_count(0)
    o.open("#online")
    o.press("Invite a friend")
    expect(o.page.get_by_label("Your name (optional)")).to_have_value("Jo")
    ignore_errors(visit)


def test_a_rematch_is_offered_on_other_screens(visit: Visit) -> None:
    x, o = meet(visit)
    play(x, o, Position(), *GAME)
    o.press("Review")
    x.press("Rematch")
    expect(o.page.locator(".banner")).to_contain_text("offers a rematch")
    o.press("Return")
    o.press("Accept")
    play(o, x, Position(), Placement(0, 8))


@pytest.mark.not_in("webkit")
def test_a_rematch_is_not_awaited_from_somebody_who_has_left(visit: Visit) -> None:
    x, o = meet(visit)
    play(x, o, Position(), *GAME)
    o.page.close()
    sheet = x.page.get_by_role("dialog")
    expect(sheet).to_contain_text("has left.")
    x.press("Rematch")
    expect(sheet).to_contain_text("You offered a rematch, but")
    expect(x.key("Play the computer")).to_be_visible()
    x.press("Invite by link")
    x.press("Make the link")
    expect(x.page.locator("input[readonly]")).to_be_visible()
    x.go_back()
    x.expect_status("You won!")


def test_after_an_abort_both_can_play_again(visit: Visit) -> None:
    x, o = meet(visit)
    x.press("Abort")
    x.press("Yes, abort")
    expect(x.page.get_by_role("dialog")).to_contain_text("You aborted the game")
    expect(o.page.get_by_role("dialog")).to_contain_text(re.compile("Guest .* aborted the game"))
    for app in (x, o):
        for name in ("Review", "Share", "Analyse", "Download"):
            expect(app.key(name)).to_have_count(0)
    x.press("Rematch")
    expect(o.page.get_by_role("dialog")).to_contain_text("offers a rematch")
    o.press("Accept")
    play(o, x, Position(), Placement(0, 8))


def test_connection_lost_during_a_collapse(visit: Visit, cable: Cable) -> None:
    x, o = meet(visit, cable.url)
    position = play(x, o, Position(), *GAME[:-1])
    cable.pull()
    o.expect_status("The board may have changed")
    expect(o.page.locator(".paused")).to_be_visible()
    expect(o.key("Choose")).to_have_count(0)
    cable.plug()
    o.make(position, GAME[-1])
    x.shows(position.play(GAME[-1]))
    x.expect_status("You won!")
    o.expect_status("You lost")
    # Ignore the browser's messages about the lost connection.
    visit.console = [
        text for text in visit.console if "ERR_" not in text and "WebSocket" not in text
    ]


@pytest.mark.not_in("firefox", "webkit")
def test_equal_seeks_are_paired_and_players_can_chat(visit: Visit) -> None:
    x = visit.open("#online", bypass_csp=True)
    open_options(x)
    x.choose("X")
    x.press(re.compile("^Play now"))
    expect(x.page.get_by_text("Finding an opponent")).to_be_visible()
    o = visit.open("#online", viewport=DESKTOP, touches=False)
    open_options(o)
    o.choose("O")
    o.press(re.compile("^Play now"))
    position = play(x, o, Position(), *GAME[:2])
    talk(x, o)
    x.press("Chat")
    x.press("Look back: 1-4. X1 is in 1 and 4.")
    x.shows(Position.after(GAME[0]))
    x.press("Back to the game")
    play(x, o, x.shows(position), GAME[2])


@pytest.mark.nightly
def test_a_seek_is_answered_in_the_lobby_of_another_player(visit: Visit) -> None:
    o = visit.open("#online", viewport=DESKTOP, touches=False)
    seek = o.page.get_by_role("listitem").get_by_role("button", name="Play", exact=True)
    expect(o.page.get_by_role("heading", name="Current games")).to_be_visible()
    x = visit.open("#online")
    open_options(x)
    x.choose("X")
    x.press(re.compile("^Play now"))
    expect(seek).to_be_visible()
    x.press("Cancel")
    expect(seek).to_have_count(0)
    x.press(re.compile("^Play now"))
    expect(seek).to_be_visible()
    expect(x.key("Cancel")).to_be_visible()  # from now on it is withdrawn when the page is left
    x.reload()
    expect(seek).to_have_count(0)
    x.press(re.compile("^Play now"))
    seek.click()
    play(x, o, Position(), *GAME[:2])


def talk(x: App, o: App) -> None:
    """Both open the chat, and O closes it; X keeps it visible."""
    board = x.square(0).bounding_box()
    x.press("Chat")
    x.press("Open chat")
    written = x.page.get_by_role("log")
    expect(written).to_contain_text("is closed")
    assert x.square(0).bounding_box() == board, "the chat moves the board"
    expect(x.key("Send")).to_be_disabled()
    o.press("Chat")
    o.press("Open chat")
    expect(x.key("Send")).to_be_enabled()
    line = x.page.get_by_role("textbox", name="Message")
    line.fill("<b>Hello</b>")
    line.press("Enter")
    expect(o.page.get_by_role("log")).to_contain_text("<b>Hello</b>")
    expect(written).to_contain_text("<b>Hello</b>")
    expect(line).to_have_value("")
    assert broken_rules(x.page) == []
    # It covers no button, and is below the board even if the board fills the screen.
    assert misfits(x.page, *PHONES) == []
    assert misfits_enlarged(x.page) == []
    o.press("Close chat")
    expect(o.page.get_by_role("log")).to_have_count(0)
    expect(x.key("Send")).to_be_disabled()


def test_offers_are_answered(visit: Visit) -> None:
    x, o = meet(visit, bypass_csp=True)
    position = play(x, o, Position(), *GAME[:2])
    x.press("Take back")
    o.press("Accept")
    for app in (x, o):
        app.shows(Position())
    play(x, o, Position(), *GAME[:2])
    o.press("Offer a draw")
    expect(x.page.get_by_text("offers a draw")).to_be_visible()
    if visit.engine == "chromium":  # the others do not bypass the policy
        assert broken_rules(x.page) == []
        prefer(x.page, "dark")
        assert broken_rules(x.page, COLOR_RULES) == []
    x.press("Decline")
    expect(o.page.get_by_text("declined the draw")).to_be_visible()
    o.press("Offer a draw")
    o.expect_status("offer again after your next move")
    position = play(x, o, position, GAME[2])
    x.press("Offer a draw")
    o.press("Accept")
    for app in (x, o):
        app.expect_status("Draw by agreement")
        app.shows(position)


@pytest.mark.nightly
def test_resignation_is_confirmed_and_a_rematch_declined(visit: Visit) -> None:
    x, o = meet(visit)
    play(x, o, Position(), *GAME[:2])
    x.press("Resign")
    expect(x.key("Yes, resign")).to_be_visible()
    x.press("Resign")  # the confirmation has expired
    x.press("Yes, resign")
    x.expect_status("You lost")
    o.expect_status(re.compile("Guest .* resigned"))
    o.press("Rematch")
    expect(x.page.get_by_role("dialog")).to_contain_text("offers a rematch")
    x.press("Decline")
    for app in (x, o):
        expect(app.page.get_by_role("dialog")).to_contain_text("No rematch this time")
        expect(app.key("Rematch")).to_have_count(0)
        expect(app.key("Analyse")).to_be_visible()


def test_spectator_sees_everything_and_cannot_act(visit: Visit) -> None:
    x, o = meet(visit)
    position = play(x, o, Position(), *GAME[:2])
    spectator = visit.open(x.page.url.partition("/")[2].partition("/")[2].partition("/")[2])
    spectator.shows(position)
    expect(spectator.key(re.compile("Resign|Abort"))).to_have_count(0)
    expect(x.page.get_by_text("1 spectator")).to_be_visible()
    position = play(x, o, position, *GAME[2:])
    spectator.shows(position)
    spectator.expect_status("X wins")


@pytest.mark.not_in("firefox", "webkit")
def test_a_reload_or_a_lost_network_shows_the_same_game(visit: Visit) -> None:
    x, o = meet(visit)
    position = play(x, o, Position(), *GAME[:3])
    url = x.page.url
    x.page.goto("about:blank")
    expect(o.page.get_by_text("is away.")).to_be_visible()
    o.page.evaluate(WATCH_RETURN)
    x.page.goto(url)
    x.shows(position)
    o.page.wait_for_function("() => hasReturned")
    ignore_errors(visit)
    x.page.context.set_offline(True)
    # On a machine without any network no `offline` event comes; the silence is noticed instead.
    expect(x.page.get_by_text("Offline. Reconnecting")).to_be_visible()
    x.page.context.set_offline(False)
    expect(x.page.get_by_text("Offline. Reconnecting")).to_be_hidden()
    play(x, o, position, *GAME[3:])
    x.expect_status("You won!")


@pytest.mark.nightly
def test_two_tabs_of_one_player_show_the_same(visit: Visit) -> None:
    x, o = meet(visit)
    position = play(x, o, Position(), *GAME[:2])
    other = visit.tab(x, x.page.url)
    other.shows(position)
    position = play(other, o, position, GAME[2])
    x.shows(position)


# --- players -----------------------------------------------------------------------------------


def ignore_errors(visit: Visit) -> None:
    """Ignore the browser's messages about rejected requests and lost connections."""
    visit.ignored.append("status of 4|ERR_|WebSocket")


def set_hidden(app: App, *, away: bool) -> None:
    """Hide or show the page."""
    app.page.evaluate(
        """(away) => {
          Object.defineProperty(document, "hidden", { value: away, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        away,
    )


def play_and_resign(x: App, o: App) -> None:
    """X resigns after a move of each."""
    play(x, o, Position(), *GAME[:2])
    x.press("Resign")
    x.press("Yes, resign")
    x.expect_status("You lost")
    o.expect_status("You won!")


@pytest.mark.nightly
def test_an_account_is_the_same_in_another_browser(visit: Visit) -> None:
    x, o = meet(visit)
    play_and_resign(x, o)
    register(x, anna := visit.name("Anna"))
    other = visit.open(viewport=DESKTOP, touches=False)
    log_in(other, anna.lower(), "not the password")
    expect(other.page.get_by_role("alert")).to_contain_text("Wrong name or password.")
    fill(other, "Password", SECRET)
    other.page.keyboard.press("Enter")
    expect(other.page.get_by_text(f"You are {anna}.")).to_be_visible()
    other.press("Profile")
    expect(other.page.get_by_role("button", name=re.compile("Guest .*–"))).to_be_visible()
    other.press("Account")
    other.press("Log out")
    other.open("#online")
    expect(other.page.get_by_text(re.compile(r"You are Guest \d+"))).to_be_visible()
    ignore_errors(visit)


@pytest.mark.not_in("webkit")  # its driver does not return descriptions
def test_invalid_name_is_rejected_with_an_explanation(visit: Visit) -> None:
    app = visit.open("#online")
    app.press("Create account")
    for name, secret, message in (
        ("7up", "long enough", "a name must begin with a letter"),
        (berta := visit.name("Berta"), "short", "A password has 8 to 128 characters"),
    ):
        fill(app, "Name", name)
        fill(app, "Password", secret)
        create_account(app)
        expect(app.page.get_by_role("alert")).to_contain_text(message, ignore_case=True)
        expect(
            app.page.get_by_role("dialog").locator("input:focus")
        ).to_have_accessible_description(re.compile(message, re.IGNORECASE))
    fill(app, "Password", SECRET)
    create_account(app)
    expect(app.page.get_by_text(f"You are {berta}.")).to_be_visible()
    other = visit.open("#online")
    other.press("Create account")
    fill(other, "Name", berta.upper())
    fill(other, "Password", SECRET)
    create_account(other)
    expect(other.page.get_by_role("alert")).to_contain_text(
        "This name, or a similar one, is taken. If it is yours, log in."
    )
    ignore_errors(visit)


@pytest.mark.nightly
def test_a_rated_game_changes_ratings_once(visit: Visit) -> None:
    x = visit.open("#online")
    register(x, carla := visit.name("Carla"))
    open_options(x)
    x.choose("X")
    x.touch(x.page.get_by_text("Rated", exact=True))
    x.press(re.compile("^Play now"))
    o = visit.open("#online", viewport=DESKTOP, touches=False)
    register(o, visit.name("Otto"))
    o.page.get_by_role("listitem").filter(has_text=carla).get_by_role("button").click()
    play_and_resign(x, o)
    expect(x.page.get_by_text(re.compile(r"Your rating: 1500 → 1\d+ \(−\d+\)"))).to_be_visible()
    expect(o.page.get_by_text(re.compile(r"Your rating: 1500 → 1\d+ \(\+\d+\)"))).to_be_visible()
    o.press("Close")
    o.press(carla)
    ratings = o.page.get_by_role("table")
    expect(ratings).to_contain_text("Live · 1 game")
    before = ratings.text_content()
    assert before
    o.reload()
    expect(ratings).to_have_text(before)
    o.go_back()
    o.press("Result")
    o.press("New opponent")
    expect(o.page.get_by_text("Finding an opponent")).to_be_visible()
    o.press("Cancel")  # a seek that is left here is answered by the next test
    expect(o.key(re.compile("^Play now"))).to_be_visible()


def test_lost_session_is_explained(visit: Visit) -> None:
    app = visit.open("#online")
    register(app, dora := visit.name("Dora"))
    # No other test uses this clock: the page can be a new guest when the seek is sent.
    open_options(app)
    app.page.get_by_role("combobox", name="Clock").select_option("600+5")
    app.page.context.clear_cookies()
    app.press(re.compile("^Play now"))
    notice = app.page.get_by_text(f"Your session as {dora} has expired")
    expect(notice).to_be_visible()
    expect(app.page.get_by_text(re.compile(r"You are Guest \d+"))).to_be_visible()
    app.press("Log in")
    expect(app.page.get_by_role("dialog")).to_be_visible()
    expect(notice).to_have_count(0)
    ignore_errors(visit)


# --- correspondence ----------------------------------------------------------------------------


@pytest.mark.nightly
def test_correspondence_game_continues_without_players_online(visit: Visit) -> None:
    x = visit.open("#online")
    o = visit.open(place(invite(x, clock="3d")), viewport=DESKTOP, touches=False)
    o.press("Play")
    position = play(x, o, Position(), GAME[0])
    expect(x.page.get_by_role("timer").last).to_contain_text("3 days")
    x.open()
    o.make(position, GAME[1])
    o.shows(position.play(GAME[1]))
    expect(o.page.get_by_text("Sending")).to_have_count(0)
    x.reload()
    expect(x.page.locator(".banner")).to_contain_text("Your turn")
    x.open("#online")
    x.touch(x.page.get_by_role("button").filter(has_text="your turn"))
    x.shows(position.play(GAME[1]))


@pytest.mark.nightly
def test_seek_of_a_correspondence_game_stays_open_offline(visit: Visit) -> None:
    x = visit.open("#online")
    open_options(x)
    x.page.get_by_role("combobox", name="Clock").select_option("3d")
    expect(x.page.get_by_text("You can leave this page")).to_be_visible()
    x.press(re.compile("^Play now"))
    looking = x.page.get_by_role("status").filter(has_text="Finding an opponent")
    expect(looking).to_be_visible()
    x.reload()
    expect(looking).to_be_visible()
    x.open()
    o = visit.open("#online", viewport=DESKTOP, touches=False)
    open_options(o)
    o.page.get_by_role("combobox", name="Clock").select_option("3d")
    o.press(re.compile("^Play now"))
    expect(o.square(0)).to_be_visible()
    x.open("#online")
    expect(x.square(0)).to_be_visible()
    x.open("#online")
    expect(looking).to_have_count(0)
    expect(x.page.get_by_text("Your current games")).to_be_visible()


# --- errors ------------------------------------------------------------------------------------


@pytest.mark.nightly
def test_invitation_is_accepted_once(visit: Visit) -> None:
    x = visit.open("#online")
    link = place(invite(x))
    o = visit.open(link, viewport=DESKTOP, touches=False)
    o.press("Play")
    expect(o.square(0)).to_be_visible()
    late = visit.open(link)
    expect(late.page.get_by_text("was already accepted")).to_be_visible()
    late.press("Watch the game")
    expect(late.page.get_by_text("You are watching")).to_be_visible()
    o.open(link)
    expect(o.square(0)).to_be_visible()


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("game/0000000000", "Game not found."),
        ("game/cut-off", "Game not found."),
        ("AAAAAAAA", "No longer available"),
        ("person/Nobody Ever", "Not found"),
    ],
)
def test_missing_things_are_explained(visit: Visit, address: str, message: str) -> None:
    app = visit.open(f"#online/{address}")
    expect(app.page.get_by_role("alert")).to_contain_text(message)
    ignore_errors(visit)


@pytest.mark.works_offline
def test_server_that_is_unavailable_at_first(visit: Visit, cable: Cable) -> None:
    app = visit.open("#online", url=cable.url)
    app.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    cable.pull()
    app.reload()
    app.press("Try again")
    expect(app.page.get_by_text("Cannot reach the server")).to_be_visible()
    cable.plug()  # from now on the app's own attempt can be faster than a key
    expect(app.key(re.compile("^Play now"))).to_be_visible()
    ignore_errors(visit)


@pytest.mark.works_offline
def test_a_new_app_is_offered_and_the_game_goes_on(visit: Visit) -> None:
    x, o = meet(visit)
    position = play(x, o, Position(), *GAME[:2])
    x.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    x.page.evaluate("navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))")
    expect(x.page.get_by_text("A new version is available")).to_be_visible()
    x.press("Update")
    x.shows(position)
    play(x, o, position, *GAME[2:])


@pytest.mark.nightly
def test_new_game_does_not_interrupt_the_current_one(visit: Visit) -> None:
    x, o = meet(visit)
    tab = visit.tab(x, x.url)
    tab.open("#online")
    other = visit.open(place(invite(tab)))
    other.press("Play")
    expect(tab.square(0)).to_be_visible()
    expect(x.page.get_by_text("Your game has started")).to_be_visible()
    play(x, o, Position(), GAME[0])
    x.press("Open it")
    expect(x.page).to_have_url(re.compile(re.escape(tab.page.url)))


# --- during a game and after it ----------------------------------------------------------------


@pytest.mark.nightly
def test_tab_title_shows_whose_turn_it_is(visit: Visit) -> None:
    x, o = meet(visit)
    position = play(x, o, Position(), GAME[0])
    set_hidden(x, away=True)
    assert "Your turn" not in x.page.title()
    play(x, o, position, GAME[1])
    expect(x.page).to_have_title(re.compile("Your turn"))
    set_hidden(x, away=False)
    expect(x.page).not_to_have_title(re.compile("Your turn"))


@pytest.mark.not_in("firefox", "webkit")
def test_finished_game_is_reviewed_and_saved(visit: Visit) -> None:
    x, o = meet(visit)
    position = play(x, o, Position(), *GAME)
    o.press("Review")
    o.press(re.compile("^To learn from: your move "))
    expect(o.page.get_by_role("heading", name="You: ")).to_be_visible()
    x.press("Review")
    expect(x.key("One move back")).to_be_visible()
    expect(x.key(re.compile("^To learn from: ")).filter(has_not_text="your")).to_have_count(0)
    x.go_back()
    x.shows(position)
    with x.page.expect_download() as kept:
        x.press("Download")
    (record,) = read_records(kept.value.path().read_text("utf-8"))
    assert from_record(record).position == position
