/** One's own account as the server knows it: the ways in, and the way out for good. */

import { makePasskey, signWithPasskey } from "./passkeys";
import type { Account } from "./service";

export interface Passkey {
  readonly id: string;
  readonly label: string;
  readonly created: number;
  readonly used: number;
}

/** How somebody comes in. */
export interface WaysIn {
  readonly password: boolean;
  /** How many recovery codes are left. */
  readonly codes: number;
  readonly passkeys: readonly Passkey[];
}

/** That it is the owner who asks: the password, or what a passkey has signed. */
export type Proof = { readonly password: string } | { readonly passkey: object };

type Ask = <T>(method: string, path: string, body?: unknown) => Promise<T>;

export class AccountService {
  constructor(private readonly ask: Ask) {}

  waysIn(): Promise<WaysIn> {
    return this.ask("GET", "account");
  }

  changePassword(proof: Proof, fresh: string): Promise<void> {
    const shown = "password" in proof ? { old: proof.password } : proof;
    return this.ask("POST", "password", { ...shown, new: fresh });
  }

  /** Lets the account be entered by passkeys only. */
  dropPassword(proof: Proof): Promise<void> {
    return this.ask("POST", "password/drop", proof);
  }

  /** New recovery codes in the place of all others; they are told this once. */
  async newCodes(proof: Proof): Promise<readonly string[]> {
    return (await this.ask<{ codes: string[] }>("POST", "account/codes", proof)).codes;
  }

  /** Comes in with a recovery code, and sets a new password. */
  recover(name: string, code: string, password: string): Promise<Account> {
    return this.ask("POST", "recover", { name, code, password });
  }

  /** Deletes the account; its games stay, without its name. */
  remove(proof: Proof): Promise<void> {
    return this.ask("POST", "account/delete", proof);
  }

  // --- passkeys ------------------------------------------------------------------------------

  /** Has a passkey sign, as a proof. Throws `DOMException` where nobody does. */
  async sign(): Promise<Proof> {
    return { passkey: await this.signed() };
  }

  /** Comes in with a passkey. Throws `DOMException` where nobody signs. */
  async enter(): Promise<Account> {
    return this.ask("POST", "login/passkey", { credential: await this.signed() });
  }

  /** Makes a passkey on this device. Throws `DOMException` where nobody does. */
  async addPasskey(proof: Proof, label: string): Promise<void> {
    const credential = await makePasskey(await this.ask("POST", "passkeys/offer", proof));
    await this.ask("POST", "passkeys", { label, credential });
  }

  dropPasskey(proof: Proof, id: string): Promise<void> {
    return this.ask("POST", `passkeys/${id}/drop`, proof);
  }

  private async signed(): Promise<object> {
    return signWithPasskey(await this.ask("POST", "passkeys/challenge", {}));
  }
}
