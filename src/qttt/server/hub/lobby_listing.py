"""The lobby as its followers know it, and what changes in it."""

from collections.abc import Iterable

from qttt.server.protocol import ListedGame, ListedSeek, LobbyChanges, LobbySnapshot


class LobbyListing:
    """The public seeks and games as of the last update.

    ``waiting`` are followers who are sent the whole lobby after the next update; it is current
    (``is_current``) as long as it has followers.
    """

    def __init__(self) -> None:
        self.is_current = False
        self.waiting: set[int] = set()
        self._seeks: dict[str, ListedSeek] = {}
        self._games: dict[str, ListedGame] = {}

    def snapshot(self, online: int) -> LobbySnapshot:
        """Return the whole lobby; ``online`` counts connected clients."""
        return LobbySnapshot(list(self._seeks.values()), list(self._games.values()), online)

    def update(
        self, seeks: Iterable[ListedSeek], games: Iterable[ListedGame], online: int
    ) -> LobbyChanges | None:
        """Replace the seeks and games. Returns the message with the changes, None if none."""
        old_seeks, self._seeks = self._seeks, {each.seek: each for each in seeks}
        old_games, self._games = self._games, {each.game: each for each in games}
        self.is_current = True
        new_seeks = [each for key, each in self._seeks.items() if old_seeks.get(key) != each]
        new_games = [each for key, each in self._games.items() if old_games.get(key) != each]
        removed = [*(old_seeks.keys() - self._seeks), *(old_games.keys() - self._games)]
        if not (new_seeks or new_games or removed):
            return None
        return LobbyChanges(new_seeks, new_games, sorted(removed), online)
