"""Conformance to RFC 6455 over any fragmentation of the bytes, by category of the RFC.

A case lists the frames that a client sends, and what the server must do: receive texts, answer
pings, and close the connection with a code, or keep it open (None).
"""

import asyncio
from collections.abc import Iterable
from typing import NamedTuple

import pytest
from websockets.frames import Frame, Opcode

from .test_websocket_connection import Wire, accepted

CLOSE_CODES = (1000, 1001, 1002, 1003, *range(1007, 1015), 3000, 3999, 4000, 4999)
RESERVED_CODES = (0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535)
INVALID_UTF_8 = {
    "lone continuation": b"\x80",
    "missing continuation": b"\xce\xba\xe1",
    "truncated, then ASCII": b"\xe2\x82a",
    "overlong slash": b"\xc0\xaf",
    "overlong NUL of three": b"\xe0\x80\x80",
    "overlong of four": b"\xf0\x8f\xbf\xbf",
    "first surrogate": b"\xed\xa0\x80",
    "last surrogate": b"\xed\xbf\xbf",
    "above U+10FFFF": b"\xf4\x90\x80\x80",
    "five bytes": b"\xf8\x88\x80\x80\x80",
    "FE": b"\xfe",
}
BOUNDARIES = (
    "\0\x7f\x80\u07ff\u0800\ud7ff\ue000\ufdd0\ufffd\ufffe\uffff\U00010000\U0010fffe\U0010ffff"
)
"""The first and last code points of each length, those beside surrogates, and noncharacters."""
WORD = "κόσμε"


def frame(opcode: int, payload: bytes = b"", *, fin: bool = True, rsv: int = 0) -> bytes:
    """Return a masked frame; the library rejects invalid ones only when it reads them."""
    sent = Frame(Opcode.TEXT, payload, fin).serialize(mask=True)
    return bytes([sent[0] & 0x80 | rsv << 4 | opcode]) + sent[1:]


def text(payload: str | bytes, *, fin: bool = True) -> bytes:
    return frame(1, payload.encode() if isinstance(payload, str) else payload, fin=fin)


def more(payload: str | bytes, *, fin: bool = True) -> bytes:
    return frame(0, payload.encode() if isinstance(payload, str) else payload, fin=fin)


def close(code: int | None = None, reason: bytes = b"") -> bytes:
    return frame(8, b"" if code is None else code.to_bytes(2) + reason)


PING, PONG = 9, 10


class Case(NamedTuple):
    name: str
    sent: list[bytes]
    texts: tuple[str, ...] = ()
    pongs: tuple[bytes, ...] = ()
    code: int | None = None


def lengths() -> Iterable[Case]:
    for size in (0, 125, 126, 127, 128, 4_096, 16_384, 65_535, 65_536):
        yield Case(f"text of {size}", [text("*" * size)], ("*" * size,))
    yield Case("text of 2^63 bytes", [b"\x81\xff\x80" + bytes(7)], code=1009)
    yield Case("unmasked text", [b"\x81\x01x"], code=1002)


def pings() -> Iterable[Case]:
    for payload in (b"", b"\x00\xff\xfe", b"x" * 125):
        yield Case(f"ping of {len(payload)}", [frame(PING, payload)], pongs=(payload,))
    yield Case("ping of 126", [frame(PING, b"x" * 126)], code=1002)
    yield Case("pong of 126", [frame(PONG, b"x" * 126)], code=1002)
    yield Case("unsolicited pong", [frame(PONG, b"x"), text("a")], ("a",))
    some = tuple(b"%d" % number for number in range(10))
    yield Case("ten pings", [frame(PING, each) for each in some], pongs=some)


def reserved() -> Iterable[Case]:
    for rsv in range(1, 8):
        for opcode in (1, 8, PING, PONG):
            sent = [text("before"), frame(opcode, rsv=rsv), text("after")]
            yield Case(f"reserved bits {rsv} in opcode {opcode}", sent, ("before",), code=1002)
    for opcode in (*range(3, 8), *range(11, 16)):
        sent = [text("before"), frame(opcode, b"x"), frame(PING), text("after")]
        yield Case(f"opcode {opcode}", sent, ("before",), code=1002)


def fragments() -> Iterable[Case]:
    yield Case("two", [text("a", fin=False), more("b")], ("ab",))
    yield Case("empty ones", [text("", fin=False), more("", fin=False), more("")], ("",))
    around = [text("a", fin=False), frame(PING, b"p"), more("b", fin=False), frame(PONG), more("c")]
    yield Case("control frames between", around, ("abc",), (b"p",))
    yield Case("two messages", [text("a", fin=False), more("b")] * 2, ("ab", "ab"))
    yield Case("fragmented ping", [frame(PING, fin=False)], code=1002)
    yield Case("fragmented pong", [frame(PONG, fin=False)], code=1002)
    yield Case("fragmented close", [frame(8, fin=False)], code=1002)
    for fin in (False, True):
        yield Case(f"continuation of nothing, fin {fin}", [more("a", fin=fin)], code=1002)
        sent = [text("a"), more("b", fin=fin)]
        yield Case(f"continuation after the end, fin {fin}", sent, ("a",), code=1002)
        sent = [text("a", fin=False), text("b", fin=fin)]
        yield Case(f"text within a text, fin {fin}", sent, code=1002)
    yield Case("binary within a text", [text("a", fin=False), frame(2, b"b")], code=1002)


def utf_8() -> Iterable[Case]:
    yield Case("boundaries", [text(BOUNDARIES)], (BOUNDARIES,))
    octets = [WORD.encode()[place : place + 1] for place in range(len(WORD.encode()))]
    middle = [more(octet, fin=False) for octet in octets[1:-1]]
    sent = [text(octets[0], fin=False), *middle, more(octets[-1])]
    yield Case("a fragment for each octet", sent, (WORD,))
    for name, octets_ in INVALID_UTF_8.items():
        sent = [text("before"), text(WORD.encode() + octets_), text("after")]
        yield Case(name, sent, ("before",), code=1007)
        sent = [text(WORD, fin=False), more(octets_), text("after")]
        yield Case(f"{name} in a fragment", sent, code=1007)


def closing() -> Iterable[Case]:
    yield Case("without a code", [close()], code=1005)
    for code in CLOSE_CODES:
        yield Case(f"code {code}", [close(code)], code=code)
    for code in RESERVED_CODES:
        yield Case(f"reserved code {code}", [close(code)], code=1002)
    yield Case("one octet", [frame(8, b"\x03")], code=1002)
    yield Case("reason of 123", [close(1000, b"x" * 123)], code=1000)
    yield Case("reason of 124", [close(1000, b"x" * 124)], code=1002)
    yield Case("reason in UTF-8", [close(1000, WORD.encode())], code=1000)
    yield Case("reason not in UTF-8", [close(1000, b"\xce\xba\xe1")], code=1007)
    yield Case(
        "between messages", [text("a"), close(1000), text("b"), frame(PING)], ("a",), (), 1000
    )
    yield Case("twice", [close(1000), close(1001)], code=1000)
    # The library rejects this, although it is allowed; the connection ends in any case.
    yield Case("within a message", [text("a", fin=False), close(1000)], code=1002)


CASES = [
    pytest.param(case, id=f"{part.__name__}: {case.name}")
    for part in (lengths, pings, reserved, fragments, utf_8, closing)
    for case in part()
]


def answers(written: bytes) -> tuple[tuple[bytes, ...], int | None]:
    """Return the payloads of the pongs in what a server wrote, and the code of its close."""
    pongs, code = list[bytes](), None
    while written:
        opcode, size = written[0] & 0xF, written[1]
        assert written[0] >> 4 == 0b1000, "a whole frame without reserved bits"
        assert size < 126, "an unmasked control frame"
        assert code is None, "nothing after the close"
        payload, written = written[2 : 2 + size], written[2 + size :]
        if opcode == PONG:
            pongs.append(payload)
        else:
            assert opcode == Opcode.CLOSE
            code = int.from_bytes(payload[:2]) if payload else 1005
    return tuple(pongs), code


@pytest.mark.parametrize("case", CASES)
async def test_frames_are_answered_as_rfc_6455_requires(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = b"".join(case.sent)
    for size in (len(whole), 1 if len(whole) < 2_000 else 997):
        line, received = await accepted()
        written = bytearray()
        monkeypatch.setattr(Wire, "write", lambda _, data, to=written: to.extend(data))
        for place in range(0, len(whole), size):
            line.data_received(whole[place : place + size])
        async with asyncio.timeout(60):
            while line._brake:  # the rest is parsed in later turns
                await asyncio.sleep(0)
        assert tuple(received) == case.texts
        assert answers(bytes(written)) == (case.pongs, case.code)
