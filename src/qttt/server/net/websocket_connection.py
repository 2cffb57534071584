"""WebSockets with a read budget, whose messages bypass the queues of ASGI.

A subclass of uvicorn's protocol, because no public interface limits frames of all kinds; by night
it is tested with the newest uvicorn. After accepting a WebSocket, the application takes it over by
an ASGI extension.
"""

from asyncio import TimerHandle
from collections.abc import Callable, Sequence
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from qttt.server.hub.clients import TokenBucket

from .connections import CONNECTION_EXTENSION, SLOW, Closing, SendQueue
from .http_connection import LINGER_S

READ_BURST_BYTES, READ_BYTES_PER_S = 128 * 1024, 100_000
"""The budget of a WebSocket, at once and lasting."""
FRAME_COST = 500
"""What a frame costs in addition to its size: at most 200 frames per second are parsed."""
TURN_BYTES = 256
"""How much of a connection, usually a whole message, is parsed before the others have a turn."""


class WebSocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket that passes each text message to ``on_text``, once the application sets it."""

    on_text: Callable[[str], None] | None = None
    closing: Closing | None = None
    """The requested code and reason for closing; the application gets a disconnect event."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.close_timeout = LINGER_S  # after which a client that sends on is read no more
        self._queue = SendQueue()
        self._budget = TokenBucket(READ_BYTES_PER_S, READ_BURST_BYTES, self._now)
        self._unread = bytearray()  # received, but not parsed yet
        self._brake: TimerHandle | None = None

    # --- for the application ---------------------------------------------------------------------

    def take_over(self, on_text: Callable[[str], None]) -> None:
        """Pass messages to ``on_text``, and release what the handshake has needed."""
        self.on_text = on_text
        del self.request, self.response

    def send_all(self, lines: Sequence[bytes]) -> None:
        """Send ``lines``, or close the connection if the client reads too slowly."""
        if self.closing or self.disconnected:
            return
        if self.writable.is_set():
            self._write(lines)
        elif not all(map(self._queue.put, lines)):
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
        if self.conn.parser_exc:
            return
        self._unread += data
        if self._brake:
            self.transport.pause_reading()  # uvicorn has resumed it
        else:
            self._parse()

    @property
    def _now(self) -> float:
        return 1000 * self.loop.time()

    def _parse(self) -> None:
        """Parse what the budget and one turn allow; the rest, if any, in later turns."""
        delay = self._budget.delay(self._now)
        if not delay:
            size = TURN_BYTES if self.handshake_initiated else len(self._unread)
            part = bytes(self._unread[:size])
            del self._unread[:size]
            self._budget.spend(len(part))
            if self.close_sent or not self.closing:  # otherwise the application is about to close
                super().data_received(part)
        if self._unread and not self.transport.is_closing():
            self.transport.pause_reading()
            self._brake = self.loop.call_later(delay / 1000, self._release_brake)

    def _release_brake(self) -> None:
        self._brake = None
        self._parse()
        if not (self._unread or self.read_paused or self.transport.is_closing()):
            self.transport.resume_reading()

    def handle_events(self) -> None:
        """Charge for frames of all kinds."""
        self._budget.spend(FRAME_COST * len(self.conn.events))
        super().handle_events()

    def handle_parser_exception(self) -> None:
        """Handle what came before the error, and send the close code.

        What is still received is discarded, because a reset could discard the code.
        """
        self.handle_events()
        if self.close_sent or self.conn.close_sent is None:
            return
        code, reason = self.conn.close_sent.code, self.conn.close_sent.reason
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.write_eof()
        self.close_sent = True
        self._unread.clear()
        self.close_timer = self.loop.call_later(LINGER_S, self.transport.close)

    def handle_ping(self) -> None:
        """Answer a ping, but not if the client does not read the answers."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.abort()

    def connection_lost(self, exc: Exception | None) -> None:
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
        """Pass a text message to ``on_text``."""
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
        while self._queue and self.writable.is_set():
            self._write([self._queue.take()])

    def _write(self, lines: Sequence[bytes]) -> None:
        if self.conn.state is State.OPEN:
            for line in lines:
                self.conn.send_text(line)
            self.transport.write(b"".join(self.conn.data_to_send()))
