/** Error messages for typed, pasted or opened text: what is wrong, where, and what to do. */

import { NoGameError } from "../../analysis/open";
import { TypedMovesError } from "../../analysis/typed-moves";
import { describeError, describeWithLocation } from "../../notation/describe";
import { DamagedError, TextError, UnwritableError } from "../../notation/errors";
import { IllegalMoveError, KernelError } from "../../kernel/errors";
import { RulesError } from "../../kernel/rules";
import { files, m, notation } from "../context.svelte";

/** Rethrows unknown errors. */
export function errorText(error: unknown): string {
  if (error instanceof TypedMovesError) return files.moves[error.reason];
  if (error instanceof TextError) return sentence(describeWithLocation(m, notation, error));
  if (error instanceof DamagedError || error instanceof UnwritableError) {
    return sentence(describeError(m, notation, error.details));
  }
  if (error instanceof NoGameError) return files.empty;
  if (error instanceof IllegalMoveError) return m.illegalMoves[error.reason];
  if (error instanceof RulesError) return m.failures.rules;
  if (error instanceof KernelError) return m.failures[error.reason];
  throw error;
}

/** Capitalize and add a full stop. */
function sentence(text: string): string {
  const capital = text.charAt(0).toLocaleUpperCase() + text.slice(1);
  return /[.;!]$/.test(capital) ? capital : `${capital}.`;
}
