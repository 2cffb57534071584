/** The app derives the same state from the golden logs as the server. */

import { expect, test } from "vitest";

import { parseRules, rowsOf } from "../../src/kernel/rules";
import { positionOf } from "../../src/play/line";
import { formatPosition } from "../../src/notation/moves";
import { type Offer, applyEntry, endingOf, initialLine, offersIn } from "../../src/online/log";
import type { Entry, Terms } from "../../src/online/wire";
import { golden, startedKernel } from "../kernel/ports";

const kernel = await startedKernel();
const rows = rowsOf(golden("logs"));

/** Open offers as in the golden data. */
function offersText(entries: readonly Entry[]): string {
  const offers = Object.entries(offersIn(entries)) as [Offer, string | null][];
  const open = offers.flatMap(([offer, seat]) => (seat ? [`${seat} offer-${offer}`] : []));
  return open.sort().join(", ") || "-";
}

test.each([...new Set(rows.map(([game]) => game))])("%s", async (name) => {
  const [head, ...log] = rows.filter(([game]) => game === name);
  const terms = JSON.parse(head?.[1] ?? "") as Terms;
  const rules = parseRules(terms.rules);
  let line = await initialLine(kernel, terms);
  const entries: Entry[] = [];
  for (const [, text = "", , position, decider, offers, , result] of log) {
    const entry = JSON.parse(text) as Entry;
    entries.push(entry);
    line = await applyEntry(kernel, rules, line, entry);
    const ending = endingOf(entries);
    const { places, decider: next } = positionOf(line);
    expect(formatPosition(rules, places)).toBe(position);
    expect((!ending && next) || "-").toBe(decider);
    expect(offersText(entries)).toBe(offers);
    if (ending) expect(ending.how === "aborted").toBe(result?.startsWith("*"));
  }
});
