// The address of a game: what it began with, its choices, where one looks and as whom.

import { checked } from "../playground/share.mjs";

/**
 * @typedef {object} Setup
 * @property {string} ruleset
 * @property {string[]} with
 * @property {number} [players]
 * @property {Record<string, string | number>} options
 * @property {number} [seed]
 * @property {Record<string, string | null>} seats agents; null is a person
 * @property {string[]} choices
 * @property {Record<string, string | null>} [files] rule files that not everybody has
 */
/** @typedef {{setup: Setup, at?: number, seat?: string}} Link */

/**
 * @param {Link} link
 * @returns {Promise<Record<string, string>>}
 */
export async function queryOf({ setup, at, seat }) {
  /** @type {Record<string, string>} */
  const query = setup.files ? { shared: await packed(JSON.stringify(setup)) } : await setupQuery(setup);
  if (at !== undefined) query.at = String(at);
  if (seat) query.seat = seat;
  return query;
}

/** @param {Setup} setup */
async function setupQuery(setup) {
  /** @type {Record<string, string>} */
  const query = { ruleset: setup.ruleset };
  if (setup.with.length) query.with = setup.with.join(",");
  if (setup.players) query.players = String(setup.players);
  if (Object.keys(setup.options).length) query.options = pairs(setup.options);
  if (setup.seed !== undefined) query.seed = String(setup.seed);
  if (Object.keys(setup.seats).length) query.seats = pairs(setup.seats);
  if (setup.choices.length) query.choices = await packed(setup.choices.join("\n"));
  return query;
}

/**
 * The game that an address names, or null if it names none. Raises what `unpacked` raises.
 * @param {Record<string, string>} query
 * @returns {Promise<Link | null>}
 */
export async function linkOf(query) {
  const at = query.at === undefined ? undefined : Number(query.at);
  if (query.shared) return { setup: await checked(JSON.parse(await unpacked(query.shared))), at, seat: query.seat };
  if (!query.ruleset) return null;
  /** @type {Setup} */
  const setup = {
    ruleset: query.ruleset,
    with: query.with ? query.with.split(",") : [],
    options: /** @type {Record<string, string>} */ (ofPairs(query.options)),
    seats: ofPairs(query.seats),
    choices: query.choices ? (await unpacked(query.choices)).split("\n") : [],
  };
  if (query.players) setup.players = Number(query.players);
  if (query.seed) setup.seed = Number(query.seed);
  return { setup: await checked(setup), at, seat: query.seat };
}

/** @param {Record<string, string | number | null>} values */
function pairs(values) {
  return Object.entries(values).map(([key, value]) => `${key}~${value ?? ""}`).join(",");
}

/**
 * @param {string | undefined} text
 * @returns {Record<string, string | null>}
 */
function ofPairs(text) {
  if (!text) return {};
  return Object.fromEntries(text.split(",").map((pair) => {
    const [key = "", value = ""] = pair.split("~");
    return [key, value || null];
  }));
}

/**
 * A text, made short enough for an address.
 * @param {string} text
 */
export async function packed(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  let found = "";
  for (const byte of bytes) found += String.fromCharCode(byte);
  return btoa(found).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const LONGEST = 4_000_000; // bytes that a short text may become

/**
 * The text that was packed. Raises an error if it is none, or too long.
 * @param {string} text
 */
export async function unpacked(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = await through(Uint8Array.from(binary, (each) => each.charCodeAt(0)), new DecompressionStream("deflate-raw"));
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} stream
 */
async function through(bytes, stream) {
  const parts = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > LONGEST) throw new RangeError("too long");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
