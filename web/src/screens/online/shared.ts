/** The one line to the server: it is opened when somebody first plays online. */

import { Online } from "../../online/online.svelte";

let online: Online | undefined;

export function sharedOnline(): Online {
  return (online ??= new Online());
}
