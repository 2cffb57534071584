import { afterEach, expect, test, vi } from "vitest";

import { checkForNewApp, watchForNewApp } from "../../../src/screens/online/app-update";

/** A fake service worker. */
class Worker extends EventTarget {
  controller: object | null = null;
  update = vi.fn(async () => undefined);
  registration: { update: () => Promise<unknown> } | undefined = { update: this.update };

  getRegistration = async () => this.registration;

  control(): void {
    this.controller = {};
    this.dispatchEvent(new Event("controllerchange"));
  }
}

function browser(): Worker {
  const serviceWorker = new Worker();
  vi.stubGlobal("navigator", { serviceWorker });
  return serviceWorker;
}

afterEach(() => void vi.unstubAllGlobals());

test("the first cached app is not an update; the next one is", () => {
  const [worker, ready] = [browser(), vi.fn()];
  watchForNewApp(ready);
  worker.control();
  expect(ready).not.toHaveBeenCalled();
  worker.control();
  expect(ready).toHaveBeenCalledOnce();
});

test("a removed listener is not notified", () => {
  const [worker, ready] = [browser(), vi.fn()];
  worker.controller = {};
  watchForNewApp(ready)();
  worker.control();
  expect(ready).not.toHaveBeenCalled();
});

test("a check requests an update, which is ready once it is cached", async () => {
  const [worker, ready] = [browser(), vi.fn()];
  await checkForNewApp(ready);
  expect(worker.update).toHaveBeenCalledOnce();
  expect(ready).not.toHaveBeenCalled();
});

test("without a cached app, a reload updates at once", async () => {
  const [worker, ready] = [browser(), vi.fn()];
  worker.registration = undefined;
  await checkForNewApp(ready);
  expect(ready).toHaveBeenCalledOnce();
});

test("browsers without service workers are supported", async () => {
  vi.stubGlobal("navigator", {});
  const ready = vi.fn();
  watchForNewApp(ready)();
  await checkForNewApp(ready);
  expect(ready).toHaveBeenCalledOnce();
});
