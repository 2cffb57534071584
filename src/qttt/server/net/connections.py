"""Connections as uvicorn has them, without detours and without endless patience.

A WebSocket begins as any request does, and is the application's to accept. Then the application
takes it over, by an extension of ASGI: what a client says is heard as it arrives, and what it is
told goes out at once, where each message would else pass three queues and wake two tasks.
"""

from asyncio import TimerHandle, Transport
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from .mailbox import SLOW, Closing, Waiting
from .socket import LINE

REQUEST = 20.0
"""So many seconds a request may take to arrive, from the first byte, or the connection, on."""
LINGERING = 1.0
"""So many seconds a client that is given up is still listened to: were it cut off while it writes,
its system would throw away what it has been told (RFC 9112, 9.6)."""
_TEXT = 0x81
"""The first byte of a text in one frame."""
_MASKED, _TWO_BYTES, _EIGHT_BYTES = 0x80, 126, 127
"""The second byte: how long it is, or how many bytes tell that; a client's has a mask, too."""
_HEAD = 6
"""How many bytes come before a client's short text, of which the last four are the mask."""
_LAST = 0x80
"""In the first byte: the message ends with this frame."""
LATE = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Line(WebSocketsSansIOProtocol):
    """A WebSocket; ``hear`` is called with each text that the client sends, once it is set."""

    hear: Callable[[str], None] | None = None
    closing: Closing | None = None
    """How it is to be closed, if it is; the application then receives a disconnect, and does so."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._waiting = Waiting()
        self._is_whole = True  # what came so far were messages; else only the parser knows where

    # --- for the application ---------------------------------------------------------------------

    def put(self, texts: Sequence[str]) -> None:
        """Send ``texts``; a client that reads too slowly is parted with instead."""
        if self.closing or self.disconnected:
            return
        if self.writable.is_set():
            self.transport.write(b"".join(map(framed, texts)))
        elif not all(map(self._waiting.put, texts)):
            self.close(*SLOW)

    def close(self, code: int, reason: str) -> None:
        """Have the application close the connection, when what was put has been sent."""
        if self.closing is None:
            self.closing = Closing(code, reason)
            self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})

    def cut(self) -> None:
        """End the connection without a word."""
        self.transport.abort()

    # --- for uvicorn -----------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Something has arrived: mostly short texts as wholes, for which no parser is needed."""
        is_open = self.conn.state is State.OPEN
        texts = unframed(data) if self.hear and is_open and self._is_whole else []
        if self.hear and texts:
            for text in texts:
                self.hear(text)
        else:
            self._is_whole &= not is_open or are_messages(data)
            super().data_received(data)

    async def run_asgi(self) -> None:
        """Have the application answer; it finds the line among the extensions."""
        extensions = self.scope["extensions"]
        extensions[LINE] = self  # type: ignore[assignment]
        try:
            await super().run_asgi()
        finally:
            del extensions[LINE]  # else only the garbage collector would part the two

    def send_receive_event_to_app(self) -> None:
        """A message has arrived."""
        if self.hear is None or self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            return
        try:
            text = b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.conn.fail(1007, "text is UTF-8")
            self.handle_parser_exception()
        else:
            self.frames = []
            self.hear(text)

    def resume_writing(self) -> None:
        """The client has read on."""
        super().resume_writing()
        while self._waiting and self.writable.is_set() and not self.close_sent:
            self.transport.write(framed(self._waiting.take()))


@lru_cache(maxsize=64)
def framed(text: str) -> bytes:
    """A message as it is on the wire, where it is the same for everybody (RFC 6455, 5.2)."""
    payload = text.encode()
    size = len(payload)
    if size < _TWO_BYTES:
        return bytes((_TEXT, size)) + payload
    if size < 1 << 16:
        return bytes((_TEXT, _TWO_BYTES)) + size.to_bytes(2) + payload
    return bytes((_TEXT, _EIGHT_BYTES)) + size.to_bytes(8) + payload


def unframed(data: bytes) -> list[str]:
    """The texts of a client's frames, if ``data`` are just such: whole, short and in order.

    None of them for anything else, which is not said to be wrong.
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


def are_messages(data: bytes) -> bool:
    """Whether ``data`` are whole messages of a client, each in one frame."""
    at = 0
    while at + 2 <= len(data) and data[at] & _LAST:
        size = data[at + 1] & ~_MASKED
        bytes_of_size = {_TWO_BYTES: 2, _EIGHT_BYTES: 8}.get(size, 0)
        if bytes_of_size:
            size = int.from_bytes(data[at + 2 : at + 2 + bytes_of_size])
        at += _HEAD + bytes_of_size + size
    return at == len(data)


class Http(HttpToolsProtocol):
    """An HTTP connection, which ends if a request takes too long to arrive."""

    _late: TimerHandle | None = None
    _is_over = False

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Somebody is there, who has to say something soon."""
        super().connection_made(transport)
        self._expect()

    def data_received(self, data: bytes) -> None:
        """Something has arrived; what a client still sends that was given up is thrown away."""
        if not self._is_over:
            super().data_received(data)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._expect()

    def on_message_complete(self) -> None:
        """A request is there as a whole."""
        self._arrived()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """The request was for a WebSocket."""
        self._arrived()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """There is nobody any more."""
        self._arrived()
        super().connection_lost(exc)

    def _expect(self) -> None:
        self._arrived()
        self._late = self.loop.call_later(REQUEST, self._give_up)

    def _arrived(self) -> None:
        if self._late:
            self._late.cancel()
            self._late = None

    @property
    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def _give_up(self) -> None:
        if self._is_answering:
            self.transport.close()
            return
        self._is_over = True
        self.transport.write(LATE)
        self.transport.write_eof()
        self._late = self.loop.call_later(LINGERING, self.transport.close)
