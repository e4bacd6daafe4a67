// What the language server does across files: formatting, new names, and where names are declared and used.

import { Text } from "../vendor.mjs";

/** @typedef {import("./workspace.mjs").FolderWorkspace} FolderWorkspace */
/** @typedef {import("./workspace.mjs").OpenFile} OpenFile */
/** @typedef {import("./workspace.mjs").Range} Range */
/** @typedef {import("./workspace.mjs").TextEdit} TextEdit */
/** @typedef {import("../vendor.mjs").LSPPlugin} LSPPlugin */
/** @typedef {import("./places.mjs").Place} Place */

/**
 * Formats a file.
 * @param {FolderWorkspace} workspace
 * @param {OpenFile} file
 */
export async function format(workspace, file) {
  workspace.client.sync();
  const doc = file.doc;
  const asked = { textDocument: { uri: file.uri }, options: { tabSize: 2, insertSpaces: true } };
  const edits = /** @type {TextEdit[] | null} */ (await workspace.client.request("textDocument/formatting", asked));
  if (edits?.length && file.state.doc.eq(doc)) await workspace.edit({ [file.uri]: edits }, "format");
}

/**
 * The name at a place, and what gives it another name everywhere; null if no name is there. Rejects if it cannot be changed.
 * @param {FolderWorkspace} workspace
 * @param {LSPPlugin} plugin
 * @param {number} at
 * @returns {Promise<{name: string, to(name: string): Promise<OpenFile[]>} | null>}
 */
export async function rename(workspace, plugin, at) {
  const { client } = workspace;
  client.sync();
  const place = { textDocument: { uri: plugin.uri }, position: plugin.toPosition(at) };
  const found = /** @type {{placeholder: string} | null} */ (await client.request("textDocument/prepareRename", place));
  if (!found) return null;
  return {
    name: found.placeholder,
    async to(newName) {
      const edit = /** @type {{changes?: Record<string, TextEdit[]>} | null} */ (await client.request("textDocument/rename", { ...place, newName }));
      return workspace.edit(edit?.changes ?? {}, "rename");
    },
  };
}

/**
 * Where the name at a place is declared, or used.
 * @param {FolderWorkspace} workspace
 * @param {LSPPlugin} plugin
 * @param {number} at
 * @param {"definition" | "references"} which
 * @returns {Promise<Place[]>}
 */
export async function places(workspace, plugin, at, which) {
  const { client, folder } = workspace;
  client.sync();
  const asked = {
    textDocument: { uri: plugin.uri },
    position: plugin.toPosition(at),
    ...(which === "references" ? { context: { includeDeclaration: true } } : {}),
  };
  const found = /** @type {{uri: string, range: Range}[]} */ ((await client.request(`textDocument/${which}`, asked).catch(() => null)) ?? []);
  /** @type {Map<string, Text | null>} */
  const texts = new Map();
  /** @type {Place[]} */
  const listed = [];
  for (const { uri, range } of found) {
    const path = folder.pathOf(uri);
    if (path === null) continue;
    const doc = texts.has(path) ? texts.get(path) : await textOf(workspace, path);
    texts.set(path, doc ?? null);
    const { line, character } = range.start;
    const text = doc && line < doc.lines ? doc.line(line + 1).text : "";
    const length = range.end.line === line ? range.end.character - character : text.length - character;
    listed.push({ path, line: line + 1, character, text, length });
  }
  return listed;
}

/**
 * The text of a file, which need not be open.
 * @param {FolderWorkspace} workspace
 * @param {string} path
 */
async function textOf(workspace, path) {
  const file = workspace.at(path);
  if (file) return file.state.doc;
  const found = await workspace.folder.read(path).catch(() => null);
  return found && Text.of(found.text.split(/\r?\n/));
}
