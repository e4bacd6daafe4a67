// What only the playground has in its head: a dialog to share work, to open what others shared, and to keep it here.

import { dialog } from "../dialog.mjs";
import { button, el } from "../dom.mjs";
import { changedFiles, watchFiles } from "./carrier.mjs";
import { forget, keep, kept } from "./kept.mjs";
import { checked, isShared, LONGEST_LINK, MOST_CHARACTERS, packed, ShareError, unpacked } from "./share.mjs";

/** @typedef {import("../main.mjs").App} App */
/** @typedef {import("./share.mjs").Shared} Shared */

const FILE = "work.boardwright.json";

/**
 * Adds what the playground has to the page, and opens what the address holds.
 * @param {App} app
 * @param {Element} head where its button belongs
 */
export function start(app, head) {
  const share = new Sharing(app);
  head.prepend(button(app.words("share"), () => share.show(), { class: "share" }));
  const look = () => isShared(location.hash) && share.openLink(location.hash);
  look();
  addEventListener("hashchange", look);
}

class Sharing {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.keeps = false;
    void kept().then((found) => (this.keeps = found !== null));
    watchFiles((changes) => {
      if (this.keeps) keep(changes).catch(() => this.app.say(this.app.words("keep_failed")));
    });
  }

  /** @returns {Promise<Shared>} all that is not as it was shipped, and the game that is open */
  async work() {
    const { client, state } = this.app;
    /** @type {Record<string, string | null>} */
    const files = {};
    for (const [path, file] of Object.entries(changedFiles())) files[path] = file && new TextDecoder().decode(file);
    if (!state.game) return { boardwright: 1, files };
    const { share } = await client.ask("share", { game: state.game.game });
    return { boardwright: 1, files, game: share };
  }

  async show() {
    const { words, say } = this.app;
    const work = await this.work().catch((refusal) => this.app.failed(refusal));
    if (!work) return;
    const hash = await packed(work);
    const link = location.href.split("#")[0] + hash;
    const address = el("input", { type: "text", readonly: true, value: link, "aria-label": words("share_link") });
    const copy = button(words("share_copy"), async () => {
      address.select();
      await navigator.clipboard.writeText(link).then(() => say(words("share_copied")), () => undefined);
    });
    const linked = hash.length > LONGEST_LINK ? [el("p", {}, words("share_long"))] : [address, copy];
    const keeping = el("input", { type: "checkbox", checked: this.keeps, onchange: () => void this.keep(keeping.checked) });
    const chosen = el("input", { type: "file", accept: ".json", onchange: () => void this.openFile(chosen, shown) });
    const shown = dialog(
      words("share"),
      [
        el("p", {}, words("share_about")),
        el("div", { class: "share-link" }, ...linked),
        el("p", {}, button(words("share_save"), () => save(FILE, JSON.stringify(work)))),
        el("label", { class: "share-open" }, words("share_open"), chosen),
        el("label", { class: "share-keep" }, keeping, words("share_keep")),
      ],
      { close: words("close") },
    );
  }

  /** @param {boolean} wanted whether this browser keeps the files */
  async keep(wanted) {
    this.keeps = wanted;
    try {
      await (wanted ? keep(changedFiles()) : forget());
      this.app.say(this.app.words(wanted ? "kept" : "forgotten"));
    } catch {
      this.app.say(this.app.words("keep_failed"));
    }
  }

  /** @param {string} hash */
  openLink(hash) {
    const { words } = this.app;
    history.replaceState(null, "", "#/table");
    const open = () => void this.open(() => unpacked(hash));
    if (!Object.keys(changedFiles()).length) return open();
    const go = button(words("share_replace"), () => {
      shown.close();
      open();
    }, { class: "primary" });
    const shown = dialog(words("share"), [el("p", {}, words("share_replaces")), el("p", {}, go)], { close: words("close") });
  }

  /**
   * @param {HTMLInputElement} chosen
   * @param {HTMLDialogElement} shown
   */
  async openFile(chosen, shown) {
    const file = chosen.files?.[0];
    shown.close();
    if (!file) return;
    await this.open(async () => {
      if (file.size > 4 * MOST_CHARACTERS) throw new ShareError("share_too_large");
      return checked(await file.text());
    });
  }

  /**
   * Writes the files that were shared, and opens the game. What this browser keeps stays as it is.
   * @param {() => Promise<Shared>} read
   */
  async open(read) {
    const { client, words, state, language, say } = this.app;
    this.keeps = false;
    try {
      const { files, game } = await read();
      const { files: there } = await client.ask("file", { what: "list" });
      const hashes = new Map(there.map((/** @type {{path: string, hash: string}} */ { path, hash }) => [path, hash]));
      for (const [path, text] of Object.entries(files)) {
        const hash = hashes.get(path);
        if (text === null) {
          if (hash) await client.ask("file", { what: "delete", path, hash });
        } else if (hash) await client.ask("file", { what: "write", path, text, hash });
        else await client.ask("file", { what: "new", path, text });
      }
      if (game) state.set({ game: await client.ask("open", { ...game, language }) });
      say(words("share_opened"));
    } catch (error) {
      const known = error instanceof ShareError ? words(error.word) : /** @type {Error} */ (error).message;
      say(words("share_failed", { message: known }));
    }
  }
}

/**
 * Lets the browser save a text as a file.
 * @param {string} name
 * @param {string} text
 */
function save(name, text) {
  const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  el("a", { href, download: name }).click();
  URL.revokeObjectURL(href);
}
