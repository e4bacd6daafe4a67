// What the engine refuses, in the language of the page. What it adds about rules and files is in English, and is marked as that.

import { el } from "./dom.mjs";

/** @typedef {import("./client.mjs").Refusal} Refusal */
/** @typedef {import("./words.mjs").Word} Word */

/** What has words of its own, by the code of the protocol: nothing is left to add. */
const WHOLE = new Set(["no_game", "stale", "conflict", "cancelled"]);
/** What comes from somewhere else, such as the language server, has no code. */
const OTHER = "failed";

/**
 * Why something was refused, in a few words.
 * @param {import("./words.mjs").Words} words
 * @param {Partial<Refusal>} refusal
 * @returns {HTMLElement}
 */
export function refusalText(words, { code = OTHER, message = "", reason = "", at = 0, gone = false }) {
  if (gone) return el("span", {}, words(code === "disconnected" ? "disconnected" : "restarted"));
  const word = reason ? `reason_${reason.replace(/\W/g, "_")}` : `refused_${code}`;
  const text = words(/** @type {Word} */ (word), { at });
  if (reason || WHOLE.has(code) || !message) return el("span", {}, text);
  return el("span", {}, `${text}: `, el("span", { lang: "en" }, message));
}
