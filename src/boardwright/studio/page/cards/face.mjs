// A card drawn by the page from its data, where nothing prints: the same parts in the same places as on paper.

import { el, svg } from "../dom.mjs";
import { symbol } from "../symbols.mjs";

/** @typedef {import("./deck.mjs").Card} Card */
/** @typedef {import("./deck.mjs").Sign} Sign */

/** Texts longer than these are set smaller. */
const LONG = 90;
const VERY_LONG = 220;
const PAPER = "#fbf7ec";

/** @param {Card} card */
export function drawn(card) {
  const found = el("span", { class: `drawn ${card.card ? "as-card" : "as-token"} ${card.round ? "round" : ""}`, "aria-hidden": "true" });
  found.style.setProperty("--card", card.colour);
  found.style.setProperty("--card-ink", card.ink);
  // Small letters need more contrast on a screen than on paper.
  found.style.setProperty("--away", card.ink === "#ffffff" ? "#000000" : "#ffffff");
  found.append(...(card.card ? ofCard(card) : ofToken(card)));
  return found;
}

/** @param {Card} card */
function ofCard(card) {
  const body = card.text || card.code;
  const size = body.length > VERY_LONG ? "small" : body.length > LONG ? "medium" : "";
  return [
    el(
      "span",
      { class: "drawn-head" },
      sign(card.symbol, card.ink, card.colour),
      el("span", { class: "drawn-name" }, el("strong", {}, card.name), el("small", {}, card.kind_name)),
      card.number && el("b", {}, card.number),
    ),
    el("span", { class: "drawn-picture" }, card.picture ? el("img", { src: card.picture, alt: "" }) : middleOf(card), signs(card)),
    card.facts.length > 0 && el("span", { class: "drawn-facts" }, card.facts.join(" · ")),
    el("span", { class: `drawn-text ${size} ${card.text ? "" : "code"}` }, body),
    el("span", { class: "drawn-foot" }, el("span", {}, card.set), el("span", {}, card.reference)),
  ].filter((each) => each !== false);
}

/** @param {Card} card */
function ofToken(card) {
  const middle = card.number ? el("b", {}, card.number) : card.symbol ? sign(card.symbol, card.colour) : card.name ? null : el("b", {}, card.initial);
  return [card.name && el("strong", {}, card.name), middle, signs(card), card.text && el("small", {}, card.text)].filter(
    (each) => each instanceof Element,
  );
}

/** @param {Card} card */
function middleOf(card) {
  return card.symbol?.symbol ? sign(card.symbol, card.colour) : el("span", {}, card.number ?? card.initial);
}

/** @param {Card} card */
function signs(card) {
  const all = [...card.marks, ...card.icons].flatMap((each) => Array.from({ length: Math.min(each?.times ?? 0, 9) }, () => sign(each)));
  return all.length > 0 && el("span", { class: "drawn-signs" }, ...all);
}

/**
 * @param {Sign | null} each
 * @param {string} [ink] the colour, if it is not its own
 * @param {string} [ground]
 */
function sign(each, ink, ground = PAPER) {
  if (!each) return null;
  if (each.picture) return el("img", { class: "drawn-sign", src: each.picture, alt: "" });
  if (!each.symbol) return el("span", { class: "drawn-sign" }, each.letters);
  const drawing = svg("svg", { class: "drawn-sign", viewBox: "0 0 10 10" }, symbol(each.symbol, 0, 0, 10, ink ?? each.colour, ground));
  return drawing;
}
