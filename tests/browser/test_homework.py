"""Homework: set on a computer, done on a phone without a connection, and handed in later."""

import re
import socket
from ipaddress import ip_address
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Locator

from tests.browser.app import App
from tests.browser.conftest import Visit
from tests.browser.expecting import expect
from tests.browser.server import Server
from tests.browser.test_keeping import wait_until_cached
from tests.browser.test_rooms import DESKTOP

pytestmark = [pytest.mark.nightly, pytest.mark.long, pytest.mark.works_offline]


def set_homework(teacher: App) -> tuple[Locator, str]:
    """Set two tasks to Ann and to number 17; return Ann's row and the rest of Ann's link."""
    teacher.page.get_by_label("Title (optional)").fill("Loops")
    teacher.page.get_by_role("combobox", name="About").select_option(label="Lesson: The loop")
    teacher.page.get_by_label("Number", exact=True).fill("2")
    teacher.press("Add tasks")
    expect(teacher.page.get_by_text("2 tasks")).to_be_visible()
    teacher.page.get_by_label(re.compile("^Pupils, one")).fill("Ann\n17")
    teacher.press("Publish")
    row = teacher.page.get_by_role("row", name=re.compile("Ann"))
    link = row.get_by_role("link").get_attribute("href")
    assert link
    return row, "#" + link.partition("#")[2]


def answer(pupil: App, *squares: int) -> None:
    for square in squares:
        pupil.touch(pupil.square(square))


def test_homework_is_done_offline_and_counted_later(visit: Visit) -> None:
    visit.ignored.append("Failed to load resource|net::ERR_INTERNET_DISCONNECTED")
    teacher = visit.open("#homework/new", viewport=DESKTOP, touches=False)
    row, link = set_homework(teacher)

    ann = visit.open(link)
    expect(ann.page.get_by_text("0 of 2 solved")).to_be_visible()
    assert link.rpartition("/")[2] not in ann.page.url
    wait_until_cached(ann.page)
    expect(ann.page.get_by_text("0 of 2 solved")).to_be_visible()
    ann.press(re.compile("^1\\."))
    answer(ann, 7, 8)
    expect(ann.page.get_by_text("This does not close a loop.")).to_be_visible()
    ann.press("Try again")
    answer(ann, 0, 4)
    expect(ann.page.get_by_text("Right!")).to_be_visible()
    ann.page.context.set_offline(True)
    ann.press("Next")
    answer(ann, 0, 3)
    expect(ann.page.get_by_text("Right!")).to_be_visible()
    ann.press("Next")
    expect(ann.page.get_by_text("2 of 2 solved")).to_be_visible()
    expect(ann.page.get_by_text("1 answer waits to be handed in.")).to_be_visible()
    ann.reload()
    expect(ann.page.get_by_text("2 of 2 solved")).to_be_visible()
    expect(ann.page.get_by_text("1 answer waits to be handed in.")).to_be_visible()
    ann.page.context.set_offline(False)
    expect(ann.page.get_by_text("All your answers are handed in.")).to_be_visible()

    teacher.press("Refresh")
    expect(row).to_contain_text("2/2")
    expect(row).to_contain_text("2 solved")
    mistake = teacher.page.get_by_text(re.compile("^Commonest wrong answer: 89"))
    expect(mistake).to_contain_text("1 pupil")
    expect(mistake).to_contain_text("This does not close a loop.")
    teacher.page.get_by_text("More", exact=True).click()
    with teacher.page.expect_download() as download:
        teacher.press("Save table")
    table = Path(download.value.path()).read_text("utf-8-sig")
    assert table.splitlines()[1:] == ['"Ann","2","3","0","2","1"', '"17","0","0","0","",""']
    teacher.press("Delete this homework")
    teacher.press("Yes, delete everything")
    expect(teacher.page.get_by_role("heading", name="Set homework")).to_be_visible()
    ann.reload()
    expect(ann.page.get_by_text("There is no homework with this code.")).to_be_visible()


def network_address() -> str | None:
    """This machine's address in a network; None if it has none."""
    interfaces = psutil.net_if_addrs().values()
    found = (
        each.address
        for all_of_one in interfaces
        for each in all_of_one
        if each.family is socket.AF_INET
    )
    return next((each for each in found if not ip_address(each).is_loopback), None)


def test_a_page_over_http_in_a_network_keeps_answers_until_it_is_online(visit: Visit) -> None:
    address = network_address()
    if address is None:
        pytest.skip("to enable: connect this machine to a network")
    visit.ignored.append("Failed to load resource|net::ERR_INTERNET_DISCONNECTED")
    with Server(QTTT_HOST="0.0.0.0", QTTT_ANNOUNCE="false") as server:
        url = re.sub(r"//[^:/]+", f"//{address}", server.url)
        row, link = set_homework(
            visit.open("#homework/new", url=url, viewport=DESKTOP, touches=False)
        )
        ann = visit.open(link, url=url)
        ann.press(re.compile("^1\\."))
        assert not ann.page.evaluate("isSecureContext")
        ann.page.context.set_offline(True)
        answer(ann, 0, 4)
        expect(ann.page.get_by_text("Right!")).to_be_visible()
        ann.press("Next")
        answer(ann, 0, 3)
        expect(ann.page.get_by_text("Right!")).to_be_visible()
        ann.press("Next")
        expect(ann.page.get_by_text("2 answers wait to be handed in.")).to_be_visible()
        ann.page.context.set_offline(False)
        expect(ann.page.get_by_text("All your answers are handed in.")).to_be_visible()
        row.page.get_by_role("button", name="Refresh").click()
        expect(row).to_contain_text("2/2")
