"""HTTP connections with limits that protect other clients.

A subclass of uvicorn's protocol, because its public interface limits neither the size of a
request's head nor what a client can leave unread. By night it is tested with the newest uvicorn.
"""

from asyncio import TimerHandle, Transport
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from .connection_limits import AddressLimiter

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
SLICE_BYTES = 4 * 1024
"""How much is parsed before limits are checked."""
_CHUNK_COST = 64
"""What parsing a chunk of a body costs, in bytes."""
REQUEST_TIMEOUT, HEAD_TOO_LARGE, TOO_MANY_CONNECTIONS = (
    f"HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".encode()
    for status in (
        "408 Request Timeout",
        "431 Request Header Fields Too Large",
        "503 Service Unavailable",
    )
)


class HttpConnection(HttpToolsProtocol):
    """An HTTP connection that limits the size and duration of requests and responses.

    ``limiter`` limits the connections of an address, and knows the trusted proxies.
    """

    _timeout: TimerHandle | None = None
    _stall: TimerHandle | None = None
    _is_rejected = False

    def __init__(self, *args: Any, limiter: AddressLimiter, **more: Any) -> None:
        super().__init__(*args, **more)
        self._limiter = limiter
        self._counted = ""  # the address, while the connection is counted
        self._head_bytes: int | None = 0  # None outside of a request's head
        self._drained = 0

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Count the connection, and start the timeout of the first request."""
        super().connection_made(transport)
        self._start_timeout()
        if self.client and not self._limiter.admit(self.client[0]):
            self._reject(TOO_MANY_CONNECTIONS)
        elif self.client:
            self._counted = self.client[0]

    def data_received(self, data: bytes) -> None:
        """Parse data, or discard it after a rejection."""
        for start in range(0, len(data), SLICE_BYTES):
            if self._is_rejected or self.transport.is_closing():
                return
            part = data[start : start + SLICE_BYTES]
            super().data_received(part)
            if self.transport.get_protocol() is not self:
                return  # the connection is a WebSocket now
            if self._head_bytes is not None:
                self._head_bytes += len(part)
                if self._head_bytes > MAX_HEAD_BYTES:
                    self._reject(HEAD_TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head_bytes, self._drained = 0, 0
        self._start_timeout()

    def on_headers_complete(self) -> None:
        """Start the response; log a proxy that is not trusted.

        Raises ``ValueError``, which uvicorn answers with 400, without exactly one ``Host`` (RFC
        9112, 3.2). HTTP/1.0 needs none, and cannot upgrade.
        """
        self._head_bytes = None
        names = [name for name, _ in self.headers]
        hosts = names.count(b"host")
        is_old = self.parser.get_http_version() == "1.0"
        if hosts > 1 or (not is_old and not hosts) or (is_old and self.parser.should_upgrade()):
            raise ValueError("the request must have one Host header")
        if self.client and b"x-forwarded-for" in names:
            self._limiter.proxies.report_forwarding(self.client[0])
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Close the connection if a long body goes on after its response."""
        super().on_body(body)
        if self._is_complete():
            self._drained += len(body) + _CHUNK_COST
            if self._drained > MAX_DRAINED_BYTES:
                self.transport.close()

    def on_message_complete(self) -> None:
        self._cancel_timeout()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Cancel the timeout: the connection becomes a WebSocket."""
        self._cancel_timeout()
        self._forget()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
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
        if self._counted:
            self._limiter.release(self._counted)
            self._counted = ""

    def _start_timeout(self) -> None:
        self._cancel_timeout()
        self._timeout = self.loop.call_later(REQUEST_TIMEOUT_S, self._on_timeout)

    def _cancel_timeout(self) -> None:
        if self._timeout:
            self._timeout.cancel()
            self._timeout = None

    def _is_complete(self) -> bool | None:
        """Return whether the current response is complete, None if there is none."""
        cycle: RequestResponseCycle | None = self.cycle
        return None if cycle is None else cycle.response_complete

    def _on_timeout(self) -> None:
        if self._is_complete() is False:
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
