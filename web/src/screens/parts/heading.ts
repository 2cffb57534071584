/** The title of each screen: in the tab and the history, and focused when the screen opens. */

import type { Attachment } from "svelte/attachments";

import { m } from "../context.svelte";

/** The browser announces the first page by itself. */
let isFirst = true;

/**
 * Let an element be the heading of its screen, whose page has this title. A new screen, or another
 * title, moves the focus to the heading, unless something in the screen has it.
 */
export function heading(title: string): Attachment<HTMLElement> {
  return (element) => {
    const app = m.app.title;
    document.title = title === app ? app : `${title} · ${app}`;
    const isElsewhere = !element.closest("main")?.contains(document.activeElement);
    if (!isFirst && isElsewhere) element.focus({ preventScroll: true });
    isFirst = false;
  };
}
