/** What is asked of the server by HTTP: who this is, whom to play with, what was played. */

import type { Player } from "../kernel/types";
import type { Pace } from "./clocks";
import { RoomService } from "./rooms";
import { AccountService } from "./accounts";
import type { Entry, Terms, Who } from "./wire";

/** Somebody as the server knows the browser's own person. */
export interface Account {
  readonly user: string;
  readonly name: string;
  /** Whether there is no password: the games are kept for as long as this browser is known. */
  readonly guest: boolean;
  /** Whether the leader boards may name them. */
  readonly listed: boolean;
}

/** The server has refused, in a code and in words, or could not be asked at all (`away`). */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Which marks somebody wants. */
export type Side = Player | "random";

export interface Wish {
  readonly rules: string;
  readonly clock: string;
  readonly rated: boolean;
  readonly side: Side;
}

export interface Seek extends Wish {
  readonly seek: string;
  /** Whether whoever seeks need not be there meanwhile. */
  readonly stays: boolean;
  readonly who: Who;
}

export interface Challenge extends Wish {
  readonly code: string;
  readonly who: Who;
  /** The game, once somebody has come. */
  readonly game: string | null;
}

/** One's own challenge, with the link that a friend has to open. */
export interface Invitation extends Challenge {
  readonly url: string;
}

/** A game in a list. */
export interface Listed {
  readonly game: string;
  readonly rules: string;
  readonly clock: string;
  readonly rated: boolean;
  readonly x: Who;
  readonly o: Who;
  readonly created: number;
  readonly version: number;
  readonly at: number;
  readonly result: string | null;
}

/** A game with all that has happened in it. */
export interface Whole {
  readonly game: string;
  readonly terms: Terms;
  readonly seat: Player | null;
  readonly entries: readonly Entry[];
}

export interface Page {
  readonly games: readonly Listed[];
  readonly next: string | null;
}

/** How well somebody plays, give or take twice the deviation. */
export interface Rating {
  readonly rating: number;
  readonly deviation: number;
  readonly games: number;
}

/** A rating by some rules at some pace. */
export interface Ranked extends Rating {
  readonly rules: string;
  readonly pace: Pace;
  /** Whether too little is known yet to compare it. */
  readonly provisional: boolean;
}

/** What everybody may know about somebody. */
export interface Person {
  readonly name: string;
  readonly guest: boolean;
  readonly bot: boolean;
  readonly created: number;
  readonly ratings: readonly Ranked[];
}

export interface Leader extends Rating {
  readonly name: string;
}

export interface Lobby {
  readonly seeks: readonly Seek[];
  readonly games: readonly Listed[];
  readonly online: number;
}

/** How long the server may take, in milliseconds; and for all the games of somebody. */
const PATIENCE = 10_000;
const LONG = 120_000;

export class Service {
  /** Told when the server does not know any more who this is. */
  onforgotten: () => void = () => undefined;

  readonly rooms = new RoomService((...asked) => this.request(...asked));
  readonly accounts = new AccountService((...asked) => this.request(...asked));

  constructor(private readonly ask: typeof fetch = (...asked) => fetch(...asked)) {}

  /** Who this browser is to the server; null if it has never been there. */
  async session(): Promise<Account | null> {
    return (await this.get<Account | undefined>("session")) ?? null;
  }

  /** Enters as a guest. */
  enter(): Promise<Account> {
    return this.post("session", {});
  }

  leave(): Promise<void> {
    return this.request("DELETE", "session");
  }

  /** Gives the guest that this is a name for good; the games stay. */
  join(name: string, password: string): Promise<Account> {
    return this.post("account", { name, password });
  }

  login(name: string, password: string): Promise<Account> {
    return this.post("login", { name, password });
  }

  /** Says whether the leader boards may name this account. */
  list(listed: boolean): Promise<void> {
    return this.post("account/listed", { listed });
  }

  /** Whoever has no name of their own is called `@` and the user, here and below. */
  person(name: string): Promise<Person> {
    return this.get(`people/${encodeURIComponent(name)}`);
  }

  async leaders(rules: string, pace: Pace): Promise<readonly Leader[]> {
    const asked = new URLSearchParams({ rules, pace });
    return (await this.get<{ leaders: Leader[] }>(`leaders?${asked}`)).leaders;
  }

  lobby(): Promise<Lobby> {
    return this.get("lobby");
  }

  /** Looks for somebody who wants the same: a game if somebody waits already, or a seek. */
  seek(wish: Wish): Promise<{ readonly game: string } | Seek> {
    return this.post("seeks", wish);
  }

  /** What one looks for oneself. */
  async seeks(): Promise<readonly Seek[]> {
    return (await this.get<{ seeks: Seek[] }>("seeks")).seeks;
  }

  /** Says that somebody still waits; it is forgotten otherwise. */
  renew(seek: string): Promise<{ readonly game: string | null }> {
    return this.request("PUT", `seeks/${seek}`, {});
  }

  drop(seek: string): Promise<void> {
    return this.request("DELETE", `seeks/${seek}`);
  }

  challenge(wish: Wish): Promise<Invitation> {
    return this.post("challenges", wish);
  }

  challenged(code: string): Promise<Challenge> {
    return this.get(`challenges/${encodeURIComponent(code)}`);
  }

  accept(code: string): Promise<{ readonly game: string }> {
    return this.post(`challenges/${encodeURIComponent(code)}/accept`, {});
  }

  withdraw(code: string): Promise<void> {
    return this.request("DELETE", `challenges/${encodeURIComponent(code)}`);
  }

  /** A game against one of the server's levels. */
  against(level: string, wish: Wish): Promise<{ readonly game: string }> {
    return this.post("games", { ...wish, level });
  }

  /** One's own games that go on. */
  playing(): Promise<Page> {
    return this.get("games");
  }

  whole(game: string): Promise<Whole> {
    return this.get(`games/${encodeURIComponent(game)}`);
  }

  /** The text of a game's record. */
  async record(game: string): Promise<string> {
    return (await this.answer("GET", `games/${encodeURIComponent(game)}.qtn`)).text();
  }

  /** The records of all games of somebody that have ended. */
  async records(person: string): Promise<string> {
    const path = `people/${encodeURIComponent(person)}/games.qtn`;
    return (await this.answer("GET", path, undefined, LONG)).text();
  }

  /** The games of somebody that have ended, the latest first; `before`: `next` of the last page. */
  ended(person: string, before?: string): Promise<Page> {
    const page = before ? `?before=${encodeURIComponent(before)}` : "";
    return this.get(`people/${encodeURIComponent(person)}/games${page}`);
  }

  // --- inside ------------------------------------------------------------------------------

  private get<T>(path: string): Promise<T> {
    return this.request("GET", path);
  }

  private post<T>(path: string, body: unknown): Promise<T> {
    return this.request("POST", path, body);
  }

  private async request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.answer(method, path, body);
    return parsed(await answer.text().catch(() => "")) as T;
  }

  /** What the server answers, if it does not refuse. */
  private async answer(
    method: string,
    path: string,
    body?: unknown,
    patience = PATIENCE,
  ): Promise<Response> {
    const answer = await this.asked(method, path, body, patience);
    if (answer.ok) return answer;
    const data = parsed(await answer.text().catch(() => ""));
    const { error, message } = (data ?? {}) as { error?: string; message?: string };
    if (error === "no-session") this.onforgotten();
    throw new ServiceError(error ?? "unavailable", message ?? `HTTP ${answer.status}`);
  }

  private async asked(
    method: string,
    path: string,
    body: unknown,
    patience: number,
  ): Promise<Response> {
    try {
      return await this.ask(`/api/${path}`, {
        method,
        ...(body !== undefined && {
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
        }),
        signal: AbortSignal.timeout(patience),
      });
    } catch (error) {
      throw new ServiceError("away", String(error));
    }
  }
}

function parsed(text: string): unknown {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined; // a page of a proxy, say
  }
}
