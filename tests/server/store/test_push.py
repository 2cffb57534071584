"""Subscriptions and pending notifications in both databases."""

import asyncio
from dataclasses import replace

import pytest

from qttt.play.log import EntryKind, LogEntry
from qttt.server.games.game import AppendRequest, Notice
from qttt.server.games.terms import Terms
from qttt.server.store.entities import AuthToken, User
from qttt.server.store.push import MAX_SUBSCRIPTIONS, NOTICE_DELAY_MS, PendingPush, PushSubscription
from qttt.server.store.store import Store
from tests.server.store.check.common import CALLERS, NOW, make_terms

DUE = NOW + 1 + NOTICE_DELAY_MS
DAY_MS = 24 * 3600 * 1000


def session(name: str) -> bytes:
    return name.encode()


def subscription(name: str, endpoint: str = "", created: int = NOW) -> PushSubscription:
    return PushSubscription(
        session(name), endpoint or f"https://push.test/{name}", "push.test", "key", "auth", created
    )


async def add_session(store: Store, user: str, name: str, expires: int = NOW + DAY_MS) -> None:
    await store.people.add_token(AuthToken(session(name), user, "session", NOW, expires))


def daily(game: str = "daily00000") -> Terms:
    return replace(make_terms(game, rated=False), clock="3d")


async def play_move(store: Store, terms: Terms, version: int = 1, user: str = "bert") -> None:
    """Store a move that notifies ``user``, who is the next to decide."""
    turn = "XO"[version % 2]
    entry = LogEntry(version, EntryKind.MOVE, "XO"[1 - version % 2], "12", NOW + version)
    notice = Notice(user, "turn", terms.game, version, NOW + version)
    append = AppendRequest(terms.game, (entry,), None, turn=turn, notices=(notice,))
    assert await store.games.append([append]) == ["stored"]


async def claimed(store: Store, now: int = DUE) -> list[tuple[bytes, str, int]]:
    return [(each.session, each.game, each.version) for each in await store.push.claim(now, 100)]


@pytest.fixture
async def game(store: Store) -> Terms:
    for user in ("anna", "bert"):
        await store.people.add_user(User(user, user.title(), NOW, key=user))
    for name in ("phone", "desk"):
        await add_session(store, "bert", name)
        await store.push.subscribe("bert", subscription(name))
    terms = daily()
    assert await store.games.create(terms)
    await store.push.mark_seen("bert", terms.game, 0)
    return terms


async def test_a_move_is_sent_to_each_device_after_a_delay(store: Store, game: Terms) -> None:
    await play_move(store, game)
    assert await claimed(store, DUE - 1) == []
    (one, other) = await store.push.claim(DUE, 100)
    assert {one.session, other.session} == {session("phone"), session("desk")}
    assert one == PendingPush(
        one.session,
        *(game.game, 1, "turn", 0, f"https://push.test/{one.session.decode()}"),
        *("push.test", "key", "auth", "Anna", 1),
    )
    assert await claimed(store) == []


async def test_a_new_game_notifies_both_players(store: Store, game: Terms) -> None:
    await store.games.create(daily("second0000"))
    due = await store.push.claim(DUE, 100)
    assert [(each.kind, each.game, each.waiting) for each in due] == [
        ("started", "second0000", 0)
    ] * 2


async def test_a_game_that_was_opened_is_not_notified(store: Store, game: Terms) -> None:
    await play_move(store, game)
    await store.push.mark_seen("anna", game.game, 1)
    await store.push.mark_seen("bert", "another000", 1)
    await store.push.mark_seen("bert", game.game, 0)
    (sent, _) = await store.push.claim(DUE, 100)
    await store.push.mark_seen("bert", game.game, 1)
    await store.push.retry(sent, DUE)
    assert await claimed(store) == []


async def test_a_later_move_replaces_the_earlier(store: Store, game: Terms) -> None:
    await play_move(store, game)
    earlier = await store.push.claim(DUE, 100)
    await play_move(store, game, 2)
    for each in earlier:
        await store.push.finish(each)
        await store.push.retry(each, DUE)
    assert {version for *_, version in await claimed(store, DUE + 1)} == {2}


async def test_retries_are_due_later(store: Store, game: Terms) -> None:
    await play_move(store, game)
    sent, other = await store.push.claim(DUE, 100)
    await store.push.retry(sent, DUE + 30_000)
    await store.push.finish(other)
    assert await claimed(store, DUE + 29_999) == []
    (again,) = await store.push.claim(DUE + 30_000, 100)
    assert (again.session, again.attempts) == (sent.session, 1)
    await store.push.finish(again)
    assert await claimed(store, DUE + DAY_MS) == []


async def test_services_that_are_busy_are_left(store: Store, game: Terms) -> None:
    await play_move(store, game)
    assert await store.push.claim(DUE, 100, ["push.test"]) == []
    assert len(await store.push.claim(DUE, 1, ["other.test"])) == 1


async def test_concurrent_callers_never_claim_the_same(store: Store, game: Terms) -> None:
    for number in range(10):
        terms = daily(f"daily{number:05}")
        if number:
            assert await store.games.create(terms)
        await play_move(store, terms)
    found = await asyncio.gather(*(store.push.claim(DUE, 3) for _ in range(CALLERS)))
    keys = [(each.session, each.game) for some in found for each in some]
    keys += [(each[0], each[1]) for each in await claimed(store)]
    assert len(keys) == len(set(keys)) == 20


async def test_a_subscription_ends_with_its_session(store: Store, game: Terms) -> None:
    await store.people.delete_token(session("phone"))
    await play_move(store, game)
    assert await claimed(store) == [(session("desk"), game.game, 1)]
    await play_move(store, game, 2)
    new = AuthToken(b"new", "bert", "session", NOW, NOW + DAY_MS)
    await store.people.set_password("hash", new)
    assert await claimed(store, DUE + DAY_MS) == []


async def test_an_expired_session_is_not_notified(store: Store, game: Terms) -> None:
    await play_move(store, game)
    await store.people.delete_expired(NOW + DAY_MS)
    assert await claimed(store, DUE) == []


async def test_an_account_that_is_deleted_is_not_notified(store: Store, game: Terms) -> None:
    await play_move(store, game)
    end = LogEntry(2, EntryKind.ABORT, "O", "", NOW + 2)
    assert await store.games.append([AppendRequest(game.game, (end,), None, "*", "aborted")])
    assert await store.accounts.delete_user("bert", NOW, NOW)
    assert await claimed(store) == []


async def test_an_endpoint_belongs_to_the_last_session(store: Store, game: Terms) -> None:
    await add_session(store, "anna", "login")
    await store.push.subscribe("anna", subscription("login", "https://push.test/phone"))
    await play_move(store, game)
    assert await claimed(store) == [(session("desk"), game.game, 1)]


async def test_a_session_that_has_ended_cannot_subscribe(store: Store, game: Terms) -> None:
    assert not await store.push.subscribe("bert", subscription("unknown"))
    assert await store.push.subscribe("bert", subscription("phone"))


async def test_subscriptions_of_a_user_are_limited(store: Store, game: Terms) -> None:
    names = [f"new{number}" for number in range(MAX_SUBSCRIPTIONS)]
    for number, name in enumerate(names):
        await add_session(store, "bert", name)
        await store.push.subscribe("bert", subscription(name, created=NOW + 1 + number))
    await play_move(store, game)
    assert {each for each, *_ in await claimed(store)} == set(map(session, names))


async def test_unsubscribing(store: Store, game: Terms) -> None:
    await store.push.unsubscribe(session("phone"), "https://push.test/an-older-one")
    await store.push.unsubscribe(session("desk"))
    await play_move(store, game)
    assert await claimed(store) == [(session("phone"), game.game, 1)]


async def test_old_notifications_are_deleted(store: Store, game: Terms) -> None:
    await play_move(store, game)
    await store.push.delete_old(NOW + 1)
    await store.push.delete_old(NOW + 2)
    assert await claimed(store) == []


async def test_only_games_in_which_it_is_ones_turn_are_waiting(store: Store, game: Terms) -> None:
    live = replace(daily("live000000"), clock="60+1")
    for terms in (daily("second0000"), daily("third00000"), live):
        await store.games.create(terms)
    await play_move(store, live, user="nobody")
    await play_move(store, daily("second0000"))
    await play_move(store, game)
    waiting = {each.waiting for each in await store.push.claim(DUE, 100)}
    assert waiting == {2}


async def test_all_processes_use_the_first_key(store: Store) -> None:
    keys = await asyncio.gather(*(store.push.key(bytes([number])) for number in range(CALLERS)))
    assert len(set(keys)) == 1
    assert await store.push.key(b"later") == keys[0]
