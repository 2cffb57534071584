/** Positions to choose from for polls: of lessons, puzzles, the analysis, and the room's games. */

import { AnalysisBoard } from "../../../analysis/analysis.svelte";
import type { Kernel } from "../../../kernel/client";
import { type Rules, parseRules } from "../../../kernel/rules";
import type { Survey } from "../../../kernel/types";
import { COURSE } from "../../../lessons/course";
import { type Lesson, stepsOf } from "../../../lessons/lesson";
import type { PlayedLine } from "../../../play/line";
import { formatPosition } from "../../../notation/moves";
import { parseMove } from "../../../notation/moves-reader";
import { writeRules } from "../../../notation/rules";
import type { Connection } from "../../../online/connection.svelte";
import { OnlineGame } from "../../../online/game.svelte";
import { GRADES, type Grade, loadPuzzles } from "../../../study/puzzles";

const PUZZLES = 20;

/** Unfinished positions in order; `at` is the index of the one to show first. */
interface PositionList {
  readonly rules: string;
  readonly positions: readonly string[];
  readonly at: number;
}

/** The id of a source: `lesson loop`, `puzzles 3`, `analysis` or `game ID`. */
export type SourceId = string;

export const SOURCE_IDS: readonly SourceId[] = [
  ...COURSE.map(({ id }) => `lesson ${id}`),
  ...GRADES.map((grade) => `puzzles ${grade}`),
  "analysis",
];

/** Throws `TextError` or `RangeError` for a game that cannot be read. */
export async function openSource(
  kernel: Kernel,
  connection: Connection,
  id: SourceId,
  signal: AbortSignal,
): Promise<PositionList> {
  const [kind, name = ""] = id.split(" ");
  switch (kind) {
    case "lesson":
      return lessonPositions(kernel, COURSE.find((lesson) => lesson.id === name) ?? COURSE[0]);
    case "puzzles":
      return puzzlePositions(Number(name) as Grade);
    case "game": {
      const game = await OnlineGame.open(kernel, connection, name, signal);
      game.leave();
      const { start, plies, rules } = game;
      return linePositions(rules, { start, plies, at: plies.length });
    }
    default: {
      const { rules, line } = await AnalysisBoard.start(kernel);
      return linePositions(rules, line);
    }
  }
}

async function lessonPositions(kernel: Kernel, lesson: Lesson): Promise<PositionList> {
  const rules = parseRules(lesson.rules);
  const scenes = stepsOf(lesson).flatMap<{ after: string }>(({ variants }) => variants.slice(0, 1));
  const surveys = await Promise.all(
    scenes.map(async ({ after }) => {
      const moves = after.split(" ").flatMap((word) => parseMove(rules, word) ?? []);
      return (await kernel.replay(rules, moves)).at(-1);
    }),
  );
  return { rules: lesson.rules, positions: textsOf(rules, surveys), at: 0 };
}

async function puzzlePositions(wanted: Grade): Promise<PositionList> {
  const all = (await loadPuzzles()).filter(
    ({ grade, words }) => grade === wanted && words === "goff",
  );
  const positions = all.slice(0, PUZZLES).map(({ rules, places }) => formatPosition(rules, places));
  return { rules: "goff", positions, at: 0 };
}

function linePositions(rules: Rules, { start, plies, at }: PlayedLine): PositionList {
  const positions = textsOf(rules, [start, ...plies.map(({ after }) => after)]);
  return { rules: writeRules(rules), positions, at: Math.min(at, positions.length - 1) };
}

/** The unfinished positions, without repetitions. */
function textsOf(rules: Rules, surveys: readonly (Survey | undefined)[]): string[] {
  const open = surveys.filter((each) => each !== undefined && !each.outcome) as Survey[];
  return [...new Set(open.map(({ places }) => formatPosition(rules, places)))];
}
