// @vitest-environment happy-dom
import { mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";

import { Service } from "../../../src/online/service";
import NearbyServers from "../../../src/screens/online/NearbyServers.svelte";
import { Api } from "../../online/api";
import "../context";

test("the other servers of the network are links to their lobbies", async () => {
  const servers = [{ name: "Room 12", url: "http://192.168.7.7:8000/" }];
  const service = new Service(new Api({ "GET nearby": [200, { servers }] }).fetch);
  const onproblem = vi.fn();
  const shown = mount(NearbyServers, {
    target: document.body,
    props: { service, onproblem },
  });
  await vi.waitFor(() => expect(document.querySelector("a")).not.toBeNull());
  const link = document.querySelector("a");
  expect(link?.getAttribute("href")).toBe("http://192.168.7.7:8000/#online");
  expect(link?.textContent).toBe("Room 12 192.168.7.7:8000");
  expect(document.querySelector("h2")?.textContent).toBe("In this network");
  expect(onproblem).not.toHaveBeenCalled();
  void unmount(shown);
});
