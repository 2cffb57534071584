"""Output of the commands ``moves``, ``value`` and ``hint``."""

from collections.abc import Iterator

from qttt.engine import UnsolvableError
from qttt.engine.values import describe_value, format_value
from qttt.game import Collapse, Move, Position
from qttt.play import Collapsed, Match
from qttt.study import Evaluation, evaluator_for

from .words import command, krist_words, landing_words, place, status

_MAX_HINTS = 3
"""Maximum number of equally good moves that are listed."""


def moves(match: Match, *, unicode: bool) -> Iterator[str]:
    """Format the legal moves as commands."""
    position, board = match.position, match.rules.board
    legal = () if match.outcome else position.legal_moves
    if not legal:
        yield status(match, unicode=unicode)
    elif position.has_loop or len(legal) == 1:
        for move in legal:
            yield command(board, move) + _landing(position, move)
    else:
        which = "one" if not match.rules.is_quantum else "two different ones"
        yield f"{len(legal)} moves: {which} of these {len(position.open_squares)} squares:"
        yield " ".join(place(board, square) for square in position.open_squares)
        if match.rules.pair_loops == "forbidden" and position.quantum:
            pairs = sorted(set(position.quantum.values()))
            taken = ", ".join(" and ".join(place(board, s) for s in pair) for pair in pairs)
            yield f"but not the pairs {taken}."


def _landing(position: Position, move: Move) -> str:
    """Describe where a collapse puts the marks."""
    if not isinstance(move, Collapse):
        return ""
    landed = Collapsed(by="chance", move=move, before=position).landings
    return f": {landing_words(landed, position.rules.board)}"


def value(match: Match, *, unicode: bool) -> Iterator[str]:
    """Format the value under perfect play, exact or estimated, and krists, if scored."""
    position = match.position
    if match.outcome:
        yield status(match, unicode=unicode)
        return
    if position.rules.scoring == "krist":
        yield krist_words(position)
    evaluation = _evaluate(position)
    if isinstance(evaluation, str):
        yield f"The value is not known: {evaluation}."
    else:
        yield f"Value {_value(evaluation, unicode=unicode)}."


def hint(match: Match, *, unicode: bool) -> Iterator[str]:
    """Format the best moves as commands."""
    if match.outcome:
        yield status(match, unicode=unicode)
        return
    evaluation = _evaluate(match.position)
    if isinstance(evaluation, str):
        yield f"No hint: {evaluation}."
        return
    best, board = evaluation.best, match.rules.board
    more = f", or {len(best) - _MAX_HINTS} equally good" if len(best) > _MAX_HINTS else ""
    yield " or ".join(command(board, move) for move in best[:_MAX_HINTS]) + more
    yield f"Value {_value(evaluation, unicode=unicode)}."


def _evaluate(position: Position) -> Evaluation | str:
    """Solve the position or search it, or return why that is not possible."""
    try:
        return evaluator_for(position.rules)(position)
    except UnsolvableError as error:
        return str(error)


def _value(evaluation: Evaluation, *, unicode: bool) -> str:
    value, is_exact = evaluation.value, evaluation.is_exact
    figures = format_value(value, is_exact=is_exact, unicode=unicode)
    words = describe_value(value, evaluation.position, is_exact=is_exact)
    return f"{'' if is_exact else 'about '}{figures}: {words}"
