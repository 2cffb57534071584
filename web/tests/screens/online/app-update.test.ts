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

test("an app that is kept for the first time is no newer one; the next is", () => {
  const [worker, ready] = [browser(), vi.fn()];
  watchForNewApp(ready);
  worker.control();
  expect(ready).not.toHaveBeenCalled();
  worker.control();
  expect(ready).toHaveBeenCalledOnce();
});

test("nobody is told who does not listen any more", () => {
  const [worker, ready] = [browser(), vi.fn()];
  worker.controller = {};
  watchForNewApp(ready)();
  worker.control();
  expect(ready).not.toHaveBeenCalled();
});

test("a newer app is looked for, and is ready when it is kept", async () => {
  const [worker, ready] = [browser(), vi.fn()];
  await checkForNewApp(ready);
  expect(worker.update).toHaveBeenCalledOnce();
  expect(ready).not.toHaveBeenCalled();
});

test("where nothing is kept, a reload shows it at once", async () => {
  const [worker, ready] = [browser(), vi.fn()];
  worker.registration = undefined;
  await checkForNewApp(ready);
  expect(ready).toHaveBeenCalledOnce();
});

test("browsers that keep nothing are left alone", async () => {
  vi.stubGlobal("navigator", {});
  const ready = vi.fn();
  watchForNewApp(ready)();
  await checkForNewApp(ready);
  expect(ready).toHaveBeenCalledOnce();
});
