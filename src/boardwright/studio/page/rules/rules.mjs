// The view `rules`: the files of the folder in an editor with our language server, saved to the disk and tried at once.

import { isPlayground } from "../carrier.mjs";
import { LSPPlugin, nextDiagnostic, previousDiagnostic, startCompletion } from "../vendor.mjs";
import { button, el, put } from "../dom.mjs";
import { dialog } from "../dialog.mjs";
import { refusalText } from "../refusals.mjs";
import { hashOf } from "../routes.mjs";
import { Actions, actionButtons } from "./actions.mjs";
import { askForText, askWhether } from "./asking.mjs";
import { Colours } from "./colours.mjs";
import { showConflict } from "./conflict.mjs";
import { ENDING, Editor } from "./editor.mjs";
import { Findings, explain, isExplained, stopExplaining } from "./findings.mjs";
import { Folder, SHIPPED } from "./folder.mjs";
import { format, rename, places } from "./language.mjs";
import { Lists } from "./places.mjs";
import { Saving } from "./saving.mjs";
import { LanguageServer } from "./server.mjs";
import { Tree } from "./tree.mjs";
import { Trial } from "./trial.mjs";
import { FolderWorkspace } from "./workspace.mjs";

/** @typedef {import("../main.mjs").App} App */
/** @typedef {import("../routes.mjs").Route} Route */
/** @typedef {import("./workspace.mjs").OpenFile} OpenFile */
/** @typedef {import("./findings.mjs").Finding} Finding */
/** @typedef {import("../words.mjs").Word} Word */

/**
 * Opens the view in an element of the page.
 * @param {HTMLElement} host
 * @param {App} app
 */
export function open(host, app) {
  const view = new Rules(host, app);
  return {
    /** @param {Route} route */
    show: (route) => view.show(route),
    hide: () => view.hide(),
  };
}

class Rules {
  /**
   * @param {HTMLElement} host
   * @param {App} app
   */
  constructor(host, app) {
    this.app = app;
    const { words } = app;
    this.folder = new Folder(app.client);
    this.findings = new Findings((finding) => this.told(finding));
    this.colours = new Colours();
    this.treeHost = el("nav", { class: "tree", "aria-label": words("rules_files") });
    this.path = el("h2", { class: "path", hidden: true }); // a heading is not empty
    this.status = el("span", { class: "status", role: "status" });
    this.note = el("div", { class: "note", hidden: true });
    this.text = el("div", { class: "text", hidden: true });
    this.empty = el("p", { class: "empty soft" }, words("rules_choose_file"));
    this.lists = el("div", { class: "lists" });
    this.strip = el("div", { class: "trial", role: "status", hidden: true });
    this.tools = el("div", { class: "tools", role: "toolbar", "aria-label": words("rules_tools") }, ...this.buttons());
    this.files = el("details", { class: "files panel", open: !matchMedia("(max-width: 759px)").matches });
    put(
      this.files,
      el("summary", {}, el("span", { class: "heading" }, words("rules_files"))),
      (this.filesHead = el("div", { class: "files-head" }, button(words("rules_new"), () => this.askNew(), { class: "new" }))),
      this.treeHost,
    );
    put(
      host,
      this.files,
      el("section", { class: "file panel", "aria-label": words("rules_file") }, el("div", { class: "bar" }, this.path, this.status, this.tools), this.note, this.empty, this.text, this.strip, this.lists),
    );
    this.server = new LanguageServer(app.client, {
      folder: this.folder,
      workspace: (client) => new FolderWorkspace(client, this.folder, this.host()),
      extensions: [this.findings.extension()],
      refresh: () => this.colours.refresh(),
      // They run in a process of their own, which the playground has not.
      runsScenarios: () => Boolean(app.state.hello?.can.disk) && !isPlayground(),
      say: (message) => app.say(message),
      ended: () => {
        app.say(words("rules_server_ended"));
        this.findings.forget();
      },
    });
    this.workspace = /** @type {FolderWorkspace} */ (this.server.lsp.workspace);
    this.actions = new Actions(this.workspace);
    this.saving = new Saving(this.folder, () => this.workspace, {
      saved: (file) => this.saved(file),
      changed: () => this.drawStatus(),
      conflict: (file) => this.conflict(file),
      failed: (refusal) => app.failed(refusal),
    });
    this.editor = new Editor(app, this.text, {
      plugin: (uri) => this.server.lsp.plugin(uri, "yaml"),
      colours: this.colours.extension(),
      keys: this.keys(),
      changed: (file) => this.edited(file),
      moved: () => this.moved(),
      follow: (at) => void this.define(at),
    });
    this.tree = new Tree(app, this.treeHost, this.folder, (path) => ({
      errors: this.findings.count("error", path),
      warnings: this.findings.count("warning", path),
      unsaved: !(this.workspace.at(path)?.isSaved ?? true),
    }));
    this.places = new Lists(
      app,
      this.lists,
      this.findings,
      (path, line, character) => void this.go(path, line, character, { step: true }),
      () => this.editor.view.focus(),
    );
    this.trial = new Trial(app, this.strip);
    this.folder.watchers.add((changed) => void this.disk(changed));
    this.findings.changed = () => {
      this.tree.mark();
      this.places.draw();
    };
    /** @type {Promise<void> | null} */
    this.ready = null;
    this.shown = "";
    /** Where a step of ours leads. */
    this.going = "";
    this.asked = 0;
    addEventListener("beforeunload", (event) => {
      if (this.saving.isDirty) event.preventDefault();
    });
  }

  /** What the workspace needs of this view. */
  host() {
    return {
      stateOf: (/** @type {string} */ text, /** @type {string} */ uri, /** @type {boolean} */ locked) => this.editor.stateOf(text, uri, locked),
      show: (/** @type {OpenFile} */ file) => this.display(file),
      changed: (/** @type {OpenFile} */ file) => this.edited(file),
    };
  }

  // ---- showing

  /** @param {Route} route */
  async show(route) {
    this.folder.watch();
    const isOurs = route.path !== "" && route.path === this.going;
    this.going = "";
    if (isOurs) return;
    this.ready ??= this.begin();
    try {
      await this.ready;
    } catch (error) {
      this.ready = null;
      this.app.failed(/** @type {import("../client.mjs").Refusal} */ (error));
      return;
    }
    const [, path = "", line = ""] = /^(.*?)(?::(\d+))?$/.exec(route.path) ?? [];
    if (path === this.shown && path && (!line || Number(line) === this.editor.line)) return; // the cursor stays where it is
    const wanted = path || this.shown || this.first();
    if (wanted) await this.go(wanted, Number(line) || null, 0, { focus: Boolean(line) });
  }

  hide() {
    this.folder.unwatch();
    void this.saving.all();
  }

  async begin() {
    await this.folder.list();
    this.filesHead.hidden = !this.folder.uri; // without a folder there is nothing to write to
    await this.folder.look();
    this.server.connect();
    this.tree.draw();
  }

  /** The file to begin with: the manifest that is highest. */
  first() {
    const paths = [...this.folder.files.keys()].filter((path) => !path.startsWith(SHIPPED));
    return paths.find((path) => /(?:^|\/)(?:game|expansion)\.yaml$/.test(path)) ?? paths.find((path) => path.endsWith(ENDING)) ?? "";
  }

  /**
   * Shows a file, and puts the cursor at a place of it.
   * @param {string} path
   * @param {number | null} line from 1
   * @param {number} [character] from 0
   * @param {{focus?: boolean, step?: boolean}} [how] with `step`, the back button leads to where the cursor was
   */
  async go(path, line, character = 0, { focus = true, step = false } = {}) {
    const asked = ++this.asked;
    if (step) this.step(line === null ? path : `${path}:${line}`);
    if (this.folder.files.get(path)?.kind === "picture") return this.app.say(this.app.words("rules_picture"));
    try {
      const file = await this.workspace.load(path);
      if (asked !== this.asked) return;
      this.display(file);
      if (line !== null) this.editor.goTo(line, character);
      if (focus) this.editor.view.focus();
      this.moved();
    } catch (error) {
      const { code } = /** @type {import("../client.mjs").Refusal} */ (error);
      this.app.say(this.app.words(code === "not_found" ? "rules_no_file" : "rules_unreadable", { path }));
    }
  }

  /**
   * Makes a step to an address, which is on its way to be shown already.
   * @param {string} path
   */
  step(path) {
    const route = { view: /** @type {const} */ ("rules"), path };
    if (location.hash === hashOf(route)) return;
    this.going = path;
    this.app.go(route);
  }

  /** @param {OpenFile} file */
  display(file) {
    const view = this.editor.show(file);
    this.shown = file.path;
    this.text.hidden = false;
    this.empty.hidden = true;
    this.tree.show(file.path);
    this.findings.mark(view, file.path);
    this.drawStatus();
    return view;
  }

  /** The cursor is elsewhere: the address says where. */
  moved() {
    if (!this.shown || location.hash.slice(2, 7) !== "rules") return;
    const line = this.editor.line;
    this.app.go({ view: "rules", path: line > 1 ? `${this.shown}:${line}` : this.shown }, { replace: true });
  }

  drawStatus() {
    const { words } = this.app;
    const file = this.editor.file;
    put(this.path, ...(file ? file.path.replace(SHIPPED, "").split("/").flatMap((part, at) => (at ? ["/", el("wbr"), part] : [part])) : []));
    this.path.hidden = !file;
    this.tools.hidden = !file;
    this.tools.querySelectorAll("button").forEach((each) => (each.disabled = Boolean(file?.locked) && each.dataset.writes === "yes"));
    if (!file) return;
    const state = file.locked ? "locked" : file.conflict ? "conflict" : file.isSaved ? "saved" : "unsaved";
    this.status.dataset.state = state;
    this.status.textContent = file.locked ? "" : words(`rules_${state === "locked" ? "saved" : state}`);
    const note = file.locked ? el("p", {}, words("rules_locked")) : file.conflict ? this.conflictNote(file) : null;
    put(this.note, note);
    this.note.hidden = !note;
    this.note.dataset.kind = file.conflict ? "conflict" : "locked";
    this.tree.mark();
  }

  /** @param {OpenFile} file */
  conflictNote(file) {
    const { words } = this.app;
    const compare = button(words("rules_compare"), () => this.conflict(file), { class: "main" });
    return el("div", {}, el("p", {}, words("rules_conflict_note")), compare);
  }

  // ---- changing and saving

  /** @param {OpenFile} file */
  edited(file) {
    this.saving.soon(file);
    if (file === this.editor.file) this.drawStatus();
    else this.tree.mark();
  }

  /** @param {OpenFile} file */
  saved(file) {
    this.server.saved(file.uri);
    void this.trial.begin();
  }

  /** @param {string[]} changed */
  async disk(changed) {
    this.tree.draw();
    const ours = changed.filter((path) => this.workspace.at(path)?.hash === this.folder.files.get(path)?.hash);
    if (ours.length === changed.length && ours.every((path) => this.folder.files.has(path))) return; // we wrote them
    for (const path of changed) {
      if (this.folder.files.has(path) || !this.workspace.at(path)?.isSaved) continue;
      this.app.say(this.app.words("rules_gone", { path }));
      this.close(path);
    }
    await this.saving.disk(changed);
    this.server.lookAround();
    void this.trial.begin();
  }

  /** @param {OpenFile} file */
  conflict(file) {
    const disk = file.conflict;
    if (!disk) return;
    this.drawStatus();
    if (document.querySelector("dialog.conflict")) return;
    const texts = { disk: disk.text.replaceAll("\r\n", "\n"), mine: file.state.doc.toString() };
    showConflict(this.app, file.path, texts, {
      keep: (text) => void this.saving.keep(file, text),
      take: () => this.saving.take(file, disk),
    });
  }

  /** @param {string} path */
  close(path) {
    this.workspace.forget(path);
    this.findings.byPath.delete(path);
    if (this.shown !== path) return;
    this.shown = "";
    this.editor.clear();
    this.text.hidden = true;
    this.empty.hidden = false;
    this.app.go({ view: "rules" }, { replace: true });
    this.drawStatus();
  }

  // ---- files

  askNew() {
    const { words } = this.app;
    const folder = this.shown.startsWith(SHIPPED) ? "" : this.shown.replace(/[^/]*$/, "");
    const question = { title: words("rules_new"), label: words("rules_new_path"), help: words("rules_new_help"), value: folder, button: words("rules_create") };
    let path = "";
    const make = (/** @type {string} */ value) =>
      this.refused(async () => {
        path = withEnding(value);
        await this.folder.create(path, "");
        this.tree.draw();
        this.server.lookAround();
      });
    askForText(this.app, question, make, async () => {
      await this.go(path, 1, 0, { step: true });
      startCompletion(this.editor.view); // templates
    });
  }

  askRename() {
    const { words } = this.app;
    const file = this.editor.file;
    if (!file) return;
    const question = { title: words("rules_rename_file"), label: words("rules_new_path"), value: file.path, button: words("rules_rename") };
    let to = file.path;
    const move = (/** @type {string} */ value) =>
      this.refused(async () => {
        to = withEnding(value);
        await this.saving.now(file);
        await this.folder.rename(file.path, to);
        this.close(file.path);
        this.tree.draw();
        this.server.lookAround();
      });
    askForText(this.app, question, move, () => void this.go(to, 1));
  }

  askDelete() {
    const { words } = this.app;
    const file = this.editor.file;
    if (!file) return;
    const { path } = file;
    askWhether(this.app, { title: words("rules_delete"), text: words("rules_delete_told", { path }), button: words("rules_delete") }, async () => {
      const fault = await this.refused(async () => {
        file.saved = file.state.doc;
        await this.folder.remove(path);
        this.close(path);
        this.tree.draw();
        this.server.lookAround();
        void this.trial.begin();
      });
      if (fault !== null) this.app.say(fault);
    });
  }

  /**
   * Does something with a file; returns why that was refused.
   * @param {() => Promise<void>} work
   */
  async refused(work) {
    try {
      await work();
      return null;
    } catch (error) {
      return refusalText(this.app.words, /** @type {import("../client.mjs").Refusal} */ (error));
    }
  }

  // ---- the language

  /** @returns {import("@codemirror/view").KeyBinding[]} */
  keys() {
    const runs = (/** @type {() => unknown} */ run) => () => {
      void run();
      return true;
    };
    return [
      { key: "Mod-s", run: runs(() => this.saving.all()), preventDefault: true },
      { key: "Mod-.", run: runs(() => this.askActions()), preventDefault: true },
      { key: "Shift-Alt-f", run: runs(() => this.format()), preventDefault: true },
      { key: "F2", run: runs(() => this.askName()), preventDefault: true },
      { key: "F12", run: runs(() => this.define()), preventDefault: true },
      { key: "Shift-F12", run: runs(() => this.use()), preventDefault: true },
      { key: "Mod-i", run: runs(() => explain(this.editor.view)), preventDefault: true },
      { key: "Escape", run: (view) => isExplained(view) && (stopExplaining(view), true) },
      { key: "F8", run: nextDiagnostic, preventDefault: true },
      { key: "Shift-F8", run: previousDiagnostic, preventDefault: true },
    ];
  }

  buttons() {
    const { words } = this.app;
    /**
     * @param {Word} word
     * @param {string} keys
     * @param {() => unknown} run
     * @param {"yes" | "no"} writes
     */
    const one = (word, keys, run, writes) => {
      const title = keys ? `${words(word)} (${keys})` : words(word);
      return button(words(word), () => void run(), { class: "quiet", title, "data-writes": writes });
    };
    return [
      one("rules_fix", "Ctrl+.", () => this.askActions(), "yes"),
      one("rules_fix_all", "", () => this.fixAll(), "yes"),
      one("rules_format", "Shift+Alt+F", () => this.format(), "yes"),
      one("rules_rename_name", "F2", () => this.askName(), "yes"),
      one("rules_definition", "F12", () => this.define(), "no"),
      one("rules_where_used", "Shift+F12", () => this.use(), "no"),
      one("rules_rename_file", "", () => this.askRename(), "yes"),
      one("rules_delete", "", () => this.askDelete(), "yes"),
    ];
  }

  /**
   * A finding as it is shown under the pointer: message, notes, and what may be done about it.
   * @param {Finding} finding
   */
  told(finding) {
    const [first = "", ...more] = finding.message.split("\n");
    const file = this.editor.file;
    const actions = file && !file.locked ? actionButtons(this.actions.at(file, finding.range, ["quickfix"]), (action) => void this.run(action)) : null;
    return el(
      "div",
      { class: "found" },
      el("p", { class: "first" }, first, " ", el("span", { class: "code soft" }, finding.code ?? "")),
      ...more.map((line) => el("p", { class: "soft" }, line)),
      actions,
    );
  }

  /** @param {import("./actions.mjs").Action} action */
  async run(action) {
    const made = await this.actions.run(action).catch((error) => this.app.failed(error) ?? null);
    if (made === null) return this.editor.view.focus();
    this.tree.draw();
    this.server.lookAround();
    await this.go(made, 1);
  }

  /** What may be done about the selection, or about the line of the cursor. */
  async askActions() {
    const { words } = this.app;
    const plugin = this.plugin();
    const file = this.editor.file;
    if (!plugin || !file) return;
    const { doc, selection } = this.editor.view.state;
    const { from, to } = selection.main.empty ? doc.lineAt(selection.main.head) : selection.main;
    const range = { start: plugin.toPosition(from), end: plugin.toPosition(to) };
    const found = await this.actions.at(file, range);
    if (!found.length) return this.app.say(words("rules_nothing_to_fix"));
    const list = actionButtons(Promise.resolve(found), (action) => {
      shown.close();
      void this.run(action);
    });
    const shown = dialog(words("rules_fix"), [list], { close: words("rules_close"), kind: "actions-menu" });
    await Promise.resolve();
    list.querySelector("button")?.focus();
  }

  async fixAll() {
    const { words } = this.app;
    const file = this.editor.file;
    if (file && !(await this.actions.fixAll(file))) this.app.say(words("rules_nothing_to_fix"));
  }

  async format() {
    const plugin = this.plugin();
    const file = this.editor.file;
    if (plugin && file && !file.locked) await format(this.workspace, file).catch((error) => this.app.failed(error));
  }

  /** Asks for a new name for what the cursor is on. */
  async askName() {
    const { words } = this.app;
    const plugin = this.plugin();
    if (!plugin) return;
    const at = this.editor.view.state.selection.main.head;
    try {
      const asking = await rename(this.workspace, plugin, at);
      if (!asking) return this.app.say(words("rules_no_name"));
      const question = { title: words("rules_rename_name"), label: words("rules_new_name"), value: asking.name, button: words("rules_rename") };
      const take = (/** @type {string} */ value) =>
        this.refused(async () => {
          const files = await asking.to(value);
          await this.saving.all();
          this.app.say(words("rules_renamed", { n: files.length }));
        });
      askForText(this.app, question, take, () => this.editor.view.focus());
    } catch (error) {
      this.app.failed(/** @type {any} */ (error));
    }
  }

  /** Goes to where the name at a place is declared. */
  async define(at = this.editor.view.state.selection.main.head) {
    const plugin = this.plugin();
    const [found] = plugin ? await places(this.workspace, plugin, at, "definition") : [];
    if (!found) return this.app.say(this.app.words("rules_no_name"));
    await this.go(found.path, found.line, found.character, { step: true });
  }

  /** Lists where the name at the cursor is used. */
  async use() {
    const plugin = this.plugin();
    const at = this.editor.view.state.selection.main.head;
    const found = plugin ? await places(this.workspace, plugin, at, "references") : [];
    const [first] = found;
    if (!first) return this.app.say(this.app.words("rules_no_name"));
    this.places.showUses(first.text.slice(first.character, first.character + first.length), found);
  }

  plugin() {
    return this.editor.file && LSPPlugin.get(this.editor.view);
  }
}

/** @param {string} path */
function withEnding(path) {
  return /\.[a-z]+$/.test(path) ? path : path + ENDING;
}
