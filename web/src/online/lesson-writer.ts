/** Writing prepared lessons: the inverse of `parsePlan`. */

import type { LessonStep } from "./lesson-plan";

export function writePlan(title: string, note: string, steps: readonly LessonStep[]): string {
  const head = `---\ntitle: ${oneLine(title)}\n---`;
  return `${paragraphs(head, textOf(note), ...steps.map(stepOf))}\n`;
}

function stepOf({ title, minutes, note, votes, question }: LessonStep): string {
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
