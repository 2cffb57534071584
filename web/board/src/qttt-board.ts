/** The custom element. Attributes are read when they change; the last change wins. */

import "./policy";

import { flushSync, mount, unmount } from "svelte";

import { messages } from "messages:all/failures.missing";

import { fetched } from "../../src/kernel/fetched";
import { PageKernel } from "../../src/kernel/wasm-kernel";
import type { Move } from "../../src/kernel/types";
import type * as types from "../qttt-board";
import Frame from "./Frame.svelte";
import {
  AttributeError,
  type GameAttributes,
  continued,
  eventsOf,
  gameAt,
  movesText,
  positionText,
  readGame,
  readShow,
} from "./game";
import { positionOf } from "../../src/play/line";
import { rulesKernel } from "./kernels";
import { sheet } from "./styles";
import { type Language, type MissingTexts, languageOf } from "./texts";
import { ElementView, awaitedParts } from "./view.svelte";

const DEFAULTS: Readonly<Record<string, string>> = { rules: "goff", position: "-", show: "links" };

const MISSING = messages as Readonly<Record<Language, MissingTexts>>;

/** Those that can be set; attributes have the same names. */
const PROPERTIES = ["rules", "position", "moves", "interactive", "show"];

/** Servers import the element too, but have no elements. */
const Base = "HTMLElement" in globalThis ? HTMLElement : (class {} as typeof HTMLElement);

export class QtttBoard extends Base implements types.QtttBoard {
  static readonly observedAttributes = [...PROPERTIES, "lang"];

  readonly #view = new ElementView();
  readonly #root = this.attachShadow({ mode: "open" });
  #frame: Record<string, unknown> | null = null;
  /** The latest reading of the attributes, until they are displayed. */
  #update: Promise<void> | null = null;
  #ready: Promise<void> = Promise.resolve();
  /** Whether the element itself changes its attribute. */
  #isReflecting = false;

  constructor() {
    super();
    this.#root.adoptedStyleSheets = sheet ? [sheet] : [];
  }

  get rules(): string {
    return this.#text("rules");
  }

  set rules(text: string | null | undefined) {
    this.#set("rules", text);
  }

  get position(): string {
    return this.#text("position");
  }

  set position(text: string | null | undefined) {
    this.#set("position", text);
  }

  get moves(): string {
    return this.#text("moves");
  }

  set moves(text: string | null | undefined) {
    this.#set("moves", text);
  }

  get show(): string {
    return this.getAttribute("show") ?? "links";
  }

  set show(text: string | null | undefined) {
    this.#set("show", text);
  }

  get interactive(): boolean {
    return this.hasAttribute("interactive");
  }

  set interactive(isOn: boolean | null | undefined) {
    // Without a second argument, as with undefined, the attribute would be toggled.
    this.toggleAttribute("interactive", Boolean(isOn));
  }

  get current(): string {
    const { shown } = this.#view;
    return shown ? positionText(shown.game) : "";
  }

  get ready(): Promise<void> {
    return this.#ready;
  }

  connectedCallback(): void {
    this.#reapplyProperties();
    const props = {
      view: this.#view,
      onmove: (move: Move) => this.#play(move),
      onstep: (at: number) => this.#step(at),
    };
    this.#frame ??= mount(Frame, { target: this.#root, props });
    this.#change();
  }

  disconnectedCallback(): void {
    if (this.#frame) void unmount(this.#frame);
    this.#frame = null;
  }

  attributeChangedCallback(_: string, before: string | null, after: string | null): void {
    if (before === after || !this.isConnected) return;
    // A move made on the board is displayed already, but not known to a reading that has begun.
    if (!this.#isReflecting || this.#update) this.#change();
  }

  /** Set again the properties that were set before the element was defined, which hide its own. */
  #reapplyProperties(): void {
    for (const name of PROPERTIES.filter((each) => Object.hasOwn(this, each))) {
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }

  #text(name: string): string {
    return this.getAttribute(name)?.trim() || (DEFAULTS[name] ?? "");
  }

  /** Set an attribute; null and undefined remove it, as React does with properties. */
  #set(name: string, text: string | null | undefined): void {
    if (text === null || text === undefined) this.removeAttribute(name);
    else this.setAttribute(name, text);
  }

  /** Read the attributes, once for all changes of a task. */
  #change(): void {
    const update: Promise<void> = Promise.resolve().then(() =>
      this.#update === update ? this.#read(() => this.#update === update) : this.#ready,
    );
    this.#ready = this.#update = update;
  }

  async #read(isCurrent: () => boolean): Promise<void> {
    const language = languageOf(this);
    const { rules, position, moves } = this;
    const source: GameAttributes = { rules, position, moves };
    try {
      const show = readShow(this.show);
      this.#view.awaited = awaitedParts(show, this.interactive);
      const needsExtras = show.has("worlds") || show.has("values");
      const [kernel, Playable, Extras] = await Promise.all([
        show.has("values")
          ? fetched(import("./solver")).then((module) => module.wholeKernel())
          : rulesKernel(),
        this.interactive ? fetched(import("./Playable.svelte")) : null,
        needsExtras ? fetched(import("./Extras.svelte")) : null,
      ]);
      const game = await readGame(new PageKernel(kernel), source);
      const needsStatus = show.has("steps") || positionOf(game.line).outcome !== null;
      const Status = needsStatus && !Playable ? await fetched(import("./Status.svelte")) : null;
      if (!isCurrent()) return this.#ready;
      const parts = {
        Playable: Playable?.default ?? null,
        Status: Status?.default ?? null,
        Extras: Extras?.default ?? null,
      };
      this.#view.shown = { game, kernel, show, language, ...parts };
      this.#view.problem = "";
    } catch (error) {
      const problem = await this.#problemText(language, error);
      if (!isCurrent()) return this.#ready;
      this.#view.shown = null;
      this.#view.problem = problem;
    }
    this.#update = null;
    flushSync();
  }

  #problemText(language: Language, error: unknown): Promise<string> {
    const value = error instanceof AttributeError ? this.#text(error.attribute) : "";
    return import("./problem-text").then(
      ({ problemText }) => problemText(language, error, value),
      () => MISSING[language].failures.missing,
    );
  }

  async #play(move: Move): Promise<void> {
    const { shown } = this.#view;
    if (!shown) return;
    const game = await continued(new PageKernel(shown.kernel), shown.game, move);
    if (this.#view.shown !== shown) return;
    this.#view.shown = { ...shown, game };
    this.#reflect();
    for (const [type, detail] of eventsOf(game)) this.#dispatch(type, detail);
  }

  /** Show another position of the game; on an interactive board the moves end there. */
  #step(at: number): void {
    const { shown } = this.#view;
    if (!shown) return;
    const game = gameAt(shown.game, at);
    this.#view.shown = { ...shown, game };
    if (this.interactive) this.#reflect();
    this.#dispatch("step", { moves: movesText(game), position: positionText(game) });
  }

  #reflect(): void {
    const { shown } = this.#view;
    if (!shown) return;
    this.#isReflecting = true;
    this.setAttribute("moves", movesText(shown.game));
    this.#isReflecting = false;
  }

  #dispatch(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

if (sheet && !customElements.get("qttt-board")) customElements.define("qttt-board", QtttBoard);
