/** A pupil's homework: answers are kept on this device and handed in when the server is there. */

import type { HomeworkService, PupilHomework, Try } from "./service";
import { ServiceError } from "../../online/service";
import { type Shape, entriesOf } from "../../settings/shape";
import { device as here } from "../../settings/storage.svelte";
import type { Store } from "../../settings/store.svelte";

/** Tries in one request, and of one task. */
const MAX_SENT = 50;
export const MAX_TRIES = 20;

export class HomeworkWork {
  /** The code of the error of the last attempt to hand in; null after a success. */
  problem: string | null = $state(null);
  isSending = $state(false);
  /** Whether the browser keeps what is not handed in. */
  isKept = $state(true);

  /** The last state of this tab. */
  private own: SavedWork = $state.raw() as SavedWork;

  private constructor(
    private readonly service: HomeworkService,
    private readonly shelf: WorkShelf,
    work: SavedWork,
  ) {
    this.own = work;
    this.keep(work);
  }

  /** With the tries of other tabs. */
  readonly work: SavedWork = $derived.by(() => this.shelf.read()[workId(this.own)] ?? this.own);

  /** Open homework that is on this device; without a key, if only one pupil's is. */
  static open(
    service: HomeworkService,
    shelf: WorkShelf,
    code: string,
    key: string | null,
  ): HomeworkWork | null {
    const saved = Object.values(shelf.read()).filter(
      (saved) => saved.homework === code && (key === null || saved.key === key),
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
    const handedIn = await service.handIn(code, key, []);
    return new HomeworkWork(service, shelf, { ...handedIn, key });
  }

  readonly waiting: readonly Try[] = $derived.by(() =>
    this.work.tries.filter(({ at }) => at === 0),
  );

  /** Record an answer, and hand it in if possible. */
  async record(task: number, answer: string): Promise<void> {
    const { tries } = this.work;
    if (tries.filter((attempt) => attempt.task === task).length >= MAX_TRIES) return;
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
        const handedIn = await this.service.handIn(homework, key, sent.map(plain));
        this.keep({ ...handedIn, key, tries: mergedTries(this.work.tries, handedIn.tries) });
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
    this.own = work;
    this.isKept = this.shelf.put(work);
  }
}

/** The homework on this device; other tabs can add to it. */
export class WorkShelf {
  private readonly saved: Store<SavedWorks>;

  constructor(
    private readonly now: () => number = Date.now,
    device = here,
  ) {
    this.saved = device.store(WORKS);
  }

  /** Everything that has not expired. */
  read(): SavedWorks {
    return current(this.saved.value, this.now());
  }

  /** Save homework, with the tries of other tabs; returns whether the browser keeps it. */
  put(work: SavedWork): boolean {
    const id = workId(work);
    return this.saved.add((works) => {
      const { tries = [], ...before } = works[id] ?? {};
      const kept = { ...before, ...work, tries: mergedTries(tries, work.tries) };
      return current({ ...works, [id]: kept }, this.now());
    });
  }

  remove(work: SavedWork): void {
    this.saved.set(({ [workId(work)]: _, ...others }) => others);
  }
}

function current(works: SavedWorks, now: number): SavedWorks {
  const kept = Object.entries(works).filter(([, { expires }]) => expires > now);
  return Object.fromEntries(kept);
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

export const WORKS: Shape<SavedWorks> = {
  name: "homework",
  none: {},
  parse: (data, damaged) =>
    entriesOf(data, damaged, (work, id) => {
      if (isWork(work as Fields<SavedWork>)) return work as SavedWork;
      throw new TypeError(`the homework ${id} cannot be read`);
    }),
};

type Fields<T> = Partial<Record<keyof T, unknown>>;

function isWork(work: Fields<SavedWork>): boolean {
  const { homework, title, name, key, due, expires, tasks, tries } = work;
  const isTry = ({ id, task, answer, at }: Fields<Try>): boolean =>
    [id, answer].every((field) => typeof field === "string") &&
    [task, at].every((field) => typeof field === "number");
  return (
    [homework, title, name, key].every((field) => typeof field === "string") &&
    [due, expires].every((field) => typeof field === "number") &&
    Array.isArray(tasks) &&
    tasks.every((field) => typeof field === "string") &&
    Array.isArray(tries) &&
    tries.every(isTry)
  );
}

/** All tries of two lists, in the order of the first; one that was handed in replaces its copy. */
function mergedTries(tries: readonly Try[], others: readonly Try[]): Try[] {
  const handedIn = new Map(
    others.filter(({ at }) => at > 0).map((attempt) => [attempt.id, attempt]),
  );
  const known = new Set(tries.map(({ id }) => id));
  return [
    ...tries.map((attempt) => (attempt.at > 0 ? attempt : (handedIn.get(attempt.id) ?? attempt))),
    ...others.filter(({ id }) => !known.has(id)),
  ];
}

function plain({ id, task, answer }: Try): Omit<Try, "at"> {
  return { id, task, answer };
}

/** Random; `crypto.randomUUID` is missing on pages over HTTP. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
