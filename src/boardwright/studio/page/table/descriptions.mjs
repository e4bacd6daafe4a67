// What lies somewhere, in words: for those who hear the board, and for tips.

/** @typedef {import("./contents.mjs").Item} Item */

/**
 * `3 cube, Red; Rat ×2`
 * @param {readonly Item[]} items
 */
export function listed(items) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const item of items) counts.set(item.look.name, (counts.get(item.look.name) ?? 0) + item.count);
  return [...counts].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)).join("; ");
}

/**
 * A name, and what lies there.
 * @param {string} name
 * @param {readonly Item[]} items
 */
export function named(name, items) {
  const rest = listed(items);
  return rest ? `${name}: ${rest}` : name;
}

/**
 * A name with a large letter in the beginning: those of rules stand in sentences.
 * @param {string} name
 */
export function capital(name) {
  const [first = "", ...rest] = name;
  return first.toLocaleUpperCase() + rest.join("");
}
