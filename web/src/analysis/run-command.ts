/** Execute commands and describe the results. */

import type { FeatureMessages, Messages } from "../i18n/languages";
import type { Move, Survey } from "../kernel/types";
import { pick, systemChance } from "../match/chance";
import { rulesNote, rulesTitle, squareLabels } from "../match/words";
import { markName, moveName, squareName } from "../notation/moves";
import { writeRules } from "../notation/rules";
import { COMMAND_NAMES, type Command, CommandError, type CommandName } from "./commands";
import { type CommandTarget, RejectedCommandError } from "./command-target";
import type { Evaluation } from "./evaluation.svelte";
import { certaintyText, valueText } from "./words";

/** What commands need besides the target. */
interface CommandContext {
  readonly target: CommandTarget;
  readonly evaluation: Evaluation;
  readonly m: Messages;
  readonly t: FeatureMessages<"analysis">;
  readonly words: FeatureMessages<"commands">;
  /** Actions of the screen: save to a file, open one, copy a link; each returns a message. */
  readonly save: (name: string) => Promise<string>;
  readonly load: () => string;
  readonly link: () => Promise<string>;
  /** Cancels the request. */
  readonly signal: AbortSignal;
}

const FEW = 3;
/** An example of each command. */
const USAGES: Readonly<Record<CommandName, string>> = {
  play: "play 0 0 1 2",
  undo: "undo 2",
  redo: "redo 2",
  random: "random 3",
  moves: "moves",
  hint: "best",
  value: "value",
  board: "board",
  rules: "rules",
  save: "save my game",
  load: "load",
  link: "link",
  help: "help",
};

/**
 * The lines of the answer. Throws `CommandError`, `RejectedError` and the errors of notation,
 * without changes.
 */
export async function runCommand(command: Command, on: CommandContext): Promise<string[]> {
  const { target, words } = on;
  switch (command.kind) {
    case "notation":
      return entered(command.text, on);
    case "play":
      return entered(squaresText(command, target), on);
    case "undo":
      return [
        words.line.undone({ count: repeated(command.count, () => target.undo(), "nothingToUndo") }),
      ];
    case "redo":
      return [
        words.line.redone({ count: repeated(command.count, () => target.redo(), "nothingToRedo") }),
      ];
    case "random":
      return randomly(command.count, on);
    case "moves":
      return [movesText(on)];
    case "hint":
      return bestText(on);
    case "value":
      return [await judgedText(on)];
    case "board":
      return squareLabels(on.m, target.rules, contentOf(target), null);
    case "rules":
      return rulesText(on);
    case "save":
      return [await on.save(command.name)];
    case "load":
      return [on.load()];
    case "link":
      return [await on.link()];
    case "help":
      return [
        words.line.notation,
        ...COMMAND_NAMES.map((word) => `${USAGES[word]}: ${words.line.usages[word]}`),
      ];
  }
}

// --- commands that change the game -----------------------------------------------------------

async function entered(text: string, on: CommandContext): Promise<string[]> {
  await on.target.enter(text);
  return [deciderText(on)];
}

/** Rows and columns as square names. */
function squaresText(
  { squares, mark }: Extract<Command, { kind: "play" }>,
  { rules, survey }: CommandTarget,
): string {
  const names = squares.map(({ row, col }) => {
    if (row < rules.rows && col < rules.cols) return squareName(rules, row * rules.cols + col);
    throw new CommandError({ reason: "outside", row, col, rows: rules.rows, cols: rules.cols });
  });
  if (names.length === 2) return names.join("-");
  return survey.loop ? `${mark ?? ""}@${names[0]}` : `${names[0]}`;
}

function repeated(
  count: number,
  once: () => boolean,
  none: "nothingToUndo" | "nothingToRedo",
): number {
  let done = 0;
  while (done < count && once()) done++;
  if (done === 0) throw new RejectedCommandError(none);
  return done;
}

async function randomly(count: number, on: CommandContext): Promise<string[]> {
  const { target } = on;
  if (target.survey.outcome) throw new RejectedCommandError("gameOver");
  if (!target.isOurs) throw new RejectedCommandError("notYours");
  const played: string[] = [];
  while (played.length < count && target.isOurs && target.survey.moves.length > 0) {
    const move = pick(systemChance, target.survey.moves);
    played.push(moveName(target.rules, move));
    await target.play(move);
  }
  return [played.join(" "), deciderText(on)];
}

// --- commands that show information ----------------------------------------------------------

/** The side to decide. */
function deciderText({ target, words, t }: CommandContext): string {
  const { decider, loop } = target.survey;
  if (!decider) return words.line.over;
  return `${loop && decider !== "chance" ? t.chooses({ chooser: decider }) : t.turn({ decider })}.`;
}

function movesText({ target, m, words }: CommandContext): string {
  const { rules, survey } = target;
  const { moves } = survey;
  if (survey.outcome) return words.line.over;
  if (moves.length <= 2) return moves.map((move) => landingText(m, target, move)).join(". ");
  const squares = new Set(moves.flatMap((move) => ("squares" in move ? move.squares : [])));
  const names = [...squares].sort((a, b) => a - b).map((square) => squareName(rules, square));
  return words.line.moves({ count: moves.length, squares: names.join(" ") });
}

function landingText(m: Messages, { rules, survey }: CommandTarget, move: Move): string {
  const name = moveName(rules, move);
  if (move.kind === "placement") return name;
  const mark = markName(survey.places.length);
  return `${name}: ${m.game.lands({ mark, square: squareName(rules, move.square) })}`;
}

async function bestText(on: CommandContext): Promise<string[]> {
  const { target, words, t } = on;
  const { rules, survey } = target;
  if (survey.outcome) return [words.line.over];
  const judgement = await on.evaluation.ask(rules, survey, on.signal);
  const best = judgement.moves.filter(({ verdict }) => verdict === judgement.moves[0]?.verdict);
  const names = best.slice(0, FEW).map(({ move }) => moveName(rules, move));
  const more = best.length > FEW ? [words.line.others({ count: best.length - FEW })] : [];
  const value = `${valueText(t, rules, judgement)}, ${certaintyText(t, judgement)}.`;
  return [words.line.best({ moves: [...names, ...more].join(", "), value })];
}

async function judgedText({ target, evaluation, t, signal }: CommandContext): Promise<string> {
  const judgement = await evaluation.ask(target.rules, target.survey, signal);
  const value = valueText(t, target.rules, judgement);
  return judgement.decider ? `${value}, ${certaintyText(t, judgement)}.` : `${value}.`;
}

function rulesText({ target, m }: CommandContext): string[] {
  const text = writeRules(target.rules);
  return [`${rulesTitle(m, { rules: text }, target.rules)} (${text}).`, rulesNote(m, text)];
}

function contentOf({ survey, pairs }: CommandTarget): {
  readonly places: Survey["places"];
  readonly loop: Survey["loop"];
  readonly pairs: CommandTarget["pairs"];
} {
  return { places: survey.places, loop: survey.loop, pairs };
}
