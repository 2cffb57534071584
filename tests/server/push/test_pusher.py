"""Sending notifications to a push service, with the real encryption."""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from qttt.server.push import sender as sender_module
from qttt.server.push.pusher import MAX_ATTEMPTS, MAX_PER_SERVICE, Pusher
from qttt.server.push.subscriptions import parse_subscription
from qttt.server.store.entities import AuthToken, User
from qttt.server.store.push import NOTICE_DELAY_MS
from qttt.server.store.store import Store, open_store
from qttt.server.telemetry import Telemetry
from tests.server.push_service import Device, PushService, push_service
from tests.server.store.check.common import NOW
from tests.server.store.test_push import DAY_MS, daily, play_move

CONTACT = "operator@qttt.test"


@dataclass
class Setting:
    """A store with one game of Anna and Bert, and pushers of it."""

    store: Store
    service: PushService
    stack: AsyncExitStack
    telemetry: Telemetry = field(default_factory=lambda: Telemetry("test"))
    now: int = NOW + NOTICE_DELAY_MS + 1

    async def pusher(self, services: tuple[str, ...] = ()) -> Pusher:
        pusher = Pusher(
            self.store.push,
            lambda: self.now,
            CONTACT,
            services or (self.service.origin,),
            self.telemetry,
        )
        return await self.stack.enter_async_context(aclosing(pusher))

    async def device(self, user: str = "bert", at: str = "") -> Device:
        """Subscribe a new device of the user."""
        device = Device(at or self.service.origin)
        session = device.path.encode()
        await self.store.people.add_token(
            AuthToken(session, user, "session", NOW, NOW + 30 * DAY_MS)
        )
        services = [device.origin]
        await self.store.push.subscribe(
            user,
            parse_subscription(
                session, **_keys(device.subscription), created=NOW, services=services
            ),
        )
        return device

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for a condition."""
        async with asyncio.timeout(60):
            while not condition():
                await asyncio.sleep(0.005)

    @property
    def counted(self) -> list[str]:
        """The results so far, sorted."""
        (family,) = self.telemetry.pushes.collect()
        totals = (sample for sample in family.samples if sample.name.endswith("_total"))
        counts = {total.labels["result"]: int(total.value) for total in totals}
        return sorted(Counter(counts).elements())

    async def results(self, count: int) -> None:
        """Wait for that many results."""
        await self.until(lambda: len(self.counted) >= count)

    async def result(self, *results: str) -> None:
        """Wait for these results."""
        await self.results(len(results))
        assert self.counted == sorted(results)


def _keys(body: object) -> dict[str, str]:
    assert isinstance(body, dict)
    return body


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture
async def setting(tmp_path: Path, service: PushService) -> AsyncIterator[Setting]:
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(open_store(str(tmp_path / "games.db")))
        for user in ("anna", "bert"):
            await store.people.add_user(User(user, user.title(), NOW, key=user))
        await store.games.create(daily())
        yield Setting(store, service, stack)


async def test_the_device_can_decrypt_what_it_is_sent(setting: Setting) -> None:
    device, pusher = await setting.device(), await setting.pusher()
    await play_move(setting.store, daily())
    await pusher.send_due()
    await setting.result("sent")
    assert setting.service.received(device) == [
        {"kind": "turn", "game": "daily00000", "version": 1, "opponent": "Anna", "waiting": 1}
    ]
    (delivery,) = setting.service.deliveries
    assert delivery.headers["content-encoding"] == "aes128gcm"
    assert delivery.headers["ttl"] == "86400"
    assert re.fullmatch(r"[\w-]{24}", delivery.headers["topic"])
    assert b"Anna" not in delivery.body
    claims = delivery.claims
    assert claims["sub"] == f"mailto:{CONTACT}"
    assert await pusher.public_key() in delivery.headers["authorization"]


async def test_a_service_sees_one_topic_for_each_game(setting: Setting) -> None:
    await setting.device()
    pusher = await setting.pusher()
    await setting.store.games.create(daily("another000"))
    await play_move(setting.store, daily())
    await pusher.send_due()
    await setting.result("sent", "sent")
    await play_move(setting.store, daily(), 2)
    setting.now += 1
    await pusher.send_due()
    await setting.results(3)
    topics = [delivery.headers["topic"] for delivery in setting.service.deliveries]
    assert len(set(topics)) == 2


async def test_the_key_is_kept(setting: Setting) -> None:
    first, second = await setting.pusher(), await setting.pusher()
    assert await first.public_key() == await second.public_key()


async def test_several_processes_send_one_notification(setting: Setting) -> None:
    devices = [await setting.device() for _ in range(2)]
    pushers = [await setting.pusher() for _ in range(4)]
    await play_move(setting.store, daily())
    for _ in range(3):
        await asyncio.gather(*(pusher.send_due() for pusher in pushers))
    await setting.result("sent", "sent")
    assert [len(setting.service.received(device)) for device in devices] == [1, 1]


@pytest.mark.parametrize("status", [404, 410])
async def test_an_ended_subscription_is_removed(setting: Setting, status: int) -> None:
    device, pusher = await setting.device(), await setting.pusher()
    setting.service.status = status
    await play_move(setting.store, daily())
    await pusher.send_due()
    await setting.result("gone")
    setting.service.status = 201
    await play_move(setting.store, daily(), 2)
    setting.now += DAY_MS
    await pusher.send_due()
    assert len(setting.service.received(device)) == 1


@pytest.mark.parametrize("status", [400, 401, 403, 413, 302])
async def test_a_refusal_is_logged_and_not_repeated(
    setting: Setting, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    device, pusher = await setting.device(), await setting.pusher()
    setting.service.status = status
    setting.service.headers = {"Location": "http://127.0.0.1:1/private"}
    await play_move(setting.store, daily())
    await pusher.send_due()
    await setting.result("refused")
    setting.now += DAY_MS
    await pusher.send_due()
    assert len(setting.service.received(device)) == 1
    (record,) = [each for each in caplog.records if each.message == "notification refused"]
    assert (record.status, record.service) == (status, "127.0.0.1")  # type: ignore[attr-defined]
    assert device.path not in caplog.text


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_a_failure_is_retried_with_growing_delays(setting: Setting, status: int) -> None:
    device, pusher = await setting.device(), await setting.pusher()
    setting.service.status = status
    await play_move(setting.store, daily())
    for attempt in range(MAX_ATTEMPTS):
        await pusher.send_due()
        await setting.results(attempt + 1)
        delay = min(30_000 << attempt, 3_600_000)
        setting.now += delay - 1
        await pusher.send_due()
        assert len(setting.service.received(device)) == attempt + 1
        setting.now += 1
    assert setting.counted == ["postponed"] * (MAX_ATTEMPTS - 1) + ["refused"]
    setting.now += DAY_MS
    await pusher.send_due()
    assert len(setting.service.received(device)) == MAX_ATTEMPTS


@pytest.mark.parametrize(("asked", "delay"), [("600", 600), ("9" * 5000, 3600)])
async def test_the_service_can_ask_for_a_longer_delay(
    setting: Setting, asked: str, delay: int
) -> None:
    device, pusher = await setting.device(), await setting.pusher()
    setting.service.status, setting.service.headers = 429, {"Retry-After": asked}
    await play_move(setting.store, daily())
    await pusher.send_due()
    await setting.result("postponed")
    setting.service.status = 201
    for seconds, count in ((delay - 1, 1), (1, 2)):
        setting.now += 1000 * seconds
        await pusher.send_due()
        await setting.results(count)
        assert len(setting.service.received(device)) == count


async def test_a_retry_ends_when_the_game_is_opened(setting: Setting) -> None:
    device, pusher = await setting.device(), await setting.pusher()
    setting.service.status = 503
    await play_move(setting.store, daily())
    await pusher.send_due()
    await setting.result("postponed")
    await setting.store.push.mark_seen("bert", "daily00000", 1)
    setting.now += DAY_MS
    await pusher.send_due()
    assert len(setting.service.received(device)) == 1


async def test_a_service_that_is_away_is_retried(setting: Setting) -> None:
    nobody = "http://127.0.0.1:1"
    await setting.device(at=nobody)
    pusher = await setting.pusher((nobody,))
    await play_move(setting.store, daily())
    await pusher.send_due()
    await setting.result("postponed")


async def test_a_service_that_does_not_answer_is_retried(
    setting: Setting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender_module, "TIMEOUT_S", 0.5)
    device, pusher = await setting.device(), await setting.pusher()
    setting.service.answers.clear()
    await play_move(setting.store, daily())
    await pusher.send_due()
    await setting.result("postponed")
    await setting.until(lambda: len(setting.service.received(device)) == 1)


async def test_a_service_that_stalls_delays_no_other(setting: Setting) -> None:
    with push_service() as stalled:
        stalled.answers.clear()
        at = stalled.origin.replace("127.0.0.1", "localhost")
        for number in range(30):
            terms = daily(f"daily{number:05}")
            await setting.device("bert" if number < 8 else "anna", at=at)
            if number:
                await setting.store.games.create(terms)
        pusher = await setting.pusher((setting.service.origin, at))
        setting.now += 60_000
        await pusher.send_due()
        await asyncio.to_thread(stalled.wait, MAX_PER_SERVICE)
        device = await setting.device()
        await play_move(setting.store, daily())
        await pusher.send_due()
        await setting.until(lambda: setting.counted == ["sent"])
        assert [each["game"] for each in setting.service.received(device)] == ["daily00000"]
        assert len(stalled.deliveries) < 2 * MAX_PER_SERVICE


async def test_a_key_that_is_no_point_is_an_ended_subscription(setting: Setting) -> None:
    device = await setting.device()
    body = {**device.subscription, "p256dh": "BP" + "_" * 85}
    session = device.path.encode()
    services = [device.origin]
    await setting.store.push.subscribe(
        "bert", parse_subscription(session, **body, created=NOW, services=services)
    )
    pusher = await setting.pusher()
    await play_move(setting.store, daily())
    await pusher.send_due()
    await setting.result("gone")
    assert setting.service.deliveries == []


async def test_stopping_waits_for_the_answer(setting: Setting) -> None:
    device, pusher = await setting.device(), await setting.pusher()
    setting.service.answers.clear()
    await play_move(setting.store, daily())
    await pusher.send_due()
    await asyncio.to_thread(setting.service.wait, 1)
    stopping = asyncio.create_task(pusher.aclose())
    setting.service.answers.set()
    await stopping
    assert setting.counted == ["sent"]
    assert len(setting.service.received(device)) == 1
