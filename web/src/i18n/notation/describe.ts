/** Describe errors in text. */

import type { ComplaintOf, Reason } from "../../notation/errors";
import type { en } from "./en";

export type NotationMessages = typeof en;

export function describeComplaint<R extends Reason>(
  m: NotationMessages,
  complaint: ComplaintOf<R>,
): string {
  return m.complaints[complaint.reason](complaint);
}

interface Located {
  readonly complaint: ComplaintOf<Reason>;
  readonly spot: { readonly line: number; readonly column: number };
}

/** The description with its location: `line 2, column 5: …`. */
export function describeWithLocation(m: NotationMessages, { complaint, spot }: Located): string {
  return `${m.where(spot.line, spot.column)}: ${describeComplaint(m, complaint)}`;
}
