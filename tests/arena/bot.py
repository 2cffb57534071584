"""A small engine that plays at random. Its argument selects a fault."""

import os
import sys
import threading
import time
from random import Random

from qttt.game import IllegalMoveError, IllegalPositionError, Player, Position, Rules
from qttt.notation import NotationError, parse_moves, parse_position

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""


def send(line: str) -> None:
    print(line, flush=True)


def fail_at_start() -> None:
    """Apply the faults that occur before the first line."""
    if FAULT == "crashes at once":
        raise SystemExit("no configuration file")
    if FAULT == "silent":
        time.sleep(3600)
    if FAULT == "hangs up":
        os.close(1)
        time.sleep(3600)
    if FAULT == "line without an end":
        while True:
            sys.stdout.write("x" * 10_000)
    if FAULT == "flood":
        while True:
            send("good morning")
    if FAULT == "half a line":
        sys.stdout.write("qttt")
        sys.stdout.flush()
        time.sleep(3600)
    if FAULT == "another protocol":
        send("uciok")
        time.sleep(3600)


class Bot:
    def __init__(self) -> None:
        self.position, self.rng, self.seed = Position(), Random(0), 0
        self.thinks, self.moves = False, 0

    def handle(self, line: str) -> None:
        name, _, rest = line.strip().partition(" ")
        if FAULT == "babbles on stderr":
            sys.stderr.write("thinking very hard ... " * 5000)
        if FAULT == "babbles on stdout":
            send("info text hello\nerror-free today\n\nbestmoves 99")
        if self.thinks and name not in ("isready", "stop", "quit"):
            send("error busy not now")
        elif hasattr(self, f"do_{name}"):
            getattr(self, f"do_{name}")(rest)
        elif FAULT != "never reports errors":
            send(f"error unknown {name}")

    def do_qttt(self, _: str) -> None:
        send("id name bot\nid author the tests\nid version 1")
        most = -1 if FAULT == "empty range" else 99
        options = f"option seed number 0 0 {most}\noption mood text bright\noption log file -"
        send(options if FAULT != "no seed" else "")
        if FAULT != "no protocol":
            send("id protocol 1")
        send("qtttok")

    def do_isready(self, _: str) -> None:
        send("readyok")

    def do_setoption(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        if name != "seed":
            send("error syntax no such option")
        else:
            self.seed = int(value)

    def do_newgame(self, rest: str) -> None:
        self.rng.seed(self.seed)
        if not rest.startswith("rules "):
            send("error syntax newgame rules RULES")
            return
        if FAULT == "plays goff only" and rest != "rules goff":
            send("error rules goff only")
            return
        try:
            self.position = Position(Rules.parse(rest.removeprefix("rules ")))
        except ValueError as error:
            send(f"error rules {error}")

    def do_position(self, rest: str) -> None:
        text, _, moves = rest.partition(" moves ")
        try:
            start = parse_position(text, self.position.rules)
            position = parse_moves(moves, start).position
            self.position = start if FAULT == "forgets the moves" else position
        except NotationError as error:
            send(f"error notation {error.message}")
        except (IllegalMoveError, IllegalPositionError) as error:
            kind = "wrong" if FAULT == "wrong kind of error" else "illegal"
            send(f"error {kind} {getattr(error, 'message', error)}")

    def do_go(self, rest: str) -> None:
        self.moves += 1
        if rest.split()[0] not in ("time", "nodes", "infinite"):
            send("error syntax go how?")
        elif not isinstance(self.position.to_move, Player):
            send("bestmove 12" if FAULT == "moves when the game is over" else "error state no")
        elif rest == "infinite" and FAULT != "does not wait for stop":
            self.thinks = True
        else:
            self.answer()

    def do_stop(self, _: str) -> None:
        if self.thinks and FAULT != "does not stop":
            self.thinks = False
            self.answer()

    def do_quit(self, _: str) -> None:
        if FAULT != "does not quit":
            sys.exit()

    def answer(self) -> None:
        if FAULT == "crashes in the middle" and self.moves > 6:
            os._exit(3)
        if FAULT == "raises in the middle" and self.moves > 6:
            raise ZeroDivisionError("a mistake")
        if FAULT == "illegal move" and self.moves > 6:
            send("bestmove 99")
        elif FAULT == "no move" and self.moves > 6:
            send("bestmove")
        else:
            send(f"bestmove {self.position.name(self.rng.choice(self.position.legal_moves))}")


if __name__ == "__main__":
    fail_at_start()
    bot = Bot()
    for line in sys.stdin:
        bot.handle(line)
    if FAULT == "does not leave":
        threading.Event().wait()
