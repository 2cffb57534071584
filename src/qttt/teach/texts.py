"""The printed rules of the quantum game and of the semiclassical game.

``docs/teach/semiclassical.md`` contains the semiclassical rules verbatim, as a test checks.
"""

from .blocks import Block, Boards, Heading, Items, Text

RULES: tuple[Block, ...] = (
    Text("For two players, X and O, on a board of 3×3 squares. X begins."),
    Heading("Your turn"),
    Items(
        (
            "Put **one mark into two squares**, written small in both, with the number of the "
            "move beside it: X1, then O2, X3, O4 and so on. Both halves are one mark, which "
            "finally is in one of the two squares. Until then it is a **quantum mark**.",
            "A square can hold any number of quantum marks. Marks that share a square are "
            "**entangled**, and so is everything that is entangled with them.",
        )
    ),
    Heading("A loop, and its collapse"),
    Items(
        (
            "Follow the marks from square to square. If your mark joins two squares that were "
            "already connected, you have closed a **loop**. Two marks in the same two squares are "
            "a loop, too.",
            "Then **the other player decides** in which of its two squares the mark that closed "
            "the loop lands. That pushes every mark entangled with it into a separate square, "
            "including marks that are attached to the loop (**stems**). There are exactly two "
            "outcomes.",
            "Write each mark that has landed **large** into its square, and cross out all small "
            "marks there. It is now **classical** and stays. No more marks can be placed in that "
            "square.",
            "A collapse is not a turn: the player who decided it now also places the next mark.",
        )
    ),
    Boards(
        (
            ("12 25 59 15", "O4 closes the loop X1, O2, O4. X3 is a stem. X decides."),
            ("12 25 59 15 @1", "O4 lands on 1 ..."),
            ("12 25 59 15 @5", "... or on 5. X3 lands on 9 either way."),
        )
    ),
    Heading("The end"),
    Items(
        (
            "After a collapse, look for **three large marks in a row**. Small marks do not count. "
            "A line ends the game.",
            "One player has one line: **1 point**. Both have a line: compare the largest number in "
            "each. The player with the smaller one gets **1 point**, the other **½**.",
            "X can have two lines: **2 points** if their largest numbers are the same mark, "
            "otherwise **1½**.",
            "If only one square is left, the next mark is placed there whole, and is large at "
            "once. No line on a full board: no points, a **cat's game**.",
        )
    ),
    Text("Play twice, so that each begins once, and add up the points."),
)

SEMICLASSICAL: tuple[Block, ...] = (
    Text(
        "For two players, X and O, on a board of 3×3 squares, with a coin. X begins. A square is "
        "**free** if it holds neither a small mark nor a large one."
    ),
    Items(
        (
            "On your turn put one mark into **two free squares**, written small in both, with the "
            "number of the move: X1, O2, X3 and so on. So no two marks ever share a square.",
            "When fewer than two squares are free, everything is **measured**. Toss the coin once "
            "**for each mark** that is not large yet, in the order of the numbers. Heads: it is in "
            "the first of its two squares in reading order. Tails: in the second. Write it large "
            "there, and cross out its halves. It stays where it is.",
            "A line of three large marks ends the game. Otherwise continue in the free squares. "
            "The first time, four marks are measured and five squares are free afterwards; then "
            "two marks, then one, then one.",
            "If only one square is free and no small mark is left, the next mark is placed there "
            "**whole**, and is large at once. That is X9, and then the board is full.",
            "Points: a line is worth **1**. If X5 and O6 complete a line each in the same "
            "measurement, X gets 1, because 5 is smaller than 6, and O gets **½**. If X9 completes "
            "two lines at once, X gets **2**. No line on a full board: no points.",
        ),
        is_numbered=True,
    ),
)

RECORD: tuple[Block, ...] = (
    Text(
        "A placement is its two squares: **1-2**. A mark that closes a loop gets **~**: 1-5~. A "
        "collapse is **@** and the square in which the closing mark lands: @5. A whole mark is its "
        "square: 8. The points are at the end, X's first: 1-0.5."
    ),
)
