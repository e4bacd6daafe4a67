// Keeps the focus where it was when parts of the view are drawn again.

/**
 * What to look for after drawing: a place in the list of options, a thing on the table, or a control.
 * @param {HTMLElement} host
 * @returns {(() => void)} puts the focus back
 */
export function focusOf(host) {
  const active = document.activeElement;
  if (!active || !host.contains(active)) return () => {};
  const option = active.getAttribute("data-option");
  const key = active.getAttribute("data-key");
  const control = active.getAttribute("data-focus");
  return () => {
    if (host.contains(document.activeElement)) return;
    /** @type {HTMLElement | SVGElement | null} */
    let found = null;
    if (control) found = host.querySelector(`[data-focus="${CSS.escape(control)}"]`);
    if (!found && key) found = host.querySelector(`[data-key="${CSS.escape(key)}"]:is(button, [tabindex])`);
    if (!found && (option !== null || key)) found = host.querySelector("[data-option]");
    (found ?? host.querySelector(".ask"))?.focus({ preventScroll: true });
  };
}
