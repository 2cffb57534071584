/** The shared connection to the server, opened on first use. */

import { type Memory, Online } from "../../online/online.svelte";
import { Shelf } from "../../settings/storage";

const shelf = new Shelf<string>("account");

/** The account last used on this device. */
const memory: Memory = {
  get name() {
    return shelf.read(String, () => undefined);
  },
  set name(name) {
    if (name) shelf.write(name);
    else shelf.clear();
  },
};

let online: Online | undefined;

export function sharedOnline(): Online {
  return (online ??= new Online(undefined, undefined, memory));
}
