/** Texts of polls. */

import { markName } from "../../../notation/moves";
import { pointsText, signedText } from "../../../notation/points";
import type { ExactAnswer, Question } from "../../../online/polls";
import type { OnlineMessages } from "../../../online/words";

export function questionText({ poll: p }: OnlineMessages, { kind, text, marks }: Question): string {
  const [one = "", two = ""] = marks;
  return text || (kind === "entangled" ? p.areEntangled({ one, two }) : p.kinds[kind]);
}

/** An answer as it is displayed. */
export function answerText(
  { poll: p }: OnlineMessages,
  { kind, options, position }: Question,
  answer: string,
): string {
  if (kind === "choice") return options[Number(answer) - 1] ?? answer;
  if (kind === "collapse") {
    const mark = markName(position.split("/").length);
    return p.lands({ mark, square: answer.slice(1) });
  }
  return (p.options as Readonly<Record<string, string>>)[answer] ?? answer;
}

/** The exact answer in one sentence, with the reason. */
export function exactText(
  w: OnlineMessages,
  question: Question,
  exact: ExactAnswer | null,
): string {
  const p = w.poll;
  if (!exact) return p.exact.none;
  const { kind, marks } = question;
  const { answers, value } = exact;
  const [one = "", two = ""] = marks;
  const [answer = ""] = answers;
  if (kind === "worlds") return p.exact.worlds({ count: answer });
  if (kind === "entangled") return p.exact[answer === "yes" ? "yes" : "no"]({ one, two });
  if (kind === "ahead") {
    return p.exact.ahead({ player: answer, points: pointsText(Math.abs(value ?? 0)) });
  }
  const moves = answers.map((each) => answerText(w, question, each)).join(", ");
  return p.exact.moves({ moves, value: signedText(value ?? 0) });
}
