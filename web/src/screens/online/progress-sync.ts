/**
 * Merges what this browser has recorded into the account's progress, and adopts what other devices
 * have. Merging can be repeated, so that it needs no memory of what was sent.
 */

import { LessonProgress } from "../../lessons/progress.svelte";
import type { DeviceResults, Progress, Service } from "../../online/service";
import { DailyLog } from "../../progress/daily-log.svelte";
import { adoptResults, forgetResults, loadResults } from "../../progress/results";
import { StoredValue } from "../../settings/storage";
import { loadPuzzles } from "../../study/puzzles";
import { Streak } from "../../study/streak.svelte";

/** Puzzles and days in one request, of which the server accepts 16 KiB. */
const PART = 120;
const DEVICE_BYTES = 8;

/** The ID of this browser in each account that was used in it. */
type Devices = Readonly<Record<string, string>>;
const devices = new StoredValue<Devices>("devices");

/**
 * Merge with the account of `user`. `broken` is called if saved data is invalid. Rejects with
 * `ServiceError`.
 */
export async function syncProgress(
  service: Service,
  user: string,
  broken: () => void,
): Promise<void> {
  const device = deviceOf(user);
  const lessons = new LessonProgress(broken);
  const streak = new Streak(await loadPuzzles(), broken);
  const days = new DailyLog(broken);
  const first = {
    results: { [device]: loadResults(broken).levels },
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
  const elsewhere = Object.entries(merged.results).filter(([id]) => id !== device);
  adoptResults(
    elsewhere.flatMap(([, results]: [string, DeviceResults]) => results),
    broken,
  );
  lessons.merge(merged.lessons);
  streak.merge(merged.solved, merged.longest);
  days.merge(merged.days);
}

/** Forget everything after a logout: the account has it. */
export async function forgetProgress(user: string, broken: () => void): Promise<void> {
  const { [user]: _, ...others } = savedDevices();
  devices.write(others);
  forgetResults();
  new LessonProgress(broken).forget();
  new Streak(await loadPuzzles(), broken).forget();
  new DailyLog(broken).forget();
}

function deviceOf(user: string): string {
  const saved = savedDevices();
  const device = saved[user] ?? randomId();
  devices.write({ ...saved, [user]: device });
  return device;
}

function savedDevices(): Devices {
  return (
    devices.read(
      (data) => Object(data) as Devices,
      () => undefined,
    ) ?? {}
  );
}

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(DEVICE_BYTES));
  return Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join("");
}

function chunks<T>(list: readonly T[]): readonly T[][] {
  return Array.from({ length: Math.ceil(list.length / PART) }, (_, i) =>
    list.slice(i * PART, (i + 1) * PART),
  );
}
