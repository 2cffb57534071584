"""Faster WebSockets and request timeouts for uvicorn.

After accepting a WebSocket, the application takes it over by an ASGI extension: messages are passed
to a callback as they arrive and written at once. As ASGI events, each would pass three queues and
wake two tasks.
"""

from asyncio import TimerHandle, Transport
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
"""How long to keep reading after a timeout: a reset could discard the response (RFC 9112, 9.6)."""
_TEXT = 0x81
"""The first byte of a text message in one frame."""
_MASKED, _TWO_BYTES, _EIGHT_BYTES = 0x80, 126, 127
"""In the second byte: the mask bit, and the codes for a length field of two or eight bytes."""
_HEAD = 6
"""The size of the header of a client's short frame, which ends with the four bytes of the mask."""
_LAST = 0x80
"""The FIN bit in the first byte."""
REQUEST_TIMEOUT_RESPONSE = (
    b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
)


class WebSocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket that passes each text message to ``on_text``, once that is set."""

    on_text: Callable[[str], None] | None = None
    closing: Closing | None = None
    """The requested code and reason for closing; the application gets a disconnect event."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._queue = SendQueue()
        self._is_aligned = True  # the data so far ended with a whole message

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
        """Decode whole short messages directly; leave everything else to the parser."""
        is_open = self.conn.state is State.OPEN
        texts = decode_frames(data) if self.on_text and is_open and self._is_aligned else []
        if self.on_text and texts:
            for text in texts:
                self.on_text(text)
        else:
            self._is_aligned &= not is_open or is_aligned(data)
            super().data_received(data)

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
    """An HTTP connection with a timeout for receiving each request."""

    _timeout: TimerHandle | None = None
    _has_timed_out = False

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Start the timeout of the first request."""
        super().connection_made(transport)
        self._start_timeout()

    def data_received(self, data: bytes) -> None:
        """Parse data, or discard it after a timeout."""
        if not self._has_timed_out:
            super().data_received(data)

    def on_message_begin(self) -> None:
        """Start the timeout of a request."""
        super().on_message_begin()
        self._start_timeout()

    def on_message_complete(self) -> None:
        """Cancel the timeout: the request is complete."""
        self._cancel_timeout()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Cancel the timeout: the connection becomes a WebSocket."""
        self._cancel_timeout()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timeout: the client has disconnected."""
        self._cancel_timeout()
        super().connection_lost(exc)

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

    def _on_timeout(self) -> None:
        if self._is_answering:
            self.transport.close()
            return
        self._has_timed_out = True
        self.transport.write(REQUEST_TIMEOUT_RESPONSE)
        self.transport.write_eof()
        self._timeout = self.loop.call_later(LINGER_S, self.transport.close)
