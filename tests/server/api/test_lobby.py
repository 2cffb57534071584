"""The lobby over HTTP: seeks, challenges and games against levels."""

from itertools import product
from typing import Any

import pytest

from qttt.server.net.local_network import LocalNetwork
from qttt.server.protocol.shared import FoundServer
from tests.server.api.conftest import HERE, Site

SEEK = {"rules": "goff", "clock": "300+5", "rated": False, "side": "random"}


async def test_matching_seeks_start_a_game(site: Site) -> None:
    anna, nikos = await site.account("Anna"), await site.guest()
    waiting = await anna.post("seeks", SEEK, 201)
    assert waiting["who"] == {"name": "Anna", "level": None, "bot": False}
    assert {name: waiting[name] for name in SEEK} == SEEK
    lobby = await nikos.get("lobby")
    assert lobby["seeks"] == [waiting]
    assert await anna.ask("PUT", f"seeks/{waiting['seek']}", {}) == {"game": None}
    game = (await nikos.post("seeks", SEEK))["game"]
    lobby = await nikos.get("lobby")
    assert (lobby["seeks"], [each["game"] for each in lobby["games"]]) == ([], [game])
    assert (await nikos.get("live"))["games"] == lobby["games"]
    for player in (anna, nikos):
        assert [each["game"] for each in (await player.get("games"))["games"]] == [game]
    assert (await anna.ask("PUT", f"seeks/{waiting['seek']}", {}, 404))["error"] == "gone"


async def test_other_servers_are_listed_for_clients_of_the_local_network(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [FoundServer("desk", "http://192.168.7.7:8000/")]
    monkeypatch.setattr(LocalNetwork, "servers", found)
    inside = await site.unauthenticated(client="192.168.7.9")
    desk = {"name": "desk", "url": "http://192.168.7.7:8000/"}
    assert await inside.get("nearby") == {"servers": [desk]}
    for client in ("8.8.8.8", ""):  # without an address: behind a proxy on a Unix socket
        outside = await site.unauthenticated(client=client)
        assert await outside.get("nearby") == {"servers": []}


async def test_links_for_others_have_the_address_in_the_network(site: Site) -> None:
    anna = await site.guest()
    assert (await anna.post("challenges", SEEK, 201))["url"].startswith(f"{HERE}/i/")
    site.api.state.network.url = "http://192.168.7.7:8000/"
    url = (await anna.post("challenges", SEEK, 201))["url"]
    assert url.startswith("http://192.168.7.7:8000/i/")


async def test_withdrawing_a_seek(site: Site) -> None:
    anna = await site.guest()
    waiting = await anna.post("seeks", SEEK, 201)
    await anna.ask("DELETE", f"seeks/{waiting['seek']}", status=204)
    await anna.ask("DELETE", f"seeks/{waiting['seek']}", status=404)
    assert (await anna.get("lobby"))["seeks"] == []


async def invite(site: Site) -> tuple[Any, dict[str, Any]]:
    anna = await site.guest()
    setup = {"rules": "qubic3", "start": "12", "clock": "none", "side": "O"}
    return anna, await anna.post("challenges", setup, 201)


async def test_a_challenge_by_link(site: Site) -> None:
    anna, challenge = await invite(site)
    assert challenge["url"] == f"{HERE}/i/{challenge['code']}"
    nikos = await site.guest()
    shown = await nikos.get(f"challenges/{challenge['code'].upper()}")
    assert (await anna.get(f"challenges/{challenge['code']}"))["mine"] is True
    assert shown == {
        name: value for name, value in challenge.items() if name not in ("mine", "url")
    } | {"mine": False}
    assert (shown["game"], shown["side"], shown["start"]) == (None, "O", "12")
    game = (await nikos.post(f"challenges/{challenge['code']}/accept"))["game"]
    assert (await nikos.post(f"challenges/{challenge['code']}/accept"))["game"] == game
    assert (await anna.get(f"challenges/{challenge['code']}"))["game"] == game
    assert (await anna.get(f"games/{game}"))["seat"] == "O"
    assert (await nikos.get(f"games/{game}"))["seat"] == "X"
    assert (await (await site.unauthenticated()).get(f"games/{game}"))["seat"] is None


async def test_a_challenge_as_a_qr_code(site: Site) -> None:
    anna, challenge = await invite(site)
    answer = await anna.request("GET", f"/api/challenges/{challenge['code']}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg ")
    assert "script" not in answer.text


async def test_links_use_the_page_s_address(site: Site) -> None:
    anna = await site.unauthenticated("http://192.168.1.5:8000")
    await anna.post("session")
    challenge = await anna.post("challenges", {"clock": "3d"}, 201)
    assert challenge["url"].startswith("http://192.168.1.5:8000/i/")


async def test_a_challenge_is_withdrawn_by_its_creator(site: Site) -> None:
    anna, challenge = await invite(site)
    nikos = await site.guest()
    await nikos.ask("DELETE", f"challenges/{challenge['code']}", status=404)
    await anna.ask("DELETE", f"challenges/{challenge['code']}", status=204)
    for path in (challenge["code"], "aaaaaaaa", "no code"):
        assert await nikos.get(f"challenges/{path}", 404) == {
            "error": "gone",
            "message": "there is no invitation with this code, or it is over",
        }


async def test_guesses_of_codes_are_rate_limited(site: Site) -> None:
    browser = await site.unauthenticated()
    for first, last in product("234567", "23456789ab"):
        await browser.get(f"challenges/aaaaaa{first}{last}", 404)
    assert (await browser.get("challenges/aaaaaaaa", 429))["error"] == "too-fast"


async def test_a_game_against_a_level(site: Site) -> None:
    anna = await site.guest()
    game = (await anna.post("games", {"level": "easy", "side": "X"}, 201))["game"]
    shown = await anna.get(f"games/{game}")
    assert shown["terms"]["o"] == {"name": "Easy", "level": "easy", "bot": False}
    assert (shown["seat"], shown["result"]) == ("X", None)
    answer = await anna.post("games", {"level": "optimal", "rules": "krist"}, 422)
    assert answer["error"] == "bad-level"


async def test_bots_play_unrated(site: Site) -> None:
    anna = await site.account("Anna")
    bot = await site.bot(anna)
    answer = await bot.post("seeks", {**SEEK, "rated": True}, 403)
    assert answer == {
        "error": "not-allowed",
        "message": "a bot cannot play rated games: the rating is its owner's",
    }
    waiting = await bot.post("seeks", SEEK, 201)
    assert waiting["who"]["bot"]


async def test_seeks_are_rate_limited(site: Site) -> None:
    anna, nikos = await site.guest(), await site.guest()
    for _ in range(30):
        await anna.post("seeks", SEEK, 201)
    assert (await anna.post("seeks", SEEK, 429))["error"] == "too-fast"
    await nikos.post("seeks", SEEK)
