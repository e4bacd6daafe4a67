// The rulesets that the engine offers, and the fields in which one is chosen.

import { el, put } from "./dom.mjs";

/** @typedef {{id: string, name: string, kind: "game" | "expansion", of?: string, shipped: boolean, players?: [number, number], languages?: string[], path?: string}} Offered */
/** @typedef {{ruleset: string, with: string[]}} Chosen */

/**
 * The games, those of the folder first.
 * @param {any} hello
 * @returns {Offered[]}
 */
export function gamesOf(hello) {
  return (hello?.rulesets ?? []).filter((/** @type {Offered} */ each) => each.kind === "game");
}

/**
 * The expansions of a game.
 * @param {any} hello
 * @param {string} game
 * @returns {Offered[]}
 */
export function expansionsOf(hello, game) {
  return (hello?.rulesets ?? []).filter((/** @type {Offered} */ each) => each.of === game);
}

/**
 * What a view begins with: what the address names, else the game that is open, else what the engine says, else the first one
 * of the folder with all that it has to add.
 * @param {import("./state.mjs").State} state
 * @param {Record<string, string>} query
 * @returns {Chosen | null}
 */
export function firstChosen(state, query) {
  const { hello, game } = state;
  if (query["ruleset"]) return { ruleset: query["ruleset"], with: listOf(query["with"]) };
  if (game?.table) return { ruleset: game.table.ruleset, with: [...(game.table.with ?? [])] };
  if (hello?.start) return { ruleset: hello.start.ruleset, with: [...(hello.start.with ?? [])] };
  const first = (hello?.rulesets ?? [])[0];
  if (!first) return null;
  return first.kind === "game" ? { ruleset: first.id, with: [] } : { ruleset: first.of, with: [first.id] };
}

/**
 * The parts of a list with commas.
 * @param {string | undefined} text
 */
export function listOf(text) {
  return (text ?? "").split(",").filter(Boolean);
}

/**
 * A label with its field.
 * @param {string} text
 * @param {HTMLElement} field
 * @param {string} [kind] the class of the label
 */
export function labelled(text, field, kind = "field") {
  return el("label", { class: kind }, el("span", {}, text), field);
}

/**
 * A list to choose one of.
 * @param {[value: string, text: string][]} options
 * @param {string} value
 * @param {(value: string) => void} [onchange]
 */
export function choice(options, value, onchange) {
  const found = el("select", {
    onchange: onchange && ((/** @type {Event} */ event) => onchange(/** @type {HTMLSelectElement} */ (event.target).value)),
  });
  fillChoice(found, options, value);
  return found;
}

/**
 * @param {HTMLSelectElement} field
 * @param {[value: string, text: string][]} options
 * @param {string} value
 */
export function fillChoice(field, options, value) {
  put(field, ...options.map(([each, text]) => el("option", { value: each, selected: each === value }, text)));
}

/**
 * A box to tick.
 * @param {string} text
 * @param {boolean} checked
 * @param {(checked: boolean) => void} [onchange]
 * @param {import("./dom.mjs").Attributes} [attributes]
 */
export function tick(text, checked, onchange, attributes = {}) {
  const field = el("input", {
    type: "checkbox",
    checked,
    onchange: onchange && ((/** @type {Event} */ event) => onchange(/** @type {HTMLInputElement} */ (event.target).checked)),
    ...attributes,
  });
  return el("label", { class: "tick" }, field, el("span", {}, text));
}

/**
 * Fields in which a game and its expansions are chosen.
 * @param {{hello: any, words: import("./words.mjs").Words, game: string, expansions: string}} what the names of the two fields
 * @param {Chosen} chosen
 * @param {(chosen: Chosen) => void} onchange
 * @returns {HTMLElement[]}
 */
export function rulesetFields({ hello, game, expansions }, chosen, onchange) {
  const games = gamesOf(hello);
  if (!games.some((each) => each.id === chosen.ruleset)) games.unshift(/** @type {Offered} */ ({ id: chosen.ruleset, name: chosen.ruleset }));
  /** @type {HTMLElement[]} */
  const found = [
    labelled(
      game,
      choice(
        games.map((each) => [each.id, each.name]),
        chosen.ruleset,
        (ruleset) => onchange({ ruleset, with: [] }),
      ),
    ),
  ];
  const known = expansionsOf(hello, chosen.ruleset);
  if (known.length) {
    const boxes = known.map((each) =>
      tick(each.name, chosen.with.includes(each.id), (checked) => {
        const rest = chosen.with.filter((id) => id !== each.id);
        onchange({ ruleset: chosen.ruleset, with: checked ? [...rest, each.id] : rest });
      }),
    );
    found.push(el("fieldset", { class: "ticks" }, el("legend", {}, expansions), ...boxes));
  }
  return found;
}
