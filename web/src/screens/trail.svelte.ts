/**
 * The browser's history: screens, and what is open on them. Back closes the top layer (a dialog, a
 * sheet, a menu), as Escape does, and leaves the screen only if nothing is open.
 *
 *     history   welcome   game   game + rules        each layer has an entry of its own
 *     at           0        1         2
 *     layers       0        0         1
 *
 * Entries of layers that are closed can remain, before a screen that was opened from a layer, and
 * after the current entry; whoever comes to one, also after a reload, goes on back.
 */

import { tick } from "svelte";

import { UrlWriter, isMade } from "./url-writer";

/** The state of a history entry. */
interface Entry {
  /** Its place in the history of this tab. */
  readonly at: number;
  /** Number of layers that are open. */
  readonly layers: number;
  /** The screen before; null if this one was opened by a link. */
  readonly from: string | null;
}

export interface OpenLayer {
  readonly element: HTMLElement;
  readonly close: () => void;
}

/** A form that asks before what was entered is discarded. */
interface Form {
  readonly element: HTMLElement;
  readonly isUnsaved: () => boolean;
  readonly discard: () => void;
}

function parseEntry(state: unknown): Entry | null {
  const isEntry = typeof state === "object" && state !== null && "layers" in state;
  return isEntry ? (state as Entry) : null;
}

export interface DiscardQuestion {
  readonly discard: () => void;
}

const FIRST: Entry = { at: 0, layers: 0, from: null };

export class Trail {
  /** What to do if the user discards what a form has; null if there is no question. */
  question: DiscardQuestion | null = $state.raw(null);
  /** Whether the user came back to the current screen. */
  isReturn = false;
  private entry = FIRST;
  private layers: readonly OpenLayer[] = [];
  private forms: readonly Form[] = [];
  /** Called when another screen is to be shown; set once the app has started. */
  private onmove: (() => void) | null = null;
  private url: () => string = () => location.href;
  /** The place to which an own traversal leads; null if the user has started it. */
  private target: number | null = null;
  private isMoving = false;
  private readonly waiting: (() => void)[] = [];
  private readonly urls = new UrlWriter((url) => this.replaceEntry(this.entry, url));

  /** Follow the history; `url` is that of the current screen. */
  start(url: () => string, onmove: () => void): void {
    [this.url, this.onmove] = [url, onmove];
    addEventListener("popstate", ({ state }) => this.moved(parseEntry(state)));
    addEventListener("keydown", (event) => this.typed(event));
    addEventListener("beforeunload", (event) => this.isUnsaved() && event.preventDefault());
    this.entry = parseEntry(history.state) ?? FIRST;
    if (this.entry.layers > 0) this.go(-this.entry.layers, this.entry.at - this.entry.layers);
    else history.replaceState(this.entry, "");
  }

  /** The screen before the current one; null if that was opened by a link. */
  get from(): string | null {
    return this.entry.from;
  }

  // --- screens ------------------------------------------------------------------------------

  /** Add an entry for a screen that was opened from another one; it replaces that of a layer. */
  open(url: string, from: string): void {
    this.run(() => {
      const { at, layers } = this.entry;
      if (layers > 0) this.replaceEntry({ at, layers: 0, from }, url);
      else this.push({ at: at + 1, layers: 0, from }, url);
    });
  }

  /** Replace the URL of the current screen, soon if it changes often. */
  replace(url: string): void {
    this.run(() => this.urls.set(url));
  }

  /** Leave the screen, with everything that is open on it. */
  back(): void {
    this.run(() => this.go(-this.entry.layers - 1));
  }

  // --- layers -------------------------------------------------------------------------------

  /** A layer was opened; returns a function to call when it is closed. */
  add(layer: OpenLayer): () => void {
    this.layers = [...this.layers, layer];
    queueMicrotask(() => this.run(() => this.adjust()));
    return () => {
      if (!this.layers.includes(layer)) return;
      this.layers = this.layers.filter((each) => each !== layer);
      queueMicrotask(() => this.run(() => this.adjust()));
    };
  }

  /** Close a layer, unless a form in it asks first; returns whether it is closed. */
  close(layer: OpenLayer): boolean {
    if (this.asks(layer.element, () => this.close(layer))) return false;
    layer.close();
    return true;
  }

  /** Let a form ask before what was entered is discarded; returns a function that ends that. */
  guard(form: Form): () => void {
    this.forms = [...this.forms, form];
    return () => (this.forms = this.forms.filter((each) => each !== form));
  }

  /** Answer a question, unless there is another one by now; its dialog is closed first. */
  answer(question: DiscardQuestion, discards: boolean): void {
    if (this.question !== question) return;
    this.question = null;
    if (!discards) return;
    void tick().then(() => {
      this.run(() => this.adjust());
      question.discard();
    });
  }

  // --- private ------------------------------------------------------------------------------

  /** Whether forms inside an element, or any, have what is not saved. */
  private isUnsaved(inside?: HTMLElement): boolean {
    return this.formsIn(inside).some((form) => form.isUnsaved());
  }

  private formsIn(inside?: HTMLElement): readonly Form[] {
    return this.forms.filter(({ element }) => !inside || inside.contains(element));
  }

  /** Ask if there is something to lose; returns whether it was asked. */
  private asks(inside: HTMLElement | undefined, goOn: () => void): boolean {
    if (!this.isUnsaved(inside)) return false;
    this.question = {
      discard: () => {
        for (const form of this.formsIn(inside)) form.discard();
        goOn();
      },
    };
    return true;
  }

  /** Escape closes layers; dialogs close by themselves. */
  private typed(event: KeyboardEvent): void {
    const top = this.layers.at(-1);
    if (event.key !== "Escape" || event.defaultPrevented) return;
    if (!top || top.element instanceof HTMLDialogElement) return;
    event.preventDefault(); // the dialog below stays open
    this.close(top);
  }

  /** Let the history have as many entries as there are layers. */
  private adjust(): void {
    const { at, layers, from } = this.entry;
    const wanted = this.layers.length;
    if (layers > wanted) this.go(wanted - layers, at + wanted - layers);
    for (let more = 1; more <= wanted - layers; more++)
      this.push({ at: at + more, layers: layers + more, from }, this.url());
  }

  private moved(state: Entry | null): void {
    const { target } = this;
    this.urls.discard();
    [this.isMoving, this.target] = [false, null];
    // An address was typed, or a link was followed.
    const entry = state ?? { ...FIRST, at: this.entry.at + 1 };
    if (entry.at === target) this.replaceEntry(entry, this.url());
    else this.follow(entry);
    while (!this.isMoving && this.waiting.length > 0) this.waiting.shift()?.();
  }

  /** Follow the user to an entry. */
  private follow(entry: Entry): void {
    const steps = entry.at - this.entry.at;
    const isHere = entry.at - entry.layers === this.entry.at - this.entry.layers;
    if (entry.layers > (isHere ? this.layers.length : 0)) {
      this.go(-1); // the layer of the entry is closed
      return;
    }
    const closed = this.layers.slice(entry.layers);
    const goOn = (): void => this.run(() => this.go(steps));
    if (this.asks(isHere ? closed[0]?.element : undefined, goOn)) {
      this.go(-steps, this.entry.at);
      return;
    }
    this.layers = this.layers.slice(0, entry.layers);
    for (const layer of [...closed].reverse()) layer.close();
    if (isHere) this.replaceEntry(entry, this.url());
    else {
      this.replaceEntry(entry, location.href);
      this.isReturn = steps < 0;
      this.onmove?.();
    }
  }

  /** Run a step when the history stands still. */
  private run(step: () => void): void {
    if (!this.onmove) return;
    if (this.isMoving) this.waiting.push(step);
    else step();
  }

  private go(steps: number, target: number | null = null): void {
    this.urls.flush();
    [this.isMoving, this.target] = [true, target];
    history.go(steps);
  }

  private push(entry: Entry, url: string): void {
    this.urls.flush();
    this.isReturn = false;
    // Without an entry of its own, a screen has that of the screen before.
    if (isMade(() => history.pushState(entry, "", url))) this.entry = entry;
    else this.urls.delay(url);
  }

  private replaceEntry(entry: Entry, url: string): void {
    this.urls.discard();
    [this.entry, this.isReturn] = [entry, false];
    if (!isMade(() => history.replaceState(entry, "", url))) this.urls.delay(url);
  }
}

export const trail = new Trail();

/** An element that Back and Escape close, as long as it is shown; with null it is none. */
export function layer(element: HTMLElement, close: (() => void) | null): { destroy?(): void } {
  return close ? { destroy: trail.add({ element, close }) } : {};
}
