"""Links to games of the server: their previews say what players may know, and no more."""

import httpx

from qttt.play.log import EntryKind
from qttt.server.net import streams
from tests.server.api.conftest import Browser, Site
from tests.server.api.test_lobby import SEEK
from tests.server.api.test_story import load, who

MOVES = ("12", "25", "59", "15")


async def page_of(site: Site, path: str) -> httpx.Response:
    """Return the response for a program without a session."""
    browser = await site.unauthenticated()
    return await browser.request("GET", path)


async def public_game(site: Site, *moves: str) -> tuple[str, list[Browser]]:
    anna, nikos = await site.quick_account("Anna"), await site.quick_account("Nikos")
    await anna.post("seeks", SEEK, 201)
    game = (await nikos.post("seeks", SEEK))["game"]
    players = [await who(site, each) for each in (anna, nikos)]
    for move in moves:
        state = await load(site, game)
        mover = next(
            player for player in players if state.terms.seat_of(player.user) == state.decider
        )
        await streams.submit(
            site.services.runner,
            mover,
            game,
            f"move-{state.version}",
            state.version,
            EntryKind.MOVE,
            move,
        )
    return game, [anna, nikos]


async def test_a_live_game_shows_the_position_and_no_value(site: Site) -> None:
    game, _ = await public_game(site, *MOVES)
    response = await page_of(site, f"/g/{game}")
    assert response.status_code == 200
    assert "Anna (" in response.text
    assert "Nikos (" in response.text
    assert (
        "chooses: where does O4 land, on 1 or on 5? Standard rules, 3×3. Last move: O4 is in 1 and"
        in (response.text)
    )
    assert f'content="http://127.0.0.1:8000/p/goff/{"_".join(MOVES)}.png"' in response.text
    for word in ("perfectly", "point", "same"):
        assert word not in response.text


async def test_a_game_that_ended_off_the_board_shows_its_result(site: Site) -> None:
    game, (anna, _) = await public_game(site, *MOVES)
    state = await load(site, game)
    user = await who(site, anna)
    await streams.submit(
        site.services.runner, user, game, "end", state.version, EntryKind.RESIGN, ""
    )
    response = await page_of(site, f"/g/{game}")
    loser = state.terms.seat_of(user.user)
    assert f"1–0. {loser} resigned. Standard rules" in response.text


async def test_a_private_game_shows_only_that_it_is_private(site: Site) -> None:
    anna = await site.account("Anna")
    game = (await anna.post("games", {"level": "random"}, 201))["game"]
    response = await page_of(site, f"/g/{game}")
    assert response.status_code == 200
    assert "<title>A private game</title>" in response.text
    assert "http://127.0.0.1:8000/icon-512.png" in response.text
    for secret in ("Anna", "to place", "Standard rules", "/p/", "oembed"):
        assert secret not in response.text
    link = f"http://127.0.0.1:8000/g/{game}"
    answer = await page_of(site, f"/oembed?url={link}")
    assert (answer.status_code, answer.json()) == (401, {"error": "this game is private"})


async def test_oembed_of_a_game_is_its_position(site: Site) -> None:
    game, _ = await public_game(site, *MOVES)
    answer = await page_of(site, f"/oembed?url=http://127.0.0.1:8000/g/{game}")
    assert f"http://127.0.0.1:8000/embed/goff/{'_'.join(MOVES)}" in answer.json()["html"]


async def test_there_is_no_such_game(site: Site) -> None:
    for game in ("0123456789", "short", "%3Cscript"):
        response = await page_of(site, f"/g/{game}")
        assert response.status_code == 404
        assert "There is no such game on this server." in response.text
