/**
 * Names the cause if the page's policy lists Trusted Types without Svelte's, whose import then
 * fails; imported before it.
 */

const CAUSE = `qttt-board needs this page's policy to allow: trusted-types svelte-trusted-html`;

if ("document" in globalThis)
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
    if (effectiveDirective !== "trusted-types" || customElements.get("qttt-board")) return;
    customElements.define(
      "qttt-board",
      class extends HTMLElement {
        connectedCallback(): void {
          this.textContent = CAUSE;
        }
      },
    );
  });
