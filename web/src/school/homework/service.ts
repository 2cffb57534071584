/** API of homework (P86, P87). */

import type {
  HandedInOut as PupilHomework,
  HomeworkIn as HomeworkOptions,
  HomeworkListOut,
  HomeworkOut as SetHomework,
  HomeworkPupilOut as HomeworkPupil,
  HomeworkResultsOut as HomeworkResults,
  HomeworkTry as Try,
} from "../../generated/http";
import { type Ask, IDEMPOTENT } from "../../online/wire";

export type { Try, PupilHomework, SetHomework, HomeworkPupil, HomeworkResults, HomeworkOptions };

export class HomeworkService {
  constructor(private readonly ask: Ask) {}

  set(options: HomeworkOptions): Promise<SetHomework> {
    return this.ask("POST", "homework", options);
  }

  /** What the user has set. */
  async own(): Promise<readonly SetHomework[]> {
    return (await this.ask<HomeworkListOut>("GET", "homework")).homework;
  }

  results(code: string): Promise<HomeworkResults> {
    return this.ask("GET", path(code));
  }

  reschedule(code: string, due: number, keep: number): Promise<SetHomework> {
    return this.ask("PATCH", path(code), { due, keep });
  }

  delete(code: string): Promise<void> {
    return this.ask("DELETE", path(code));
  }

  deletePupil(code: string, number: number): Promise<void> {
    return this.ask("DELETE", path(code, `/pupils/${number}`));
  }

  /** Store tries that are not stored yet, and get all; the server counts each try once. */
  handIn(code: string, key: string, tries: readonly Omit<Try, "at">[]): Promise<PupilHomework> {
    return this.ask("POST", path(code, "/tries"), { key, tries }, IDEMPOTENT);
  }
}

function path(code: string, more = ""): string {
  return `homework/${encodeURIComponent(code)}${more}`;
}
