// Colours by meaning, from the language server: in effects, too, which are plain text to YAML. Until it has answered, and while
// somebody types, the colours move with the text.

import { Decoration, EditorView, HighlightStyle, LSPPlugin, RangeSetBuilder, StateEffect, StateField, ViewPlugin, syntaxHighlighting, tags } from "../vendor.mjs";

const PAUSE = 150; // milliseconds without a change until colours are asked for

/** @type {import("@codemirror/state").StateEffectType<import("@codemirror/view").DecorationSet>} */
const coloured = StateEffect.define();

const colours = StateField.define({
  create: () => Decoration.none,
  update(found, transaction) {
    let now = found.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(coloured)) now = effect.value;
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** What the plugins of all views are told when the server has more to say. */
export class Colours {
  constructor() {
    /** @type {Set<() => void>} */
    this.asking = new Set();
  }

  /** Asks again, since the server has finished a longer look at the rules. */
  refresh() {
    this.asking.forEach((ask) => ask());
  }

  extension() {
    const { asking } = this;
    const asker = ViewPlugin.define((view) => {
      let timer = 0;
      const ask = () => {
        clearTimeout(timer);
        timer = setTimeout(() => void colour(view), PAUSE);
      };
      asking.add(ask);
      ask();
      return {
        update: (update) => update.docChanged && ask(),
        destroy() {
          clearTimeout(timer);
          asking.delete(ask);
        },
      };
    });
    return [colours, asker];
  }
}

/** @param {EditorView} view */
async function colour(view) {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return;
  await plugin.client.initializing;
  plugin.client.sync();
  const doc = view.state.doc;
  const asked = { textDocument: { uri: plugin.uri } };
  const found = await plugin.client.request("textDocument/semanticTokens/full", asked).catch(() => null);
  if (!found || view.state.doc !== doc || LSPPlugin.get(view) !== plugin) return; // changed since: asked again
  const legend = plugin.client.serverCapabilities?.semanticTokensProvider?.legend;
  if (legend) view.dispatch({ effects: coloured.of(marks(doc, found.data, legend)) });
}

/**
 * @param {import("../vendor.mjs").Text} doc
 * @param {number[]} data five numbers for each token: lines and characters from the one before, length, type, modifiers
 * @param {{tokenTypes: string[], tokenModifiers: string[]}} legend
 */
function marks(doc, data, legend) {
  /** @type {RangeSetBuilder<Decoration>} */
  const found = new RangeSetBuilder();
  let line = 0;
  let character = 0;
  for (let at = 0; at + 4 < data.length; at += 5) {
    const [down = 0, along = 0, length = 0, type = 0, modifiers = 0] = data.slice(at, at + 5);
    character = down ? along : character + along;
    line += down;
    if (line >= doc.lines) break;
    const start = doc.line(line + 1);
    const from = Math.min(start.from + character, start.to);
    const to = Math.min(from + length, start.to);
    if (from < to) found.add(from, to, markOf(legend, type, modifiers));
  }
  return found.finish();
}

/** @type {Map<string, Decoration>} */
const known = new Map();

/**
 * @param {{tokenTypes: string[], tokenModifiers: string[]}} legend
 * @param {number} type
 * @param {number} modifiers
 */
function markOf(legend, type, modifiers) {
  const more = legend.tokenModifiers.filter((_, bit) => modifiers & (1 << bit));
  const name = [legend.tokenTypes[type] ?? "", ...more].map((each) => `token-${each}`).join(" ");
  const mark = known.get(name) ?? Decoration.mark({ class: name });
  known.set(name, mark);
  return mark;
}

/** What YAML itself has colours for. */
export function yamlColours() {
  const style = HighlightStyle.define([
    { tag: [tags.definition(tags.propertyName), tags.propertyName], class: "yaml-key" },
    { tag: tags.comment, class: "yaml-comment" },
    { tag: [tags.string, tags.special(tags.string)], class: "yaml-string" },
    { tag: tags.content, class: "yaml-content" },
    { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], class: "yaml-sign" },
  ]);
  return syntaxHighlighting(style);
}
