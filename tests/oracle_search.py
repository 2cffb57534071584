"""Test oracle for game trees: reachable positions and values."""

from tests.oracle import (
    Game,
    Where,
    landed,
    legal_moves,
    pending_loop,
    play,
    points,
    stops_at_line,
    to_move,
)


def reached(game: Game, max_marks: int | None = None) -> set[Where]:
    """All positions reachable from the empty board, with at most ``max_marks`` marks."""
    seen: set[Where] = {()}
    fresh: list[Where] = [()]
    while fresh:
        where = fresh.pop()
        for move in legal_moves(game, where):
            after = play(where, move)
            if after not in seen and (max_marks is None or len(after) <= max_marks):
                seen.add(after)
                fresh.append(after)
    return seen


def is_reachable(game: Game, target: Where) -> bool:
    """Whether some game reaches these marks, by searching all histories that could."""
    seen: set[Where] = {()}
    fresh: list[Where] = [()]
    while fresh:
        where = fresh.pop()
        if where == target:
            return True
        for move in legal_moves(game, where):
            after = play(where, move)
            if after not in seen and _on_the_way(after, target):
                seen.add(after)
                fresh.append(after)
    return False


def fits_the_theorem(game: Game, where: Where) -> bool:
    """Whether a position is reachable, by the theorem of the specification instead of search.

    Any two or more classical marks can have landed in one collapse: place each on its own square
    and the next one's, in a circle that the last closes. So a position is unreachable only for
    these reasons: two marks on one square, too few classical marks for a loop, a loop that should
    have been collapsed, or a game that had already ended.
    """
    settled = [mark for mark, spots in enumerate(where, start=1) if len(spots) == 1]
    floating = [spots for spots in where if len(spots) == 2]
    if len(landed(where)) < len(settled) or any(spots & set(landed(where)) for spots in floating):
        return False
    if game.marks == "classical":
        return not floating and not (where and stops_at_line(game, where[:-1]))
    if 0 < len(settled) < (3 if game.pair_loops == "forbidden" else 2):
        return False
    if game.pair_loops == "forbidden" and len(set(floating)) < len(floating):
        return False
    if stops_at_line(game, where) and len(where) not in settled:
        return False
    earlier = [spots for spots in where[:-1] if len(spots) == 2]
    return not any(pending_loop(tuple(earlier[:n])) is not None for n in range(len(earlier) + 1))


def _on_the_way(where: Where, target: Where) -> bool:
    """Whether every mark still has the squares of the target; marks never gain squares."""
    return len(where) <= len(target) and all(
        now >= then for now, then in zip(where, target, strict=False)
    )


def value(game: Game, where: Where) -> float:
    """Points of X minus points of O under perfect play; a coin counts as its mean."""
    return _value(game, where, {})


def _value(game: Game, where: Where, known: dict[Where, float]) -> float:
    if where not in known:
        values = [_value(game, play(where, move), known) for move in legal_moves(game, where)]
        if not values:
            x, o = points(game, where)
            known[where] = x - o
        elif to_move(game, where) == "chance":
            known[where] = sum(values) / len(values)
        else:
            known[where] = max(values) if to_move(game, where) == "X" else min(values)
    return known[where]
