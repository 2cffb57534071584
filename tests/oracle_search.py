"""What the oracle can say about whole trees of games: counts, reachable positions, values."""

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


def reached(game: Game, most: int | None = None) -> set[Where]:
    """Every position that play can reach from the empty board, with at most that many marks."""
    seen: set[Where] = {()}
    fresh: list[Where] = [()]
    while fresh:
        where = fresh.pop()
        for move in legal_moves(game, where):
            after = play(where, move)
            if after not in seen and (most is None or len(after) <= most):
                seen.add(after)
                fresh.append(after)
    return seen


def is_reachable(game: Game, target: Where) -> bool:
    """Whether some game arrives at these marks: tries every history that could."""
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
    """Whether a position can be reached, by the theorem of the specification instead of search.

    Any two or more classical marks can have landed in one collapse: put each on its own square
    and on the next one's, in a circle, and let the last close it. So only these can be wrong: two
    marks in one place, too few classical marks for a circle, a loop that should have been
    collapsed, and a game that had already ended.
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
    """A mark never gains squares, so each must still allow what the target says."""
    return len(where) <= len(target) and all(
        now >= then for now, then in zip(where, target, strict=False)
    )


def value(game: Game, where: Where) -> float:
    """Points of X minus points of O under perfect play; a coin counts as its mean."""
    return _value(game, where, {})


def _value(game: Game, where: Where, known: dict[Where, float]) -> float:
    if where not in known:
        each = [_value(game, play(where, move), known) for move in legal_moves(game, where)]
        if not each:
            x, o = points(game, where)
            known[where] = x - o
        elif to_move(game, where) == "chance":
            known[where] = sum(each) / len(each)
        else:
            known[where] = max(each) if to_move(game, where) == "X" else min(each)
    return known[where]
