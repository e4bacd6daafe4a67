// The files of the folder, as the engine shows them. Nothing is kept here but their list.

/**
 * A file of the folder. Those of shipped rulesets begin with `@`, and are locked.
 * @typedef {{path: string, size: number, hash: string, kind: "rules" | "text" | "picture", locked: boolean}} FileInfo
 */
/** @typedef {import("../client.mjs").Refusal} Refusal */

const EVERY = 1000; // milliseconds between two looks at the disk
export const SHIPPED = "@";

export class Folder {
  /** @param {import("../client.mjs").Client} client */
  constructor(client) {
    this.client = client;
    /** @type {Map<string, FileInfo>} by path, in order */
    this.files = new Map();
    /** Where the folder and the shipped rulesets are, as the language server names them. */
    this.uri = "";
    this.shipped = "";
    /** @type {string | null} */
    this.mark = null;
    this.timer = 0;
    this.asking = false;
    /** @type {Set<(changed: string[]) => void>} */
    this.watchers = new Set();
  }

  /** Reads the list of files again. */
  async list() {
    const found = await this.client.ask("file", { what: "list" });
    /** @type {FileInfo[]} */
    const files = found.files;
    files.sort((one, other) => inOrder(one.path, other.path));
    this.files = new Map(files.map((each) => [each.path, each]));
    this.uri = found.uri ?? "";
    this.shipped = found.shipped ?? "";
  }

  /** @param {string} path */
  uriOf(path) {
    const locked = path.startsWith(SHIPPED);
    const inside = (locked ? path.slice(SHIPPED.length) : path).split("/").map(quoted).join("/");
    return (locked ? this.shipped : this.uri) + inside;
  }

  /**
   * The path of a file; null if it is neither in the folder nor shipped.
   * @param {string} uri
   */
  pathOf(uri) {
    for (const [home, mark] of /** @type {const} */ ([[this.uri, ""], [this.shipped, SHIPPED]])) {
      if (home && unquoted(uri).startsWith(unquoted(home))) return mark + unquoted(uri).slice(unquoted(home).length);
    }
    return null;
  }

  /**
   * @param {string} path
   * @returns {Promise<{text: string, hash: string}>}
   */
  read(path) {
    return this.client.ask("file", { what: "read", path });
  }

  /**
   * Writes a file that was read with this hash; rejects with `conflict` if it is another by now.
   * @param {string} path
   * @param {string} text
   * @param {string} hash
   * @returns {Promise<string>} the new hash
   */
  async write(path, text, hash) {
    const { hash: now } = await this.client.ask("file", { what: "write", path, text, hash });
    const known = this.files.get(path);
    if (known) known.hash = now;
    return now;
  }

  /**
   * @param {string} path
   * @param {string} text
   */
  async create(path, text) {
    await this.client.ask("file", { what: "new", path, text });
    await this.list();
  }

  /** @param {string} path */
  async remove(path) {
    await this.client.ask("file", { what: "delete", path, hash: this.files.get(path)?.hash });
    await this.list();
  }

  /**
   * @param {string} path
   * @param {string} to
   */
  async rename(path, to) {
    await this.client.ask("file", { what: "rename", path, to, hash: this.files.get(path)?.hash });
    await this.list();
  }

  /** Looks at the disk once a second, while the page is seen, and tells the watchers what changed. */
  watch() {
    this.timer ||= setInterval(() => void this.look(), EVERY);
  }

  unwatch() {
    clearInterval(this.timer);
    this.timer = 0;
  }

  /** Looks at the disk once. */
  async look() {
    if (this.asking || document.hidden || !this.client.open) return;
    this.asking = true;
    try {
      const { mark, changed } = await this.client.ask("file", { what: "changes", since: this.mark });
      const first = this.mark === null;
      this.mark = mark;
      if (first || !changed.length) return;
      await this.list();
      this.watchers.forEach((watch) => watch(changed));
    } catch {
      this.mark = null; // the engine was begun again, and knows no marks of the one before
    } finally {
      this.asking = false;
    }
  }
}

/**
 * Files of a folder before its folders, as the tree shows them.
 * @param {string} one
 * @param {string} other
 */
function inOrder(one, other) {
  const first = one.split("/");
  const second = other.split("/");
  for (let at = 0; ; at++) {
    const [a = "", b = ""] = [first[at], second[at]];
    const [endA, endB] = [at >= first.length - 1, at >= second.length - 1];
    if (a === b && !endA && !endB) continue;
    if (endA !== endB) return endA ? -1 : 1;
    return a < b ? -1 : a > b ? 1 : 0;
  }
}

/** @param {string} name as Python quotes it */
function quoted(name) {
  return encodeURIComponent(name).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** @param {string} uri */
function unquoted(uri) {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
