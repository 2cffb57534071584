import { expect, test } from "vitest";

import { parseMatchLink } from "../../src/play/saved-reader";

test.each([
  ["goff/X=human,O=hard", { rules: "goff", seats: { X: "human", O: "hard" } }],
  ["goff/X=human,O=thesis-hard", { rules: "goff", seats: { X: "human", O: "hard" } }],
  [
    "krist rows=5 cols=5/O=human,X=best",
    { rules: "krist rows=5 cols=5", seats: { X: "best", O: "human" } },
  ],
  [
    "chooser=chance/X=human,O=human",
    { rules: "goff chooser=chance", seats: { X: "human", O: "human" } },
  ],
])("%s is parsed and written", (text, setup) => {
  expect(parseMatchLink(text)).toEqual(setup);
});

test.each([
  ["chess/X=human,O=human", 'there is no preset "chess"'],
  ["goff/X=human", "there is no kind of player undefined"],
  ["goff/X=human,O=deep", "there is no kind of player deep"],
  ["goff", "there is no kind of player undefined"],
  ["krist/X=human,O=optimal", 'there is no level "optimal" under krist'],
  ["krist rows=9 cols=9/X=human,O=easy", 'there is no level "easy" under krist rows=9 cols=9'],
])("%s is rejected", (text, message) => {
  expect(() => parseMatchLink(text)).toThrow(message);
});
