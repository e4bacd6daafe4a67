// Every text that the page shows of itself. What a game says comes from the engine, in the same language.

import * as cards from "./words/cards.mjs";
import * as playground from "./words/playground.mjs";
import * as refusals from "./words/refusals.mjs";
import * as rules from "./words/rules.mjs";
import * as runs from "./words/runs.mjs";
import * as shell from "./words/shell.mjs";
import * as table from "./words/table.mjs";

/** @typedef {keyof typeof shell.en | keyof typeof table.en | keyof typeof rules.en | keyof typeof cards.en | keyof typeof runs.en | keyof typeof playground.en | keyof typeof refusals.en} Word */
/** @typedef {(word: Word, values?: Record<string, string | number>) => string} Words */

export const LANGUAGES = { en: "English", it: "Italiano", nl: "Nederlands" };
/** @typedef {keyof typeof LANGUAGES} Language */

/**
 * The texts of a language. Names in braces are replaced by values; `{n|cube|cubes}` is the first word for one.
 * @param {Language} language
 * @returns {Words}
 */
export function wordsOf(language) {
  /** @type {Record<string, string>} */
  const texts = {};
  for (const part of [shell, table, rules, cards, runs, playground, refusals]) Object.assign(texts, part[language]);
  return (word, values = {}) =>
    (texts[word] ?? word).replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name, one, more) =>
      one === undefined ? String(values[name] ?? "") : Number(values[name]) === 1 ? one : more,
    );
}

/**
 * The language to begin with: the one that was chosen, else what the browser wants.
 * @param {string | null} chosen
 * @returns {Language}
 */
export function firstLanguage(chosen) {
  for (const each of [chosen ?? "", ...navigator.languages]) {
    const short = each.slice(0, 2);
    if (short in LANGUAGES) return /** @type {Language} */ (short);
  }
  return "en";
}
