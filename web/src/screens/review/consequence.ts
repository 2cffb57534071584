/** What a move leads to with best play, in words. */

import type { FeatureMessages, Messages } from "../../i18n/languages";
import { type Outcome, playerOf, winnerOf } from "../../kernel/types";
import type { Rules } from "../../kernel/rules";
import type { Ply } from "../../match/line";
import { linesText } from "../../match/result";

/** `line` is best play after the ply; empty if that is not known, and the ply ends nothing. */
export function consequenceText(
  m: Pick<Messages, "result">,
  t: FeatureMessages<"review">,
  rules: Rules,
  { by, after }: Ply,
  line: readonly Ply[],
): string {
  const { decider, loop } = after;
  const isLetOff = loop !== null && decider !== null && decider !== "chance" && decider !== by;
  const closes = isLetOff ? t.closes({ player: decider }) : "";
  const { outcome } = line.at(-1)?.after ?? after;
  const end = outcome ? endText(m, t, rules, outcome, line) : "";
  return [closes, end].filter(Boolean).join(" ");
}

function endText(
  m: Pick<Messages, "result">,
  t: FeatureMessages<"review">,
  rules: Rules,
  outcome: Outcome,
  line: readonly Ply[],
): string {
  const player = winnerOf(outcome);
  if (!player) return t.even;
  if (outcome.lines.some((each) => each.player !== player)) return t.narrow({ player });
  const marks = line.filter(({ move }) => move.kind === "placement");
  const count = marks.filter(({ after }) => playerOf(after.places.length) === player).length;
  return t.forced({ player, count, lines: linesText(m, rules, outcome.lines) });
}
