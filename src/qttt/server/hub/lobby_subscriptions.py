"""Which clients follow the lobby, and what changes in it."""

from collections.abc import Iterable, Mapping

from qttt.server.protocol import outgoing

Fields = Mapping[str, object]


class LobbySubscriptions:
    """The ``clients`` that follow the lobby, and its public seeks and games."""

    def __init__(self) -> None:
        self.clients: set[int] = set()
        self._seeks: dict[object, Fields] = {}
        self._games: dict[object, Fields] = {}
        self._snapshot = ""

    def snapshot(self, online: int) -> str:
        """Return the whole lobby as of the last update; ``online`` counts connected clients."""
        if not self._snapshot:
            self._snapshot = outgoing.lobby(self._seeks.values(), self._games.values(), online)
        return self._snapshot

    def update(self, seeks: Iterable[Fields], games: Iterable[Fields], online: int) -> str:
        """Replace the seeks and games. Returns the message with the changes, empty if none."""
        old_seeks, self._seeks = self._seeks, {each["seek"]: each for each in seeks}
        old_games, self._games = self._games, {each["game"]: each for each in games}
        new_seeks = [each for key, each in self._seeks.items() if old_seeks.get(key) != each]
        new_games = [each for key, each in self._games.items() if old_games.get(key) != each]
        removed = [*(old_seeks.keys() - self._seeks), *(old_games.keys() - self._games)]
        if not (new_seeks or new_games or removed):
            return ""
        self._snapshot = ""
        return outgoing.lobby_changes(new_seeks, new_games, sorted(map(str, removed)), online)
