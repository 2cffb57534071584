"""Which subscriptions are accepted."""

from collections.abc import Mapping

import pytest

from qttt.server.errors import RequestError
from qttt.server.push.subscriptions import PUSH_SERVICES, parse_service, parse_subscription
from tests.server.push_service import Device

DEVICE = Device("https://fcm.googleapis.com")
KEYS = (DEVICE.subscription["p256dh"], DEVICE.subscription["auth"])
KEYS_BY_NAME = dict(zip(("p256dh", "auth"), KEYS, strict=True))
REJECTED = (
    "the endpoint is not at one of the push services that this server sends to: "
    "fcm.googleapis.com, *.push.services.mozilla.com, *.notify.windows.com, *.push.apple.com"
)


@pytest.mark.parametrize(
    ("endpoint", "service"),
    [
        ("https://fcm.googleapis.com/fcm/send/dK:APA91-b_c", "fcm.googleapis.com"),
        (
            "https://updates.push.services.mozilla.com/wpush/v2/gAAAA-_=",
            "updates.push.services.mozilla.com",
        ),
        (
            "https://wns2-par02p.notify.windows.com/w/?token=BQY%2b",
            "wns2-par02p.notify.windows.com",
        ),
        ("https://web.push.apple.com/QGuQ", "web.push.apple.com"),
    ],
)
def test_the_services_of_browsers_are_accepted(endpoint: str, service: str) -> None:
    found = parse_subscription(b"s", endpoint, *KEYS, 5, PUSH_SERVICES)
    assert (found.endpoint, found.service, found.created) == (endpoint, service, 5)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/send/1",
        "https://fcm.googleapis.com:8443/send/1",
        "https://fcm.googleapis.com",
        "https://127.0.0.1/send",
        "https://[::1]/send",
        "https://10.0.0.7/send",
        "https://localhost/send",
        "https://169.254.169.254/latest/meta-data",
        "https://push.apple.com/send",
        "https://evil.example/send",
        "https://evilpush.apple.com/send",
        "https://web.push.apple.com.evil.example/send",
        "https://web.push.apple.com@evil.example/send",
        "https://user:word@fcm.googleapis.com/send",
        "https://evil.example\\@fcm.googleapis.com/send",
        "https://evil.example#@fcm.googleapis.com/send",
        "https://fcm.googleapis.com/a b",
        "https://fcm.googleapis.com/\r\nHost: evil.example",
        "https://fcm.googleapis.com/send\n",
        "https://fcm.googleapis.cοm/send",
        "ftp://fcm.googleapis.com/send",
        "",
        "https://.push.apple.com/x",
        "https://a..push.apple.com/x",
        "https://-a.push.apple.com/x",
        "https://a-.push.apple.com/x",
        "https://xn--a.push.apple.com/x",
        f"https://{'a' * 64}.push.apple.com/x",
        f"https://{'a.' * 120}push.apple.com/x",
    ],
)
def test_other_addresses_are_rejected(endpoint: str) -> None:
    with pytest.raises(RequestError) as error:
        parse_subscription(b"s", endpoint, *KEYS, 5, PUSH_SERVICES)
    assert (error.value.code, error.value.message) == ("bad-subscription", REJECTED)


@pytest.mark.parametrize(
    "wrong",
    [
        {"p256dh": ""},
        {"auth": ""},
        {"p256dh": KEYS[0][:-2]},
        {"p256dh": "A" + KEYS[0][1:]},
        {"p256dh": KEYS[0] + "\n"},
        {"auth": KEYS[1] + "="},
        {"auth": KEYS[1] + "AA"},
    ],
    ids=range(7),
)
def test_keys_of_another_form_are_rejected(wrong: Mapping[str, str]) -> None:
    endpoint = "https://fcm.googleapis.com/send/1"
    with pytest.raises(RequestError) as error:
        parse_subscription(
            b"s", endpoint, **{**KEYS_BY_NAME, **wrong}, created=5, services=PUSH_SERVICES
        )
    assert (error.value.code, error.value.message) == (
        "bad-subscription",
        "the keys must be 65 bytes (p256dh) and 16 bytes (auth) in base64url, as the browser "
        "returns them",
    )


def test_an_operator_can_name_another_service() -> None:
    own = parse_service("HTTP://192.0.2.7:8443/")
    assert own == "http://192.0.2.7:8443"
    assert parse_subscription(b"s", f"{own}/send", *KEYS, 5, [own]).service == "192.0.2.7"
    for other in ("http://192.0.2.7:8444/send", "https://192.0.2.7:8443/send"):
        with pytest.raises(RequestError):
            parse_subscription(b"s", other, *KEYS, 5, [own])


@pytest.mark.parametrize(
    "text", ["", "*", "localhost", "*.com/x", "ftp://a.example", "a b.example"]
)
def test_services_of_another_form_are_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="is not a push service such as "):
        parse_service(text)
