"""docs/security.md and docs/operate.md match the code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from qttt.server import telemetry
from qttt.server.api import guard
from qttt.server.hub import clients
from qttt.server.net import connections, engine_pool, http_connection, websocket_connection, writer
from qttt.server.operate.settings import ServerSettings
from qttt.server.people import accounts, passwords, people, ratings
from qttt.server.people.passwords import WORDS
from qttt.server.protocol.incoming import MAX_CHAT_CHARS
from qttt.server.rates import LIMITS
from qttt.server.retention import DAY_MS
from qttt.server.store import database, postgres

ROOT = Path(__file__).resolve().parents[3]
SECURITY = (ROOT / "docs" / "security.md").read_text("utf-8")
OPERATE = (ROOT / "docs" / "operate.md").read_text("utf-8")

# The number of level 1 and 2 requirements in each section of ASVS 5.0.0, where those of level 3
# come last; V17 is omitted.
SECTIONS = """
1.1:2 1.2:9 1.3:11 1.4:3 1.5:2  2.1:3 2.2:3 2.3:4 2.4:1  3.2:2 3.3:4 3.4:6 3.5:5 3.7:2
4.1:3 4.2:1 4.3:2 4.4:4  5.1:1 5.2:3 5.3:2 5.4:3  6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4
7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2  8.1:2 8.2:3 8.3:1 8.4:1  9.1:3 9.2:4
10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3  11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1
12.1:3 12.2:2 12.3:4  13.1:1 13.2:5 13.3:2 13.4:5  14.1:2 14.2:4 14.3:3  15.1:3 15.2:3 15.3:7
16.1:1 16.2:5 16.3:4 16.4:3 16.5:3
"""
REQUIREMENT = re.compile(r"(\d+\.\d+\.\d+)(?:–(\d+\.\d+\.\d+))?")


def wanted() -> list[str]:
    pairs = (each.split(":") for each in SECTIONS.split())
    return [f"{section}.{n}" for section, count in pairs for n in range(1, int(count) + 1)]


def rows() -> Iterator[tuple[str, str]]:
    """Yield the first and the last cell of each row about requirements."""
    for line in SECURITY.splitlines():
        if re.match(r"\| \d+\.\d+\.\d+", line):
            cells = line.strip("| ").split(" | ")
            assert len(cells) == 3, line
            yield cells[0], cells[2]


def requirements(cell: str) -> Iterator[str]:
    """Yield the requirements that a cell names; ranges can span sections."""
    known = wanted()
    for first, last in REQUIREMENT.findall(cell):
        yield from known[known.index(first) : known.index(last or first) + 1]


def test_every_requirement_is_listed_once() -> None:
    listed = [requirement for cell, _ in rows() for requirement in requirements(cell)]
    assert sorted(listed) == sorted(wanted())


def test_every_row_has_a_test_or_a_reason() -> None:
    reasons = ("not applicable", "operator", "decision", "documentation", "ruff's", "the app's")
    for cell, last in rows():
        assert "::test_" in last or last.startswith(reasons), cell


def test_every_named_test_exists() -> None:
    named = set(re.findall(r"`([\w/]+\.py)::(test_\w+)`", SECURITY))
    assert len(named) > 80
    missing = [
        f"{path}::{name}"
        for path, name in named
        if f"def {name}(" not in (ROOT / "tests" / path).read_text("utf-8")
    ]
    assert missing == []
    for path in re.findall(r"`(web/[\w/.]+)`", SECURITY):
        assert (ROOT / path).is_file(), path


def test_requirements_not_met_are_marked() -> None:
    marked = re.findall(r"^\| ([\d.–]+) [^|]*\|[^|]*\*\*Not met\*\*", SECURITY, re.MULTILINE)
    assert marked == ["6.3.3", "7.3.2", "11.5.1"]


# --- the app's sources -----------------------------------------------------------------------


def sources(*endings: str) -> Iterator[Path]:
    return (path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in endings)


def test_the_app_does_not_insert_html() -> None:
    writes = re.compile(r"\{@html|innerHTML|outerHTML|insertAdjacentHTML|document\.write")
    found = [path for path in sources(".svelte", ".ts") if writes.search(path.read_text("utf-8"))]
    assert found == []


def test_passwords_have_password_fields() -> None:
    fields = (ROOT / "web" / "src" / "screens" / "account" / "PasswordField.svelte").read_text(
        "utf-8"
    )
    assert '"password"' in fields
    assert "current-password" in fields
    assert not any("onpaste" in path.read_text("utf-8") for path in sources(".svelte"))


def test_rejected_words_of_passwords_are_documented() -> None:
    plain = re.sub(r"[\W\d_]+", "", SECURITY.casefold())
    assert [word for word in WORDS if word not in plain and word != "quantumtictactoe"] == []


IN_WORDS = {2: "two", 5: "five", 8: "eight", 10: "ten"}
SETTINGS = ServerSettings()
STATED = {
    "security": [
        f"tokens of bots after {people.BOT_TOKEN_MS // DAY_MS}",
        f"the name is blocked for {accounts.NAME_RESERVED_MS // DAY_MS} days",
        "are being checked when a limit is reached, "
        f"at most {passwords.THREADS + passwords.MAX_WAITING}",
        f"passwords ({IN_WORDS[passwords.THREADS]} at a time, off the event loop, "
        f"{passwords.MAX_WAITING} can wait)",
        f"computer moves ({IN_WORDS[engine_pool.MAX_SEARCHES]} at a time",
        f"at most {IN_WORDS[ratings.MAX_DAILY_GAMES]} a day",
        f"up to {writer.MAX_BATCH} per commit",
        f"limited to {http_connection.MAX_HEAD_BYTES // 1024} KiB of head, "
        f"{guard.MAX_BYTES // 1024} KiB of body and {IN_WORDS[int(guard.TIMEOUT_S)]} seconds",
        f"and {clients.MESSAGE_RATE[0]} a second, of which",
        f"A client follows at most {clients.MAX_WATCHED_GAMES} games, "
        f"{clients.MAX_WATCHED_WITHOUT_SESSION} without a session, "
        f"and the clients of an address {clients.MAX_WATCHED_PER_ADDRESS:,}",
        f"at most {websocket_connection.READ_BYTES_PER_S / 1000:.0f} KB",
        f"disconnected at {connections.MAX_MESSAGES} messages",
        f"after {http_connection.STALL_S:.0f} seconds within a response",
        f"at most {SETTINGS.sockets:,} sockets, {SETTINGS.sockets_per_address} sockets",
        f"{IN_WORDS[postgres.POSTGRES_CONNECTIONS]} connections per process",
        f"timeouts of {IN_WORDS[database.TIMEOUT_S]} seconds for a connection",
    ],
    "operate": [
        f"up to {MAX_CHAT_CHARS} characters",
        f"more than {http_connection.REQUEST_TIMEOUT_S:.0f} seconds to arrive",
        f"{http_connection.MAX_HEAD_BYTES // 1024} KiB, {guard.MAX_BYTES // 1024} KiB "
        f"and {IN_WORDS[int(guard.TIMEOUT_S)]} seconds per request",
        "a commit took more than half a second" if telemetry.SLOW_COMMIT_S == 0.5 else "",
        f"each process has at most {IN_WORDS[postgres.POSTGRES_CONNECTIONS]} connections",
        f"at most {passwords.THREADS * 19} MiB and {IN_WORDS[passwords.THREADS]} threads; "
        f"{passwords.MAX_WAITING} logins can wait",
    ],
}


@pytest.mark.parametrize(
    ("document", "stated"), [(name, each) for name, every in STATED.items() for each in every]
)
def test_a_document_states_the_figure_of_the_server(document: str, stated: str) -> None:
    assert stated
    assert stated in " ".join({"security": SECURITY, "operate": OPERATE}[document].split())


# --- docs/operate.md -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ServerSettings.model_fields)
def test_every_setting_is_in_the_table(name: str) -> None:
    shown = ServerSettings().display_value(name)
    default = shown if shown == "–" else f"`{shown}`"
    assert f"| `{name}` | {default} | {ServerSettings.model_fields[name].description} |" in OPERATE


@pytest.mark.parametrize("name", LIMITS)
def test_every_rate_is_in_the_table(name: str) -> None:
    assert re.search(rf"^\| `{name}` \| [^|]+ \| `{LIMITS[name]}` \|$", OPERATE, re.MULTILINE)


def test_every_log_event_is_documented() -> None:
    code = "".join(path.read_text("utf-8") for path in (ROOT / "src/qttt/server").rglob("*.py"))
    lines = set(re.findall(r'log\.(?:debug|info|warning|error|exception)\(\s*"([\w ]+)"', code))
    assert {line for line in lines if f"`{line}`" not in OPERATE} == set()
    assert len(lines) >= 10


# --- limits by address ---------------------------------------------------------------------------

SERVER = ROOT / "src" / "qttt" / "server"
COUNTING = {"hit", "check", "mark", "is_marked", "rate_limit", "rate_limit_by_client"}
"""Functions whose first argument is the name of a rate, and whose last is who is counted."""


def calls() -> Iterator[ast.Call]:
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                yield node


def rates_by_address() -> set[str]:
    """Return the rates that are counted by address, or by address for some clients."""
    rates = set()
    for call in calls():
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        if name in COUNTING and call.args and isinstance(call.args[0], ast.Constant):
            who = ast.unparse(call.args[-1])
            if len(call.args) == 1 or not who.endswith(("user.id", "room.code", "pupil")):
                rates.add(str(call.args[0].value))
    return rates | {"guess", "guess-all", "login-client"}  # which ``limit_failures`` counts


def test_every_limit_by_address_is_listed() -> None:
    (table,) = re.findall(r"\| limit \| who shares it .*?\n\n", SECURITY, re.DOTALL)
    limits = re.findall(r"^\| ([^|]+) \|", table, re.MULTILINE)[1:]
    rates = {limit.strip("`") for limit in limits if limit.startswith("`")}
    assert rates == rates_by_address()
    assert rates <= set(LIMITS)
    counted = OPERATE.split("`rates` has these keys:")[1].split("\n\n")[1]
    listed = dict(re.findall(r"^\| `([\w-]+)` \| ([^|]+) \|", counted, re.MULTILINE))
    assert set(listed) == set(LIMITS)
    assert rates == {rate for rate, by in listed.items() if re.search("address|client", by)}
    others = [ast.unparse(call) for call in calls() if ast.unparse(call.func) == "AddressLimiter"]
    assert len(others) == 4, "a new limit by address: list it"  # two are of ``SocketShares``
    assert [limit for limit in limits if limit not in {f"`{rate}`" for rate in rates}] == [
        f"sockets, {SETTINGS.sockets_per_address}",
        f"connections, {SETTINGS.sockets_per_address}",
        f"watched games, {clients.MAX_WATCHED_PER_ADDRESS:,}",
    ]
