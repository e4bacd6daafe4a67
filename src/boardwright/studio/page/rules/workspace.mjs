// The files that were opened, with their texts, for the editor and the language server alike. There is one view, which shows one
// of them; the others keep their state here, so that nothing is lost when another file is shown.

import { ChangeSet, EditorState, LSPPlugin, Workspace } from "../vendor.mjs";

/** @typedef {import("../vendor.mjs").EditorView} EditorView */
/** @typedef {import("../vendor.mjs").LSPClient} LSPClient */
/** @typedef {import("./folder.mjs").Folder} Folder */
/** @typedef {{line: number, character: number}} Position */
/** @typedef {{start: Position, end: Position}} Range */
/** @typedef {{range: Range, newText: string}} TextEdit */

const CRLF = "\r\n";

/** A file that was opened. */
export class OpenFile {
  /**
   * @param {string} uri
   * @param {string} path
   * @param {EditorState} state
   * @param {string} hash of what the disk has
   * @param {{locked: boolean, crlf: boolean}} how
   */
  constructor(uri, path, state, hash, how) {
    this.uri = uri;
    this.path = path;
    this.languageId = "yaml";
    this.version = 0;
    /** What the language server knows. */
    this.doc = state.doc;
    /** What the disk has. */
    this.saved = state.doc;
    this.hash = hash;
    this.locked = how.locked;
    this.crlf = how.crlf;
    /** What the disk has instead, if somebody else changed it, too. @type {{text: string, hash: string} | null} */
    this.conflict = null;
    /** @type {EditorView | null} */
    this.view = null;
    this.kept = state;
  }

  getView() {
    return this.view;
  }

  /** The state, shown or not. */
  get state() {
    return this.view?.state ?? this.kept;
  }

  get isSaved() {
    return this.state.doc.eq(this.saved);
  }

  /** The text as it is on the disk once it is saved. */
  get text() {
    const text = this.state.doc.toString();
    return this.crlf ? text.replaceAll("\n", CRLF) : text;
  }

  /**
   * The offset of a position that the language server named.
   * @param {Position} position
   */
  offset({ line, character }) {
    const doc = this.state.doc;
    if (line >= doc.lines) return doc.length;
    const found = doc.line(line + 1);
    return Math.min(found.from + character, found.to);
  }
}

export class FolderWorkspace extends Workspace {
  /**
   * @param {LSPClient} client
   * @param {Folder} folder
   * @param {{stateOf(text: string, uri: string, locked: boolean): EditorState, show(file: OpenFile): EditorView, changed(file: OpenFile): void}} editor
   */
  constructor(client, folder, editor) {
    super(client);
    this.folder = folder;
    this.editor = editor;
    /** @type {OpenFile[]} */
    this.files = [];
    /** @type {Map<string, Promise<OpenFile>>} */
    this.loading = new Map();
  }

  /**
   * @param {string} uri
   * @returns {OpenFile | null}
   */
  getFile(uri) {
    const path = this.folder.pathOf(uri);
    return this.files.find((each) => each.path === path) ?? null;
  }

  /** @param {string} path */
  at(path) {
    return this.files.find((each) => each.path === path) ?? null;
  }

  /**
   * Opens a file of the folder; rejects if there is none.
   * @param {string} path
   * @returns {Promise<OpenFile>}
   */
  load(path) {
    const known = this.at(path);
    if (known) return Promise.resolve(known);
    const loading = this.loading.get(path) ?? this.opened(path).finally(() => this.loading.delete(path));
    this.loading.set(path, loading);
    return loading;
  }

  /** @param {string} path */
  async opened(path) {
    const { text, hash } = await this.folder.read(path);
    const uri = this.folder.uriOf(path);
    const locked = this.folder.files.get(path)?.locked ?? false;
    const how = { locked, crlf: text.includes(CRLF) };
    const file = new OpenFile(uri, path, this.editor.stateOf(text, uri, locked), hash, how);
    this.files.push(file);
    this.client.didOpen(file);
    return file;
  }

  /**
   * Forgets a file, which is gone from the disk or has another name.
   * @param {string} path
   */
  forget(path) {
    const file = this.at(path);
    if (!file) return;
    this.files = this.files.filter((each) => each !== file);
    this.client.didClose(file.uri);
  }

  /** @param {string} uri */
  async requestFile(uri) {
    const path = this.folder.pathOf(uri);
    return path === null ? null : this.load(path).catch(() => null);
  }

  syncFiles() {
    const found = [];
    for (const file of this.files) {
      const plugin = file.view && LSPPlugin.get(file.view);
      const prevDoc = file.doc;
      const doc = file.state.doc;
      if (doc === prevDoc || doc.eq(prevDoc)) continue;
      const whole = { from: 0, to: prevDoc.length, insert: doc };
      const changes = plugin ? plugin.unsyncedChanges : ChangeSet.of(whole, prevDoc.length);
      plugin?.clear();
      file.doc = doc;
      file.version++;
      found.push({ file, prevDoc, changes });
    }
    return found;
  }

  /**
   * The view shows this file now.
   * @param {string} uri
   * @param {string} _language
   * @param {EditorView} view
   */
  openFile(uri, _language, view) {
    const file = this.getFile(uri);
    if (file) file.view = view;
  }

  /**
   * The view shows another file: this one stays open.
   * @param {string} uri
   */
  closeFile(uri) {
    const file = this.getFile(uri);
    if (file) file.view = null;
  }

  /**
   * Changes a file, whether it is shown or not.
   * @param {string} uri
   * @param {import("@codemirror/state").TransactionSpec} update
   */
  updateFile(uri, update) {
    const file = this.getFile(uri);
    if (!file) return;
    if (file.view) file.view.dispatch(update);
    else {
      file.kept = file.kept.update(update).state;
      this.client.sync();
      this.editor.changed(file);
    }
  }

  /** @param {string} uri */
  async displayFile(uri) {
    const file = await this.requestFile(uri);
    return file && this.editor.show(file);
  }

  /**
   * Puts edits of the language server into all their files, opening those that are not.
   * @param {Record<string, TextEdit[]>} changes by URI
   * @param {string} userEvent
   * @returns {Promise<OpenFile[]>} the files that were changed
   */
  async edit(changes, userEvent) {
    const files = await Promise.all(Object.keys(changes).map((uri) => this.requestFile(uri)));
    const found = [];
    for (const [uri, edits] of Object.entries(changes)) {
      const file = files.find((each) => each?.path === this.folder.pathOf(uri));
      if (!file || file.locked || !edits.length) continue;
      const parts = edits.map(({ range, newText }) => ({
        from: file.offset(range.start),
        to: file.offset(range.end),
        insert: newText,
      }));
      this.updateFile(file.uri, { changes: parts, userEvent });
      found.push(file);
    }
    return found;
  }
}
