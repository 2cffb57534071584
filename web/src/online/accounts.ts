/** Accounts: login methods with passkeys (WebAuthn), recovery, deletion; profile pages, ratings. */

import type {
  AccountOut as LoginMethods,
  CodesOut,
  LeaderOut as Leader,
  NewTokenOut as NewBot,
  PasskeyOut as Passkey,
  PersonOut as Profile,
  RatingOut as RulesRating,
  SessionOut as Account,
  TokenOut as Bot,
} from "../generated/http";
import { paceOf } from "./clocks";
import { guestNumber } from "./names";
import { type Ask, IDEMPOTENT, type PlayerInfo, type Terms } from "./wire";

export type { Account, Bot, NewBot, Passkey, LoginMethods, RulesRating, Profile, Leader };

/** Proof of ownership: the password, or a passkey signature. */
export type Proof = { readonly password: string } | { readonly passkey: object };

export class AccountService {
  constructor(private readonly ask: Ask) {}

  loginMethods(): Promise<LoginMethods> {
    return this.ask("GET", "account");
  }

  changePassword(proof: Proof, fresh: string): Promise<void> {
    const shown = "password" in proof ? { old: proof.password } : proof;
    return this.ask("POST", "password", { ...shown, new: fresh });
  }

  /** Remove the password; the account then uses passkeys only. */
  dropPassword(proof: Proof): Promise<void> {
    return this.ask("POST", "password/drop", proof);
  }

  /** Replace all recovery codes; they are shown only once. */
  async newCodes(proof: Proof): Promise<readonly string[]> {
    return (await this.ask<CodesOut>("POST", "account/codes", proof)).codes;
  }

  /** Delete the account; its games remain without the name. */
  remove(proof: Proof): Promise<void> {
    return this.ask("POST", "account/delete", proof);
  }

  // --- bots ----------------------------------------------------------------------------------

  bots(): Promise<readonly Bot[]> {
    return this.ask("GET", "tokens");
  }

  /** Create a token of a bot, which is returned only once. */
  addBot(label: string): Promise<NewBot> {
    return this.ask("POST", "tokens", { label });
  }

  /** Revoke its token. */
  revokeBot(id: string): Promise<void> {
    return this.ask("DELETE", `tokens/${id}`);
  }

  // --- passkeys ------------------------------------------------------------------------------

  /** Sign a challenge with a passkey, as proof. Throws `DOMException` if cancelled. */
  async sign(): Promise<Proof> {
    return { passkey: await this.signed() };
  }

  /** Log in with a passkey. Throws `DOMException` if cancelled. */
  async enter(): Promise<Account> {
    return this.ask("POST", "login/passkey", { credential: await this.signed() });
  }

  /** Create a passkey on this device. Throws `DOMException` if cancelled. */
  async addPasskey(proof: Proof, label: string): Promise<void> {
    const offered: PublicKeyCredentialCreationOptionsJSON = await this.ask(
      "POST",
      "passkeys/offer",
      proof,
      IDEMPOTENT,
    );
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(offered);
    const credential = serialize(await navigator.credentials.create({ publicKey }));
    await this.ask("POST", "passkeys", { label, credential });
  }

  dropPasskey(proof: Proof, id: string): Promise<void> {
    return this.ask("POST", `passkeys/${id}/drop`, proof);
  }

  private async signed(): Promise<object> {
    const asked: PublicKeyCredentialRequestOptionsJSON = await this.ask(
      "POST",
      "passkeys/challenge",
      {},
      IDEMPOTENT,
    );
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked);
    return serialize(await navigator.credentials.get({ publicKey }));
  }
}

const NUMBER = /^[\d.]+$|:/;

/** Whether passkeys are available: they require a secure context and a domain name. */
export function hasPasskeys(): boolean {
  const isKnown = // undefined in insecure contexts
    typeof PublicKeyCredential === "function" &&
    "parseRequestOptionsFromJSON" in PublicKeyCredential &&
    "toJSON" in PublicKeyCredential.prototype;
  return isKnown && !NUMBER.test(location.hostname);
}

/** For the server. Throws `DOMException` if the user cancelled. */
function serialize(credential: Credential | null): object {
  if (credential instanceof PublicKeyCredential) return credential.toJSON();
  throw new DOMException("there is no passkey", "NotAllowedError");
}

// --- players -----------------------------------------------------------------------------------

/**
 * Whether a player of a game has a profile page: accounts do, guests and computers do not. In private
 * games guests can have any name, except in rated ones, which need accounts.
 */
export function hasPage(
  { name, level }: Pick<PlayerInfo, "name" | "level">,
  { private: isPrivate, rated }: Pick<Terms, "private" | "rated">,
): boolean {
  return level === null && guestNumber(name) === null && (rated || !isPrivate);
}

/** The rating affected by a game; null if the player has none of this kind. */
export function ratingFor(
  { ratings }: Pick<Profile, "ratings">,
  { rules, clock }: Pick<Terms, "rules" | "clock">,
): RulesRating | null {
  const pace = paceOf(clock);
  return ratings.find((rating) => rating.rules === rules && rating.pace === pace) ?? null;
}
