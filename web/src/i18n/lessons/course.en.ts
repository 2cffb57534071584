/** The ten lessons in English, written for children of ten; the notes are for teachers. */

import type { CourseTexts } from "../../lessons/texts";

export const course: CourseTexts = {
  ordinary: {
    title: "Ordinary tic-tac-toe",
    about: "Three in a row, one square for each mark.",
    note: "Rules R2, R3 and R10, with marks that are classical at once. In physics, classical means that a thing is in one place.",
    steps: {
      turns: {
        text: "X and O take turns. A mark goes into one empty square and stays there.",
      },
      row: {
        text: "Three marks of one player in a row, a column or a diagonal are a line. You are X: complete a line.",
        hint: "X is in 1 and in 2. Which square comes next?",
        done: "1, 2, 3: a line. X wins.",
      },
      stop: {
        text: "Now you are O, and X is about to complete a line. Block it.",
        hint: "Where would X go next? Get there first.",
        done: "Well blocked!",
      },
      draw: {
        text: "The board is full and neither player has a line. If both players pay attention, the ordinary game always ends like this. So let us change one thing …",
      },
      win: {
        text: ({ player }) => `You are ${player}. Complete a line.`,
        hint: "Look for two of your marks and an empty square in one row, column or diagonal.",
        done: "That is a line.",
      },
      block: {
        text: ({ player }) => `You are ${player}. Block the other player’s line.`,
        hint: "Where would the other player go next?",
        done: "No line for the other player.",
      },
    },
  },

  superposition: {
    title: "In two squares at once",
    about: "A quantum mark and its two halves.",
    note: "Rule R3. A quantum mark is the game’s picture of a superposition: X1 is not yet in one square or the other, and nothing on the board says which it will be.",
    steps: {
      two: {
        text: "This is a quantum mark. It is in two squares at once: one half here, one half there. That is called superposition.",
      },
      place: {
        text: "Put X1 into two squares. One of them must be the square in the middle. Tap one square, then the other.",
        hint: "The middle is square 5. The other half can go anywhere.",
        done: "X1 is in both. The little number says that it was the first mark.",
      },
      halves: {
        text: "The two halves of a mark have the same letter and the same number, and a link joins them. Tap both halves of O2.",
        hint: "Look for the O with a little 2. It is in two squares.",
        done: "These two halves belong together.",
      },
      worlds: {
        text: "In the end X1 will be in only one of its two squares. How many outcomes are possible?",
        hint: "It can be one square or the other.",
        done: "Two ways, two worlds. A world is an ordinary board that this one can become.",
      },
      find: {
        text: ({ marks }) => `Tap both halves of ${marks[0]}.`,
        hint: "Look for the letter with its little number. It is in two squares.",
        done: "Same letter, same number: one mark.",
      },
      apart: {
        text: "Here no mark shares a square with another. How many worlds are possible?",
        hint: "The first mark has two possible squares. For each of them the next mark has two again.",
        done: "Two ways for each mark, multiplied.",
      },
    },
  },

  entanglement: {
    title: "Marks that share a square",
    about: "Entanglement: marks that depend on each other.",
    note: "Rules R3 and R5. A chain of marks without a loop on k squares has exactly k worlds, one for each square that stays empty. As a quantum state that is a W state of k qubits.",
    steps: {
      share: {
        text: "O2 shares square 2 with X1. But in the end there is room for one mark in each square. So the two depend on each other: they are entangled. Three worlds are possible.",
      },
      with: {
        text: "In how many of these three worlds does X1 land on 2?",
        hint: "If X1 is in 2, can O2 still choose?",
        done: "In one. If X1 is in 2, O2 has to be in 3.",
      },
      join: {
        text: "Entangle O2 with X1: let O2 share one square with X1.",
        hint: "X1 is in 1 and 5. Put one half of O2 into one of these, and the other half somewhere else.",
        done: "Entangled! Links of one colour belong to one entanglement.",
      },
      together: {
        text: "Entanglement passes from mark to mark, like a chain. Choose all marks of X1’s chain, including X1.",
        hint: "Which mark shares a square with X1? And which one shares a square with that?",
        done: "X1 and X3. The others do not depend on them.",
      },
      bridge: {
        text: "One mark can join two others. Place X3 so that X1, O2 and X3 are all entangled.",
        hint: "Put one half of X3 with X1 and the other half with O2.",
        done: "Two entanglements have become one.",
      },
      group: {
        text: ({ marks }) => `Choose all marks of ${marks[0]}’s chain, including ${marks[0]}.`,
        hint: "Go from mark to mark where they share a square. Links of one colour belong together.",
        done: "That is the whole entanglement.",
      },
      connect: {
        text: ({ next, marks }) => `Place ${next} so that it joins ${marks.join(" and ")}.`,
        hint: ({ marks }) => `Put one half with ${marks[0]} and the other half with ${marks[1]}.`,
        done: "Joined.",
      },
    },
  },

  loop: {
    title: "The loop",
    about: "A chain of marks that closes into a circle.",
    note: "Rule R6. Every square of the entanglement now gets a mark, and just two worlds are left: as a quantum state, a GHZ state.",
    steps: {
      circle: {
        text: "X1 joins 1 and 2, O2 joins 2 and 3, X3 joins 3 and 1. The chain has become a circle: a loop.",
      },
      close: {
        text: "X1 and O2 form a chain. Place X3 so that it closes a loop.",
        hint: "Both halves of X3 must be in squares of the chain.",
        done: "A loop! Its marks glow: now they have to decide. No mark can be placed until they do.",
      },
      pair: {
        text: "The shortest loop is two marks in the same two squares. Close it.",
        hint: "X1 is in 1 and 4.",
        done: "Two marks for two squares.",
      },
      left: {
        text: "Three marks for three squares, so no square stays empty. Without X3 there were three worlds. How many are left?",
        hint: "Let X1 land on 1. What must the others do? Then let it land on 2.",
        done: "Two. All marks go round one way, or all go the other way.",
      },
      round: {
        text: ({ next }) => `Place ${next} so that every mark on the board is on one loop.`,
        hint: "The marks form a chain. Find its two ends.",
        done: "The circle is closed.",
      },
      marks: {
        text: "Choose the marks that are on the loop.",
        hint: ({ closing }) => `Start at ${closing} and go round until you are back.`,
        done: "The others are not on the circle.",
      },
    },
  },

  collapse: {
    title: "The collapse",
    about: "Two outcomes, and who chooses.",
    note: "Rules R7 to R9. The collapse stands for a measurement. In nature the result of a measurement is random; with the rules named “Coin” chance decides here too.",
    steps: {
      ways: {
        text: "A loop can collapse in only two ways: along the solid arrows or along the dashed ones. One of them has to be chosen: that is the collapse. Then the marks are classical: large, and in one square for good.",
      },
      who: {
        text: "The player who closes a loop does not choose. X3 closed this one. Who chooses?",
        hint: "X3 belongs to X, so X closed the loop.",
        done: "O chooses. So think twice before you close a loop!",
      },
      choose: {
        text: "You are O. Choose so that O gets the square in the middle. Tap a glowing mark: it stays where you tap it.",
        hint: "O2 is one of the marks in square 5.",
        done: "You chose one mark, and that decided all the others.",
      },
      next: {
        text: "O has chosen, but choosing is not a turn. Who places the next mark?",
        hint: "X3 was the last mark placed. What comes after 3?",
        done: "O again: first O chose, now O places O4.",
      },
      chooser: {
        text: ({ closing }) => `${closing} has closed a loop. Who chooses how it collapses?`,
        hint: "Not the one who closed it.",
        done: "The other player always chooses.",
      },
      take: {
        text: ({ player, square }) =>
          `You are ${player}, and you choose. Make sure that ${player} gets square ${square}.`,
        hint: ({ player, square }) => `Find a glowing ${player} in square ${square} and tap it.`,
        done: ({ player, square }) => `${player} has square ${square}.`,
      },
    },
  },

  stems: {
    title: "Attached to the loop",
    about: "Stems collapse too. Other marks stay as they are.",
    note: "Rules R6 and R8. Everything in the entanglement of the loop becomes classical, and a stem has no choice: it lands on the same square in both outcomes.",
    steps: {
      hang: {
        text: "X3 is not on the loop, but attached to it: it is a stem. The loop fills square 5, whichever way it collapses. So X3 has to go to 9.",
      },
      stems: {
        text: "Choose the stems: all marks that are attached to the loop but not on it.",
        hint: "The loop is in 1, 2 and 3. Which chain leads away from it?",
        done: "X3 is attached to the loop, and O4 to X3. Both are stems.",
      },
      landing: {
        text: "The loop fills 1, 2 and 3. That pushes X3 away, and X3 pushes O4. Tap the square where O4 must land.",
        hint: "X3 cannot stay in 3, so it lands on 6.",
        done: "Pushed on from square to square.",
      },
      stay: {
        text: "Marks that have nothing to do with the loop are faded. They do not collapse. Choose the marks that stay quantum.",
        hint: "Which marks share no square with the loop or its stems?",
        done: "They stay in two squares, and the game goes on with them.",
      },
      settle: {
        text: "Choose all marks that will become classical now.",
        hint: "The loop and everything attached to it.",
        done: "All of that entanglement, and nothing else.",
      },
      pushed: {
        text: ({ marks }) => `${marks[0]} is a stem. Tap the square where it must land.`,
        hint: "Start at the loop and go outwards: every stem is pushed away from it.",
        done: "It has no other square.",
      },
    },
  },

  lines: {
    title: "Lines",
    about: "Only classical marks count.",
    note: "Rules R10 and R11. The time of a line is its largest subscript: the moment at which it would have been complete if all marks had been classical at once.",
    steps: {
      quantum: {
        text: "X has a mark in 1, in 2 and in 3. Is that a line?",
        hint: "Are those marks large or small?",
        done: "No. Small marks are still quantum, and quantum marks never make a line.",
      },
      choose: {
        text: "O6 has closed a loop in 7 and 9. You are X: choose the way that gives you a line.",
        hint: "X is in 3 and in 5. Which square is missing?",
        done: "3, 5, 7! The other way O would have had 1, 4, 7.",
      },
      squares: {
        text: "With a line the game is over. Tap the three squares of X’s line.",
        hint: "Three large X in a row, a column or a diagonal.",
        done: "1, 5, 9.",
      },
      time: {
        text: "The little number says when a mark was placed. The largest number in a line says when the line was completed. Which mark completed O’s line in 3, 5, 7?",
        hint: "Compare the three little numbers.",
        done: "O6. So the time of this line is 6.",
      },
      on: {
        text: "Five marks have become classical, and neither player has a line. So the game goes on in the squares that are still open.",
      },
      finish: {
        text: ({ player }) => `You are ${player}. Choose the way that gives you a line.`,
        hint: ({ player }) => `Which square does ${player} need for three in a row?`,
        done: "A line!",
      },
      latest: {
        text: ({ player }) => `Which mark completed ${player}’s line?`,
        hint: "The largest little number in the line.",
        done: "That number is the time of the line.",
      },
    },
  },

  points: {
    title: "Half a point",
    about: "When both have a line: the narrow win.",
    note: "Rule R12. O cannot have two lines: they need five marks, and O has four. In this game X’s lines have the times 5, 7 or 9 and O’s 6 or 8, so lines of different players never have the same time.",
    steps: {
      complete: {
        text: "Only X has a line. That is a complete win: 1 point for X, none for O.",
      },
      first: {
        text: "Here one collapse has completed two lines at once. The line with the smaller time was first. Whose line was first?",
        hint: "Look for the largest little number in each line.",
        done: "X’s: X5 completed it, and O6 completed O’s. That is why X wins.",
      },
      narrow: {
        text: "The first line gets 1 point, the later one still gets half a point. That is a narrow win. How many points does O get?",
        hint: "O’s line was the later one.",
        done: "Half a point. That is better than nothing!",
      },
      half: {
        text: "You are O. X gets a line, whatever you choose. Make the best of it.",
        hint: "Is there an outcome in which O has a line too?",
        done: "1 to ½ instead of 1 to 0.",
      },
      double: {
        text: "X can even have two lines. If the same mark completed both, as here, X gets 2 points; if not, 1½.",
      },
      earlier: {
        text: "Both have a line. Whose was first?",
        hint: "Look for the largest little number in each line. The smaller of the two was first.",
        done: "The smaller time was first.",
      },
      score: {
        text: ({ player }) => `How many points does ${player} get?`,
        hint: "The first line: 1. The other player’s later line: ½. Two lines of X: 2 with the same time, otherwise 1½.",
        done: "That is the score.",
      },
    },
  },

  tactics: {
    title: "Tactics",
    about: "What to look for, and how not to lose.",
    note: "Computed under Goff’s rules: with perfect play X wins 1 to ½ after 1-\u{2060}9 or 3-\u{2060}7, and every other first move leads to a draw. The analysis shows the value of each move.",
    steps: {
      gift: {
        text: "O6 closes a loop, so X may choose, and takes the line. Before you close a loop, look at both outcomes!",
      },
      same: {
        text: "You are X. Close a loop that gives you a line whichever way O chooses.",
        hint: "Square 5 is yours. With 4 and 6 it would be a line. How can both be yours?",
        done: "Two of your own marks in the same two squares: both squares will be yours. Look for that!",
      },
      hanging: {
        text: "You are X, and every other move loses here. Close a loop that gives you a line whichever way O chooses.",
        hint: "You can own 7 and 9. Which stem is then pushed to 8?",
        done: "7 and 9 are X’s. So O2 is pushed to 6, and X3 to 8. Stems have no choice: look for them!",
      },
      opening: {
        text: "The first move matters. If both play perfectly, one of these gives X more points than O; the others do not. Which one?",
        hint: "Two squares far apart.",
        done: "Opposite corners. If both play perfectly, X then wins 1 to ½.",
      },
      tie: {
        text: "Can you make sure of a tie? As X, yes: after any first move X can play so as not to lose. As O, yes, unless X begins with opposite corners: then perfect play gives X 1 and O ½.",
      },
      trap: {
        text: ({ player }) =>
          `You are ${player}. Close a loop that gives you a line whichever way the other player chooses.`,
        hint: "Look for one of your marks whose two squares would make a line with what you have.",
        done: "Either way it is your line.",
      },
      better: {
        text: ({ player }) => `You are ${player}, and you choose. Take the better outcome.`,
        hint: "Who has a line in each outcome? Whose was first?",
        done: "That is the better outcome.",
      },
    },
  },

  end: {
    title: "The end, and the physics",
    about: "How a game ends, and what it has to do with nature.",
    note: "Rules R4, R11 and R12. Allan Goff created the game as a metaphor for teaching (2006). Its worlds are the terms of a W or a GHZ state without their amplitudes: the game has only a list of worlds, all with the same weight.",
    steps: {
      last: {
        text: "Eight marks are classical, and one square is left. X9 cannot be in two squares: it goes there as a whole mark. Tap that square.",
        hint: "Look for the empty square.",
        done: "X9 goes into 8, and X has two lines at once: 2 points!",
      },
      cat: {
        text: "This board is full. Who wins?",
        hint: "Look for three in a row.",
        done: "No line, no points: a cat’s game.",
      },
      shows: {
        text: "What the game shows: a thing can be in two states at once (superposition), things can depend on each other before anything is decided (entanglement), and a measurement decides (collapse).",
      },
      not: {
        text: "What it does not show: in nature the result of a measurement is not chosen, it is random. And real quantum states can add up or cancel like waves; our worlds are only a list. The game is a picture of physics, not the real thing.",
      },
      open: {
        text: ({ next }) => `One square is left. Tap the square that ${next} goes to.`,
        hint: "It is the one without a large mark.",
        done: ({ next }) => `${next} goes there as a whole mark.`,
      },
      result: {
        text: "The game is over. Who wins?",
        hint: "Who has a line? If both have one: whose has the smaller time?",
        done: "That is how it ended.",
      },
    },
  },
};
