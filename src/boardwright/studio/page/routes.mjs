// Addresses inside the page: `#/table?ruleset=rattus&players=3`, `#/rules/cards/witch.yaml:12`.

/** @typedef {"table" | "rules" | "cards" | "runs"} View */
/** @typedef {{view: View, path: string, query: Record<string, string>}} Route */

/** @type {readonly View[]} */
export const VIEWS = ["table", "rules", "cards", "runs"];

/**
 * The route that the part of an address after `#` names; the table if it names none.
 * @param {string} hash
 * @returns {Route}
 */
export function routeOf(hash) {
  const [, view = "", path = "", query = ""] = /^#?\/?([a-z]*)\/?([^?]*)\??(.*)$/s.exec(hash) ?? [];
  const known = VIEWS.find((each) => each === view) ?? "table";
  return { view: known, path: decoded(path), query: Object.fromEntries(new URLSearchParams(query)) };
}

/**
 * The address of a route.
 * @param {{view: View, path?: string, query?: Record<string, string>}} route
 */
export function hashOf(route) {
  const path = (route.path ?? "").split("/").map(encodeURIComponent).join("/").replaceAll("%3A", ":");
  const query = new URLSearchParams(route.query ?? {}).toString();
  return `#/${route.view}${path ? `/${path}` : ""}${query ? `?${query}` : ""}`;
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a `%` that begins nothing
  }
}
