// Dialogs: what they contain is given, and they go away with Escape, the button and a click outside.

import { button, el } from "./dom.mjs";

let count = 0;

/**
 * Shows a dialog until it is closed. `onclose` runs then, however that happened.
 * @param {string} title
 * @param {Node[]} content
 * @param {{close: string, wide?: boolean, kind?: string, onclose?: () => void}} how
 * @returns {HTMLDialogElement}
 */
export function dialog(title, content, how) {
  const id = `dialog-${++count}`;
  const found = el(
    "dialog",
    { class: `dialog ${how.kind ?? ""} ${how.wide ? "wide" : ""}`, "aria-labelledby": id },
    el(
      "div",
      { class: "dialog-head" },
      el("h2", { id }, title),
      button("×", () => found.close(), { class: "quiet close", "aria-label": how.close, title: how.close }),
    ),
    el("div", { class: "dialog-body" }, ...content),
  );
  // A press inside that is let go outside, as when a text is marked, is a click on the dialog itself, too.
  let isOutside = false;
  found.addEventListener("pointerdown", (event) => (isOutside = event.target === found));
  found.addEventListener("click", (event) => {
    if (isOutside && event.target === found) found.close();
  });
  found.addEventListener("close", () => {
    found.remove();
    how.onclose?.();
  });
  document.body.append(found);
  found.showModal();
  return found;
}
