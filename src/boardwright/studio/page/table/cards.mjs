// Cards and other things off the board, as elements of HTML.

import { dialog } from "../dialog.mjs";
import { el, svg } from "../dom.mjs";
import { symbol } from "../symbols.mjs";
import { inkOn } from "./colours.mjs";
import { capital } from "./descriptions.mjs";
import { setTip } from "./tips.mjs";
import { token, widthOf } from "./tokens.mjs";

/** @typedef {import("./contents.mjs").Item} Item */
/** @typedef {import("../main.mjs").App} App */

/**
 * A token by itself.
 * @param {Item} item
 */
export function tokenImage(item) {
  const wide = widthOf(item.look.shape) * 100;
  return svg("svg", { class: "token-image", viewBox: `-2 -2 ${wide + 14} 106`, "aria-hidden": "true" }, token(item.look, item.count, item.stock));
}

/**
 * A small thing with a tip: a token with its number. It may be clicked if it may be chosen, or has a text to read.
 * @param {Item} item
 * @param {App} app
 */
export function chip(item, app) {
  const name = item.count > 1 || item.stock ? `${item.count} × ${item.look.name}` : item.look.name;
  const found = el(
    "button",
    { type: "button", class: "chip", "data-key": item.keys.join(" "), onclick: () => read(found, item, app) },
    tokenImage(item),
    el("span", { class: "only-heard" }, name),
  );
  setTip(found, name, item.face?.text ?? "");
  return found;
}

/**
 * A card with its name and text, small.
 * @param {Item} item
 * @param {App} app
 */
export function smallCard(item, app) {
  const { look, face } = item;
  const head = el("span", { class: "card-head" }, look.name);
  head.style.background = look.colour;
  head.style.color = inkOn(look.colour);
  const found = el(
    "button",
    { type: "button", class: "card-small", "data-key": item.keys.join(" "), onclick: () => read(found, item, app) },
    head,
    el("span", { class: "card-text" }, face?.text ?? ""),
    item.count > 1 ? el("span", { class: "card-count" }, `×${item.count}`) : null,
  );
  setTip(found, look.name, face?.text ?? "");
  return found;
}

/**
 * Shows a card large, if a click is not a choice.
 * @param {HTMLElement} element
 * @param {Item} item
 * @param {App} app
 */
function read(element, item, app) {
  if (element.classList.contains("target")) return;
  if (item.heap) showHeap(item.heap, item.kindName, app);
  else if (item.face || item.look.shape === "card") showCard(item, app);
}

/**
 * Shows the pieces of a heap.
 * @param {Item[]} items
 * @param {string} title
 * @param {App} app
 */
function showHeap(items, title, app) {
  const things = items.map((item) => (item.face?.text ? smallCard(item, app) : chip(item, app)));
  dialog(title, [el("div", { class: "place-things heap" }, ...things)], { close: app.words("close"), wide: true, kind: "table-dialog" });
}

/**
 * Shows a card large, with all that is known of it.
 * @param {Item} item
 * @param {App} app
 */
export function showCard(item, app) {
  const { look, face } = item;
  const sign = look.symbol ? svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, symbol(look.symbol, 5, 5, 90, inkOn(look.colour), look.colour)) : null;
  const head = el("div", { class: "card-band" }, sign);
  head.style.background = look.colour;
  const attributes = (face?.attributes ?? []).map((/** @type {[string, string | number]} */ [name, value]) => el("div", {}, el("dt", {}, capital(name)), el("dd", {}, value)));
  const content = [
    el(
      "div",
      { class: "card-large" },
      head,
      face?.text ? el("p", { class: "card-words" }, face.text) : null,
      attributes.length ? el("dl", {}, ...attributes) : null,
    ),
  ];
  if (face?.path) {
    const route = `${face.path}${face.line ? `:${face.line}` : ""}`;
    content.push(el("p", { class: "card-source" }, el("a", { href: `#/rules/${encodeURI(route)}`, onclick: () => found.close() }, route)));
  }
  const found = dialog(look.name, content, { close: app.words("close"), kind: "card-dialog" });
}
