"""``spec/protocol.md`` is complete, and its examples are valid messages."""

import json
import re
from pathlib import Path
from typing import get_args

import msgspec

from qttt.play.clocks import FIRST_DECISION_MS, LAG_QUOTA_MS, LAG_REFILL_MS
from qttt.play.log import EntryKind
from qttt.server.errors import RejectionCode
from qttt.server.protocol import incoming
from qttt.server.protocol.incoming import SUBPROTOCOL, parse_message
from qttt.server.protocol.outgoing import ServerMessage, decode, encode
from tests.server.log_entries import parse_entry

TEXT = (Path(__file__).resolve().parents[3] / "spec" / "protocol.md").read_text("utf-8")


def table(heading: str) -> list[str]:
    """Return the names in the first column of the table after ``heading``."""
    part = TEXT[TEXT.index(heading) :]
    rows = re.findall(r"^\| (`.*?`) \|", part[: part.index("\n## ")], re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`([^`]+)`", row)]


def test_every_rejection_is_specified() -> None:
    assert sorted(table("**P32**")) == sorted(RejectionCode)


def test_every_kind_of_entry_is_specified() -> None:
    assert sorted(table("**P20**")) == sorted(EntryKind)


def test_every_message_is_specified() -> None:
    specified = set(re.findall(r'"t": ?"([a-z-]+)"', TEXT))
    assert set(incoming.TYPES) <= specified
    answers = {argument.__struct_config__.tag for argument in get_args(ServerMessage)}
    assert specified == {*incoming.TYPES, *answers}


def test_figures() -> None:
    assert f"`{SUBPROTOCOL}`" in TEXT
    assert (LAG_QUOTA_MS, LAG_REFILL_MS, FIRST_DECISION_MS) == (1_000, 100, 30_000)
    assert f"{LAG_QUOTA_MS} ms at the beginning" in TEXT
    assert f"at most {incoming.MAX_MESSAGE_BYTES} bytes" in TEXT


def test_examples() -> None:
    for block in re.findall(r"```text\n(.*?)```", TEXT, re.DOTALL):
        for line in block.splitlines():
            message = json.loads(line[2:])
            if line.startswith(">"):
                parse_message(line[2:])
            else:
                assert encode(decode(line[2:].encode())).decode() == line[2:]
            for entry in message.get("entries", []):
                parse_entry(entry)
    for block in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL):
        assert msgspec.to_builtins(decode(block.encode())) == json.loads(block)


def test_clauses_are_in_order() -> None:
    clauses = [int(number) for number in re.findall(r"^\*\*P(\d+)\*\*", TEXT, re.MULTILINE)]
    assert clauses == sorted(set(clauses))
