// The keys of the table.

/**
 * @param {import("./table.mjs").TableView} view
 */
export function listenToKeys(view) {
  /** @type {Record<string, () => void>} */
  const acts = {
    ArrowLeft: () => view.step(-1),
    ArrowRight: () => view.step(1),
    b: () => view.branch(),
    u: () => view.undo(),
    "?": () => view.why(),
    "+": () => view.zoom.closer(),
    "-": () => view.zoom.farther(),
    "=": () => view.zoom.reset(),
  };
  addEventListener("keydown", (event) => {
    if (!view.visible || !view.session.isOpen || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
    const target = event.target;
    if ((event.key === "Enter" || event.key === " ") && target instanceof SVGElement && target.classList.contains("target")) {
      target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    } else if ((event.key === "Enter" || event.key === " ") && target instanceof HTMLElement && target.matches(".target:not(button)")) target.click();
    else if (/^[0-9]$/.test(event.key)) view.digits.type(event.key);
    else if (event.key === "Enter" && view.digits.typed) view.digits.end();
    else if (event.key === "Escape") view.digits.clear();
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!alongOptions(view, event.key === "ArrowDown" ? 1 : -1)) return;
    } else if (acts[event.key]) acts[event.key]?.();
    else return;
    event.preventDefault();
  });
}

/**
 * Whether a key belongs to a control or a dialog.
 * @param {KeyboardEvent} event
 */
function isTaken(event) {
  if (document.querySelector("dialog[open]")) return true;
  return event.target instanceof Element && event.target.closest("input, select, textarea, .menu, .arranged") !== null;
}

/**
 * Moves the focus along the options, if it is there.
 * @param {import("./table.mjs").TableView} view
 * @param {number} step
 */
function alongOptions(view, step) {
  const options = view.options();
  const at = options.findIndex((option) => option === document.activeElement);
  if (at < 0 && !document.activeElement?.matches("body, main, .ask")) return false;
  options[at < 0 ? 0 : (at + step + options.length) % options.length]?.focus();
  return options.length > 0;
}
