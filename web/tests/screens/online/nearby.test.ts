// @vitest-environment happy-dom
import { mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import { Service } from "../../../src/online/service";
import NearbyServers from "../../../src/screens/online/NearbyServers.svelte";
import { Api } from "../../online/api";
import "../context";

afterEach(() => vi.useRealTimers());

test("the other servers of the network are links to their lobbies", async () => {
  vi.useFakeTimers();
  const servers = [{ name: "Room 12", url: "http://192.168.7.7:8000/" }];
  const answers = [
    [200, { servers: [] }],
    [200, { servers }],
  ] as const;
  const api = new Api({ "GET nearby": [...answers] });
  const onload = vi.fn();
  const shown = mount(NearbyServers, {
    target: document.body,
    props: { service: new Service(api.fetch), onload },
  });
  await vi.advanceTimersByTimeAsync(100);
  expect(document.querySelector("a")).toBeNull();
  await vi.advanceTimersByTimeAsync(10_000);
  const link = document.querySelector("a");
  expect(link?.getAttribute("href")).toBe("http://192.168.7.7:8000/#online");
  expect(link?.textContent).toBe("Room 12 192.168.7.7:8000");
  expect(document.querySelector("h2")?.textContent).toBe("In this network");
  await unmount(shown);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(api.asked).toHaveLength(2);
  expect(onload.mock.calls).toEqual([[null], [null]]);
});
