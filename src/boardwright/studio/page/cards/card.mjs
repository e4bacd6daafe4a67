// One piece in the grid: its face, what is wrong with it, and how strong it was. The face leads to the rules.

import { el, put } from "../dom.mjs";
import { hashOf } from "../routes.mjs";
import { drawn } from "./face.mjs";
import { strengthOf } from "./strength.mjs";

/** @typedef {import("./deck.mjs").Card} Card */
/** @typedef {import("../words.mjs").Words} Words */

/** Pixels for a millimetre of a card, and the narrowest picture of a token. */
const SCALE = 3.4;
const NARROWEST = 96;

/**
 * What a picture of a card says, for those who do not see it.
 * @param {Card} card
 */
export function spoken(card) {
  const name = card.name || card.kind_name;
  return [name, card.number, card.seat, ...card.facts, card.text || card.code].filter(Boolean).join(". ");
}

/**
 * @param {Card} card
 * @param {Words} words
 */
export function figure(card, words) {
  const wide = Math.max(NARROWEST, Math.round(card.size[0] * SCALE));
  const face = el("span", { class: `card-face ${card.round ? "round" : ""}` });
  const name = card.name || card.kind_name || card.piece;
  const title = card.path ? words("cards_open", { name, line: card.line ?? 1 }) : words("cards_shipped", { name });
  const href = card.path ? hashOf({ view: "rules", path: `${card.path}:${card.line ?? 1}` }) : null;
  const holder = href ? el("a", { class: "card-open", href, title }, face) : el("span", { class: "card-open", title }, face);
  const below = el("div", { class: "card-below" });
  const found = el("li", { class: "card-item", id: `card-${card.id}` }, holder, below);
  found.style.setProperty("--wide", `${wide}px`);
  face.style.setProperty("--ratio", `${card.size[0]} / ${card.size[1]}`);
  return { element: found, face, below };
}

/**
 * Shows the picture that was printed, or draws the card if there is none.
 * @param {HTMLElement} face
 * @param {Card} card
 * @param {string | null} picture
 */
export function showFace(face, card, picture) {
  if (picture) put(face, el("img", { src: picture, alt: spoken(card), draggable: "false" }));
  else put(face, drawn(card), el("span", { class: "only-heard" }, spoken(card)));
}

/**
 * @param {HTMLElement} below
 * @param {Card} card
 * @param {{findings: any[], strength: import("./strength.mjs").Strength | null}} known
 * @param {Words} words
 */
export function showBelow(below, card, { findings, strength }, words) {
  const facts = [card.copies > 1 ? words("cards_copies", { n: card.copies }) : "", card.seat ?? ""].filter(Boolean);
  put(
    below,
    facts.length > 0 && el("span", { class: "card-facts soft" }, facts.join(" · ")),
    strength && strengthOf(strength, words),
    findings.length > 0 && el("ul", { class: "card-findings" }, ...findings.map((each) => finding(each, card))),
  );
}

/**
 * @param {any} each a finding, as `validate --format json` prints it
 * @param {Card} card
 */
export function finding(each, card) {
  const line = each.location?.row ?? card.line ?? 1;
  const text = `${each.code}: ${each.message}`;
  const path = each.filename ?? card.path;
  const kind = `finding ${each.severity}`;
  if (!path) return el("li", { class: kind }, text);
  return el("li", { class: kind }, el("a", { href: hashOf({ view: "rules", path: `${path}:${line}` }) }, text));
}
