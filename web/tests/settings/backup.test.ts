/** Copies of the data on this device. */

import { expect, test } from "vitest";

import { BackupError, backupText, restoreBackup } from "../../src/settings/backup";
import { memory } from "./memory";

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
  restoreBackup(backupText(here), there);
  expect(contents(there)).toEqual({ ...saved, other: "3" });
});

test("a full storage keeps what it had", () => {
  const copy = backupText(memory({ "qttt.games": JSON.stringify("a".repeat(100)) }));
  const storage = memory({ "qttt.setup": "1" }, 50);
  expect(() => restoreBackup(copy, storage)).toThrow(DOMException);
  expect(contents(storage)).toEqual({ "qttt.setup": "1" });
});

test.each([
  ["the file is not JSON", "qtn"],
  ["the file is not of this app", '{"app":"chess","version":1,"saved":{}}'],
  ["version 2 cannot be read", '{"app":"qttt","version":2,"saved":{}}'],
])("%s", (message, text) => {
  const storage = memory({ "qttt.setup": "1" });
  expect(() => restoreBackup(text, storage)).toThrow(new BackupError(message));
  expect(storage.length).toBe(1);
});
