/** The server's coin, and the fallback to the browser's. */

import { expect, test, vi } from "vitest";

import { parseRules } from "../../src/kernel/rules";
import { coinFrom } from "../../src/play/server-coin";

const LOOP = { rules: parseRules("qubic3"), places: [[0, 1] as const, [0, 1] as const] };
const SHOWN = { bit: 1, source: "QX simulator 0.11.0, seed 5", measurement: { bit: 1 } };

function json(value: unknown, status = 200): () => Promise<Response> {
  return () => Promise.resolve(new Response(JSON.stringify(value), { status }));
}

test("the server tosses a coin for this loop and names its source", async () => {
  const ask = vi.fn<typeof fetch>(json(SHOWN));
  expect(await coinFrom(ask)(LOOP)).toEqual({
    bit: 1,
    source: "device",
    device: "QX simulator 0.11.0, seed 5",
    measurement: '{"bit":1}',
  });
  const [address, asked] = ask.mock.calls[0] ?? [];
  expect([address, asked?.method, asked?.body]).toEqual([
    "/api/coin",
    "POST",
    '{"rules":"qubic3","position":"12/12"}',
  ]);
});

test("a toss without a measurement has no details", async () => {
  const toss = await coinFrom(json({ ...SHOWN, measurement: null }))(LOOP);
  expect(toss).toEqual({ bit: 1, source: "device", device: SHOWN.source });
});

test.each([
  ["no network", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["a page", () => Promise.resolve(new Response("<html>"))],
  ["no bit", json({ ...SHOWN, bit: 2 })],
  ["no source", json({ ...SHOWN, source: " " })],
  ["nothing", json(null)],
  ["a device that is away", json({ error: "unavailable", message: "in repair" }, 503)],
  ["an address that is not the server's", json({ error: "wrong-origin", message: "…" }, 403)],
  ["too often", json({ error: "too-fast", message: "try again in 60 s" }, 429)],
])("%s: the browser tosses, and the server is asked again", async (_, answer) => {
  const ask = vi.fn<typeof fetch>(answer);
  const coin = coinFrom(ask);
  for (let i = 0; i < 2; i++) expect((await coin(LOOP)).source).toBe("browser");
  expect(ask).toHaveBeenCalledTimes(2);
});

test.each([204, 404, 405, 501])(
  "a server without a coin, %i, is requested only once",
  async (status) => {
    const ask = vi.fn<typeof fetch>(() => Promise.resolve(new Response(null, { status })));
    const coin = coinFrom(ask);
    for (let i = 0; i < 3; i++) expect((await coin(LOOP)).source).toBe("browser");
    expect(ask).toHaveBeenCalledTimes(1);
  },
);
