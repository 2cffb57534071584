/** Describe errors in text. */

import type { NotationMessages } from "../i18n/notation/en";
import type { ErrorDetailsByReason, ErrorDetailsOf, Reason } from "./errors";

type ReasonTexts = { readonly [R in Reason]: (details: ErrorDetailsByReason[R]) => string };

export function describeError<R extends Reason>(
  m: NotationMessages,
  details: ErrorDetailsOf<R>,
): string {
  const texts: ReasonTexts = m.errors;
  return texts[details.reason](details);
}

interface Located {
  readonly details: ErrorDetailsOf<Reason>;
  readonly spot: { readonly line: number; readonly column: number };
}

/** The description with its location: `line 2, column 5: …`. */
export function describeWithLocation(m: NotationMessages, { details, spot }: Located): string {
  return `${m.where(spot.line, spot.column)}: ${describeError(m, details)}`;
}
