/** What the key for the next step does, and mistakes in files in words. */

import { PRESETS } from "../../../kernel/rules";
import {
  FIELDS,
  HEAD,
  type LessonStep,
  type PlanError,
  type PlanProblem,
} from "../../../school/lesson-plan";
import { POLL_KINDS } from "../../../generated/messages";
import type { Poll, PollStep } from "../../../school/polls";
import { type Room, type RoomService, isInProgress } from "../../../school/rooms";
import type { OnlineMessages } from "../../../online/words";

/**
 * The next step of the current poll; null to go on. A vote that is repeated is discussed before. Of a
 * poll that is not the lesson's only the vote is closed.
 */
export function nextAction(
  poll: Poll | null,
  step: LessonStep | undefined,
): Exclude<PollStep, "end"> | null {
  if (!poll || poll.kind === "slide") return null;
  if (poll.stage === "asking") return "show";
  if (!step || poll.stage !== "shown" || poll.kind !== step.question?.kind) return null;
  if (poll.round < step.votes) return "again";
  return poll.kind === "choice" ? null : "explain";
}

/** The next step of a poll that belongs to no lesson. */
export function nextPollStep({ kind, stage }: Poll): Exclude<PollStep, "again"> {
  if (kind === "slide") return "end";
  if (stage === "asking") return "show";
  return stage === "shown" && kind !== "choice" ? "explain" : "end";
}

/** What the key for the next step does: a step of the poll, or of the lesson; null for nothing. */
export function nextKey(
  poll: Poll | null,
  step: LessonStep | undefined,
  hasNext: boolean,
): PollStep | "next" | null {
  return nextAction(poll, step) ?? (hasNext ? "next" : poll ? "end" : null);
}

/** Show a step to the class: its question, or games in pairs, a round of which may be in progress. */
export async function presentStep(
  service: RoomService,
  code: string,
  { poll, stage, kind, round, games }: Room,
  { question }: LessonStep,
): Promise<Room> {
  if (question) return service.poll(code, question);
  if (poll) await service.pollStep(code, poll.number, "end");
  if (stage === "gathering") return service.start(code);
  if (kind === "arena") return service.pause(code, false);
  return games.some(isInProgress) ? service.room(code) : service.next(code, round, false);
}

/** What to write, in files whose words are English. */
const NAMES: Readonly<Partial<Record<PlanProblem, readonly string[]>>> = {
  title: HEAD.slice(0, 1),
  field: [...HEAD, ...FIELDS],
  kind: [...POLL_KINDS, "pairs"],
  rules: [...PRESETS.keys()],
};

export function planProblem(w: OnlineMessages, error: PlanError): string {
  return w.lesson.problem({ line: error.line, text: problemIn(w, error) });
}

/** The mistake without its line. */
export function problemIn({ lesson }: OnlineMessages, { problem, found }: PlanError): string {
  type Text = string | ((values: { found: string; names: string }) => string);
  const text: Text = lesson.problems[problem];
  const names = NAMES[problem]?.join(", ") ?? "";
  return typeof text === "string" ? text : text({ found, names });
}
