/** The oldest browsers that are supported, as README.md states and `tests/support.test.ts` checks. */

/** Of the app; on iPhones every browser is Safari's engine. */
export const APP = { chrome: "131", firefox: "140", safari: "16.4" };

/** Of `<qttt-board>`, which follows its page's colour scheme with `light-dark()`. */
export const ELEMENT = { ...APP, safari: "17.5" };

/** The same as targets of Vite. */
export function targets(browsers: typeof APP): string[] {
  return Object.entries(browsers).map(([name, version]) => `${name}${version}`);
}
