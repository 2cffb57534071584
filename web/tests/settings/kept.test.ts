import { expect, test } from "vitest";

import { forget, kept } from "../../src/settings/kept";
import { Shelf } from "../../src/settings/storage";
import { memory } from "./memory";

const refuses = (): never => {
  throw new RangeError("not readable");
};

test("what is the app's own is counted, what is another's is not", () => {
  const storage = memory({ "qttt.match": "abc", other: "abc" });
  expect(kept(storage)).toEqual({ entries: 1, bytes: 26, broken: {} });
});

test("everything can be forgotten, but nothing of others", () => {
  const storage = memory({ "qttt.match": "1", "qttt.match.broken": "2", other: "3" });
  forget(storage);
  expect([storage.length, storage.getItem("other")]).toEqual([1, "3"]);
});

test("what was set aside is there to be saved, each time that it happened", () => {
  const storage = memory();
  for (const text of ["first", "second", "third"]) {
    storage.setItem("qttt.match", JSON.stringify(text));
    new Shelf("match", storage).read(refuses, () => undefined);
  }
  expect(kept(storage).broken).toEqual({
    "match.broken": '"first"',
    "match.broken2": '"second"',
    "match.broken3": '"third"',
  });
});

test("where nothing may be kept there is nothing", () => {
  expect(kept(null)).toEqual({ entries: 0, bytes: 0, broken: {} });
  forget(null);
});
