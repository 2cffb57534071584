/** API of homework (P86, P87). */

import type { Ask } from "./wire";

/** An answer to the task with that number, from 1; `at` is when the server received it. */
export interface Try {
  readonly id: string;
  readonly task: number;
  readonly answer: string;
  readonly at: number;
}

interface Homework {
  readonly homework: string;
  readonly title: string;
  /** Names of tasks, see `homework/tasks.ts`. */
  readonly tasks: readonly string[];
  /** Milliseconds since 1970, as all times. */
  readonly due: number;
  readonly expires: number;
}

/** Homework as its pupil sees it. */
export interface PupilHomework extends Homework {
  readonly name: string;
  readonly tries: readonly Try[];
}

/** Homework in the list of its teacher. */
export interface SetHomework extends Homework {
  readonly created: number;
  /** The link for pupils. */
  readonly url: string;
}

export interface HomeworkPupil {
  readonly number: number;
  readonly name: string;
  readonly key: string;
  readonly tries: readonly Try[];
}

/** All that the server stores of homework. */
export interface HomeworkResults extends SetHomework {
  readonly pupils: readonly HomeworkPupil[];
}

export interface HomeworkOptions {
  readonly title: string;
  readonly tasks: readonly string[];
  readonly pupils: readonly string[];
  readonly due: number;
  /** Days after the due date. */
  readonly keep: number;
}

export class HomeworkService {
  constructor(private readonly ask: Ask) {}

  set(options: HomeworkOptions): Promise<SetHomework> {
    return this.ask("POST", "homework", options);
  }

  /** What the user has set. */
  async own(): Promise<readonly SetHomework[]> {
    return (await this.ask<{ homework: SetHomework[] }>("GET", "homework")).homework;
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

  /** Store tries that are not stored yet, and get all. */
  handIn(code: string, key: string, tries: readonly Omit<Try, "at">[]): Promise<PupilHomework> {
    return this.ask("POST", path(code, "/tries"), { key, tries });
  }
}

function path(code: string, more = ""): string {
  return `homework/${encodeURIComponent(code)}${more}`;
}
