// The editor: one view, which shows one of the open files.

import {
  Compartment,
  EditorState,
  EditorView,
  acceptCompletion,
  bracketMatching,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  defaultKeymap,
  drawSelection,
  dropCursor,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSelectionMatches,
  highlightSpecialChars,
  history,
  historyKeymap,
  indentOnInput,
  indentUnit,
  indentWithTab,
  keymap,
  lineNumbers,
  lintKeymap,
  search,
  searchKeymap,
  signatureHelp,
  yaml,
} from "../vendor.mjs";
import { yamlColours } from "./colours.mjs";
import { completion } from "./completion.mjs";
import { hovers, sentAtOnce } from "./findings.mjs";

/** @typedef {import("./workspace.mjs").OpenFile} OpenFile */
/** @typedef {import("@codemirror/state").Extension} Extension */
/** @typedef {import("@codemirror/view").KeyBinding} KeyBinding */

/** How the names of rule files end. */
export const ENDING = ".yaml";

/** The words of the editor itself, by ours. */
const PHRASES = /** @type {const} */ ({
  "Find": "rules_find",
  "Replace": "rules_replace",
  "next": "rules_next",
  "previous": "rules_previous",
  "all": "rules_all",
  "match case": "rules_match_case",
  "by word": "rules_by_word",
  "regexp": "rules_regexp",
  "replace": "rules_replace_one",
  "replace all": "rules_replace_all",
  "close": "rules_close",
  "Completions": "rules_completions",
  "Diagnostics": "rules_findings",
});

export class Editor {
  /**
   * @param {import("../main.mjs").App} app
   * @param {HTMLElement} parent
   * @param {{plugin(uri: string): Extension, colours: Extension, keys: readonly KeyBinding[], changed(file: OpenFile): void, moved(): void, follow(at: number): void}} how
   *   `plugin` connects a file with the language server; `changed` runs after each change of the file that is shown, `moved` when the
   *   cursor is elsewhere, and `follow` when a name is clicked with Ctrl
   */
  constructor(app, parent, how) {
    this.app = app;
    this.how = how;
    /** @type {OpenFile | null} */
    this.file = null;
    this.label = new Compartment();
    /** What all files have in common. It is made once, since states that share it keep their panels. */
    this.common = this.extensions();
    this.view = new EditorView({ parent, state: EditorState.create({ extensions: this.common }) });
    this.height = 0;
    new ResizeObserver(() => this.resized()).observe(this.view.scrollDOM);
  }

  /** Lists below the text come and go: the cursor stays in sight, if it was. */
  resized() {
    const before = this.height;
    const { top, bottom, height } = this.view.scrollDOM.getBoundingClientRect();
    this.height = height;
    if (!this.view.hasFocus || height >= before) return;
    const { head } = this.view.state.selection.main;
    const end = this.view.coordsAtPos(head)?.bottom ?? 0;
    if (bottom < end && end <= top + before) this.view.dispatch({ effects: EditorView.scrollIntoView(head) });
  }

  /**
   * A new state for the text of a file.
   * @param {string} text
   * @param {string} uri
   * @param {boolean} locked
   */
  stateOf(text, uri, locked) {
    const own = [uri.endsWith(ENDING) ? yaml() : [], EditorState.readOnly.of(locked)];
    return EditorState.create({ doc: text, extensions: [this.common, this.how.plugin(uri), own] });
  }

  /**
   * Shows a file.
   * @param {OpenFile} file
   */
  show(file) {
    if (this.file === file && file.view) return this.view;
    if (this.file) this.file.kept = this.view.state;
    this.file = file;
    this.view.setState(file.kept);
    const name = this.app.words("rules_text_of", { path: file.path });
    this.view.dispatch({ effects: this.label.reconfigure(EditorView.contentAttributes.of({ "aria-label": name })) });
    return this.view;
  }

  /** Shows no file. */
  clear() {
    this.file = null;
    this.view.setState(EditorState.create({ extensions: this.common }));
  }

  /**
   * Puts the cursor at a place.
   * @param {number} line from 1
   * @param {number} [character] from 0
   */
  goTo(line, character = 0) {
    const { doc } = this.view.state;
    const found = doc.line(Math.max(1, Math.min(line, doc.lines)));
    const anchor = Math.min(found.from + character, found.to);
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
  }

  /** The line of the cursor, from 1. */
  get line() {
    const { doc, selection } = this.view.state;
    return doc.lineAt(selection.main.head).number;
  }

  extensions() {
    const { app, how } = this;
    const nonce = document.querySelector('meta[name="boardwright-nonce"]')?.getAttribute("content") ?? "";
    const phrases = Object.fromEntries(Object.entries(PHRASES).map(([phrase, word]) => [phrase, app.words(word)]));
    return [
      EditorView.cspNonce.of(nonce),
      EditorState.phrases.of(phrases),
      lineNumbers(),
      highlightActiveLineGutter(),
      highlightActiveLine(),
      highlightSpecialChars(),
      history(),
      drawSelection(),
      dropCursor(),
      EditorState.allowMultipleSelections.of(true),
      indentUnit.of("  "),
      EditorState.tabSize.of(2),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      highlightSelectionMatches(),
      search({ top: true }),
      yamlColours(),
      how.colours,
      completion(),
      hovers(),
      signatureHelp(),
      sentAtOnce(),
      keymap.of([
        ...how.keys,
        { key: "Tab", run: acceptCompletion },
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...completionKeymap,
        ...lintKeymap,
        indentWithTab,
      ]),
      EditorView.lineWrapping,
      this.label.of([]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && this.file) how.changed(this.file);
        if (update.selectionSet) how.moved();
      }),
      EditorView.domEventHandlers({
        mousedown: (event, view) => {
          const at = event.button === 0 && (event.ctrlKey || event.metaKey) ? view.posAtCoords(event) : null;
          if (at === null) return false;
          event.preventDefault();
          how.follow(at);
          return true;
        },
      }),
    ];
  }
}
