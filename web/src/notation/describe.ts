/** Describe errors in text. */

import type { FeatureMessages, Messages } from "../i18n/languages";
import type { ErrorDetails, ErrorDetailsByReason, IllegalReasonInText, Reason } from "./errors";

type NotationMessages = FeatureMessages<"notation">;
/** Details as they are inserted into messages. */
type Values<Details> = {
  readonly [Name in keyof Details]: Details[Name] extends number ? number : string;
};
type ReasonTexts = {
  readonly [R in Reason]: string | ((values: Values<ErrorDetailsByReason[R]>) => string);
};
type AnyText = string | ((values: Readonly<Record<string, string | number>>) => string);

/** Details quoted from the text, which may be long. */
const QUOTED = ["found", "stated", "termination", "character"];
const MAX_QUOTED_CHARS = 24;

/** `m` explains illegal moves. */
export function describeError(
  m: Pick<Messages, "illegalMoves">,
  t: NotationMessages,
  details: ErrorDetails,
): string {
  const isAtEnd = details.reason === "expected" && !details.found;
  const texts = t.errors satisfies ReasonTexts as object as Readonly<Record<string, AnyText>>;
  const text = texts[isAtEnd ? "expected-end" : details.reason] as AnyText;
  if (typeof text === "string") return text;
  const values = Object.entries(details).map(([name, value]) => [name, written(name, value)]);
  return text(Object.fromEntries(values));

  function written(name: string, value: unknown): string | number {
    if (Array.isArray(value)) return value.join(", ");
    if (typeof value === "number") return value;
    const plain = String(value);
    if (name === "illegalReason") return m.illegalMoves[plain as IllegalReasonInText];
    if (name === "expected" && details.reason === "expected") return tokenName(t, plain);
    return QUOTED.includes(name) ? shortened(plain) : plain;
  }
}

/** What was expected in words; signs stand for themselves. */
function tokenName({ tokens }: NotationMessages, expected: string): string {
  return tokens[expected.replaceAll(" ", "-") as keyof typeof tokens] ?? expected;
}

interface Located {
  readonly details: ErrorDetails;
  readonly spot: { readonly line: number; readonly column: number };
}

/** The description with its location: `line 2, column 5: …`. */
export function describeWithLocation(
  m: Pick<Messages, "illegalMoves">,
  t: NotationMessages,
  { details, spot: { line, column } }: Located,
): string {
  return `${t.where({ line, column })}: ${describeError(m, t, details)}`;
}

function shortened(text: string): string {
  const characters = [...text];
  if (characters.length <= MAX_QUOTED_CHARS) return text;
  return `${characters.slice(0, MAX_QUOTED_CHARS - 1).join("")}…`;
}
