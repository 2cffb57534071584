/** What all screens share: one kernel, one session, the settings, and which screen is shown. */

import { startKernel } from "../kernel/browser";
import type { Kernel } from "../kernel/client";
import { Session } from "../match/session.svelte";
import { keepOffline } from "../settings/offline";
import { paceOf } from "../settings/pace";
import { Settings } from "../settings/settings.svelte";
import { type Address, WELCOME, addressText, parseAddress } from "./address";

export class App {
  readonly kernel: Kernel;
  /** Whether the solver has its table of positions. */
  readonly hasTable: Promise<boolean>;
  readonly session: Session;
  readonly settings: Settings;
  readonly worksOffline: Promise<boolean>;
  address: Address = $state.raw(parseAddress(location.hash));
  /** What has failed and cannot be mended here. */
  error: Error | null = $state.raw(null);

  constructor() {
    const { kernel, hasTable } = startKernel();
    this.kernel = kernel;
    this.hasTable = hasTable;
    // The first game is not to wait for the files of the others.
    this.worksOffline = hasTable.then(keepOffline);
    this.session = new Session(kernel, undefined, {
      pace: paceOf(() => this.settings.choices),
    });
    this.settings = new Settings(() => (this.session.notice = "setAside"));
  }

  /** Shows another screen; the browser's back key leads here again. */
  open(address: Address): void {
    const place: Place = { isAboveWelcome: this.address.screen === "welcome" };
    history.pushState(place, "", pageAddress(address));
    this.address = address;
  }

  /** Says what the screen that is shown shows by now. */
  replace(address: Address): void {
    history.replaceState(history.state, "", pageAddress(address));
    this.address = address;
  }

  /** Shows the welcome screen: the one below, or the back key would lead from one to the other. */
  up(): void {
    const place: Place | null = history.state;
    if (place?.isAboveWelcome) history.back();
    else this.replace(WELCOME);
  }

  /** Follows the browser's back and forward keys, and links. */
  navigated(): void {
    this.address = parseAddress(location.hash);
  }

  failed(cause: unknown): void {
    this.error = cause instanceof Error ? cause : new Error(String(cause));
  }
}

/** What the browser keeps with each address. */
interface Place {
  readonly isAboveWelcome: boolean;
}

function pageAddress(address: Address): string {
  return location.pathname + location.search + addressText(address);
}
