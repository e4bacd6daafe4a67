// Work as a link or a file: what was changed, and the game that is open. What comes in by them was made by anybody: its size
// is limited, it is compared with a schema, and the engine checks it again.

/** @typedef {{boardwright: 1, files: Record<string, string | null>, game?: Record<string, any>}} Shared */
/** @typedef {"share_too_large" | "share_damaged" | "share_misfit"} Fault a word for what is wrong */

export const MOST_CHARACTERS = 2_000_000;
/** Longer links are cut by mail and chat programs. */
export const LONGEST_LINK = 8_000;
const LONGEST_PACKED = 400_000;
const PREFIX = "#share=";

/** What is wrong with a link or a file. */
export class ShareError extends Error {
  /** @param {Fault} word */
  constructor(word) {
    super(word);
    this.word = word;
  }
}

/** @param {string} hash */
export function isShared(hash) {
  return hash.startsWith(PREFIX);
}

/**
 * The part of a link after its address.
 * @param {Shared} shared
 */
export async function packed(shared) {
  const stream = new Blob([JSON.stringify(shared)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (const each of bytes) text += String.fromCharCode(each);
  return PREFIX + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * What a link holds. Rejects with a `ShareError`.
 * @param {string} hash
 */
export async function unpacked(hash) {
  const text = hash.slice(PREFIX.length);
  if (text.length > LONGEST_PACKED) throw new ShareError("share_too_large");
  if (!/^[\w-]+$/.test(text)) throw new ShareError("share_damaged");
  return checked(await inflated(bytesOf(text)));
}

/** @param {string} text */
function bytesOf(text) {
  try {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(plain, (each) => each.charCodeAt(0));
  } catch {
    throw new ShareError("share_damaged");
  }
}

/**
 * The text in these bytes, as far as one may be: a few bytes can become very many.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
async function inflated(bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      text += decoder.decode(value, { stream: !done });
      if (done) return text;
      if (text.length > MOST_CHARACTERS) break;
    }
  } catch {
    throw new ShareError("share_damaged");
  }
  void reader.cancel();
  throw new ShareError("share_too_large");
}

/**
 * What a text says, if it has the form of something shared. Rejects with a `ShareError`.
 * @param {string} text
 * @returns {Promise<Shared>}
 */
export async function checked(text) {
  if (text.length > MOST_CHARACTERS) throw new ShareError("share_too_large");
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    throw new ShareError("share_damaged");
  }
  const address = new URL("../engine/checks.mjs", import.meta.url).href; // written when the playground is built
  const { validate } = await import(address);
  if (!validate(found)) throw new ShareError("share_misfit");
  return found;
}
