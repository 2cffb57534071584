"""Wrong codes: all spellings of one are the same guess, and different codes are several."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

import pytest

from tests.server.api.conftest import HERE, Site
from tests.server.api.test_homework import set_homework

ROOM_CODES = ("k7m-q2x", "K7MQ2X", " k7m q2x ", "K7MQ2Y", "K7MQ22")
"""Three spellings of a code, and two other codes."""
CHALLENGE_CODES = ("abcdefgh", "ABCDEFGH", " abcdefgh ", "abcdefgj", "abcdefgk")


@dataclass(frozen=True)
class Place:
    """Where codes are guessed: the path, or ``key`` in the body, is formatted with the code.

    ``ignored`` is a character that codes can begin with.
    """

    path: str
    codes: Sequence[str]
    ignored: str
    key: str = ""


PLACES = {
    "class room": Place("/api/rooms/{}", ROOM_CODES, "-"),
    "invitation": Place("/api/challenges/{}", CHALLENGE_CODES, " "),
    "link": Place("/i/{}", CHALLENGE_CODES, " "),
    "homework": Place("/api/homework/{}/tries", ROOM_CODES, "-", "K7MQ2X"),
    "personal code": Place("/api/homework/own/tries", ROOM_CODES, "-", "{}"),
}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
async def test_a_guess_is_the_code_and_not_its_spelling(site: Site, place: Place) -> None:
    own = (await set_homework(site)).code
    site.set_limits({"guess": "2/hour", "guess-all": "2/hour"})
    browser = await site.unauthenticated()

    async def is_limited(code: str) -> bool:
        url = HERE + place.path.replace("own", own).format(quote(code))
        body = {"key": place.key.format(code)} if place.key else None
        response = await browser.request("POST" if body else "GET", url, json=body)
        return response.status_code == 429

    *spellings, second, third = place.codes
    assert not any([await is_limited(code) for code in spellings])
    padding = 50 * place.ignored  # longer than any code
    assert not await is_limited(padding + second)
    assert await is_limited(padding + third)
    assert not await is_limited(spellings[0])


async def test_malformed_codes_are_one_guess(site: Site) -> None:
    site.set_limits({"guess": "1/hour"})
    browser = await site.unauthenticated()
    for code in ("nothing", "x"):
        await browser.get(f"rooms/{code}", 404)
    await browser.get("rooms/222222", 429)
