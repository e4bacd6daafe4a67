// Completion by the language server, with the documentation of what is looked at.

import { LSPPlugin, autocompletion, insertCompletionText, snippet } from "../vendor.mjs";
import { documentation } from "./markdown.mjs";

/** @typedef {import("@codemirror/autocomplete").Completion} Completion */
/** @typedef {import("@codemirror/autocomplete").CompletionContext} Context */
/**
 * @typedef {object} Item
 * @property {string} label
 * @property {number} [kind]
 * @property {string} [detail]
 * @property {string | {kind: string, value: string}} [documentation]
 * @property {string} [sortText]
 * @property {string} [filterText]
 * @property {{range: import("./workspace.mjs").Range, newText: string}} [textEdit]
 * @property {number} [insertTextFormat]
 */

const SNIPPET = 2;
const WORD = /^\w*$/;
// After what a list comes up by itself: a letter, a bracket, a comma, the colon of a key. Not after any space, since Enter would take
// the first of the list, where a new line is meant.
const OPENS = /(?:\w|[[({]|[,:] )$/;
// The kinds of the protocol that our server uses, by the icons that the editor has.
/** @type {Record<number, string>} */
const ICONS = { 2: "method", 3: "function", 5: "property", 6: "variable", 7: "class", 10: "property", 12: "constant", 13: "enum" };
const OTHERS = { 14: "keyword", 15: "text", 20: "enum", 21: "constant", 23: "type" };

export function completion() {
  return autocompletion({ override: [items], icons: true, maxRenderedOptions: 100 });
}

/** @param {Context} context */
async function items(context) {
  const plugin = context.view && LSPPlugin.get(context.view);
  if (!plugin) return null;
  if (!context.explicit && !OPENS.test(context.state.sliceDoc(context.pos - 2, context.pos))) return null;
  plugin.client.sync();
  const asked = { textDocument: { uri: plugin.uri }, position: plugin.toPosition(context.pos) };
  context.addEventListener("abort", () => plugin.client.cancelRequest(asked));
  const found = await plugin.client.request("textDocument/completion", asked).catch(() => null);
  const list = /** @type {Item[]} */ (Array.isArray(found) ? found : (found?.items ?? []));
  if (!list.length || context.aborted) return null;
  const start = list[0]?.textEdit?.range.start.character;
  const line = context.state.doc.lineAt(context.pos);
  const from = start === undefined ? context.pos : line.from + start;
  return { from, options: list.map((item) => optionOf(plugin, item)), validFor: WORD };
}

/**
 * @param {LSPPlugin} plugin
 * @param {Item} item
 * @returns {Completion}
 */
function optionOf(plugin, item) {
  const text = item.textEdit?.newText ?? item.label;
  return {
    label: item.filterText ?? item.label,
    displayLabel: item.label,
    detail: item.detail,
    sortText: item.sortText,
    type: ICONS[item.kind ?? 0] ?? OTHERS[/** @type {keyof typeof OTHERS} */ (item.kind ?? 0)],
    info: () => told(plugin, item),
    apply: (view, option, from, to) => {
      if (item.insertTextFormat === SNIPPET) snippet(asSnippet(text))(view, option, from, to);
      else view.dispatch(insertCompletionText(view.state, text, from, to));
    },
  };
}

/**
 * The documentation of an item, which the server looks up when it is asked for.
 * @param {LSPPlugin} plugin
 * @param {Item} item
 */
async function told(plugin, item) {
  const full = item.documentation ? item : await plugin.client.request("completionItem/resolve", item).catch(() => null);
  return full?.documentation ? documentation(full.documentation) : null;
}

/**
 * A snippet of the protocol as the editor wants it: `$1` is `${1}`, and only braces are escaped.
 * @param {string} text
 */
function asSnippet(text) {
  return text.replace(/\\([$}\\])|\$(\d+)/g, (_, escaped, field) => escaped ?? `\${${field}}`);
}
