/**
 * The successor of an element that had the focus and disappears, such as a pressed key. Browsers
 * focus the page's body then, from where the tab key starts again at the top.
 *
 *     <section>
 *       <p>Text</p>            the previous sibling of the element
 *       <button>…</button>     removed: the focus goes to the first control after the text,
 *     </section>               otherwise to the last one before, in the smallest element with any
 */

const CONTROLS = ["a[href]", "button", "input", "select", "textarea", "summary", "[tabindex]"]
  .map((control) => `${control}:not([tabindex="-1"], :disabled, [type="hidden"], [inert] *)`)
  .join();
/** Contents of a screen or a dialog. */
const SCOPES = "main, dialog";

/** A place between two nodes: after one, or at the start of its parent. */
interface Gap {
  readonly parent: Node;
  readonly before: Node | null;
}

/** From now on, focus the successor of what the keyboard or a screen reader had focused. */
export function focusSuccessors(): void {
  let lastFocused: HTMLElement | null = null;
  let isPointed = false;

  const note = (element: HTMLElement | null, byPointer: boolean): void => {
    lastFocused = element;
    isPointed = byPointer;
  };
  addEventListener("pointerdown", () => note(null, true), true);
  addEventListener("keydown", () => note(current(), false), true);
  addEventListener("focusin", () => (lastFocused = isPointed ? null : current()), true);

  const observer = new MutationObserver((records) => {
    const element = lastFocused;
    if (!element || (current() && current() !== element)) return;
    const wasRemoved = records.some(({ removedNodes }) => includes(removedNodes, element));
    if (!wasRemoved && records.every(({ type }) => type === "childList")) return;
    const isThere = element.isConnected && isShown(element);
    if (isThere && !wasRemoved) return;
    // A key that moves the row that it is in is only moved.
    const successor = isThere ? element : successorAt(gapOf(element, records));
    successor?.focus({ preventScroll: true, focusVisible: true });
    successor?.scrollIntoView({ block: "nearest" });
  });
  const attributeFilter = ["open", "hidden", "inert"];
  observer.observe(document, { childList: true, subtree: true, attributeFilter });
}

/** The element that has the focus; null if it is the page's body. */
function current(): HTMLElement | null {
  return document.activeElement === document.body ? null : (document.activeElement as HTMLElement);
}

function isShown(element: Element): boolean {
  const isFolded = element.closest("details:not([open]) > :not(summary)") !== null;
  const isInert = element.closest("[inert]") !== null;
  return !isFolded && !isInert && element.getClientRects().length > 0;
}

/** The place that a removed or hidden element had. */
function gapOf(element: Element, records: readonly MutationRecord[]): Gap {
  let gap: Gap = { parent: element.parentNode ?? document, before: element };
  for (let node: Node = element; !node.isConnected; node = gap.parent) {
    const record = records.find(({ removedNodes }) => includes(removedNodes, node));
    if (!record) return { parent: document, before: null };
    gap = { parent: record.target, before: stillThere(record, records) };
  }
  return gap;
}

/** The node before a removed one that is still there; null if it was the first one. */
function stillThere(record: MutationRecord, records: readonly MutationRecord[]): Node | null {
  let { previousSibling: before } = record;
  for (const other of records) {
    if (!before || before.parentNode === record.target) break;
    if (includes(other.removedNodes, before)) before = other.previousSibling;
  }
  return before?.parentNode === record.target ? before : null;
}

function includes(nodes: NodeList, wanted: Node): boolean {
  return [...nodes].some((node) => node.contains(wanted));
}

function successorAt({ parent, before }: Gap): HTMLElement | null {
  const isLater = (control: Element): boolean => {
    const order = (before ?? parent).compareDocumentPosition(control);
    return Boolean(order & Node.DOCUMENT_POSITION_FOLLOWING) && !before?.contains(control);
  };
  const start = parent instanceof Element ? parent : null;
  for (let within = start; within; within = within.parentElement) {
    const isScreen = within.matches("main");
    const controls = [...within.querySelectorAll<HTMLElement>(CONTROLS)].filter(isShown);
    const found = controls.find(isLater) ?? (isScreen ? null : controls.at(-1));
    if (found) return found;
    if (within.matches(SCOPES)) break;
  }
  return document.querySelector<HTMLElement>("h1");
}
