/** A pupil's homework: answers are kept on this device and handed in when the server is there. */

import type { HomeworkService, PupilHomework, Try } from "../online/homework";
import { ServiceError } from "../online/service";
import { StoredValue } from "../settings/storage";

/** Tries in one request, and of one task. */
const MAX_SENT = 50;
export const MAX_TRIES = 20;

export class HomeworkWork {
  work: SavedWork = $state.raw() as SavedWork;
  /** The code of the error of the last attempt to hand in; null after a success. */
  problem: string | null = $state(null);
  isSending = $state(false);
  /** Whether the browser keeps what is not handed in. */
  isKept = $state(true);

  private constructor(
    private readonly service: HomeworkService,
    private readonly shelf: WorkShelf,
    work: SavedWork,
  ) {
    this.work = work;
    this.keep(work);
  }

  /** Open homework that is on this device; without a key, if only one pupil's is. */
  static open(
    service: HomeworkService,
    shelf: WorkShelf,
    code: string,
    key: string | null,
  ): HomeworkWork | null {
    const saved = Object.values(shelf.read()).filter(
      (each) => each.homework === code && (key === null || each.key === key),
    );
    const [only] = saved;
    return only && saved.length === 1 ? new HomeworkWork(service, shelf, only) : null;
  }

  /** Get homework from the server. Throws `ServiceError`. */
  static async load(
    service: HomeworkService,
    shelf: WorkShelf,
    code: string,
    key: string,
  ): Promise<HomeworkWork> {
    const found = await service.handIn(code, key, []);
    return new HomeworkWork(service, shelf, { ...found, key });
  }

  readonly waiting: readonly Try[] = $derived.by(() =>
    this.work.tries.filter(({ at }) => at === 0),
  );

  /** Record an answer, and hand it in if possible. */
  async record(task: number, answer: string): Promise<void> {
    const { tries } = this.work;
    if (tries.filter((each) => each.task === task).length >= MAX_TRIES) return;
    this.keep({ ...this.work, tries: [...tries, { id: newId(), task, answer, at: 0 }] });
    await this.handIn();
  }

  /** Hand in what waits; the server counts each answer once, however often it is sent. */
  async handIn(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    try {
      do {
        const { homework, key } = this.work;
        const sent = this.waiting.slice(0, MAX_SENT);
        const found = await this.service.handIn(homework, key, sent.map(plain));
        this.keep({ ...found, key, tries: mergedTries(found.tries, this.work.tries) });
      } while (this.waiting.length > 0);
      this.problem = null;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.problem = error.code;
    } finally {
      this.isSending = false;
    }
  }

  /** Remove it from this device; what is not handed in is lost. */
  forget(): void {
    this.shelf.remove(this.work);
  }

  private keep(work: SavedWork): void {
    const { kept, isKept } = this.shelf.put(work);
    this.work = kept;
    this.isKept = isKept;
  }
}

/** The homework on this device; other tabs can add to it. */
export class WorkShelf {
  constructor(
    private readonly broken: (error: Error) => void,
    private readonly now: () => number = Date.now,
    private readonly stored = new StoredValue<SavedWorks>("homework"),
  ) {}

  read(): SavedWorks {
    return this.stored.read((data) => parseSavedWorks(data, this.now()), this.broken) ?? {};
  }

  /** Save homework, with the tries of other tabs; also returns whether the browser keeps it. */
  put(work: SavedWork): { kept: SavedWork; isKept: boolean } {
    const works = this.read();
    const id = workId(work);
    const kept = { ...work, tries: mergedTries(work.tries, works[id]?.tries ?? []) };
    return { kept, isKept: this.stored.write({ ...works, [id]: kept }) };
  }

  remove(work: SavedWork): void {
    const { [workId(work)]: _, ...others } = this.read();
    this.stored.write(others);
  }
}

// --- on this device ------------------------------------------------------------------------------

/** Of one homework, with the pupil's personal code. A try that is not handed in has the time 0. */
interface SavedWork extends PupilHomework {
  readonly key: string;
}

/** By `workId`, as several pupils can share a device. */
export type SavedWorks = Readonly<Record<string, SavedWork>>;

function workId({ homework, key }: Pick<SavedWork, "homework" | "key">): string {
  return `${homework} ${key}`;
}

/** Validate saved data, without what has expired. Throws `TypeError`. */
export function parseSavedWorks(data: unknown, now: number): SavedWorks {
  const works = Object.entries(data as Record<string, Partial<Record<keyof SavedWork, unknown>>>);
  for (const [id, work] of works)
    if (!isWork(work)) throw new TypeError(`the homework ${id} cannot be read`);
  const kept = (works as [string, SavedWork][]).filter(([, { expires }]) => expires > now);
  return Object.fromEntries(kept);
}

function isWork(work: Partial<Record<keyof SavedWork, unknown>>): boolean {
  const { homework, title, name, key, due, expires, tasks, tries } = work;
  const isTry = ({ id, task, answer, at }: Partial<Record<keyof Try, unknown>>): boolean =>
    [id, answer].every((each) => typeof each === "string") &&
    [task, at].every((each) => typeof each === "number");
  return (
    [homework, title, name, key].every((each) => typeof each === "string") &&
    [due, expires].every((each) => typeof each === "number") &&
    Array.isArray(tasks) &&
    tasks.every((each) => typeof each === "string") &&
    Array.isArray(tries) &&
    tries.every(isTry)
  );
}

/** All tries of two lists, stored ones first; a stored one replaces the same that was not. */
function mergedTries(stored: readonly Try[], others: readonly Try[]): Try[] {
  const known = new Set(stored.map(({ id }) => id));
  return [...stored, ...others.filter(({ id }) => !known.has(id))];
}

function plain({ id, task, answer }: Try): Omit<Try, "at"> {
  return { id, task, answer };
}

/** Random; `crypto.randomUUID` is missing on pages over HTTP. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
