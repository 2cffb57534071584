"""What is said at a table, in sentences: what to do now, what is at the cursor, how it ended."""

import re
from collections.abc import Iterator

from qttt.game import IllegalMoveError, Placement, Player, Position, mark_name
from qttt.notation.describe import describe
from qttt.notation.text import SIGNS
from qttt.notation.view import Role, view
from qttt.play import Ended

from .lists import landings, options
from .paint import written
from .scene import groups, letter
from .table import Table

MOST_NEWS = 3
"""How many events are told; a list of moves that was typed in has many."""

_CLAUSE = re.compile(r" \(R\d+\)")


def heading(table: Table) -> str:
    """The shortest answer to "what now?"."""
    if table.looking:
        return "An earlier position"
    outcome = table.match.outcome
    if outcome:
        return _verdict(table, outcome.winner)
    if table.awaits_coin:
        return "A coin decides"
    if table.is_ours and table.match.position.has_loop:
        return "You choose" if len(table.people) == 1 else f"{table.match.to_move} chooses"
    if table.is_ours:
        return "Your turn" if len(table.people) == 1 else f"{table.match.to_move} to move"
    return f"{table.match.to_move} ({_name(table, table.match.to_move)}) is to move"


def prompt(table: Table) -> str:
    """What can be done now, or how the game ended."""
    if table.looking:
        moves, end = len(table.looking.moves), len(table.line) - 1
        return f"After {moves} of {end} moves. PgUp and PgDn leaf through them, Esc returns."
    position, outcome = table.match.position, table.match.outcome
    if outcome:
        return f"{describe(position, outcome)}."
    if position.has_loop:
        return _loop(table, position)
    if not table.is_ours:
        return ""
    return _placement(table, position)


def news(table: Table) -> str:
    """What happened since a person last did something."""
    told = [str(event) for event in table.news if not isinstance(event, Ended)]
    return " ".join(["…"] * (len(told) > MOST_NEWS) + told[-MOST_NEWS:])


def detail(table: Table) -> str:
    """What is in the square at the cursor, where its marks have their other halves."""
    if table.preview is not None and table.is_choosing:
        option = options(table.position)[table.preview]
        where = ", ".join(landings(table.position, option))
        return f"{'ab'[table.preview]} would mean: {where}. Esc shows the loop again."
    if table.is_choosing or table.match.outcome or table.cursor == table.first:
        return ""
    position, square = table.position, table.cursor
    name = position.rules.board.name(square)
    parts = [f"{name}: {'; '.join(_contents(table, square)) or 'empty'}"]
    if (group := groups(position).get(square)) is not None:
        parts[0] += f" · entanglement {letter(group)}"
    return " · ".join([*parts, *_closing(table, square)])


def why_not(error: Exception) -> str:
    """What to tell a person about a request that was refused."""
    if isinstance(error, IllegalMoveError):
        text = f"{error.position.name(error.move)}: {error.reason}"
    else:
        text = str(getattr(error, "message", error))
    return _CLAUSE.sub("", text)


def legend(table: Table) -> str:
    """The signs that stand after marks now."""
    if table.preview is not None:
        return ""
    if table.position.has_loop:
        told = {Role.CLOSING: "closing", Role.LOOP: "loop", Role.STEM: "stem"}
        return "  ".join(f"{SIGNS[role]} {word}" for role, word in told.items())
    return "* landed  - vanished" if table.shows_history else ""


def _verdict(table: Table, winner: Player | None) -> str:
    if winner is None:
        return "Nobody wins"
    seats = [table.match.seats[player] for player in table.people]
    if len(seats) != 1 or not seats[0].is_human:
        return f"{winner} wins: {_name(table, winner)}"
    return "You win!" if winner in table.people else "You lose"


def _name(table: Table, player: str | None) -> str:
    return table.match.seats[Player(player)].name if player else ""


def _loop(table: Table, position: Position) -> str:
    mark, name = mark_name(len(position.marks)), position.rules.board.name
    first, second = (name(move[0]) for move in position.legal_moves)
    if table.awaits_coin:
        return f"{mark} closed a loop. Does it land on {first} or on {second}? Enter throws."
    if not table.is_ours:
        return f"{mark} closed a loop."
    return f"{mark} closed a loop. Where does it land? a: on {first}, b: on {second}."


def _placement(table: Table, position: Position) -> str:
    mark, board = mark_name(len(position.marks) + 1), position.rules.board
    is_first = len(position.marks) < 2 and len(table.line) <= 3
    keys = "press a digit" if board.has_digit_names else "use the arrows and Enter"
    if table.first is not None:
        first = board.name(table.first)
        back = f"{first} again or Esc takes it back"
        return f"{mark} is half placed, on {first}. Choose its other square; {back}."
    if not position.rules.is_quantum:
        how = f": {keys} or click" if is_first else ""
        return f"Place {mark} in a square{how}."
    if len(position.open_squares) == 1:
        return f"{mark} goes whole to {board.name(position.open_squares[0])}, the last open square."
    keys = "press two digits" if board.has_digit_names else keys
    how = f": {keys} or click" if is_first else ""
    return f"Place {mark} in two squares{how}."


def _contents(table: Table, square: int) -> Iterator[str]:
    """Each mark of a square with its other half, or what landed and what vanished there."""
    position = table.position
    name = position.rules.board.name
    gone = []
    for mark, role in view(position, table.node)[square].items():
        if role is Role.VANISHED:
            gone.append(written(mark))
        elif role is Role.CLASSICAL:
            yield f"{written(mark)}, landed" if position.rules.is_quantum else written(mark)
        else:
            a, b = position.quantum[mark]
            yield f"{written(mark)} also on {name(b if a == square else a)}"
    if gone:
        yield f"gone: {' '.join(gone)}"


def _closing(table: Table, square: int) -> Iterator[str]:
    """That the second half of a placement would close a loop here."""
    if table.first is None or square == table.first:
        return
    move = Placement(table.first, square)
    position = table.match.position
    if position.refusal(move) is None and position.play(move).has_loop:
        yield f"{mark_name(len(position.marks) + 1)} here closes a loop"
