"""The app's files over HTTP: content types, caching, compression, security headers and errors."""

import gzip
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.server import ServerError, create_app
from qttt.server.files import StaticFile
from qttt.server.operate.settings import ServerSettings
from tests.server.conftest import FILES, Client, running

TYPES = {
    "index.html": "text/html; charset=utf-8",
    "sw.js": "text/javascript; charset=utf-8",
    "manifest.webmanifest": "application/manifest+json",
    "icon.svg": "image/svg+xml",
    "icon.png": "image/png",
    "assets/index-B1.js": "text/javascript; charset=utf-8",
    "assets/index-B1.css": "text/css; charset=utf-8",
    "assets/qttt-C2.wasm": "application/wasm",
    "assets/goff-D3.qtb": "application/octet-stream",
}


PAGE = FILES["index.html"].replace(b"<title>", b'<base href="/">\n<title>')


@pytest.mark.parametrize("name", TYPES)
def test_files_have_their_content_type(client: Client, name: str) -> None:
    answer = client.get(f"/{name}")
    assert answer.status == 200
    assert answer.content == (PAGE if name == "index.html" else FILES[name])
    assert answer.headers["content-type"] == TYPES[name]


@pytest.mark.parametrize("name", TYPES)
def test_only_files_with_hashed_names_are_immutable(client: Client, name: str) -> None:
    policy = client.get(f"/{name}").headers["cache-control"]
    is_hashed = name.startswith("assets/")
    assert policy == ("public, max-age=31536000, immutable" if is_hashed else "no-cache")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("HEAD", "/assets/index-B1.js", 200),
        ("GET", "/healthz", 200),
        ("GET", "/nothing", 404),
        ("POST", "/", 405),
    ],
)
def test_every_response_has_security_headers(
    client: Client, method: str, path: str, status: int
) -> None:
    answer = client.request(method, path)
    assert answer.status == status
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    is_file = path.startswith("/assets/")
    sharing = "cross-origin" if is_file else "same-origin"
    assert answer.headers["cross-origin-resource-policy"] == sharing
    assert answer.headers.get("access-control-allow-origin") == ("*" if is_file else None)
    policy = dict(
        part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; ")
    )
    assert policy["default-src"] == policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert policy["worker-src"] == policy["connect-src"] == "'self'"


# --- compression -----------------------------------------------------------------------------


def test_files_are_compressed_if_accepted(client: Client) -> None:
    small = client.get("/index.html", {"Accept-Encoding": "br;q=1, gzip"})
    whole = client.get("/index.html", {"Accept-Encoding": "identity"})
    assert small.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in whole.headers
    assert gzip.decompress(small.content) == whole.content == PAGE
    assert int(small.headers["content-length"]) < int(whole.headers["content-length"])
    assert small.headers["vary"] == whole.headers["vary"] == "Accept-Encoding"
    assert small.headers["etag"] != whole.headers["etag"]


@pytest.mark.parametrize("accepted", ["gzip;q=0", "gzip; q=0.000", "*;q=0", "br", ""])
def test_files_are_not_compressed_if_not_accepted(client: Client, accepted: str) -> None:
    answer = client.get("/", {"Accept-Encoding": accepted})
    assert "content-encoding" not in answer.headers


def test_files_that_do_not_shrink_are_not_compressed(client: Client) -> None:
    assert "content-encoding" not in client.get("/icon.png", {"Accept-Encoding": "gzip"}).headers


@given(body=st.binary(max_size=400), brotli=st.none() | st.binary(max_size=400))
def test_compressed_variants_are_smaller_or_absent(body: bytes, brotli: bytes | None) -> None:
    file = StaticFile.of("a.js", body, brotli)
    sizes = [
        len(file.variant(accepted).body) for accepted in ("gzip, deflate, br", "gzip", "identity")
    ]
    assert sizes == sorted(sizes)
    assert file.variant("") == file.plain == StaticFile.of("a.js", body).plain
    assert StaticFile.of("b.js", body).variant("gzip").tag == file.variant("gzip").tag


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip, deflate, br, zstd", "br"), ("gzip, br;q=0", "gzip"), ("*", "br"), ("identity", "")],
)
def test_the_smallest_accepted_variant_is_sent(accepted: str, encoding: str) -> None:
    assert StaticFile.of("a.js", b"text " * 100, b"tiny").variant(accepted).encoding == encoding


def test_brotli_files_have_no_path(folder: Path) -> None:
    (folder / "sw.js.br").write_bytes(b"tiny")
    with running(create_app(folder)) as server:
        small = server.get("/sw.js", {"Accept-Encoding": "gzip, br"})
        assert (small.content, small.headers["content-encoding"]) == (b"tiny", "br")
        gzipped = server.get("/sw.js", {"Accept-Encoding": "gzip"})
        assert gzipped.headers["content-encoding"] == "gzip"
        assert server.get("/sw.js.br").status == 404


# --- conditional requests --------------------------------------------------------------------


@pytest.mark.parametrize("accepted", ["gzip", "identity"])
@pytest.mark.parametrize("known", ["{}", "W/{}", '"other", {}', "*"])
def test_a_matching_etag_gets_304(client: Client, accepted: str, known: str) -> None:
    headers = {"Accept-Encoding": accepted}
    first = client.get("/", headers)
    again = client.get("/", {**headers, "If-None-Match": known.format(first.headers["etag"])})
    assert (again.status, again.content) == (304, b"")
    for name in ("etag", "cache-control", "vary"):
        assert again.headers[name] == first.headers[name]


def test_a_changed_file_is_sent(client: Client, folder: Path) -> None:
    old = client.get("/").headers["etag"]
    (folder / "index.html").write_text("<title>old</title><p>new</p>")
    with running(create_app(folder)) as server:
        answer = server.get("/", {"If-None-Match": old})
    assert answer.status == 200
    assert answer.content.endswith(b"<p>new</p>")


def test_head_has_the_headers_of_get(client: Client) -> None:
    got, head = client.get("/"), client.request("HEAD", "/")
    assert head.content == b""
    assert {**head.headers, "date": ""} == {**got.headers, "date": ""}


# --- errors ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/assets", "/assets/", "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt"],
)
def test_unknown_paths_get_a_small_page(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status == 404
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    page = answer.content.decode()
    assert re.search(r'<h1>Page not found</h1>\n<p><a class="key" href="/">', page)


def test_the_page_of_unknown_paths_is_in_the_language_and_style_of_the_app(client: Client) -> None:
    page = client.get("/nothing", {"Accept-Language": "el"}).content.decode()
    assert '<html lang="el">' in page
    assert "<h1>Η σελίδα δεν βρέθηκε</h1>" in page
    assert '<link rel="stylesheet" href="./assets/index-B1.css">' in page


@pytest.mark.parametrize("path", ["/docs", "/redoc", "/openapi.json"])
def test_documentation_pages_of_the_framework_are_disabled(client: Client, path: str) -> None:
    assert client.get(path).status == 404


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_without_a_store_the_api_responds_with_an_error(client: Client, method: str) -> None:
    answer = client.request(method, "/api/session")
    assert answer.status == 404
    assert json.loads(answer.content) == {
        "error": "not-found",
        "message": "online play is disabled on this server",
    }


def test_health(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status, answer.content) == (200, b"ok\n")
    assert answer.headers["cache-control"] == "no-store"


def test_a_folder_without_an_app(tmp_path: Path) -> None:
    with pytest.raises(ServerError) as error:
        create_app(tmp_path)
    assert str(error.value) == f"there is no app in {tmp_path}; build it with: make web"


ASSET_LINKS = "/.well-known/assetlinks.json"


def test_android_apps_are_named_in_the_asset_links(folder: Path) -> None:
    one, other = (":".join([pair] * 32) for pair in ("ab", "0C"))
    apps = (f"com.example.qttt={one}", f"org.school.game={one}", f"com.example.qttt={other}")
    with running(create_app(folder, settings=ServerSettings(android_apps=apps))) as server:
        answer = server.get(ASSET_LINKS)
    assert answer.headers["content-type"] == "application/json"
    assert {
        link["target"]["package_name"]: link["target"]["sha256_cert_fingerprints"]
        for link in json.loads(answer.content)
    } == {"com.example.qttt": [one.upper(), other], "org.school.game": [one.upper()]}


def test_without_android_apps_there_are_no_asset_links(client: Client) -> None:
    assert client.get(ASSET_LINKS).status == 404
