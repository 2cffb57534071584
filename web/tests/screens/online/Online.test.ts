// @vitest-environment happy-dom
import { mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";

import { Connection } from "../../../src/online/connection.svelte";
import { Online } from "../../../src/online/online.svelte";
import { Service } from "../../../src/online/service";
import OnlineScreen from "../../../src/screens/online/Online.svelte";
import { Api } from "../../online/api";
import { Server } from "../../online/server";
import { english } from "../../messages";
import { useApp } from "../context";

const shared: { online: Online } = vi.hoisted(() => ({ online: null as never }));
vi.mock("../../../src/screens/online/online-state", () => ({
  sharedOnline: () => shared.online,
  sharedNotifications: () => ({ sync: () => Promise.resolve() }),
}));
const GUEST = { user: "guest", name: "Guest 1234", guest: true, bot: false, listed: false };

test("the connection follows the network of the device and the visibility of the page", async () => {
  const server = new Server();
  const connection = new Connection("ws://here", server.opener(null));
  const api = new Api({
    "GET session": [200, GUEST],
    "GET leaders?rules=goff&pace=live": [200, { leaders: [] }],
  });
  shared.online = new Online(new Service(api.fetch), connection);
  const address = { screen: "online", rest: "leaders" };
  useApp({ address, settings: { choices: { language: "en" } } });
  const shown = mount(OnlineScreen, { target: document.body });
  await vi.waitFor(() => expect(connection.state).toBe("open"));
  dispatchEvent(new Event("offline"));
  expect([connection.state, server.sockets.size]).toEqual(["away", 0]);
  dispatchEvent(new Event("online"));
  expect(connection.state).toBe("opening");
  await vi.waitFor(() => expect(connection.state).toBe("open"));
  server.cut();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(connection.state).toBe("opening");
  await unmount(shown);
  expect(connection.state).toBe("closed");
});

test("an old link of a lesson says that links no longer contain lessons", async () => {
  const api = new Api({ "GET session": [200, GUEST] });
  const connection = new Connection("ws://here", new Server().opener(null));
  shared.online = new Online(new Service(api.fetch), connection);
  const address = { screen: "online", rest: "lesson/eJwLSS0uAQ" };
  useApp({ address, settings: { choices: { language: "en" } } });
  const shown = mount(OnlineScreen, { target: document.body });
  await vi.waitFor(() =>
    expect(document.querySelector("[role=alert]")?.textContent).toBe(english.online.lesson.oldLink),
  );
  await unmount(shown);
});
