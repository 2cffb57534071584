import { expect, test } from "vitest";

import {
  BackupError,
  backupText,
  clearPersisted,
  persistedData,
  restoreBackup,
} from "../../src/settings/device-data";
import { Device } from "../../src/settings/storage.svelte";
import { Store } from "../../src/settings/store.svelte";
import { memory, tabWith } from "./memory";

const refuses = (): never => {
  throw new RangeError("not readable");
};

test("only the app's own items are counted", () => {
  const storage = memory({ "qttt.match": "abc", other: "abc" });
  expect(persistedData(tabWith(storage))).toEqual({ entries: 1, bytes: 26, broken: {} });
});

test("all the app's items can be deleted, but no others", () => {
  const storage = memory({ "qttt.match": "1", "qttt.match.broken": "2", other: "3" });
  clearPersisted(tabWith(storage));
  expect([storage.length, storage.getItem("other")]).toEqual([1, "3"]);
});

test("data that was set aside can be saved, one file per occurrence", () => {
  const storage = memory();
  for (const text of ["first", "second", "third"]) {
    storage.setItem("qttt.match", JSON.stringify(text));
    new Store({ name: "match", none: null, parse: refuses }, tabWith(storage));
  }
  expect(persistedData(tabWith(storage)).broken).toEqual({
    "match.broken": '"first"',
    "match.broken2": '"second"',
    "match.broken3": '"third"',
  });
});

test("without access to storage there is no data", () => {
  expect(persistedData(new Device(null))).toEqual({ entries: 0, bytes: 0, broken: {} });
  clearPersisted(new Device(null));
});

const contents = (storage: Storage): Record<string, string | null> =>
  Object.fromEntries(
    Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? "").map((name) => [
      name,
      storage.getItem(name),
    ]),
  );

test("a copy restores everything in another browser, and replaces what was there", () => {
  const saved = { "qttt.daily": '{"version":1,"days":{}}', "qttt.setup": '"a"' };
  const here = memory({ ...saved, "qttt.games.broken": "{", other: "1" });
  const there = memory({ "qttt.lessons": "2", other: "3" });
  restoreBackup(backupText(tabWith(here)), tabWith(there));
  expect(contents(there)).toEqual({ ...saved, other: "3" });
});

test("a full storage keeps what it had", () => {
  const copy = backupText(tabWith(memory({ "qttt.games": JSON.stringify("a".repeat(100)) })));
  const storage = memory({ "qttt.setup": "1" }, 50);
  expect(() => restoreBackup(copy, tabWith(storage))).toThrow(DOMException);
  expect(contents(storage)).toEqual({ "qttt.setup": "1" });
});

test.each([
  ["the file is not JSON", "qtn"],
  ["the file is not of this app", '{"app":"chess","version":1,"saved":{}}'],
  ["version 2 cannot be read", '{"app":"qttt","version":2,"saved":{}}'],
])("%s", (message, text) => {
  const storage = memory({ "qttt.setup": "1" });
  expect(() => restoreBackup(text, tabWith(storage))).toThrow(new BackupError(message));
  expect(storage.length).toBe(1);
});
