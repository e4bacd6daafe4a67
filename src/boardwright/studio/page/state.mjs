// What the views share: what the engine can, and the game that is open.

/**
 * @typedef {object} Game
 * @property {string} game the id at the engine
 * @property {any} picture
 * @property {any} position
 * @property {any} table
 */

export class State {
  constructor() {
    /** @type {any} the answer to `hello`; null until it is there */
    this.hello = null;
    /** @type {Game | null} the game that is open */
    this.game = null;
    /** @type {Set<(changed: string[]) => void>} */
    this.watchers = new Set();
  }

  /**
   * Changes parts of the state and tells those who watch it which.
   * @param {{hello?: any, game?: Game | null}} parts
   */
  set(parts) {
    Object.assign(this, parts);
    this.watchers.forEach((watch) => watch(Object.keys(parts)));
  }

  /**
   * Runs `watch` after each change, until the function that is returned is called.
   * @param {(changed: string[]) => void} watch
   */
  watch(watch) {
    this.watchers.add(watch);
    return () => void this.watchers.delete(watch);
  }
}
