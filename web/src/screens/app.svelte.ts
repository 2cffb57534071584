/** Shared state of all screens: kernel, session, settings, and the current screen. */

import { startKernel } from "../kernel/browser";
import type { Kernel } from "../kernel/client";
import { type Outcome, winnerOf } from "../kernel/types";
import type { SavedGame } from "../play/saved";
import { Session } from "../play/session.svelte";
import { delaysOf } from "../settings/delays";
import { Settings } from "../settings/settings.svelte";
import type { Shape } from "../settings/shape";
import { type Device, device, tab } from "../settings/storage.svelte";
import { trail } from "./trail.svelte";
import { type Address, WELCOME, addressUrl, isOutdated, parseAddress } from "./address";

/** The event of browsers that can install the app; not in TypeScript's library. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** The announcement of a game that has begun, and the key that leads to it. */
interface NewGame {
  readonly text: string;
  readonly key: string;
  readonly open: () => void;
}

/** Null if the user has not played online. */
const RUNNING: Shape<boolean | null> = { name: "running", none: null, parse: Boolean };

export class App {
  readonly kernel: Kernel;
  /** Whether the solver has its tablebase. */
  readonly hasTable: Promise<boolean>;
  readonly session: Session;
  readonly settings: Settings;
  readonly worksOffline: Promise<boolean>;
  /** Asks to install the app, if the browser offers that. */
  installPrompt: InstallPrompt | null = $state.raw(null);
  address: Address = $state.raw(parseAddress(location));
  /** Whether the user may have online games in progress; otherwise the server is not asked. */
  readonly runningGames = device.store(RUNNING);
  /** Whether the user plays online, so that games in progress are shown on every screen. */
  playsOnline = $state(this.runningGames.value !== null);
  /** A game of the user that has begun, to be announced on the screen and in its dialogs. */
  newGame: NewGame | null = $state.raw(null);
  /** Whether the settings are shown. */
  showsSettings = $state(false);
  /** A fatal error. */
  error: Error | null = $state.raw(null);

  constructor() {
    const { kernel, hasTable } = startKernel();
    this.kernel = kernel;
    this.hasTable = hasTable;
    // Load offline files after the first game can start.
    this.worksOffline = hasTable.then(keepOffline);
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault(); // it is offered later, after a game
      this.installPrompt = event as InstallPrompt;
    });
    const pace = delaysOf(() => this.settings.choices);
    this.session = new Session(kernel, undefined, { pace }, (game, outcome) =>
      this.ended(game, outcome),
    );
    this.settings = new Settings();
    trail.start(
      () => addressUrl(this.address),
      () => this.navigated(),
    );
    this.navigated();
  }

  /** Problems with saved data, or an invalid link. */
  get notice(): Device["problem"] | Session["notice"] {
    return device.problem ?? tab.problem ?? this.session.notice;
  }

  closeNotice(): void {
    device.problem = tab.problem = this.session.notice = null;
  }

  /** Show another screen and add a history entry. */
  open(address: Address): void {
    trail.open(addressUrl(address), this.address.screen);
    this.address = address;
  }

  /** Replace the current address. */
  replace(address: Address): void {
    this.address = address;
    trail.replace(addressUrl(address));
  }

  /** Go back to the screen from which this one was opened, or to `parent` if it was a link. */
  back(parent = WELCOME): void {
    if (trail.from !== null) trail.back();
    else this.replace(parent);
  }

  /** Resume a saved game and show it; an invalid one is set aside with a notice. */
  resume(id: number): void {
    this.session
      .resume(id)
      .then((isThere) => isThere && this.open({ screen: "game", rest: "" }), this.failed);
  }

  /** Show a match when it has started. */
  play(started: Promise<unknown>): void {
    started.then(() => this.open({ screen: "game", rest: "" }), this.failed);
  }

  /** Handle back, forward and links. */
  navigated(): void {
    this.address = parseAddress(location);
    if (isOutdated(this.address)) this.replace(this.address);
  }

  /** Count the result of a game, unless it was played with help. */
  private ended({ id, saved }: SavedGame, outcome: Outcome): void {
    if (saved.help) return;
    import("../progress/results").then(
      ({ saveResult }) => saveResult(id, saved.setup, winnerOf(outcome)),
      this.failed,
    );
  }

  /** Ask once; the browser allows no more. */
  install(): void {
    this.installPrompt?.prompt().catch(this.failed);
    this.installPrompt = null;
  }

  /** Report a fatal error. */
  readonly failed = (cause: unknown): void => {
    this.error = cause instanceof Error ? cause : new Error(String(cause));
  };
}

/** Cache every file for offline use; false if the browser does not allow it. */
async function keepOffline(): Promise<boolean> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return false;
  try {
    await navigator.serviceWorker.register("./sw.js");
    await navigator.serviceWorker.ready;
    return true;
  } catch {
    return false; // not allowed, or no network on the first visit; the settings show which
  }
}
