/** Error messages for typed, pasted or opened text: what is wrong, where, and what to do. */

import { CommandError } from "../../analysis/commands";
import { RejectedCommandError } from "../../analysis/command-target";
import { NoGameError } from "../../analysis/open";
import type { FeatureMessages, Messages } from "../../i18n/languages";
import { describeError, describeWithLocation } from "../../notation/describe";
import { IllegalMoveError, KernelError } from "../../kernel/errors";
import { RulesError } from "../../kernel/rules";
import { DamagedError, TextError, UnwritableError } from "../../notation/errors";

/** Messages of the features involved. */
export interface ErrorMessages {
  readonly m: Messages;
  readonly commands: FeatureMessages<"commands">;
  readonly notation: FeatureMessages<"notation">;
}

/** Rethrows unknown errors. */
export function errorText(words: ErrorMessages, error: unknown): string {
  const { m, commands, notation } = words;
  if (error instanceof CommandError) return mistakeText(commands, error);
  if (error instanceof RejectedCommandError) return commands.mistakes[error.reason];
  if (error instanceof TextError) return sentence(describeWithLocation(m, notation, error));
  if (error instanceof DamagedError || error instanceof UnwritableError) {
    return sentence(describeError(m, notation, error.details));
  }
  if (error instanceof NoGameError) return commands.files.empty;
  if (error instanceof IllegalMoveError) return m.illegalMoves[error.reason];
  if (error instanceof RulesError) return m.failures.rules;
  if (error instanceof KernelError) return m.failures[error.reason];
  throw error;
}

function mistakeText(t: FeatureMessages<"commands">, { mistake }: CommandError): string {
  switch (mistake.reason) {
    case "unknown":
      return mistake.near
        ? t.mistakes.similar({ word: mistake.word, near: mistake.near })
        : t.mistakes.unknown({ word: mistake.word });
    case "alone":
      return t.mistakes.alone({ word: mistake.word, rest: mistake.rest });
    case "count":
      return t.mistakes.count({ word: mistake.word, found: mistake.found });
    case "squares":
      return t.mistakes.squares;
    case "number":
      return t.mistakes.number({ found: mistake.found });
    case "outside":
      return t.mistakes.outside({
        row: mistake.row,
        col: mistake.col,
        rows: mistake.rows - 1,
        cols: mistake.cols - 1,
      });
  }
}

/** Capitalize and add a full stop. */
function sentence(text: string): string {
  const capital = text.charAt(0).toLocaleUpperCase() + text.slice(1);
  return /[.;!]$/.test(capital) ? capital : `${capital}.`;
}
