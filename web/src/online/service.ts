/** What is asked of the server by HTTP: who this is, whom to play with, what was played. */

import type { Player } from "../kernel/types";
import type { Who } from "./wire";

/** Somebody as the server knows the browser's own person. */
export interface Account {
  readonly user: string;
  readonly name: string;
  /** Whether there is no password: the games are kept for as long as this browser is known. */
  readonly guest: boolean;
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
  readonly result: string | null;
}

export interface Page {
  readonly games: readonly Listed[];
  readonly next: string | null;
}

export interface Lobby {
  readonly seeks: readonly Seek[];
  readonly games: readonly Listed[];
  readonly online: number;
}

/** How long the server may take, in milliseconds. */
const PATIENCE = 10_000;

export class Service {
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

  lobby(): Promise<Lobby> {
    return this.get("lobby");
  }

  /** Looks for somebody who wants the same: a game if somebody waits already, or a seek. */
  seek(wish: Wish): Promise<{ readonly game: string } | { readonly seek: string }> {
    return this.post("seeks", wish);
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

  /**
   * The games of somebody that have ended, the latest first; `before` is the `next` of the page
   * before. Whoever has no name of their own is called `@` and the user.
   */
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
    const answer = await this.asked(method, path, body);
    const text = await answer.text().catch(() => "");
    const data = parsed(text);
    if (answer.ok) return data as T;
    const { error, message } = (data ?? {}) as { error?: string; message?: string };
    throw new ServiceError(error ?? "unavailable", message ?? `HTTP ${answer.status}`);
  }

  private async asked(method: string, path: string, body: unknown): Promise<Response> {
    try {
      return await this.ask(`/api/${path}`, {
        method,
        ...(body !== undefined && {
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
        }),
        signal: AbortSignal.timeout(PATIENCE),
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
