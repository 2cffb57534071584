import { expect, test, vi } from "vitest";

import { Match } from "../../src/match/match.svelte";
import { Session } from "../../src/match/session.svelte";
import { pair, single } from "../../src/match/setup";
import { startedKernel } from "../kernel/ports";
import { fixedChance } from "./chance";

vi.mock("../../src/match/deciding", () => {
  throw new Error("404");
});

const kernel = await startedKernel();
const alone = single("goff", "X", "easy", fixedChance());

test("without its levels no computer sits down", async () => {
  const starting = Match.start(kernel, alone);
  await expect(starting).rejects.toThrow("the computer's levels cannot be loaded");
  await expect(starting).rejects.toMatchObject({ reason: "missing" });
});

test("two people need none", async () => {
  const session = new Session(kernel);
  await session.start(pair("goff"));
  expect(session.match?.people).toEqual(["X", "O"]);
});
