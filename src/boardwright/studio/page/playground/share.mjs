// What came by a link or a file, compared with the schema of what `open` may be asked. The engine checks it again.

import { isPlayground } from "../carrier.mjs";

/**
 * The same, if it has the form of a shared game; rejects otherwise. A server checks it by itself.
 * @template {object} Shared
 * @param {Shared} found
 * @returns {Promise<Shared>}
 */
export async function checked(found) {
  if (isPlayground()) {
    const address = new URL("../engine/checks.mjs", import.meta.url).href; // written when the playground is built
    const { open } = await import(address);
    if (!open(found)) throw new TypeError("misfit");
  }
  return found;
}
