/**
 * One style sheet for all elements. It is constructed, because policies that forbid inline styles
 * (CSP) apply to `<style>` in shadow trees too. Components add their styles when they are loaded.
 */

import tokens from "../../src/tokens.css?inline";
import base from "./base.css?inline";

/** Null where there are no pages, as on servers that import the element. */
export const sheet = "CSSStyleSheet" in globalThis ? new CSSStyleSheet() : null;

let text = "";

export function addStyles(css: string): void {
  text += css;
  sheet?.replaceSync(text);
}

addStyles(tokens.replaceAll(":root", ":host") + base);
