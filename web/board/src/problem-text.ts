/** Messages about attributes and about files that cannot be loaded. */

import { messages } from "messages:all/illegalMoves,failures,notation,board";

import { KernelError } from "../../src/kernel/errors";
import { RulesError } from "../../src/kernel/rules";
import { describeError } from "../../src/notation/describe";
import { TextError } from "../../src/notation/errors";
import { AttributeError, SHOWABLE, ShowError } from "./game";
import type { Language, ProblemTexts } from "./texts";

const TEXTS = messages as Readonly<Record<Language, ProblemTexts>>;

/** `moves: “99” is not …`; rethrows defects. */
export function problemText(language: Language, error: unknown, value: string): string {
  const m = TEXTS[language];
  if (error instanceof AttributeError)
    return `${error.attribute}: ${reasonOf(m, error.cause, value)}`;
  return reasonOf(m, error, value);
}

function reasonOf(m: ProblemTexts, cause: unknown, value: string): string {
  if (cause instanceof TextError) return describeError(m, m.notation, cause.details);
  if (cause instanceof RulesError || (cause instanceof KernelError && cause.reason === "rules"))
    return describeError(m, m.notation, { reason: "no-rules", found: value });
  if (cause instanceof ShowError)
    return m.board.show({ found: cause.found, known: SHOWABLE.join(", ") });
  if (cause instanceof KernelError) return m.failures[cause.reason];
  throw cause;
}
