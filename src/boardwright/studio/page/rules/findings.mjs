// What the language server finds: marked in the text that is shown, listed for all files, with a way to correct each.

import { EditorView, LSPPlugin, StateEffect, StateField, forEachDiagnostic, hoverTooltip, setDiagnostics, showTooltip } from "../vendor.mjs";
import { el } from "../dom.mjs";
import { documentation } from "./markdown.mjs";

/** @typedef {import("./workspace.mjs").Range} Range */
/** @typedef {{range: Range, severity?: number, code?: string, message: string, data?: any, relatedInformation?: {location: {uri: string, range: Range}, message: string}[]}} Finding */
/** @typedef {"error" | "warning" | "info"} Severity */

/** @type {readonly Severity[]} as the protocol numbers them, from 1 */
const SEVERITIES = ["error", "warning", "info", "info"];

/**
 * @param {Finding} finding
 * @returns {Severity}
 */
export function severityOf(finding) {
  return SEVERITIES[(finding.severity ?? 1) - 1] ?? "info";
}

export class Findings {
  /** @param {(finding: Finding) => HTMLElement} shown draws a finding, with what may be done about it */
  constructor(shown) {
    this.shown = shown;
    /** @type {Map<string, Finding[]>} by path */
    this.byPath = new Map();
    /** Whether the server has told anything: before, nobody knows whether there are findings. */
    this.areKnown = false;
    /** @type {() => void} */
    this.changed = () => {};
  }

  /** Forgets what a server told that has ended: the next one does not know of it. */
  forget() {
    this.byPath.clear();
    this.areKnown = false;
    this.changed();
  }

  /** @param {string} path */
  of(path) {
    return this.byPath.get(path) ?? [];
  }

  /** @param {Severity} severity */
  count(severity, path = "") {
    const listed = path ? this.of(path) : [...this.byPath.values()].flat();
    return listed.filter((each) => severityOf(each) === severity).length;
  }

  /** What takes the findings of the server, for the client of the editor. */
  extension() {
    return {
      clientCapabilities: { textDocument: { publishDiagnostics: { versionSupport: true } } },
      notificationHandlers: {
        /**
         * @param {import("../vendor.mjs").LSPClient} client
         * @param {{uri: string, diagnostics: Finding[]}} params
         */
        "textDocument/publishDiagnostics": (client, params) => {
          const workspace = /** @type {import("./workspace.mjs").FolderWorkspace} */ (client.workspace);
          const path = workspace.folder.pathOf(params.uri);
          if (path === null) return true;
          this.areKnown = true;
          if (params.diagnostics.length) this.byPath.set(path, params.diagnostics);
          else this.byPath.delete(path);
          // Those of an earlier version are marked, too: the server tells them again only if they are others in the next one.
          const view = workspace.at(path)?.view;
          if (view) this.mark(view, path);
          this.changed();
          return true;
        },
      },
    };
  }

  /**
   * Marks the findings of a file in its view.
   * @param {EditorView} view
   * @param {string} path
   */
  mark(view, path) {
    const plugin = LSPPlugin.get(view);
    if (!plugin) return;
    const offset = (/** @type {import("./workspace.mjs").Position} */ { line, character }) => {
      const doc = plugin.syncedDoc;
      const at = line < doc.lines ? Math.min(doc.line(line + 1).from + character, doc.line(line + 1).to) : doc.length;
      return plugin.unsyncedChanges.mapPos(at);
    };
    const marks = this.of(path).map((finding) => ({
      from: offset(finding.range.start),
      to: offset(finding.range.end),
      severity: severityOf(finding),
      message: finding.message,
      renderMessage: () => this.shown(finding),
    }));
    view.dispatch(setDiagnostics(view.state, marks));
  }
}

/** Sends each change at once, and not after half a second: what is typed is marked while it is still looked at. */
export function sentAtOnce() {
  return EditorView.updateListener.of((update) => {
    if (update.docChanged) queueMicrotask(() => LSPPlugin.get(update.view)?.client.sync());
  });
}

/** What a name, a key or a word is, under the pointer. Where there is a finding, that is shown instead. */
export function hovers() {
  const hover = hoverTooltip(
    async (view, at) => {
      const plugin = LSPPlugin.get(view);
      if (!plugin || isMarked(view, at)) return null;
      return told(plugin, at);
    },
    { hideOn: (transaction) => transaction.docChanged },
  );
  return [hover, asked];
}

/** @type {import("@codemirror/state").StateEffectType<import("@codemirror/view").Tooltip | null>} */
const explained = StateEffect.define();

/** What was asked for by a key, until the cursor moves. */
const asked = StateField.define({
  /** @returns {import("@codemirror/view").Tooltip | null} */
  create: () => null,
  update(tooltip, transaction) {
    for (const effect of transaction.effects) if (effect.is(explained)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

/**
 * Shows at the cursor what is otherwise shown under the pointer.
 * @param {EditorView} view
 */
export async function explain(view) {
  const plugin = LSPPlugin.get(view);
  const at = view.state.selection.main.head;
  const about = plugin && (await told(plugin, at));
  if (about && view.state.selection.main.head === at) view.dispatch({ effects: explained.of(about) });
}

/** @param {EditorView} view */
export function isExplained(view) {
  return view.state.field(asked, false) !== null;
}

/** @param {EditorView} view */
export function stopExplaining(view) {
  view.dispatch({ effects: explained.of(null) });
}

/**
 * The tooltip about what is at a place; null if there is nothing to say.
 * @param {LSPPlugin} plugin
 * @param {number} at
 * @returns {Promise<import("@codemirror/view").Tooltip | null>}
 */
async function told(plugin, at) {
  plugin.client.sync();
  const asked = { textDocument: { uri: plugin.uri }, position: plugin.toPosition(at) };
  const found = await plugin.client.request("textDocument/hover", asked).catch(() => null);
  if (!found) return null;
  const pos = found.range ? plugin.fromPosition(found.range.start) : at;
  const end = found.range ? plugin.fromPosition(found.range.end) : at;
  const create = () => ({ dom: el("div", { class: "hover" }, documentation(found.contents)) });
  return { pos, end, above: true, create };
}

/**
 * @param {EditorView} view
 * @param {number} at
 */
function isMarked(view, at) {
  let found = false;
  forEachDiagnostic(view.state, (_, from, to) => (found ||= from <= at && at <= to));
  return found;
}
