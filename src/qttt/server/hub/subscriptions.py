"""Which clients follow which channels; the process subscribes to those on the bus."""

from collections import defaultdict

from .effects import Effect, Subscribe, Unsubscribe


class Subscriptions:
    """The followers of each channel; effects are appended to ``out``."""

    def __init__(self, out: list[Effect]) -> None:
        self._out = out
        self._clients: defaultdict[str, set[int]] = defaultdict(set)

    def clients(self, channel: str) -> tuple[int, ...]:
        return tuple(sorted(self._clients.get(channel, ())))

    def follow(self, client: int, channel: str) -> bool:
        """Let a client follow a channel. Returns whether it is the first that does."""
        is_first = channel not in self._clients
        self._clients[channel].add(client)
        if is_first:
            self._out.append(Subscribe(channel))
        return is_first

    def leave(self, client: int, channel: str) -> None:
        """Let a client follow a channel no more."""
        followers = self._clients.get(channel, set())
        if client in followers:
            followers.remove(client)
            if not followers:
                del self._clients[channel]
                self._out.append(Unsubscribe(channel))
