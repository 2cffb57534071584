"""Faster WebSockets, and limits that protect other clients, for uvicorn.

After accepting a WebSocket, the application takes it over by an ASGI extension: messages are passed
to a callback as they arrive and written at once. As ASGI events, each would pass three queues and
wake two tasks.
"""

from asyncio import TimerHandle, Transport
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from .mailbox import SLOW, Closing, SendQueue
from .websocket import CONNECTION_EXTENSION

REQUEST_TIMEOUT_S = 20.0
"""Limit for receiving a request; that of the first one starts with the connection."""
LINGER_S = 1.0
"""How long to read after a rejection: a reset could discard the response (RFC 9112, 9.6)."""
MAX_HEAD_BYTES = 32 * 1024
"""Limit of a request line with its headers."""
MAX_DRAINED_BYTES = 64 * 1024
"""Limit of a body that is still received after its response."""
STALL_S = 30.0
"""How long a client can read nothing of a response."""
MAX_CONNECTIONS_PER_ADDRESS = 500
_SLICE_BYTES = 4 * 1024
"""How much is parsed before limits are checked."""
_CHUNK_COST = 64
"""What parsing a chunk of a body costs, in bytes."""
READ_BURST_BYTES = 128.0 * 1024
READ_BYTES_PER_S = 100_000.0
"""The budget of a WebSocket, at once and lasting."""
FRAME_COST = 500
"""What a frame costs in addition to its size: at most 200 frames per second are parsed."""
_TEXT = 0x81
"""The first byte of a text message in one frame."""
_MASKED, _TWO_BYTES, _EIGHT_BYTES = 0x80, 126, 127
"""In the second byte: the mask bit, and the codes for a length field of two or eight bytes."""
_HEAD = 6
"""The size of the header of a client's short frame, which ends with the four bytes of the mask."""
_LAST = 0x80
"""The FIN bit in the first byte."""
BAD_REQUEST, REQUEST_TIMEOUT, HEAD_TOO_LARGE, TOO_MANY_CONNECTIONS = (
    f"HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".encode()
    for status in (
        "400 Bad Request",
        "408 Request Timeout",
        "431 Request Header Fields Too Large",
        "503 Service Unavailable",
    )
)


class ReadBudget:
    """How much of one client is parsed: a token bucket of bytes, of which each frame costs some."""

    def __init__(self, now_s: float) -> None:
        self._left, self._at_s = READ_BURST_BYTES, now_s

    def spend(self, cost: int) -> None:
        """Use up ``cost`` bytes; the budget can become negative."""
        self._left -= cost

    def delay_s(self, now_s: float) -> float:
        """Refill, and return the time until the budget is positive again."""
        added = (now_s - self._at_s) * READ_BYTES_PER_S
        self._left, self._at_s = min(READ_BURST_BYTES, self._left + added), now_s
        return max(0.0, -self._left / READ_BYTES_PER_S)


class WebSocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket that passes each text message to ``on_text``, once that is set."""

    on_text: Callable[[str], None] | None = None
    closing: Closing | None = None
    """The requested code and reason for closing; the application gets a disconnect event."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._queue = SendQueue()
        self._is_aligned = True  # the data so far ended with a whole message
        self._budget = ReadBudget(self.loop.time())
        self._unread = bytearray()  # received, but not parsed yet
        self._brake: TimerHandle | None = None

    # --- for the application ---------------------------------------------------------------------

    def send_all(self, texts: Sequence[str]) -> None:
        """Send ``texts``, or close the connection if the client reads too slowly."""
        if self.closing or self.disconnected:
            return
        if self.writable.is_set():
            self.transport.write(b"".join(map(encode_frame, texts)))
        elif not all(map(self._queue.put, texts)):
            self.close(*SLOW)

    def close(self, code: int, reason: str) -> None:
        """Let the application close the connection."""
        if self.closing is None:
            self.closing = Closing(code, reason)
            self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})

    def abort(self) -> None:
        """Close the transport without a closing handshake."""
        self.transport.abort()

    # --- for uvicorn -----------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Parse data as far as the budget allows, and read no more until it suffices again."""
        if self.handshake_initiated and not self.handshake_complete:
            self.abort()  # no client may send frames yet (RFC 6455, 4.1)
            return
        if self._unread or len(data) > _SLICE_BYTES or self._budget.delay_s(self.loop.time()):
            self._unread += data
            if not self._brake:
                self._read()
        else:
            self._parse(data)

    def _read(self) -> None:
        self._brake = None
        while self._unread and not self.transport.is_closing():
            if delay_s := self._budget.delay_s(self.loop.time()):
                self.transport.pause_reading()
                self._brake = self.loop.call_later(delay_s, self._read)
                return
            part = bytes(self._unread[:_SLICE_BYTES])
            del self._unread[:_SLICE_BYTES]
            self._parse(part)
        if not (self.read_paused or self.transport.is_closing()):
            self.transport.resume_reading()

    def _parse(self, data: bytes) -> None:
        """Decode whole short messages directly; leave everything else to the parser."""
        self._budget.spend(len(data))
        if self.closing and not self.close_sent:
            return  # the application is about to close
        is_open = self.conn.state is State.OPEN
        texts = decode_frames(data) if self.on_text and is_open and self._is_aligned else []
        if self.on_text and texts:
            self._budget.spend(FRAME_COST * len(texts))
            for text in texts:
                self.on_text(text)
        else:
            self._is_aligned &= not is_open or is_aligned(data)
            super().data_received(data)

    def handle_events(self) -> None:
        """Charge for frames of all kinds."""
        self._budget.spend(FRAME_COST * len(self.conn.events))
        super().handle_events()

    def handle_ping(self) -> None:
        """Answer a ping, but not if the client does not read the answers."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Parse nothing any more."""
        self._unread.clear()
        if self._brake:
            self._brake.cancel()
        super().connection_lost(exc)

    async def run_asgi(self) -> None:
        """Run the application with this connection as an extension."""
        extensions = self.scope["extensions"]
        extensions[CONNECTION_EXTENSION] = self  # type: ignore[assignment]
        try:
            await super().run_asgi()
        finally:
            del extensions[CONNECTION_EXTENSION]  # breaks a reference cycle

    def send_receive_event_to_app(self) -> None:
        """Pass a parsed text message to ``on_text``."""
        if self.on_text is None or self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            return
        try:
            text = b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.conn.fail(1007, "text must be UTF-8")
            self.handle_parser_exception()
        else:
            self.frames = []
            self.on_text(text)

    def resume_writing(self) -> None:
        """Send queued messages when the transport accepts data again."""
        super().resume_writing()
        while self._queue and self.writable.is_set() and not self.close_sent:
            self.transport.write(encode_frame(self._queue.take()))


@lru_cache(maxsize=64)
def encode_frame(text: str) -> bytes:
    """Return a text message as one frame (RFC 6455, 5.2), cached for broadcasts."""
    payload = text.encode()
    size = len(payload)
    if size < _TWO_BYTES:
        return bytes((_TEXT, size)) + payload
    if size < 1 << 16:
        return bytes((_TEXT, _TWO_BYTES)) + size.to_bytes(2) + payload
    return bytes((_TEXT, _EIGHT_BYTES)) + size.to_bytes(8) + payload


def decode_frames(data: bytes) -> list[str]:
    """Return the texts in ``data`` if it consists of a client's whole, short text frames.

    Returns an empty list for anything else, which can be valid too.
    """
    texts, at = list[str](), 0
    while at < len(data):
        start = at + _HEAD
        if start > len(data) or data[at] != _TEXT:
            return []
        size = data[at + 1] - _MASKED
        if not 0 <= size < _TWO_BYTES or start + size > len(data):
            return []
        mask, at = data[at + 2 : start], start + size
        try:
            texts.append(_unmasked(data[start:at], mask))
        except UnicodeDecodeError:
            return []
    return texts


def _unmasked(payload: bytes, mask: bytes) -> str:
    size = len(payload)
    repeated = (mask * (size // len(mask) + 1))[:size]
    return (int.from_bytes(payload) ^ int.from_bytes(repeated)).to_bytes(size).decode()


def is_aligned(data: bytes) -> bool:
    """Return whether ``data`` consists of a client's whole messages in one frame each."""
    at = 0
    while at + 2 <= len(data) and data[at] & _LAST:
        size = data[at + 1] & ~_MASKED
        bytes_of_size = {_TWO_BYTES: 2, _EIGHT_BYTES: 8}.get(size, 0)
        if bytes_of_size:
            size = int.from_bytes(data[at + 2 : at + 2 + bytes_of_size])
        at += _HEAD + bytes_of_size + size
    return at == len(data)


class HttpConnection(HttpToolsProtocol):
    """An HTTP connection that limits the size and duration of requests and responses.

    ``open_by_address`` counts the open connections. Those of a proxy belong to many clients and are
    not limited.
    """

    _timeout: TimerHandle | None = None
    _stall: TimerHandle | None = None
    _is_rejected = False

    def __init__(
        self,
        *args: Any,
        open_by_address: Counter[str],
        is_proxy: Callable[[str], bool],
        **more: Any,
    ) -> None:
        super().__init__(*args, **more)
        self._open_by_address, self._is_proxy = open_by_address, is_proxy
        self._address = ""  # set while it is counted
        self._head_bytes: int | None = 0  # None outside of a request's head
        self._drained = 0

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Count the connection, and start the timeout of the first request."""
        super().connection_made(transport)
        self._start_timeout()
        if self.client and not self._is_proxy(self.client[0]):
            self._address = self.client[0]
            self._open_by_address[self._address] += 1
            if self._open_by_address[self._address] > MAX_CONNECTIONS_PER_ADDRESS:
                self._reject(TOO_MANY_CONNECTIONS)

    def data_received(self, data: bytes) -> None:
        """Parse data, or discard it after a rejection."""
        for start in range(0, len(data), _SLICE_BYTES):
            if self._is_rejected or self.transport.is_closing():
                return
            part = data[start : start + _SLICE_BYTES]
            super().data_received(part)
            if self.transport.get_protocol() is not self:
                return  # the connection is a WebSocket now
            if self._head_bytes is not None:
                self._head_bytes += len(part)
                if self._head_bytes > MAX_HEAD_BYTES:
                    self._reject(HEAD_TOO_LARGE)

    def on_message_begin(self) -> None:
        """Start the timeout of a request."""
        super().on_message_begin()
        self._head_bytes, self._drained = 0, 0
        self._start_timeout()

    def on_headers_complete(self) -> None:
        """Start the response, or reject an ambiguous host or an upgrade of HTTP/1.0."""
        self._head_bytes = None
        hosts = sum(name == b"host" for name, _ in self.headers)
        is_old = self.parser.get_http_version() == "1.0"
        if hosts > 1 or (not hosts and not is_old) or (is_old and self._get_upgrade()):
            self._reject(BAD_REQUEST)
        else:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Close the connection if a long body goes on after its response."""
        if self._is_rejected:
            return
        super().on_body(body)
        if self._is_answered:
            self._drained += len(body) + _CHUNK_COST
            if self._drained > MAX_DRAINED_BYTES:
                self.transport.close()

    def on_message_complete(self) -> None:
        """Cancel the timeout: the request is complete."""
        if self._is_rejected:
            return
        self._cancel_timeout()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Cancel the timeout: the connection becomes a WebSocket."""
        if self._is_rejected:
            return
        self._cancel_timeout()
        self._forget()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timeout: the client has disconnected."""
        self._cancel_timeout()
        self._forget()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Start to watch whether the client reads."""
        super().pause_writing()
        self._watch_stall(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """Stop watching: the client reads."""
        self._cancel_stall()
        super().resume_writing()

    def _watch_stall(self, unread: int) -> None:
        self._cancel_stall()
        self._stall = self.loop.call_later(STALL_S, self._on_stall, unread)

    def _on_stall(self, before: int) -> None:
        unread = self.transport.get_write_buffer_size()
        if unread < before:
            self._watch_stall(unread)
        else:
            self.transport.abort()

    def _cancel_stall(self) -> None:
        if self._stall:
            self._stall.cancel()
            self._stall = None

    def _forget(self) -> None:
        """Count this connection no longer."""
        self._cancel_stall()
        if self._address:
            self._open_by_address[self._address] -= 1
            if not self._open_by_address[self._address]:
                del self._open_by_address[self._address]
            self._address = ""

    def _start_timeout(self) -> None:
        self._cancel_timeout()
        self._timeout = self.loop.call_later(REQUEST_TIMEOUT_S, self._on_timeout)

    def _cancel_timeout(self) -> None:
        if self._timeout:
            self._timeout.cancel()
            self._timeout = None

    @property
    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    @property
    def _is_answered(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and cycle.response_complete

    def _on_timeout(self) -> None:
        if self._is_answering:
            self.transport.close()
        else:
            self._reject(REQUEST_TIMEOUT)

    def _reject(self, response: bytes) -> None:
        """Send a response and close; what is still received is discarded."""
        self._cancel_timeout()
        self._is_rejected = True
        self.transport.write(response)
        self.transport.write_eof()
        self._timeout = self.loop.call_later(LINGER_S, self.transport.close)
