/** Describe errors in text. */

import type { ErrorDetailsOf, Reason } from "../../notation/errors";
import type { en } from "./en";

export type NotationMessages = typeof en;

export function describeError<R extends Reason>(
  m: NotationMessages,
  details: ErrorDetailsOf<R>,
): string {
  return m.errors[details.reason](details);
}

interface Located {
  readonly details: ErrorDetailsOf<Reason>;
  readonly spot: { readonly line: number; readonly column: number };
}

/** The description with its location: `line 2, column 5: …`. */
export function describeWithLocation(m: NotationMessages, { details, spot }: Located): string {
  return `${m.where(spot.line, spot.column)}: ${describeError(m, details)}`;
}
