/**
 * One style sheet for all elements. It is constructed, because policies that forbid inline styles
 * (CSP) apply to `<style>` in shadow trees too. Components add their styles when they are loaded.
 */

import tokens from "../../src/tokens.css?inline";
import base from "./base.css?inline";

export const sheet = new CSSStyleSheet();

let text = "";

export function addStyles(css: string): void {
  text += css;
  sheet.replaceSync(text);
}

addStyles(tokens.replaceAll(":root", ":host") + base);
