/** Prepared lessons: Markdown files with explanations, polls and games, in order; see docs/teach. */

import { RulesError, parseRules } from "../kernel/rules";
import { parsePosition } from "../notation/moves-reader";
import { MAX_OPTIONS, MAX_SLIDE_LENGTH, POLL_KINDS } from "../generated/messages";
import { type PollKind, type PollQuestion, marksAsked } from "./polls";

export interface LessonStep {
  readonly title: string;
  /** Planned time; 0 if it is not stated. */
  readonly minutes: number;
  /** For the teacher alone. */
  readonly note: string;
  /** How often the class votes; twice with a discussion in between. */
  readonly votes: 1 | 2;
  /** What is shown or asked; null for games in pairs. */
  readonly question: PollQuestion | null;
}

export interface LessonPlan {
  readonly title: string;
  readonly note: string;
  readonly steps: readonly [LessonStep, ...LessonStep[]];
}

export type PlanProblem =
  | "field"
  | "number"
  | "votes"
  | "rules"
  | "kind"
  | "position"
  | "text"
  | "options"
  | "marks"
  | "title"
  | "steps";

/** A mistake in a file, with its line, from 1. */
export class PlanError extends Error {
  override readonly name = "PlanError";

  constructor(
    readonly line: number,
    readonly problem: PlanProblem,
    /** What is there instead. */
    readonly found: string,
  ) {
    super(`line ${line}: ${problem}: ${found}`);
  }
}

export const FIELDS = ["poll", "position", "marks", "rules", "minutes", "votes", "note", "play"];
export const HEAD = ["title", "rules"];

/** A part of the file: the head, or what is below a heading. */
interface Section {
  readonly line: number;
  readonly title: string;
  readonly fields: Map<string, string>;
  readonly lines: Map<string, number>;
  text: string;
  readonly options: string[];
}

/** The planned time of all steps. */
export function minutesOf(steps: readonly LessonStep[]): number {
  return steps.reduce((sum, { minutes }) => sum + minutes, 0);
}

/** Parse a file. Throws `PlanError`. */
export function parsePlan(source: string): LessonPlan {
  const [head, ...sections] = sectionsOf(source);
  const title = head?.fields.get("title") ?? "";
  if (!head || !title) throw new PlanError(1, "title", "");
  const rules = head.fields.get("rules") ?? "goff";
  const [first, ...rest] = sections.map((section) => stepOf(section, rules));
  if (!first) throw new PlanError(1, "steps", "");
  return { title, note: head.text, steps: [first, ...rest] };
}

function sectionsOf(source: string): Section[] {
  let now = newSection(1, "");
  const sections = [now];
  let isHead = false;
  /** Appends to the last field or option. */
  let append: ((text: string) => void) | null = null;
  for (const [i, line] of source.split(/\r?\n/).entries()) {
    const text = line.trim();
    const heading = /^## +(.+)$/.exec(text)?.[1];
    const [, name, value = ""] = /^(?:- )?([a-z]+): +(.+)$/.exec(text) ?? [];
    const option = /^\d+\. +(.+)$/.exec(text)?.[1];
    const escaped = /^\\(.+)$/.exec(text)?.[1];
    if (text === "---" && sections.length === 1) {
      isHead = !isHead;
    } else if (heading) {
      sections.push((now = newSection(i + 1, heading)));
      append = null;
    } else if (name && (isHead || text.startsWith("- "))) {
      if (!(isHead ? HEAD : FIELDS).includes(name)) throw new PlanError(i + 1, "field", name);
      const { fields } = now;
      fields.set(name, value);
      now.lines.set(name, i + 1);
      append = (more) => fields.set(name, `${fields.get(name)} ${more}`);
    } else if (option) {
      const { options } = now;
      options.push(option);
      append = (more) => (options[options.length - 1] += ` ${more}`);
    } else if (!text) {
      append = null;
    } else if (append && /^\s/.test(line)) {
      append(text);
    } else {
      now.text += (now.text && " ") + (escaped ?? text);
    }
  }
  return sections;
}

function newSection(line: number, title: string): Section {
  return { line, title, fields: new Map(), lines: new Map(), text: "", options: [] };
}

function stepOf(section: Section, usual: string): LessonStep {
  const { title, fields } = section;
  const minutes = Number(fields.get("minutes") ?? 0);
  if (!Number.isInteger(minutes) || minutes < 0) throw fault(section, "minutes", "number");
  const isGames = fields.has("play");
  if (isGames && fields.get("play") !== "pairs") throw fault(section, "play", "kind");
  const question = isGames ? null : questionOf(section, fields.get("rules") ?? usual);
  const votes = Number(fields.get("votes") ?? 1);
  const isVote = question !== null && question.kind !== "slide";
  if (votes !== 1 && !(votes === 2 && isVote)) throw fault(section, "votes", "votes");
  return { title, minutes, note: fields.get("note") ?? "", votes, question };
}

function questionOf(section: Section, rules: string): PollQuestion {
  const { fields, options, title, text } = section;
  const kind = (fields.get("poll") ?? "slide") as PollKind;
  if (!POLL_KINDS.includes(kind)) throw fault(section, "poll", "kind");
  const position = fields.get("position") ?? "";
  const hasText = kind === "choice" || kind === "slide";
  checkPosition(section, rules, position);
  if (!position && !hasText) throw new PlanError(section.line, "position", "");
  if (kind === "slide" && (!text || text.length > MAX_SLIDE_LENGTH))
    throw new PlanError(section.line, "text", `${text.length}`);
  if (
    (kind === "choice") !== options.length > 0 ||
    options.length === 1 ||
    options.length > MAX_OPTIONS
  )
    throw new PlanError(section.line, "options", `${options.length}`);
  const marks = fields.get("marks")?.split(/[\s,]+/) ?? [];
  if (marks.length !== marksAsked(kind)) throw fault(section, "marks", "marks");
  return { kind, rules, position, marks, options, text: text || (kind === "choice" ? title : "") };
}

function checkPosition(section: Section, rules: string, position: string): void {
  try {
    const board = parseRules(rules);
    if (position) parsePosition(board, position);
  } catch (error) {
    const isAboutRules = error instanceof RulesError;
    throw fault(section, isAboutRules ? "rules" : "position", isAboutRules ? "rules" : "position");
  }
}

function fault({ line, lines, fields }: Section, field: string, problem: PlanProblem): PlanError {
  return new PlanError(lines.get(field) ?? line, problem, fields.get(field) ?? "");
}

// --- writing -------------------------------------------------------------------------------------

/** The file of a lesson: the inverse of `parsePlan`. */
export function writePlan(title: string, note: string, steps: readonly LessonStep[]): string {
  const head = `---\ntitle: ${oneLine(title)}\n---`;
  return `${paragraphs(head, textOf(note), ...steps.map(writeStep))}\n`;
}

function writeStep({ title, minutes, note, votes, question }: LessonStep): string {
  const { kind, rules, position, marks, options, text } = question ?? {};
  const fields = Object.entries({
    play: question ? "" : "pairs",
    minutes: minutes || "",
    poll: kind === "slide" ? "" : kind,
    votes: votes > 1 ? votes : "",
    position,
    marks: marks?.join(" "),
    rules: rules === "goff" ? "" : rules,
    note: oneLine(note),
  }).filter(([, value]) => value);
  return paragraphs(
    `## ${oneLine(title)}`,
    fields.map(([name, value]) => `- ${name}: ${value}`).join("\n"),
    textOf(text ?? ""),
    options?.map((option, i) => `${i + 1}. ${oneLine(option)}`).join("\n") ?? "",
  );
}

function paragraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part).join("\n\n");
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ");
}

/** A paragraph; a backslash marks one that would be read as something else. */
function textOf(text: string): string {
  const line = oneLine(text);
  return /^(\\|---$|## |- [a-z]+: |\d+\. )/.test(line) ? `\\${line}` : line;
}

// --- saving --------------------------------------------------------------------------------------

/** The prepared lesson on this device, and how far a class room is in it. */
export interface SavedLesson {
  readonly source: string;
  /** The room that it was begun in; empty if in none yet. */
  readonly room: string;
  /** The index of the current step. */
  readonly at: number;
}

/** Validate saved data. Throws `PlanError` or `RangeError`. */
export function parseSavedLesson(data: unknown): SavedLesson & { readonly plan: LessonPlan } {
  const { source, room, at } = (data ?? {}) as Partial<Record<keyof SavedLesson, unknown>>;
  if (typeof source !== "string" || typeof room !== "string" || typeof at !== "number")
    throw new RangeError("this is not a saved lesson");
  return { source, room, at, plan: parsePlan(source) };
}
