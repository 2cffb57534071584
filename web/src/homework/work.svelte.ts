/** A pupil's homework: answers are kept on this device and handed in when the server is there. */

import type { HomeworkService, Try } from "../online/homework";
import { ServiceError } from "../online/service";
import { StoredValue } from "../settings/storage";
import {
  type SavedWork,
  type SavedWorks,
  mergedTries,
  parseSavedWorks,
  workId,
} from "./saved-work";

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

function plain({ id, task, answer }: Try): Omit<Try, "at"> {
  return { id, task, answer };
}

/** Random; `crypto.randomUUID` is missing on pages over HTTP. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
