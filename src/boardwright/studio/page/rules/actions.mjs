// What the language server can do about a place: correct a finding, correct a whole file, write a scenario.

import { button, el } from "../dom.mjs";

/** @typedef {import("./workspace.mjs").FolderWorkspace} FolderWorkspace */
/** @typedef {import("./workspace.mjs").OpenFile} OpenFile */
/** @typedef {import("./workspace.mjs").Range} Range */
/** @typedef {import("./workspace.mjs").TextEdit} TextEdit */
/** @typedef {{kind: "create", uri: string} | {kind?: undefined, textDocument: {uri: string}, edits: TextEdit[]}} Change */
/** @typedef {{title: string, kind?: string, isPreferred?: boolean, edit?: {changes?: Record<string, TextEdit[]>, documentChanges?: Change[]}, data?: any}} Action */

export class Actions {
  /** @param {FolderWorkspace} workspace */
  constructor(workspace) {
    this.workspace = workspace;
  }

  /**
   * The actions for a part of a file, the best first.
   * @param {OpenFile} file
   * @param {Range} range
   * @param {string[]} [only]
   * @returns {Promise<Action[]>}
   */
  async at(file, range, only) {
    const { client } = this.workspace;
    client.sync();
    const context = { diagnostics: [], ...(only ? { only } : {}) };
    const asked = { textDocument: { uri: file.uri }, range, context };
    const found = await client.request("textDocument/codeAction", asked).catch(() => null);
    const list = /** @type {Action[]} */ (found ?? []);
    return list.sort((one, other) => Number(other.isPreferred ?? false) - Number(one.isPreferred ?? false));
  }

  /**
   * Does what an action says; returns the path of a file that it made.
   * @param {Action} action
   * @returns {Promise<string | null>}
   */
  async run(action) {
    const { client, folder } = this.workspace;
    const full = action.edit ? action : /** @type {Action} */ (await client.request("codeAction/resolve", action));
    if (full.edit?.changes) await this.workspace.edit(full.edit.changes, "input.fix");
    let made = null;
    for (const change of full.edit?.documentChanges ?? []) {
      if (change.kind === "create") continue; // the edit that follows has its text
      const path = folder.pathOf(change.textDocument.uri);
      if (path === null) continue;
      if (folder.files.has(path)) await this.workspace.edit({ [change.textDocument.uri]: change.edits }, "input.fix");
      else {
        await folder.create(path, change.edits.map((each) => each.newText).join(""));
        made = path;
      }
    }
    return made;
  }

  /**
   * Corrects everything in a file that leaves no doubt; returns whether there was anything.
   * @param {OpenFile} file
   */
  async fixAll(file) {
    const whole = { start: { line: 0, character: 0 }, end: { line: file.state.doc.lines, character: 0 } };
    const [action] = await this.at(file, whole, ["source.fixAll"]);
    if (action) await this.run(action);
    return Boolean(action);
  }
}

/**
 * Buttons that are there as soon as the actions for a place are known.
 * @param {Promise<Action[]>} actions
 * @param {(action: Action) => void} run
 */
export function actionButtons(actions, run) {
  const found = el("div", { class: "actions" });
  void actions.then((list) => {
    found.append(...list.map((each) => button(each.title, () => run(each), { class: each.isPreferred ? "main" : "" })));
  });
  return found;
}
