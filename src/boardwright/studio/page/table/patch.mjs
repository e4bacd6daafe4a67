// Positions of a `span`: each is the one before with some parts changed.

/** @typedef {[(string | number)[]] | [(string | number)[], unknown]} Change */

/**
 * The next position. The one before is not changed; what both have in common is shared.
 * @param {any} before
 * @param {readonly Change[]} changes
 * @returns {any}
 */
export function patched(before, changes) {
  return changes.reduce((position, change) => changed(position, change[0], change), before);
}

/**
 * @param {any} value
 * @param {readonly (string | number)[]} path
 * @param {Change} change
 * @returns {any}
 */
function changed(value, path, change) {
  const [key, ...rest] = path;
  if (key === undefined) return change[1];
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (rest.length || change.length > 1) copy[key] = changed(copy[key], rest, change);
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete copy[key];
  return copy;
}
