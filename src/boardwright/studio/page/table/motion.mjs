// Shows what moved: a copy of each token goes from where it was to where it is.

import { tokenImage } from "./cards.mjs";

/** @typedef {import("./contents.mjs").Contents} Contents */
/** @typedef {import("./contents.mjs").Item} Item */

const LASTS = 420; // milliseconds
const MOST = 10; // tokens that move at once
const SIZE = 34; // pixels, where the size of the token is not known

/**
 * Where things were, before the table is drawn again.
 * @param {HTMLElement} host
 * @param {readonly any[]} changed
 */
export function before(host, changed) {
  /** @type {Map<string, DOMRect>} */
  const found = new Map();
  for (const change of changed.slice(0, MOST)) {
    if (change.from) remember(host, found, `at ${change.from}`, change.from);
    if (change.piece) rememberKey(host, found, `piece:${change.kind}:${change.piece}`);
  }
  return found;
}

/**
 * @param {HTMLElement} host
 * @param {Map<string, DOMRect>} found
 * @param {string} name
 * @param {string} place
 */
function remember(host, found, name, place) {
  const rect = rectOf(host, place);
  if (rect) found.set(name, rect);
}

/**
 * @param {HTMLElement} host
 * @param {Map<string, DOMRect>} found
 * @param {string} key
 */
function rememberKey(host, found, key) {
  const element = host.querySelector(`[data-key~="${CSS.escape(key)}"]`);
  if (element) found.set(key, element.getBoundingClientRect());
}

/**
 * Where a place is drawn.
 * @param {HTMLElement} host
 * @param {string} place
 */
function rectOf(host, place) {
  const element = host.querySelector(`[data-at="${CSS.escape(place)}"]`);
  const rect = element?.getBoundingClientRect();
  return rect && rect.width ? rect : null;
}

/**
 * Moves copies of the tokens that lie elsewhere now.
 * @param {HTMLElement} host
 * @param {readonly any[]} changed
 * @param {Map<string, DOMRect>} was
 * @param {Contents} contents
 */
export function move(host, changed, was, contents) {
  if (changed.length > MOST || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  changed.forEach((change, n) => {
    const key = `piece:${change.kind}:${change.piece}`;
    const from = (change.piece && was.get(key)) || was.get(`at ${change.from}`);
    const item = itemOf(change, contents);
    if (!from || !item || !change.to) return;
    const target = change.piece && host.querySelector(`[data-key~="${CSS.escape(key)}"]`);
    const to = target ? target.getBoundingClientRect() : rectOf(host, change.to);
    if (!to || Math.hypot(to.x - from.x, to.y - from.y) < 4) return;
    const size = target ? Math.max(12, to.height) : SIZE;
    fly(host, item, from, to, size, n * 40, target || null);
  });
}

/**
 * @param {any} change
 * @param {Contents} contents
 * @returns {Item | null}
 */
function itemOf(change, contents) {
  const there = contents.get(change.to) ?? [];
  if (change.stock) {
    const found = there.find((item) => item.kind === change.stock && (!change.sort || item.sort === change.sort));
    return found ? { ...found, count: change.n } : null;
  }
  const found = there.find((item) => item.kind === change.kind && (!change.piece || item.id === change.piece));
  return found ? { ...found, count: change.n ?? 1 } : null;
}

/**
 * @param {HTMLElement} host
 * @param {Item} item
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {number} size
 * @param {number} delay
 * @param {Element | null} target hidden until the copy is there
 */
function fly(host, item, from, to, size, delay, target) {
  const ghost = tokenImage(item);
  ghost.classList.add("flying");
  ghost.style.height = `${size}px`;
  ghost.style.left = `${to.x + to.width / 2 - size / 2}px`;
  ghost.style.top = `${to.y + to.height / 2 - size / 2}px`;
  host.append(ghost);
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  const timing = { duration: LASTS, delay, easing: "cubic-bezier(.3,.7,.3,1)", fill: /** @type {const} */ ("both") };
  target?.animate([{ opacity: 0 }, { opacity: 0, offset: 0.95 }, { opacity: 1 }], { duration: LASTS + delay });
  const flight = ghost.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], timing);
  flight.finished.finally(() => ghost.remove()).catch(() => {});
}
