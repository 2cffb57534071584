"""Allowed origins and links."""

import socket

import pytest

from qttt.server import ServerError
from qttt.server.api.origins import Origins, own_names

OWN = Origins(own={"localhost", "desk", "desk.local"})


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://127.0.0.1:8000", "127.0.0.1:8000"),
        ("http://localhost:8000", "localhost:8000"),
        ("http://[::1]:8000", "[::1]:8000"),
        ("http://192.168.1.5:8000", "192.168.1.5:8000"),
        ("http://desk.local:8000", "desk.local:8000"),
        ("http://DESK", "desk:80"),
        ("https://desk", "desk"),
    ],
)
def test_origins_that_equal_the_server_s_own_address_are_allowed(origin: str, host: str) -> None:
    assert OWN.allows(origin, host)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        (None, "127.0.0.1:8000"),
        ("null", "127.0.0.1:8000"),
        ("", "127.0.0.1:8000"),
        ("http://127.0.0.1:8000", None),
        ("http://127.0.0.1:8001", "127.0.0.1:8000"),
        ("https://127.0.0.1:8000", "127.0.0.1:80"),
        ("http://203.0.113.9:8000", "192.168.1.5:8000"),
        ("http://evil.example", "evil.example"),
        ("http://evil.example:8000", "evil.example:8000"),
        ("http://qttt.local:8000", "qttt.local:8000"),
        ("http://desk.local.evil.example", "desk.local.evil.example"),
        ("http://localhost.evil.example", "localhost.evil.example"),
        ("http://127.0.0.1.evil.example", "127.0.0.1.evil.example"),
        ("http://localhost:8000", "evil.example:8000"),
        ("http://localhost@evil.example", "localhost"),
        ("file://", "localhost"),
        ("http://localhost:99999", "localhost:99999"),
        ("http://localhost/page", "localhost"),
    ],
)
def test_other_origins_are_rejected(origin: str | None, host: str | None) -> None:
    assert not OWN.allows(origin, host)


def test_configured_origins_are_the_only_ones_for_any_host() -> None:
    named = Origins(["https://play.example", "http://192.0.2.1:8000"])
    assert named.allows("https://play.example", "inner:8000")
    assert named.allows("HTTPS://PLAY.example:443", None)
    assert named.allows("http://192.0.2.1:8000", "x")
    for other in (
        "http://play.example",
        "https://play.example:8443",
        "https://play.example.evil.example",
        "https://evil.example",
        "http://localhost:8000",
    ):
        assert not named.allows(other, "localhost:8000")


def test_links_use_an_allowed_origin() -> None:
    named = Origins(["https://play.example", "https://other.example"])
    assert named.link_base("https://other.example", "http://inner:8000") == "https://other.example"
    assert named.link_base(None, "http://inner:8000") == "https://play.example"
    assert named.link_base("http://evil.example", "http://inner") == "https://play.example"
    assert (
        OWN.link_base("http://192.0.2.1:8000", "http://192.0.2.1:8000") == "http://192.0.2.1:8000"
    )
    assert OWN.link_base(None, "http://192.0.2.1:8000") == "http://192.0.2.1:8000"


@pytest.mark.parametrize(
    ("host", "names"),
    [
        ("Desk", {"desk", "desk.local"}),
        ("desk.school.example", {"desk.school.example", "desk.local"}),
        ("desk.local", {"desk.local"}),
    ],
)
def test_own_names(host: str, names: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: host)
    assert own_names() == names | {"localhost"}


@pytest.mark.parametrize(
    "text", ["play.example", "https://", "ftp://a", "https://a/b", "https://a:x", "https://u@a"]
)
def test_invalid_origins(text: str) -> None:
    with pytest.raises(ServerError) as error:
        Origins([text])
    assert str(error.value) == (
        f"{text!r} is not an origin; write it as https://play.example or http://192.0.2.1:8000"
    )
