"""The tests before and after the lessons.

Both have the same topics in the same order, to compare them topic by topic. The first requires no
knowledge of the game, the second uses its terms.
"""

from .quiz import Question, Test, answers_page, questions_page

BEFORE = Test(
    "Test before",
    "Choose the one right answer. You need not know any of this yet; skip questions that you "
    "cannot answer.",
    (
        Question(
            "A coin was tossed and is hidden under a cup. What is true?",
            (
                "It is heads and tails at once.",
                "It is heads or tails, and only our knowledge is missing.",
                "It becomes heads or tails when the cup is lifted.",
                "It is neither, until it is observed.",
            ),
            1,
            "an ordinary coin has one side up, known or not",
            "superposition and ignorance",
            1,
        ),
        Question(
            "Two coins are tossed. How many different results can there be, if we tell the coins "
            "apart?",
            ("2", "3", "4", "8"),
            2,
            "2 × 2: independent possibilities multiply",
            "counting what is possible",
            1,
        ),
        Question(
            "Two fair coins were tossed. One is shown to you: heads. How likely is it that the "
            "other shows heads, too?",
            ("0", "1/3", "1/2", "2/3"),
            2,
            "the coins are independent, so one gives no information about the other",
            "independence",
            2,
        ),
        Question(
            "Four boxes hold three balls, at most one in each. One box is empty, each with the "
            "same chance. How likely is it that the first box holds a ball?",
            ("1/4", "1/3", "1/2", "3/4"),
            3,
            "in three of four cases another box is the empty one",
            "odds from equal cases",
            2,
        ),
        Question(
            "The gloves of a pair were put into two boxes and mailed far apart. "
            "You open yours: a left one. What happens to the other box at that moment?",
            (
                "Its glove turns into a right one.",
                "A signal reaches it.",
                "Nothing; it held the right one all along.",
                "It can still be left or right.",
            ),
            2,
            "what we learn is about the past; correlation alone needs no action",
            "correlation",
            2,
        ),
        Question(
            "What does it mean that two quantum particles are entangled?",
            (
                "They touch each other.",
                "Their joint state is not made up of a state of each.",
                "They always give the same result.",
                "They can send each other messages.",
            ),
            1,
            "entangled means not separable; whether they show the same depends on the state",
            "entanglement and separability",
            1,
        ),
        Question(
            "A quantum bit is measured and shows 1. At once, the same is measured again. What "
            "does it show?",
            ("1", "0", "either, with equal chance", "nothing, it is used up"),
            0,
            "after an ideal measurement the bit is in the state that was found",
            "measurement",
            1,
        ),
        Question(
            "Who or what decides the result, if a quantum bit is measured that is in equal "
            "superposition of 0 and 1?",
            (
                "chance: each comes half of the time",
                "the person who measures",
                "the particle, following a plan that it carries",
                "the last person who looked at it",
            ),
            0,
            "quantum theory gives probabilities, here one half each, and nobody can choose",
            "chance and choice",
            1,
        ),
        Question(
            "Two people far apart share entangled particles. Can one send the other a message "
            "by measuring alone?",
            (
                "Yes, at once.",
                "Yes, at the speed of light.",
                "No: what the other sees is as random as before.",
                "Only if both measure at the same time.",
            ),
            2,
            "measuring here does not change the probabilities of what is seen there",
            "no messages",
            3,
        ),
        Question(
            "An experiment finds fewer particles at a place when two paths to it are open than "
            "when only one is. What does that show?",
            (
                "Particles bump into each other.",
                "The two paths can cancel each other, as waves do.",
                "Some particles were lost.",
                "Each particle took one of the paths, and we do not know which.",
            ),
            1,
            "probabilities of unknown paths add up and never cancel; amplitudes can",
            "interference",
            3,
        ),
    ),
)

AFTER = Test(
    "Test after",
    "Choose the one right answer. Where a board is shown, the rules are those of the quantum game, "
    "and all realities weigh the same.",
    (
        Question(
            "X1 was placed in 1 and 9; nothing else is on the board. What is true of X1 in "
            "the game?",
            (
                "It is in 1 or in 9, and X knows where.",
                "It will be found in one of the two; which one is not decided yet.",
                "It is in both, and will stay in both.",
                "There are two marks X1.",
            ),
            1,
            "a quantum mark is one mark, and only a collapse decides its square",
            "superposition and ignorance",
            1,
            "19",
        ),
        Question(
            "How many realities does this position have?",
            ("3", "4", "6", "8"),
            2,
            "X1 and O2 have 3, X3 has 2, and separable parts multiply: 3 × 2",
            "counting what is possible",
            2,
            "12 25 89",
        ),
        Question(
            "Suppose that O2 is found in 6. What follows for X1?",
            (
                "Nothing.",
                "It is in 1.",
                "It is in 2.",
                "It is in 6, too.",
            ),
            0,
            "X1 and O2 share no square and no chain of marks: the parts are separable",
            "independence",
            2,
            "12 56",
        ),
        Question(
            "How likely is X1 to be in 1?",
            ("1/4", "1/3", "1/2", "3/4"),
            3,
            "four realities, one for each empty square; only if 1 is empty is X1 in 2",
            "odds from equal cases",
            2,
            "12 23 34",
        ),
        Question(
            "X1 is found in 2. Where is O2?",
            ("in 2", "in 3", "in either, with equal chance", "it has vanished"),
            1,
            "2 is taken, and O2 has only 3 left: the two marks are correlated",
            "correlation",
            1,
            "12 23",
        ),
        Question(
            "O4 has just closed a loop. Which marks are in a GHZ state, and what about X3?",
            (
                "X1 and O2; X3 is in superposition",
                "all four of them",
                "X1, O2 and O4; X3 is sure to be in 9",
                "X1, O2 and O4; X3 is in 5 or in 9",
            ),
            2,
            "X1, O2 and O4 are elsewhere in the other reality; the stem X3 is in 9 in both, so it "
            "separates",
            "entanglement and separability",
            3,
            "12 25 59 15",
        ),
        Question(
            "The tree on the squares 1, 2 and 3 is a W state: one of three qubits shows 1, for the "
            "square that stays empty. Only the qubit of square 1 is measured, and shows 0. What "
            "are the other two then?",
            (
                "certain, both of them",
                "separable, each 0 or 1 by a separate coin",
                "in a GHZ state of three qubits",
                "entangled: either 2 stays empty or 3 does, with equal chance",
            ),
            3,
            "a W state of two qubits is left; in a GHZ state one qubit would have settled all",
            "measurement",
            3,
            "12 23",
        ),
        Question(
            "By Goff's rules a player decides how a loop collapses. What is true in nature for the "
            "GHZ state of a loop?",
            (
                "Chance decides; each result has probability 1/2.",
                "The experimenter decides, too.",
                "Both results happen, one for each player.",
                "The result follows from the order of the moves.",
            ),
            0,
            "that the player chooses is a rule of the game; with chooser=chance a coin decides, as "
            "in nature",
            "chance and choice",
            1,
        ),
        Question(
            "All realities weigh the same. A friend finds out where X1 is, but keeps it secret. "
            "How likely is O2 to be in 3 for us, before and after that?",
            (
                "1/2 before, 1 after",
                "2/3 before, 1/2 after",
                "1/2 before, 1/2 after",
                "2/3 before, 2/3 after",
            ),
            3,
            "X1 is in 1 in two realities of three, and then O2 is equally likely in 2 and 3; "
            "otherwise it is in 3: 2/3 × 1/2 + 1/3 = 2/3",
            "no messages",
            3,
            "12 23",
        ),
        Question(
            "Which of these can never occur in the game?",
            (
                "marks whose squares depend on each other",
                "two paths to the same result that cancel each other",
                "a mark that is certain although no player decided about it",
                "realities that vanish when something is found out",
            ),
            1,
            "the game counts realities, and counts only add up; amplitudes can cancel",
            "interference",
            3,
        ),
    ),
)


def page() -> str:
    """Return both tests with answers as Markdown: docs/teach/tests.md."""
    parts = (
        questions_page(BEFORE),
        questions_page(AFTER),
        answers_page(BEFORE),
        answers_page(AFTER),
    )
    return "\n".join([_HEAD, *parts])


_HEAD = """# Tests

One before and one after the lessons, with ten questions and ten minutes each. Both have the same
topics in the same order, to compare them topic by topic. Grade 1 is to recall, 2 to apply, 3 to
reason. `qttt sheets pretest posttest --out tests.pdf` prints them, with answers on separate pages.
Answers about positions are computed by the engine.
"""
