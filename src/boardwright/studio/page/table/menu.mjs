// A small menu beside a thing of which several options are offered.

import { button, el } from "../dom.mjs";

/** @typedef {import("./targets.mjs").Option} Option */

/**
 * Shows the options of a thing until one is taken, or Escape, or a click elsewhere.
 * @param {HTMLElement} host
 * @param {Element} beside
 * @param {string} title
 * @param {Option[]} options
 * @param {(option: Option) => void} take
 */
export function menu(host, beside, title, options, take) {
  host.querySelector(".menu")?.remove();
  const items = options.map((option) =>
    button(option.label, () => {
      close();
      goBack(); // from there, the focus finds what is drawn next
      take(option);
    }, { role: "menuitem" }),
  );
  const box = el("div", { class: "menu", role: "menu", "aria-label": title }, ...items);
  host.append(box);
  const place = beside.getBoundingClientRect();
  box.style.left = `${Math.max(8, Math.min(place.left, innerWidth - box.offsetWidth - 8))}px`;
  const below = place.bottom + 6;
  box.style.top = `${below + box.offsetHeight < innerHeight ? below : Math.max(8, place.top - box.offsetHeight - 6)}px`;
  items[0]?.focus();

  const goBack = () => {
    if (beside instanceof HTMLElement || beside instanceof SVGElement) beside.focus();
  };
  const close = () => {
    box.remove();
    document.removeEventListener("pointerdown", outside, true);
  };
  /** @param {Event} event */
  function outside(event) {
    if (!(event.target instanceof Node) || !box.contains(event.target)) close();
  }
  document.addEventListener("pointerdown", outside, true);
  box.addEventListener("keydown", (event) => {
    const at = items.findIndex((item) => item === document.activeElement);
    const steps = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (step) items[(at + step + items.length) % items.length]?.focus();
    else if (event.key === "Escape" || event.key === "Tab") {
      close();
      goBack();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
}
