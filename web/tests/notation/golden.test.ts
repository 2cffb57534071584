/** Rejected and tolerated texts of spec/golden. */

import { expect, test } from "vitest";

import { describeError } from "../../src/notation/describe";
import { IllegalMoveInTextError, Spot, TextError } from "../../src/notation/errors";
import { parseRules, rowsOf } from "../../src/kernel/rules";
import { toRecord, writeRecord } from "../../src/notation/game-writer";
import { mainLine } from "../../src/notation/game";
import { readGoff } from "../../src/notation/goff-reader";
import { formatPosition, moveName } from "../../src/notation/moves";
import { placesAt } from "../../src/notation/moves-reader";
import { type ParsedText, readGame } from "../../src/notation/read";
import { readRecords } from "../../src/notation/record-reader";
import { type ReplayedGame, replay } from "../../src/notation/replay";
import { readTokens, stripped } from "../../src/notation/tokens";
import { golden } from "../kernel/ports";
import { referee } from "./referee";
import { en as m, english } from "../messages";

const en = english.notation;

const kernel = await referee();
const GOFF = parseRules("goff");

/** Parse a text as that kind; moves are relative to `position`. */
function readAs(kind: string, position: string, text: string): ParsedText {
  const plain = text.replace(/^\ufeff/, "");
  switch (kind) {
    case "record":
      return { kind: "records", records: readRecords(text) };
    case "position": {
      const { word, begin } = stripped(text);
      const spot = new Spot(text, begin);
      return { kind, start: placesAt(spot, word), spot, moves: [] };
    }
    case "goff":
      return { kind, ...readGoff(plain) };
    case "read":
      return readGame(text);
    default: {
      const spot = new Spot(position);
      return { kind: "position", start: placesAt(spot, position), spot, moves: readTokens(text) };
    }
  }
}

/** Parse a text as `kind` and write it again. */
async function written(kind: string, words: string, position: string, text: string) {
  const rules = words ? parseRules(words) : GOFF;
  const games = await replay(kernel, readAs(kind, position, text), rules);
  return games.map((game) => writtenGame(kind, game)).join("");
}

function writtenGame(kind: string, game: ReplayedGame): string {
  const plies = mainLine(game.root);
  const end = plies.at(-1);
  switch (kind) {
    case "record":
      return writeRecord(toRecord(game, game.tags, game.result));
    case "move":
      return end ? moveName(game.rules, end.move) : "";
    default:
      return formatPosition(game.rules, (end?.after ?? game.start).places);
  }
}

/** Normalize quotation marks and escapes, which differ from Python's. */
function unquoted(message: string): string {
  return message.replace(/['"“”]/g, "'").replaceAll("\\\\", "\\");
}

const rejected = rowsOf(golden("refused"));
// The app parses lists of moves, so rows that require a single move are skipped.
const read = rejected.filter(([, , , , , , , reason]) => !reason?.startsWith("expected one move"));

test.each(read)("rejected: %s %s %s %s", async (...row) => {
  const [kind = "", words = "", position = "", text = "", code, line, column, reason = ""] = row;
  const caught = await written(kind, words, position, JSON.parse(text) as string).then(
    () => null,
    (error: unknown) => error,
  );
  if (!(caught instanceof TextError)) throw caught;
  const { details, spot } = caught;
  expect([spot.line, spot.column].map(String)).toEqual([line, column]);
  if (caught instanceof IllegalMoveInTextError) {
    expect([code, reason]).toEqual([
      "move",
      caught.illegalReason.toUpperCase().replaceAll("-", "_"),
    ]);
  } else if (details.reason === "illegal-position") {
    expect(code).toBe("position");
  } else if (details.reason === "no-rules") {
    expect(reason).toMatch(/^in the tag Rules: /);
  } else {
    const message = reason.replace(/^in the tag Position: /, "");
    expect(unquoted(describeError(m, en, details))).toBe(unquoted(message));
  }
});

test.each(rowsOf(golden("tolerated")))("tolerated: %s %s %s %s", async (...row) => {
  const [kind = "", words = "", position = "", text = "", wanted = ""] = row;
  const again = JSON.parse(wanted) as string;
  // Goff's strings are only read: both are the same game.
  const same = kind === "goff" ? await written(kind, words, position, again) : again;
  expect(await written(kind, words, position, JSON.parse(text) as string)).toBe(same);
  if (kind !== "read" && kind !== "goff")
    expect(await written(kind, words, position, again)).toBe(again);
});
