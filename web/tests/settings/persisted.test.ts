import { expect, test } from "vitest";

import { clearPersisted, persistedData } from "../../src/settings/persisted";
import { StoredValue } from "../../src/settings/storage";
import { memory } from "./memory";

const refuses = (): never => {
  throw new RangeError("not readable");
};

test("only the app's own items are counted", () => {
  const storage = memory({ "qttt.match": "abc", other: "abc" });
  expect(persistedData(storage)).toEqual({ entries: 1, bytes: 26, broken: {} });
});

test("all the app's items can be deleted, but no others", () => {
  const storage = memory({ "qttt.match": "1", "qttt.match.broken": "2", other: "3" });
  clearPersisted(storage);
  expect([storage.length, storage.getItem("other")]).toEqual([1, "3"]);
});

test("data that was set aside can be saved, one file per occurrence", () => {
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

test("without access to storage there is no data", () => {
  expect(persistedData(null)).toEqual({ entries: 0, bytes: 0, broken: {} });
  clearPersisted(null);
});
