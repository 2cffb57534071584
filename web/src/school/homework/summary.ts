/** What a class has done: by pupil, by task, and as a table for spreadsheets. */

import type { HomeworkPupil, HomeworkResults, Try } from "./service";

/** Whether an answer to the task with that number is right. */
export type IsRight = (task: number, answer: string) => boolean;

/** What a pupil has done in one task. */
export interface TaskRecord {
  /** Number of tries until the right one, or of all. */
  readonly tries: number;
  readonly isRight: boolean;
}

export interface PupilSummary {
  readonly pupil: HomeworkPupil;
  readonly records: readonly TaskRecord[];
  readonly solved: number;
  readonly tries: number;
  /** Number of answers after the due date. */
  readonly late: number;
}

export interface TaskSummary {
  readonly number: number;
  /** Number of pupils who have tried it. */
  readonly tried: number;
  /** Number of pupils who were right with the first answer, and in the end. */
  readonly atOnce: number;
  readonly solved: number;
  /** The wrong answer that most pupils gave; null if there is none. */
  readonly commonest: { readonly answer: string; readonly count: number } | null;
}

function recordOf(tries: readonly Try[], task: number, isRight: IsRight): TaskRecord {
  const own = tries.filter((attempt) => attempt.task === task);
  const at = own.findIndex(({ answer }) => isRight(task, answer));
  return { tries: at < 0 ? own.length : at + 1, isRight: at >= 0 };
}

export function pupilSummaries(
  { pupils, tasks, due }: HomeworkResults,
  isRight: IsRight,
): PupilSummary[] {
  return pupils.map((pupil) => {
    const records = tasks.map((_, i) => recordOf(pupil.tries, i + 1, isRight));
    return {
      pupil,
      records,
      solved: records.filter((record) => record.isRight).length,
      tries: records.reduce((sum, { tries }) => sum + tries, 0),
      late: pupil.tries.filter(({ at }) => at > due).length,
    };
  });
}

/** The tasks in their order. */
export function taskSummaries(
  results: HomeworkResults,
  pupils: readonly PupilSummary[],
  isRight: IsRight,
): TaskSummary[] {
  return results.tasks.map((_, i) => {
    const records = pupils.flatMap(({ records }) => records[i] ?? []);
    const tried = records.filter(({ tries }) => tries > 0);
    const right = tried.filter((record) => record.isRight);
    return {
      number: i + 1,
      tried: tried.length,
      atOnce: right.filter(({ tries }) => tries === 1).length,
      solved: right.length,
      commonest: commonestWrong(results.pupils, i + 1, isRight),
    };
  });
}

/** The wrong answer of most pupils; of several, the one that came first. */
function commonestWrong(
  pupils: readonly HomeworkPupil[],
  task: number,
  isRight: IsRight,
): TaskSummary["commonest"] {
  const counts = new Map<string, number>();
  for (const { tries } of pupils) {
    const own = tries.filter((attempt) => attempt.task === task && !isRight(task, attempt.answer));
    for (const answer of new Set(own.map((attempt) => attempt.answer)))
      counts.set(answer, (counts.get(answer) ?? 0) + 1);
  }
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  return first ? { answer: first[0], count: first[1] } : null;
}

/**
 * A row for each pupil. In the column of a task is the number of tries until it was solved, `-` and
 * the number of tries if it was not, or nothing.
 */
export function csvOf(
  pupils: readonly PupilSummary[],
  head: readonly string[],
  separator: string,
): string {
  const rows = pupils.map(({ pupil, records, solved, tries, late }) => [
    pupil.name,
    ...[solved, tries, late].map(String),
    ...records.map((record) =>
      record.tries === 0 ? "" : `${record.isRight ? "" : "-"}${record.tries}`,
    ),
  ]);
  const quoted = (cell: string): string => `"${safe(cell).replaceAll('"', '""')}"`;
  return [head, ...rows].map((row) => row.map(quoted).join(separator)).join("\r\n") + "\r\n";
}

/** Spreadsheets would compute a name that begins like a formula. */
function safe(cell: string): string {
  return /^[=+@\t\r]|^-(?![\d.,]+$)/.test(cell) ? `'${cell}` : cell;
}
