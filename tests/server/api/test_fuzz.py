"""Fuzzing of all routes: every request gets a JSON response without a server error.

Requests follow the OpenAPI schema, sometimes with a wrong type, a strange text or a missing field,
so that many pass validation.
"""

import json
from collections.abc import Mapping
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.server.api.conftest import Site

STREAMS = {"/bot/events", "/bot/games/{game}"}
WILD = st.text(max_size=50) | st.sampled_from(
    ["", "goff", "krist rows=26 cols=26", "300+5", "3d", "none", "12/12", "\x00", "\ud800", "../x"]
)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | WILD,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WILD, inner, max_size=3),
    max_leaves=5,
)


def values(schema: Mapping[str, Any], parts: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    """Return a strategy of values that mostly match a schema."""
    if "$ref" in schema:
        return values(parts[schema["$ref"].rpartition("/")[2]], parts)
    if "enum" in schema:
        return st.sampled_from(schema["enum"]) | WILD
    if "properties" in schema:
        fields = {name: values(each, parts) for name, each in schema["properties"].items()}
        return st.fixed_dictionaries({}, optional=fields) | st.fixed_dictionaries(fields)
    plain = {"string": WILD, "boolean": st.booleans(), "integer": st.integers(-1, 2**60)}
    return plain.get(str(schema.get("type")), ANYTHING) | ANYTHING


def requests(described: Mapping[str, Any]) -> st.SearchStrategy[tuple[str, str, Any]]:
    """Return a strategy of (method, path, body)."""
    parts = described["components"]["schemas"]
    choices = []
    for path, methods in described["paths"].items():
        for method, route in methods.items():
            if method == "get" and path in STREAMS:
                continue
            content = route.get("requestBody", {}).get("content", {}).get("application/json", {})
            body = values(content["schema"], parts) | ANYTHING if content else st.none()
            names = {each["name"] for each in route.get("parameters", ()) if each["in"] == "path"}
            filled = st.fixed_dictionaries({name: st.sampled_from(NAMES) | WILD for name in names})
            choices.append(st.tuples(st.just(method), st.just(path), filled, body))
    return st.one_of(choices).map(lambda chosen: (chosen[0], fill_in(*chosen[1:3]), chosen[3]))


NAMES = ["Anna", "0123456789", "abcdefgh", "aaaaaaaa", "GAME", "CODE", "ROOM"]


def fill_in(path: str, names: Mapping[str, str]) -> str:
    for name, value in names.items():
        path = path.replace(
            f"{{{name}}}", "".join(f"%{byte:02x}" for byte in value.encode(errors="surrogatepass"))
        )
    return path


async def test_no_request_causes_a_server_error(site: Site) -> None:
    site.disable_limits()
    anna = await site.account("Anna")
    browsers = [anna, await site.guest(), await site.unauthenticated(), await site.bot(anna)]
    code = (await anna.post("challenges", {"clock": "3d"}, 201))["code"]
    game = (await anna.post("games", {"level": "random"}, 201))["game"]
    room = (await anna.post("rooms", {}, 201))["room"]
    generated = requests(site.api.openapi())
    sent: list[tuple[int, str, str, Any]] = []

    @settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
    @given(who=st.integers(0, len(browsers) - 1), request=generated, raw=st.none() | st.binary())
    def collect(who: int, request: tuple[str, str, Any], raw: bytes | None) -> None:
        method, path, body = request
        sent.append((who, method, path, body if raw is None else raw))

    collect()
    for who, method, path, body in sent:
        address = path.replace(quoted("GAME"), game).replace(quoted("CODE"), code)
        address = address.replace(quoted("ROOM"), room)
        content = body if isinstance(body, bytes) else json.dumps(body).encode("utf-8", "replace")
        answer = await browsers[who].request(
            method,
            f"/api{address}",
            content=content,
            headers={"Content-Type": "application/json"},
        )
        assert answer.status_code < 500, (method, path, body, answer.text)
        if answer.status_code >= 400:
            assert answer.json().keys() == {"error", "message"}, (method, path, body)


def quoted(text: str) -> str:
    return "".join(f"%{byte:02x}" for byte in text.encode())
