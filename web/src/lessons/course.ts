/**
 * The ten lessons, from classical tic-tac-toe to the last square. Positions are moves from the
 * empty board, as in spec/notation.md; correct answers are computed.
 */

// With its extension, because Vite's configuration imports this module, too.
import { type Lesson, answer, action, lesson, read } from "./lesson.ts";

export const COURSE = [
  lesson(
    "ordinary",
    "classic3",
    [
      read("turns", "5 1 9 3", { plays: 4 }),
      action("row", { after: "1 5 2 6", goal: { goal: "line", player: "X" } }),
      action("stop", { after: "1 5 2", goal: { goal: "best" } }),
      read("draw", "1 5 9 3 7 4 6 8 2"),
    ],
    [
      action(
        "win",
        { after: "1 2 5 3", goal: { goal: "line", player: "X" } },
        { after: "3 5 1 9", goal: { goal: "line", player: "X" } },
        { after: "1 5 2 3 9", goal: { goal: "line", player: "O" } },
      ),
      action(
        "block",
        { after: "5 1 3", goal: { goal: "best" } },
        { after: "1 5 7", goal: { goal: "best" } },
        { after: "5 1 6", goal: { goal: "best" } },
      ),
    ],
  ),
  lesson(
    "superposition",
    "goff",
    [
      read("two", "15", { plays: 1 }),
      action("place", { after: "", goal: { goal: "covers", square: "5" } }),
      answer("halves", { after: "19 38 46", question: { ask: "halves", mark: 2 } }),
      answer("worlds", { after: "19", question: { ask: "worlds", options: [1, 2, 3, 4] } }),
    ],
    [
      answer(
        "find",
        { after: "15 26 79 34", question: { ask: "halves", mark: 3 } },
        { after: "12 58 37 69", question: { ask: "halves", mark: 2 } },
        { after: "13 46 28 57 19", question: { ask: "halves", mark: 5 } },
      ),
      answer(
        "apart",
        { after: "12 89", question: { ask: "worlds", options: [2, 3, 4, 8] } },
        { after: "14 36", question: { ask: "worlds", options: [2, 3, 4, 8] } },
        { after: "12 36 79", question: { ask: "worlds", options: [3, 4, 6, 8] } },
      ),
    ],
  ),
  lesson(
    "entanglement",
    "goff",
    [
      read("share", "12 23", { plays: 1, shows: "worlds" }),
      answer("with", {
        after: "12 23",
        question: { ask: "worlds-with", mark: 1, square: "2", options: [0, 1, 2, 3] },
        shows: "worlds",
      }),
      action("join", { after: "15", goal: { goal: "entangles", marks: [1] } }),
      answer("together", { after: "12 45 23 56 89", question: { ask: "together", mark: 1 } }),
      action("bridge", { after: "12 45", goal: { goal: "entangles", marks: [1, 2] } }),
    ],
    [
      answer(
        "group",
        { after: "15 26 59 67", question: { ask: "together", mark: 1 } },
        { after: "37 28 79 18 46", question: { ask: "together", mark: 2 } },
        { after: "14 78 69 45 89", question: { ask: "together", mark: 2 } },
      ),
      action(
        "connect",
        { after: "16 38", goal: { goal: "entangles", marks: [1, 2] } },
        { after: "29 57", goal: { goal: "entangles", marks: [1, 2] } },
        { after: "13 24 68", goal: { goal: "entangles", marks: [2, 3] } },
      ),
    ],
  ),
  lesson(
    "loop",
    "goff",
    [
      read("circle", "12 23 13", { plays: 3 }),
      action("close", { after: "12 25", goal: { goal: "loop" } }),
      action("pair", { after: "14", goal: { goal: "loop", size: 2 } }),
      answer("left", { after: "12 23 13", question: { ask: "worlds", options: [1, 2, 3, 6] } }),
    ],
    [
      action(
        "round",
        { after: "15 56 68", goal: { goal: "loop", size: 4 } },
        { after: "37 27 26", goal: { goal: "loop", size: 4 } },
        { after: "14 47 78 89", goal: { goal: "loop", size: 5 } },
      ),
      answer(
        "marks",
        { after: "12 25 59 15", question: { ask: "loop" } },
        { after: "36 69 89 35 39", question: { ask: "loop" } },
        { after: "25 13 58 28", question: { ask: "loop" } },
      ),
    ],
  ),
  lesson(
    "collapse",
    "goff",
    [
      read("ways", "12 25 15"),
      answer("who", { after: "12 25 15", question: { ask: "decider" } }),
      action("choose", { after: "12 25 15", goal: { goal: "takes", player: "O", square: "5" } }),
      answer("next", { after: "12 25 15 @1", question: { ask: "decider" } }),
    ],
    [
      answer(
        "chooser",
        { after: "14 45 58 18", question: { ask: "decider" } },
        { after: "69 68 89", question: { ask: "decider" } },
        { after: "25 25", question: { ask: "decider" } },
        { after: "24 46 13 36 12", question: { ask: "decider" } },
      ),
      action(
        "take",
        { after: "47 89 78 49", goal: { goal: "takes", player: "X", square: "8" } },
        { after: "36 68 38", goal: { goal: "takes", player: "O", square: "6" } },
        { after: "12 15 26 56", goal: { goal: "takes", player: "X", square: "1" } },
      ),
    ],
  ),
  lesson(
    "stems",
    "goff",
    [
      read("hang", "12 25 59 15", { shows: "worlds" }),
      answer("stems", { after: "12 23 36 69 13", question: { ask: "stems" } }),
      answer("landing", { after: "12 23 36 69 13", question: { ask: "landing", mark: 4 } }),
      answer("stay", { after: "12 78 25 89 15", question: { ask: "staying" } }),
    ],
    [
      answer(
        "settle",
        { after: "45 19 56 58 46", question: { ask: "settling" } },
        { after: "23 27 78 69 37", question: { ask: "settling" } },
        { after: "14 47 89 17", question: { ask: "settling" } },
      ),
      answer(
        "pushed",
        { after: "36 67 78 37", question: { ask: "landing", mark: 3 } },
        { after: "46 56 35 45", question: { ask: "landing", mark: 3 } },
        { after: "18 48 49 29 14", question: { ask: "landing", mark: 4 } },
      ),
    ],
  ),
  lesson(
    "lines",
    "goff",
    [
      answer("quantum", {
        after: "14 58 25 79 36",
        question: { ask: "has-line", player: "X" },
      }),
      action("choose", {
        after: "15 15 @1 34 34 @4 79 79",
        goal: { goal: "line", player: "X" },
      }),
      answer("squares", { after: "14 34 45 49 59 @9", question: { ask: "line", player: "X" } }),
      answer("time", { after: "13 35 89 57 12 27 @7", question: { ask: "time", player: "O" } }),
      read("on", "12 23 34 45 15 @5", { plays: 1 }),
    ],
    [
      action(
        "finish",
        { after: "25 25 @2 13 13 @1 79 79", goal: { goal: "line", player: "X" } },
        { after: "16 16 @1 24 24 @2 57 57", goal: { goal: "line", player: "X" } },
        { after: "15 15 @1 27 27 @2 38 38", goal: { goal: "line", player: "X" } },
        { after: "12 12 @1 35 35 @5 46 49 69", goal: { goal: "line", player: "O" } },
      ),
      answer(
        "latest",
        { after: "15 15 @1 34 34 @4 79 79 @9", question: { ask: "time", player: "X" } },
        { after: "12 12 @2 38 38 @3 79 49 47 @7", question: { ask: "time", player: "X" } },
        { after: "16 16 @6 47 47 @4 35 35 @5", question: { ask: "time", player: "O" } },
      ),
    ],
  ),
  lesson(
    "points",
    "goff",
    [
      read("complete", "14 34 45 49 59 @9", { plays: 1 }),
      answer("first", { after: "12 12 @1 45 45 @4 78 78 @7", question: { ask: "first" } }),
      answer("narrow", {
        after: "12 12 @1 45 45 @4 78 78 @7",
        question: { ask: "points", player: "O" },
      }),
      action("half", { after: "15 15 @5 36 36 @6 27 24 47", goal: { goal: "best" } }),
      read("double", "12 27 79 89 29 @9 46 36 46 @6 55"),
    ],
    [
      answer(
        "earlier",
        { after: "47 89 47 @4 39 58 16 19 58 @8", question: { ask: "first" } },
        { after: "13 13 @3 46 46 @6 79 79 @9", question: { ask: "first" } },
        { after: "12 12 @2 48 48 @8 79 59 57 @7", question: { ask: "first" } },
      ),
      answer(
        "score",
        { after: "12 12 @2 48 48 @8 79 59 57 @7", question: { ask: "points", player: "X" } },
        { after: "13 13 @3 46 46 @6 79 79 @9", question: { ask: "points", player: "X" } },
        { after: "13 35 89 57 12 27 @7", question: { ask: "points", player: "O" } },
        {
          after: "78 47 59 69 89 15 25 38 89 @9",
          question: { ask: "points", player: "X" },
        },
      ),
    ],
  ),
  lesson(
    "tactics",
    "goff",
    [
      read("gift", "13 13 @3 67 67 @6 24 24 @2", { plays: 2 }),
      action("same", { after: "15 15 @1 46 67", goal: { goal: "either-way", player: "X" } }),
      action("hanging", { after: "79 69 68 39", goal: { goal: "either-way", player: "X" } }),
      answer("opening", {
        after: "",
        question: { ask: "best", moves: ["12", "25", "46", "19"] },
      }),
      read("tie", ""),
    ],
    [
      action(
        "trap",
        { after: "49 49 @4 36 58", goal: { goal: "either-way", player: "X" } },
        { after: "16 16 @1 45 23", goal: { goal: "either-way", player: "X" } },
        { after: "37 37 @7 26 89 45", goal: { goal: "either-way", player: "O" } },
        { after: "59 59 @5 12 37 67", goal: { goal: "either-way", player: "O" } },
      ),
      action(
        "better",
        { after: "13 13 @1 79 79 @9 25 25", goal: { goal: "best" } },
        { after: "15 15 @1 27 27 @2 38 38", goal: { goal: "best" } },
        { after: "16 16 @1 28 28 @2 49 34 39", goal: { goal: "best" } },
        { after: "25 25 @5 16 16 @6 34 49 39", goal: { goal: "best" } },
      ),
    ],
  ),
  lesson(
    "end",
    "goff",
    [
      answer("last", { after: "12 23 35 45 47 67 69 19 @1", question: { ask: "last" } }),
      answer("cat", { after: "12 23 35 45 47 67 69 89 18 @8", question: { ask: "winner" } }),
      read("shows", "12 23"),
      read("not", "12 23 13"),
    ],
    [
      answer(
        "open",
        { after: "34 34 @4 25 25 @2 16 16 @1 89 89 @9", question: { ask: "last" } },
        { after: "17 17 @1 58 58 @8 24 24 @4 39 39 @3", question: { ask: "last" } },
      ),
      answer(
        "result",
        { after: "14 34 45 49 59 @9", question: { ask: "winner" } },
        { after: "47 89 47 @4 39 58 16 19 58 @8", question: { ask: "winner" } },
        { after: "13 13 @3 46 46 @6 79 79 @9", question: { ask: "winner" } },
        { after: "39 39 @9 78 78 @7 46 46 @4 12 12 @2 55", question: { ask: "winner" } },
      ),
    ],
  ),
] as const;

/** Whether arrows show the outcomes of a loop: in the lesson that explains them. */
export function showsArrows({ id }: Lesson): boolean {
  return id === "collapse";
}
