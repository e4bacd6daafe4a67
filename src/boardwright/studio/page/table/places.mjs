// Places off the board: those beside it, and those of whoever looks.

import { el, put } from "../dom.mjs";
import { chip, smallCard } from "./cards.mjs";
import { merged } from "./contents.mjs";

/** @typedef {import("./contents.mjs").Item} Item */
/** @typedef {import("./contents.mjs").Contents} Contents */
/** @typedef {import("../main.mjs").App} App */

const MANY = 16; // more things than that are small
const HEAP = 8; // more pieces of a kind than that, in a hidden place without an order, are one heap

/**
 * A place with its name and what lies there.
 * @param {any} place
 * @param {Item[]} items
 * @param {App} app
 * @param {string} name
 */
export function placeBox(place, items, app, name = place.name) {
  const shown = heaped(place, place.ordered ? items : merged(items), place.owner ? Infinity : HEAP);
  const large = shown.length <= MANY && !shown.some((item) => item.heap && item.look.back);
  const things = shown.map((item) => (large && item.face?.text ? smallCard(item, app) : chip(item, app)));
  return el(
    "div",
    { class: "place-box", "data-at": place.id },
    el("h3", { class: "place-name", "data-key": `place:${place.id}` }, name),
    el("div", { class: "place-things" }, ...(things.length ? things : [el("span", { class: "soft empty" }, "–")])),
  );
}

/**
 * The same items, but as they lie on a table: a deck as one back, an open pile as its top card, and each kind of which many
 * lie hidden as one heap.
 * @param {any} place
 * @param {Item[]} items
 * @param {number} [hidden] how many of a kind may lie hidden side by side, if they have no order
 * @returns {Item[]}
 */
export function heaped(place, items, hidden = HEAP) {
  if (!place.hidden && !place.ordered) return items;
  const most = place.ordered ? 1 : hidden;
  const kinds = new Set(items.map((item) => item.kind));
  return [...kinds].flatMap((kind) => {
    const same = items.filter((item) => item.kind === kind);
    const top = same.at(-1);
    if (!top || top.stock || same.length <= most) return same;
    const count = same.reduce((sum, item) => sum + item.count, 0);
    const look = place.hidden ? (top.backLook ?? top.look) : top.look;
    const face = place.hidden ? undefined : top.face;
    return [{ ...top, count, keys: same.flatMap((item) => item.keys), look, face, heap: same }];
  });
}

/** A strip of places that is drawn again where something has changed. */
export class Strip {
  /**
   * @param {HTMLElement} element
   * @param {App} app
   */
  constructor(element, app) {
    this.element = element;
    this.app = app;
    this.drawn = "";
  }

  /**
   * @param {any[]} places
   * @param {Contents} contents
   * @param {Set<string>} wanted places to show even if they are empty, because they may be chosen
   */
  draw(places, contents, wanted) {
    const shown = places.filter((place) => contents.has(place.id) || wanted.has(place.id));
    const drawn = JSON.stringify(shown.map((place) => [place.id, place.name, contents.get(place.id)?.map((item) => [item.keys, item.count, item.look])]));
    this.element.hidden = shown.length === 0;
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    put(this.element, ...shown.map((place) => placeBox(place, contents.get(place.id) ?? [], this.app)));
  }
}
