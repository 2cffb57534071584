/** HTTP API of the server: accounts, seeks, games. */

import type {
  ChallengeIn,
  ChallengeOut as Challenge,
  FoundServer as NearbyServer,
  GameOut as GameSummary,
  LeadersOut,
  LevelCounts,
  NearbyOut,
  OwnChallengeOut as Invitation,
  PlayedGameOut as PlayedGame,
  PlayedGamesOut as GamePage,
  PlayerProgress as Progress,
  PushOut,
  SeekIn,
  SeekListOut,
  SubscriptionIn as PushKeys,
  WholeGameOut as GameWithLog,
} from "../generated/http";
import type { Player } from "../kernel/types";
import { type Account, AccountService, type Leader, type Profile } from "./accounts";
import { type Pace, paceOf } from "./clocks";
import { isOffline } from "./network";
import { type Ask, IDEMPOTENT, type AskOptions, type Seek } from "./wire";

export type {
  Challenge,
  Invitation,
  GameSummary,
  PlayedGame,
  Progress,
  PushKeys,
  GameWithLog,
  NearbyServer,
};

/** The server rejected the request, with a code and a message, or could not be reached (`away`). */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The preferred side. */
export type PreferredSide = Player | "random";

export type SeekOptions = Required<SeekIn>;

/** An invitation, with the name of a guest in its game, perhaps from another start position. */
export type InvitationOptions = SeekOptions &
  Pick<Required<ChallengeIn>, "name"> &
  Pick<ChallengeIn, "start">;

/** Games of one device against levels. */
export type DeviceResults = readonly LevelCounts[];

/** The code of a request without a confirmation, which may do the same again if it is repeated. */
const UNCONFIRMED = "unconfirmed";

/** Codes after which it is unknown whether the server has done what was asked. */
const UNANSWERED: ReadonlySet<string> = new Set(["away", "unavailable"]);

interface Credentials {
  readonly name: string;
  readonly password: string;
  /** A recovery code. */
  readonly code?: string;
}

/** Timeouts in milliseconds; the second is for all games of a player. */
const TIMEOUT_MS = 10_000;
const LONG_TIMEOUT_MS = 120_000;

export class Service {
  /** Called when the server no longer knows this browser. */
  onforgotten: () => void = () => undefined;

  readonly request: Ask = async <T>(...asked: Parameters<Ask>): Promise<T> =>
    parsed(await this.answer(...asked)) as T;

  readonly accounts = new AccountService(this.request);

  /** What an attempt to set a password sent that got no answer. */
  private unanswered: Credentials | null = null;

  constructor(private readonly ask: typeof fetch = (...asked) => fetch(...asked)) {}

  /** The account of this browser; null if it has none. */
  async session(): Promise<Account | null> {
    return (await this.get<Account | undefined>("session")) ?? null;
  }

  /** Create a guest account. */
  enter(): Promise<Account> {
    return this.post("session", {});
  }

  leave(): Promise<void> {
    return this.request("DELETE", "session");
  }

  /**
   * Turn the guest account into a permanent one with a name; games are kept. Harmless to repeat:
   * an account that an attempt without an answer has made is logged in to.
   */
  join(name: string, password: string): Promise<Account> {
    return this.establish("account", { name, password });
  }

  /** Log in with a recovery code and set a new password. Harmless to repeat, as `join` is. */
  recover(name: string, code: string, password: string): Promise<Account> {
    return this.establish("recover", { name, code, password });
  }

  /** Log in with the password that an attempt without an answer has set; null if it has not. */
  async resume(): Promise<Account | null> {
    if (!this.unanswered) return null;
    const { name, password } = this.unanswered;
    try {
      const account = await this.login(name, password);
      this.forgetAttempt();
      return account;
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === "wrong-login")) throw error;
      this.forgetAttempt();
      return null;
    }
  }

  /** From now on `resume` logs in to nothing: the user has an account, or wants none. */
  forgetAttempt(): void {
    this.unanswered = null;
  }

  login(name: string, password: string): Promise<Account> {
    return this.request("POST", "login", { name, password }, IDEMPOTENT);
  }

  /** Set whether the account is listed on leaderboards. */
  list(listed: boolean): Promise<void> {
    return this.request("POST", "account/listed", { listed }, IDEMPOTENT);
  }

  /** Load a profile. Players without a name are `@` followed by the user ID. */
  person(name: string): Promise<Profile> {
    return this.get(`people/${encodeURIComponent(name)}`);
  }

  async leaders(rules: string, pace: Pace): Promise<readonly Leader[]> {
    const asked = new URLSearchParams({ rules, pace });
    return (await this.get<LeadersOut>(`leaders?${asked}`)).leaders;
  }

  /** Create a seek, or join a matching one: returns a game or the seek. */
  seek(options: SeekOptions): Promise<{ readonly game: string } | Seek> {
    return this.post("seeks", options);
  }

  /** Other servers of the server's local network. */
  async nearby(): Promise<readonly NearbyServer[]> {
    return (await this.get<NearbyOut>("nearby")).servers;
  }

  /** The user's open seeks. */
  async seeks(): Promise<readonly Seek[]> {
    return (await this.get<SeekListOut>("seeks")).seeks;
  }

  /** Keep a seek alive; otherwise it expires. */
  renew(seek: string): Promise<{ readonly game: string | null }> {
    return this.request("PUT", `seeks/${seek}`, {});
  }

  drop(seek: string): Promise<void> {
    return this.request("DELETE", `seeks/${seek}`);
  }

  challenge(options: InvitationOptions): Promise<Invitation> {
    return this.post("challenges", options);
  }

  challenged(code: string): Promise<Challenge> {
    return this.get(`challenges/${encodeURIComponent(code)}`);
  }

  /** Accept an invitation, with the name of a guest in the game. */
  accept(code: string, name: string): Promise<{ readonly game: string }> {
    const path = `challenges/${encodeURIComponent(code)}/accept`;
    return this.request("POST", path, { name }, IDEMPOTENT);
  }

  withdraw(code: string): Promise<void> {
    return this.request("DELETE", `challenges/${encodeURIComponent(code)}`);
  }

  /** Start a game against a computer level. */
  against(level: string, options: SeekOptions): Promise<{ readonly game: string }> {
    return this.post("games", { ...options, level });
  }

  /** The user's games in progress. */
  playing(): Promise<GamePage> {
    return this.get("games");
  }

  /** Merge a part of the progress on this device into the account's; returns all of it. */
  mergeProgress(part: Partial<Progress>): Promise<Progress> {
    return this.request("POST", "account/progress", part, IDEMPOTENT);
  }

  /** Report that the user has seen a game, so that no device notifies them of it. */
  seen(game: string, version: number): Promise<void> {
    const path = `games/${encodeURIComponent(game)}/seen`;
    return this.request("POST", path, { version }, IDEMPOTENT);
  }

  /** The server's key for push subscriptions. */
  async pushKey(): Promise<string> {
    return (await this.get<PushOut>("push")).key;
  }

  /** Send notifications to this browser. */
  subscribe(subscription: PushKeys): Promise<void> {
    return this.request("PUT", "push", subscription);
  }

  unsubscribe(): Promise<void> {
    return this.request("DELETE", "push");
  }

  whole(game: string): Promise<GameWithLog> {
    return this.get(`games/${encodeURIComponent(game)}`);
  }

  /** A game's record as text. */
  record(game: string): Promise<string> {
    return this.answer("GET", `games/${encodeURIComponent(game)}.qtn`);
  }

  /** The records of all finished games of a player. */
  records(person: string): Promise<string> {
    const path = `people/${encodeURIComponent(person)}/games.qtn`;
    return this.answer("GET", path, undefined, { timeoutMs: LONG_TIMEOUT_MS });
  }

  /** A page of a player's finished games, latest first; `before` is `next` of the previous page. */
  ended(person: string, before?: string): Promise<GamePage> {
    const page = before ? `?before=${encodeURIComponent(before)}` : "";
    return this.get(`people/${encodeURIComponent(person)}/games${page}`);
  }

  // --- private -----------------------------------------------------------------------------

  /** Send a request that sets a password and logs in. */
  private async establish(path: string, sent: Credentials): Promise<Account> {
    const { name, password } = sent;
    const isRepeated = this.unanswered?.name === name && this.unanswered.password === password;
    const resumed = isRepeated ? await this.resume() : null;
    if (resumed) return resumed;
    try {
      const account = await this.request<Account>("POST", path, sent, IDEMPOTENT);
      this.forgetAttempt();
      return account;
    } catch (error) {
      const isLost = error instanceof ServiceError && UNANSWERED.has(error.code);
      this.unanswered = isLost ? sent : null;
      throw error;
    }
  }

  private get<T>(path: string): Promise<T> {
    return this.request("GET", path);
  }

  private post<T>(path: string, body: unknown): Promise<T> {
    return this.request("POST", path, body);
  }

  /** Send a request and return the text of the response, or throw `ServiceError`. */
  private async answer(
    method: string,
    path: string,
    body?: unknown,
    { isIdempotent = method !== "POST", timeoutMs = TIMEOUT_MS }: AskOptions = {},
  ): Promise<string> {
    const wasOffline = isOffline();
    let answer: Response;
    let text: string;
    try {
      answer = await this.ask(`/api/${path}`, {
        method,
        keepalive: method === "DELETE", // seeks are withdrawn when the page is left
        ...(body !== undefined && {
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
        }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      text = await answer.text();
    } catch (error) {
      // Browsers do not report whether the request was sent before the connection broke.
      throw new ServiceError(isIdempotent || wasOffline ? "away" : UNCONFIRMED, String(error));
    }
    if (answer.ok) return text;
    const { error, message } = (parsed(text) ?? {}) as { error?: string; message?: string };
    if (error === "no-session") this.onforgotten();
    const code = error ?? "unavailable";
    const isUnconfirmed = code === "unavailable" && !isIdempotent;
    throw new ServiceError(isUnconfirmed ? UNCONFIRMED : code, message ?? `HTTP ${answer.status}`);
  }
}

function parsed(text: string): unknown {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined; // not JSON, for example a proxy's error page
  }
}

// --- games in progress ----------------------------------------------------------------------

export interface RunningGame extends PlayedGame {
  /** Whether it is the user's turn. */
  readonly isOurs: boolean;
}

/** The games in progress, those where it is the user's turn first; the app's icon counts them. */
export async function runningGames(service: Service): Promise<RunningGame[]> {
  const { games } = await service.playing();
  const running = games.map((game) => ({ ...game, isOurs: game.turn === game.seat }));
  showBadge(running.filter((game) => game.isOurs && !isLive(game)).length);
  return running.sort((one, other) => Number(other.isOurs) - Number(one.isOurs));
}

/** Update the number on the icon of an installed app. */
export async function updateBadge(service: Service): Promise<void> {
  if ("setAppBadge" in navigator) await runningGames(service);
}

/** Remove the number, as after a logout. */
export function clearBadge(): void {
  showBadge(0);
}

/** Whether the players of a game stay until it is over. */
export function isLive({ clock }: Pick<GameSummary, "clock">): boolean {
  return paceOf(clock) === "live";
}

/** Show the number of correspondence games that await the user on the icon of an installed app. */
function showBadge(count: number): void {
  // Rejected by browsers that have no icon to show it on.
  if ("setAppBadge" in navigator) navigator.setAppBadge(count).catch(() => undefined);
}
