// @vitest-environment happy-dom
import { mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import { Service } from "../../../src/online/service";
import OpenInvitation from "../../../src/screens/online/OpenInvitation.svelte";
import { Api } from "../../online/api";
import { english } from "../../messages";
import { useApp } from "../context";

const w = english.online;
const LINK = "https://play.example/i/abcdefgh";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["nothing", undefined, false],
  ["nothing", { writeText: () => Promise.reject(new Error("denied")) }, false],
  ["a selection", undefined, true],
  ["the clipboard", { writeText: () => Promise.resolve() }, false],
])("the link is copied by %s, or selected", async (way, clipboard, copies) => {
  vi.stubGlobal("navigator", { clipboard });
  document.execCommand = () => copies;
  useApp({});
  const props = {
    service: new Service(new Api({}).fetch),
    challenge: { code: "abcdefgh", url: LINK },
    onend: () => undefined,
  };
  const shown = mount(OpenInvitation, { target: document.body, props });
  const key = document.querySelector<HTMLElement>("button.primary");
  const field = document.querySelector<HTMLInputElement>("input");
  key?.click();
  const isCopied = way !== "nothing";
  await vi.waitFor(() => {
    expect(key?.textContent).toBe(isCopied ? w.copied : w.copy);
    expect(document.activeElement === field).toBe(!isCopied);
  });
  void unmount(shown);
});
