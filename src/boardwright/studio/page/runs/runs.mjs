/**
 * Opens the view in an element of the page.
 * @param {HTMLElement} host
 * @param {import("../main.mjs").App} app
 */
export function open(host, app) {
  return {
    /** @param {import("../routes.mjs").Route} route */
    show(route) {},
    hide() {},
  };
}
