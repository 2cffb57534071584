// @vitest-environment happy-dom
/** A QR code is shown if its link can be opened on other devices; otherwise, what to do. */

import { flushSync, mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";

import type { Room } from "../../../src/school/rooms";
import type { Invitation, Service } from "../../../src/online/service";
import OpenInvitation from "../../../src/screens/online/OpenInvitation.svelte";
import JoinInfo from "../../../src/screens/school/room/JoinInfo.svelte";
import "../context";

const COMMAND = "qttt serve --host 0.0.0.0";

test.each([
  ["http://localhost:8000/#online/room/ABC", false],
  ["http://[::1]:8000/#online/room/ABC", false],
  ["http://192.168.0.7:8000/#online/room/ABC", true],
  ["https://play.example/#online/room/ABC", true],
])("whether other devices can open %s: %s", (url, isReachable) => {
  const room = { room: "ABC", url } as Room;
  const challenge = { code: "abc", url } as Invitation;
  for (const mounted of [
    () => mount(JoinInfo, { target: document.body, props: { room, isTeaching: true } }),
    () =>
      mount(OpenInvitation, {
        target: document.body,
        props: { service: {} as Service, challenge, onend: vi.fn() },
      }),
  ]) {
    const shown = mounted();
    flushSync();
    expect(document.querySelector("img") !== null).toBe(isReachable);
    expect(document.body.textContent.includes(COMMAND)).toBe(!isReachable);
    void unmount(shown);
  }
});
