/** Texts of polls. */

import { amountText } from "../../../analysis/words";
import type { Features, Messages } from "../../../i18n/languages";
import { type Rules, parseRules } from "../../../kernel/rules";
import type { Place, Survey } from "../../../kernel/types";
import { markName, recordName, squareName } from "../../../notation/moves";
import { parseMove } from "../../../notation/moves-reader";
import { pointsText } from "../../../notation/points";
import {
  type ExactAnswer,
  type PollPosition,
  type PollQuestion,
  fractionOf,
  markNumber,
} from "../../../school/polls";
import type { OnlineMessages } from "../../../online/words";

export function questionText(
  { poll: p }: OnlineMessages,
  { kind, text, marks }: PollQuestion,
): string {
  const [one = "", two = ""] = marks;
  if (text) return text;
  if (kind === "entangled") return p.areEntangled({ one, two });
  return kind === "where" ? p.whereIs({ mark: one }) : p.kinds[kind];
}

/** Who decides in the position of a poll. */
export function turnText({ status }: Messages, { decider, collapses }: Survey): string {
  if (!decider || decider === "chance") return decider ? status.coin : "";
  return (collapses.length > 0 ? status.chooses : status.turn)({ player: decider });
}

/** More best moves than these are not drawn. */
const MAX_DRAWN = 8;

/** The best placements; none if every move is worth the same. */
export function bestPlacements(rules: Rules, exact: ExactAnswer | null): readonly Place[] {
  if (!exact?.losses || exact.answers.length > MAX_DRAWN) return [];
  return exact.answers.flatMap((answer) => {
    const move = parseMove(rules, answer);
    return move?.kind === "placement" ? [move.squares] : [];
  });
}

/** The names of the two squares of the mark that `where` asks about. */
export function squaresAsked({ position, marks }: PollQuestion): [string, string] {
  const place = position.split("/")[markNumber(marks[0]) - 1] ?? "";
  const [one = "", two = one] = place.match(/[a-z]?\d/g) ?? [];
  return [one, two];
}

/** An answer as it is displayed. */
export function answerText(
  { poll: p }: OnlineMessages,
  question: PollQuestion,
  answer: string,
): string {
  const { kind, options, position } = question;
  if (kind === "move") {
    const rules = parseRules(question.rules);
    const move = parseMove(rules, answer);
    return move ? recordName(rules, move, false) : answer;
  }
  if (kind === "choice") return options[Number(answer) - 1] ?? answer;
  if (kind === "collapse") {
    const mark = markName(position.split("/").length);
    return p.lands({ mark, square: answer.slice(1) });
  }
  if (kind === "where") {
    const [one, two] = squaresAsked(question);
    return p.chances({ one, two, first: answer, second: rest(answer) });
  }
  return (p.options as Readonly<Record<string, string>>)[answer] ?? answer;
}

/** `1/4` for `3/4`, in lowest terms as that is. */
function rest(fraction: string): string {
  const [numerator = 0, denominator = 1] = fraction.split("/").map(Number);
  return `${denominator - numerator}/${denominator}`;
}

/** The exact answer with the reason, in a sentence or two. */
export function exactText(
  { online: w, analysis, puzzles }: Pick<Features, "online" | "analysis" | "puzzles">,
  question: PollQuestion,
  exact: ExactAnswer | null,
  position: PollPosition | null,
): string {
  const p = w.poll;
  if (!exact || !position) return p.exact.none;
  const { kind, marks } = question;
  const { answers, value, losses } = exact;
  const [one = "", two = ""] = marks;
  const [answer = ""] = answers;
  if (kind === "worlds") return worldsText(w, Number(answer), position);
  if (kind === "entangled") return p.exact[answer === "yes" ? "yes" : "no"]({ one, two });
  if (kind === "where") {
    const isCertain = fractionOf(answer) % 1 === 0;
    const reason = isCertain ? "stem" : isOnLoop(position, one) ? "loop" : "tree";
    return `${answerText(w, question, answer)}. ${p.exact.where[reason]({ mark: one })}`;
  }
  if (kind === "ahead") {
    return p.exact.ahead({ player: answer, points: pointsText(Math.abs(value ?? 0)) });
  }
  const moves = answers.map((each) => answerText(w, question, each)).join(", ");
  const player = !value ? "even" : value > 0 ? "X" : "O";
  const best = p.exact.moves({ moves, player, points: pointsText(Math.abs(value ?? 0)) });
  if (!losses) return `${best} ${p.exact.same}`;
  const { least, most } = losses;
  const amount = amountText(analysis, least, true);
  if (kind === "collapse") return `${best} ${p.exact.other({ amount })}`;
  return `${best} ${least === most ? puzzles.othersSame({ amount }) : puzzles.others({ amount })}`;
}

function isOnLoop({ survey: { loop } }: PollPosition, mark: string): boolean {
  return loop?.marks.includes(markNumber(mark)) ?? false;
}

/** The number of worlds, and what each entanglement leaves open. */
function worldsText(
  { poll: p }: OnlineMessages,
  count: number,
  { rules, survey }: PollPosition,
): string {
  const { entanglements, loop, places } = survey;
  const parts = [...new Set(entanglements.values())].map((group) => {
    const marks = [...entanglements.keys()].filter((mark) => entanglements.get(mark) === group);
    if (loop && marks.includes(loop.closing)) return { worlds: 2, reason: p.exact.loop };
    const squares = new Set(marks.flatMap((mark) => places[mark - 1] ?? []));
    const names = [...squares]
      .sort((one, other) => one - other)
      .map((each) => squareName(rules, each));
    return { worlds: squares.size, reason: p.exact.empty({ squares: names.join(", ") }) };
  });
  const factors = parts.length > 1 ? ` (${parts.map(({ worlds }) => worlds).join(" × ")})` : "";
  const reasons = parts.map(({ reason }) => reason).join("; ") || p.exact.whole;
  return p.exact.worlds({ count, factors, reasons });
}
