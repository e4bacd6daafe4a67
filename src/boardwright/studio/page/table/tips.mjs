// A small box with a name and a text beside what the pointer or the focus is on.

import { el, put } from "../dom.mjs";

/** @type {WeakMap<Element, {name: string, text: string}>} */
const tips = new WeakMap();

/**
 * Gives an element a tip.
 * @param {Element} element
 * @param {string} name
 * @param {string} [text]
 */
export function setTip(element, name, text = "") {
  tips.set(element, { name, text });
  element.setAttribute("data-tip", "");
}

/**
 * Shows the tips of everything in an element.
 * @param {HTMLElement} host
 */
export function showTips(host) {
  const box = el("div", { class: "tip", role: "tooltip", hidden: true });
  host.append(box);
  /** @param {EventTarget | null} target */
  const show = (target) => {
    const found = target instanceof Element ? target.closest("[data-tip]") : null;
    const tip = found && tips.get(found);
    box.hidden = !tip;
    if (!found || !tip) return;
    put(box, el("strong", {}, tip.name), tip.text ? el("p", {}, tip.text) : null);
    const place = found.getBoundingClientRect();
    const left = Math.min(Math.max(8, place.left + place.width / 2 - box.offsetWidth / 2), innerWidth - box.offsetWidth - 8);
    const above = place.top - box.offsetHeight - 8;
    box.style.left = `${left}px`;
    box.style.top = `${above > 8 ? above : Math.min(place.bottom + 8, innerHeight - box.offsetHeight - 8)}px`;
  };
  host.addEventListener("pointerover", (event) => event.pointerType === "mouse" && show(event.target));
  host.addEventListener("pointerleave", () => show(null));
  host.addEventListener("focusin", (event) => event.target instanceof Element && event.target.matches(":focus-visible") && show(event.target));
  host.addEventListener("focusout", () => show(null));
  host.addEventListener("pointerdown", () => show(null));
  host.addEventListener("keydown", (event) => event.key === "Escape" && show(null));
}
