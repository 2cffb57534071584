"""Texts of the shell. Squares are (row, column) from 0, as in its commands."""

from collections import Counter
from collections.abc import Iterable, Iterator

from qttt.game import Board, Collapse, Move, Player, Position, Rules, Termination, mark_name
from qttt.game.outcome import find_krists, score_game
from qttt.notation.text import describe
from qttt.play import Collapsed, Event, Match, Played

# --- squares and moves -----------------------------------------------------------------------


def place(board: Board, square: int) -> str:
    """Format a square for a sentence: ``(0,3)``."""
    row, col = divmod(square, board.cols)
    return f"({row},{col})"


def numbers(board: Board, squares: Iterable[int]) -> str:
    """Format squares as arguments of a command: ``0 3 1 0``."""
    return " ".join(f"{square // board.cols} {square % board.cols}" for square in squares)


def command(board: Board, move: Move) -> str:
    """Return the command for a move."""
    squares = [move.square] if isinstance(move, Collapse) else dict.fromkeys(move)
    return f"play {numbers(board, squares)}"


def event_words(event: Event, board: Board) -> str:
    """Describe an event in a sentence."""
    if isinstance(event, Played):
        where = " and ".join(place(board, square) for square in dict.fromkeys(event.move))
        closing = ", and closes a loop" * event.after.has_loop
        return f"{mark_name(event.mark)} goes to {where}{closing}."
    if isinstance(event, Collapsed):
        who = f"The coin ({event.toss.source})" if event.toss else event.by
        return f"{who} collapses the loop: {landing_words(event.landings, board)}."
    return str(event)


def landing_words(landed: dict[int, int], board: Board) -> str:
    """Describe where marks land."""
    return ", ".join(f"{mark_name(mark)} on {place(board, s)}" for mark, s in landed.items())


# --- status ----------------------------------------------------------------------------------


def status(match: Match, *, unicode: bool = True) -> str:
    """Describe who is to move, with the possible commands, or how the game ended."""
    position, board = match.position, match.rules.board
    if match.outcome:
        return _end(match, unicode=unicode)
    mark = len(position.marks)
    if position.has_loop:
        ways = " or ".join(command(board, move) for move in position.legal_moves)
        return f"{position.chooser} decides where {mark_name(mark)} lands: {ways}"
    turn = f"{position.turn} to place {mark_name(mark + 1)}"
    if len(position.legal_moves) == 1:
        return f"{turn} in the last square: {command(board, position.legal_moves[0])}"
    return turn


def _end(match: Match, *, unicode: bool) -> str:
    text = describe(match.position, match.outcome, unicode=unicode)
    if match.end_off_board or not match.outcome or match.rules.line is None:
        return text
    lines = [
        f"{line.player} {' '.join(place(match.rules.board, s) for s in line.squares)} "
        f"by {mark_name(line.time)}"
        for line in match.outcome.lines
    ]
    return f"{text.partition(': ')[0]}: {', '.join(lines)}" if lines else text


def krist_words(position: Position) -> str:
    """List the krists so far, and the player who leads (R14).

    >>> krist_words(Position(Rules.preset("krist", 3), (0, 4, 1, 5)))
    'Krists so far: X 1 of length 2; O 1 of length 2. Neither player leads.'
    """
    krists = find_krists(position.rules.board, position.classical)
    sides = []
    for player in Player:
        counts = Counter(len(krist.squares) for krist in krists if krist.player is player)
        lengths = sorted(counts)[::-1]
        listed = ", ".join(f"{counts[length]} of length {length}" for length in lengths)
        sides.append(f"{player} {listed or 'none'}")
    winner = score_game(position.rules, Termination.FULL, position.classical).winner
    return f"Krists so far: {'; '.join(sides)}. {winner or 'Neither player'} leads."


# --- rules -----------------------------------------------------------------------------------

_MARKS = {
    "quantum": "X and O take turns. A mark goes into two different open squares; it is quantum.",
    "classical": "X and O take turns. A mark goes into one open square.",
}
_PAIR_LOOPS = {
    "allowed": "Two marks on the same two squares are also a loop.",
    "forbidden": "Two marks on the same two squares are forbidden.",
}
_CHOOSER = {
    "other": "the player who did not close it decides",
    "closer": "the player who closed it decides",
    "chance": "a coin decides",
}
_LAST = {
    "forced": "The last open square takes a whole mark.",
    "empty": "The last open square stays empty.",
}
_SCORING = {
    "goff": "The earliest line gets 1 point, a later one of the other player half a point; "
    "X gets 2 for two lines at once, 1 1/2 for one after the other.",
    "winner": "The earliest line wins.",
    "complete": "A line wins, unless both players have one.",
    "match": "The earliest line wins 2-0; a draw is 1-1.",
    "krist": "A krist is a run of two or more classical marks of one player in a row, column or "
    "diagonal. The longest krist wins; then their number; then the next shorter ones.",
}


def rules_words(rules: Rules) -> Iterator[str]:
    """Describe the rules, one or two sentences per line."""
    yield f"{rules}: a board of {rules.rows} rows and {rules.cols} columns, counted from 0."
    yield _MARKS[rules.marks]
    if rules.is_quantum:
        yield (
            "Marks that share squares are entangled. A mark that closes a loop makes all marks "
            f"entangled with it classical: {_CHOOSER[rules.chooser]} where it lands."
        )
        yield f"{_PAIR_LOOPS[rules.pair_loops]} {_LAST[rules.last_square]}"
    until = "the board is full" if rules.ends == "full" else "there is a line"
    line = f" A line is {rules.line} classical marks of one player." if rules.line else ""
    yield f"The game ends when {until}.{line}"
    yield _SCORING[rules.scoring]
