// What may be chosen by a click on the table: marks it, and finds the options of it.

import { keysOf } from "./contents.mjs";

/** @typedef {{id: string, label: string, parts: any[], declines?: true}} Option */
/** @typedef {Map<string, Option[]>} Targets the options of each key */

/**
 * The options of each thing on the table. An option belongs to the last of its parts that is there.
 * @param {any} ask
 * @param {any} picture
 * @param {import("./contents.mjs").Contents} contents
 * @param {HTMLElement} host
 * @returns {Targets}
 */
export function targetsOf(ask, picture, contents, host) {
  /** @type {Targets} */
  const found = new Map();
  if (!ask) return found;
  const there = new Set();
  for (const element of host.querySelectorAll("[data-key]")) keysIn(element).forEach((key) => there.add(key));
  for (const option of ask.options) {
    for (const part of [...option.parts].reverse()) {
      const keys = keysOf(part, picture, contents).filter((key) => there.has(key));
      for (const key of keys) found.set(key, [...(found.get(key) ?? []), option]);
      if (keys.length) break;
    }
  }
  return found;
}

/** @param {Element} element */
export function keysIn(element) {
  return (element.getAttribute("data-key") ?? "").split(" ");
}

/**
 * Marks what may be chosen, and takes the marks of the question before away.
 * @param {HTMLElement} host
 * @param {Targets} targets
 */
export function mark(host, targets) {
  for (const element of host.querySelectorAll(".target")) unmark(element);
  if (!targets.size) return;
  for (const element of host.querySelectorAll("[data-key]")) {
    if (!keysIn(element).some((key) => targets.has(key))) continue;
    element.classList.add("target");
    if (element instanceof HTMLButtonElement) continue;
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", "0");
    if (element.getAttribute("aria-hidden")) {
      element.removeAttribute("aria-hidden");
      element.setAttribute("aria-label", [/** @type {SVGElement} */ (element).dataset.name, element.textContent].filter(Boolean).join(" "));
    }
  }
}

/** @param {Element} element */
function unmark(element) {
  element.classList.remove("target");
  if (element instanceof HTMLButtonElement) return;
  element.removeAttribute("tabindex");
  if (!(element instanceof SVGElement)) element.removeAttribute("role");
  else if (element.classList.contains("space")) element.setAttribute("role", "img");
  else {
    element.removeAttribute("role");
    element.removeAttribute("aria-label");
    element.setAttribute("aria-hidden", "true");
  }
}

/**
 * The options of an element that was clicked.
 * @param {EventTarget | null} clicked
 * @param {Targets} targets
 * @returns {{element: Element, options: Option[]} | null}
 */
export function optionsAt(clicked, targets) {
  const element = clicked instanceof Element ? (clicked.closest(".target") ?? spaceBelow(clicked)) : null;
  if (!element) return null;
  const options = new Set(keysIn(element).flatMap((key) => targets.get(key) ?? []));
  return { element, options: [...options] };
}

/**
 * The space on which a token lies that was clicked, if the space may be chosen.
 * @param {Element} clicked
 */
function spaceBelow(clicked) {
  const place = clicked.closest("[data-place]")?.getAttribute("data-place");
  return place ? document.querySelector(`.board .target[data-at="${CSS.escape(place)}"]`) : null;
}
