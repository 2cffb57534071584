import { expect, test } from "vitest";

import { clearPersisted, persistedData } from "../../src/settings/persisted";
import { StoredValue } from "../../src/settings/storage";
import { memory } from "./memory";

const refuses = (): never => {
  throw new RangeError("not readable");
};

test("what is the app's own is counted, what is another's is not", () => {
  const storage = memory({ "qttt.match": "abc", other: "abc" });
  expect(persistedData(storage)).toEqual({ entries: 1, bytes: 26, broken: {} });
});

test("everything can be forgotten, but nothing of others", () => {
  const storage = memory({ "qttt.match": "1", "qttt.match.broken": "2", other: "3" });
  clearPersisted(storage);
  expect([storage.length, storage.getItem("other")]).toEqual([1, "3"]);
});

test("what was set aside is there to be saved, each time that it happened", () => {
  const storage = memory();
  for (const text of ["first", "second", "third"]) {
    storage.setItem("qttt.match", JSON.stringify(text));
    new StoredValue("match", storage).read(refuses, () => undefined);
  }
  expect(persistedData(storage).broken).toEqual({
    "match.broken": '"first"',
    "match.broken2": '"second"',
    "match.broken3": '"third"',
  });
});

test("where nothing may be kept there is nothing", () => {
  expect(persistedData(null)).toEqual({ entries: 0, bytes: 0, broken: {} });
  clearPersisted(null);
});
