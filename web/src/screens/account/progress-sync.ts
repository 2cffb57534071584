/**
 * Merges what this browser has recorded into the account's progress, and adopts what other devices
 * have. Merging can be repeated, so that it needs no memory of what was sent.
 */

import { LessonProgress } from "../../lessons/progress.svelte";
import type { DeviceResults, Progress, Service } from "../../online/service";
import { DailyLog } from "../../progress/daily-log.svelte";
import { adoptResults, forgetResults, savedResults } from "../../progress/results";
import { type Shape, entriesOf } from "../../settings/shape";
import { device } from "../../settings/storage.svelte";
import { loadPuzzles } from "../../study/puzzles";
import { Streak } from "../../study/streak.svelte";

/** Puzzles and days in one request, of which the server accepts 16 KiB. */
const PART = 120;
const DEVICE_BYTES = 8;

/** The ID of this browser in each account that was used in it. */
type Devices = Readonly<Record<string, string>>;
const DEVICES: Shape<Devices> = {
  name: "devices",
  none: {},
  parse: (data, damaged) =>
    entriesOf(data, damaged, (id) => {
      if (typeof id === "string") return id;
      throw new TypeError("the ID of this browser is missing");
    }),
};

/** Merge with the account of `user`. Rejects with `ServiceError`. */
export async function syncProgress(service: Service, user: string): Promise<void> {
  const own = deviceOf(user);
  const lessons = new LessonProgress();
  const streak = new Streak(await loadPuzzles());
  const days = new DailyLog();
  const first = {
    results: { [own]: savedResults().value.levels },
    lessons: lessons.all,
    longest: streak.feats.longest,
  };
  const parts: Partial<Progress>[] = [
    first,
    ...chunks(streak.feats.solved).map((solved) => ({ solved })),
    ...chunks(Object.entries(days.all)).map((some) => ({ days: Object.fromEntries(some) })),
  ];
  let merged: Progress | null = null;
  for (const part of parts) merged = await service.mergeProgress(part);
  if (!merged) return;
  const elsewhere = Object.entries(merged.results).filter(([id]) => id !== own);
  adoptResults(elsewhere.flatMap(([, results]: [string, DeviceResults]) => results));
  lessons.merge(merged.lessons);
  streak.merge(merged.solved, merged.longest);
  days.merge(merged.days);
}

/** Forget everything after a logout: the account has it. */
export async function forgetProgress(user: string): Promise<void> {
  device.store(DEVICES).set(({ [user]: _, ...others }) => others);
  forgetResults();
  new LessonProgress().forget();
  new Streak(await loadPuzzles()).forget();
  new DailyLog().forget();
}

function deviceOf(user: string): string {
  const devices = device.store(DEVICES);
  const id = randomId();
  devices.set((saved) => ({ [user]: id, ...saved }));
  return devices.value[user] ?? id;
}

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(DEVICE_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function chunks<T>(list: readonly T[]): readonly T[][] {
  return Array.from({ length: Math.ceil(list.length / PART) }, (_, i) =>
    list.slice(i * PART, (i + 1) * PART),
  );
}
