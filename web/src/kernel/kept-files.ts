/**
 * Files that the service worker keeps, whatever they contain. Without https, or without access to
 * storage, nothing is kept.
 */

/** The cache of evaluators, in `vite.config.ts`. */
const EVALUATORS = "evaluators";

/** Remove a damaged file, so that the next request downloads it. */
export async function forget(url: string): Promise<void> {
  const all = await keptCaches();
  await Promise.all([...all.values()].map((cache) => cache.delete(url, { ignoreSearch: true })));
}

/** Remove other evaluators than these, which are of older versions. */
export async function forgetOtherEvaluators(urls: readonly string[]): Promise<void> {
  const cache = (await keptCaches()).get(EVALUATORS);
  const others = (await cache?.keys())?.filter(({ url }) => !urls.includes(url)) ?? [];
  await Promise.all(others.map((request) => cache?.delete(request)));
}

async function keptCaches(): Promise<ReadonlyMap<string, Cache>> {
  if (!("caches" in globalThis)) return new Map();
  const names = await caches.keys().catch(() => []);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await caches.open(name)] as const)),
  );
}
