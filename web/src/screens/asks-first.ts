import { trail } from "./trail.svelte";

/** A form that asks before what was typed is discarded, until it is submitted. */
export function asksFirst(element: HTMLFormElement): { destroy(): void } {
  const typed = new Map<TextControl, string>();
  const isUnsaved = (): boolean =>
    [...typed].some(([field, before]) => field.isConnected && field.value !== before);
  const discard = (): void => typed.clear();
  const onfocus = ({ target }: FocusEvent): void => {
    if (isField(target) && !typed.has(target)) typed.set(target, target.value);
  };
  element.addEventListener("focusin", onfocus);
  element.addEventListener("submit", discard);
  return { destroy: trail.guard({ element, isUnsaved, discard }) };
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;

function isField(target: EventTarget | null): target is TextControl {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
