// What the page uses of other packages, with its types. `tools/vendor_page.py` makes `vendor.mjs` of it.
export {
  autocompletion,
  acceptCompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  insertCompletionText,
  pickedCompletion,
  snippet,
  startCompletion,
} from "@codemirror/autocomplete";
export { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
export { yaml, yamlLanguage } from "@codemirror/lang-yaml";
export {
  HighlightStyle,
  StreamLanguage,
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  foldService,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
export {
  forEachDiagnostic,
  lintGutter,
  lintKeymap,
  nextDiagnostic,
  openLintPanel,
  previousDiagnostic,
  setDiagnostics,
} from "@codemirror/lint";
export {
  LSPClient,
  LSPPlugin,
  Workspace,
  hoverTooltips,
  signatureHelp,
} from "@codemirror/lsp-client";
export { MergeView, unifiedMergeView } from "@codemirror/merge";
export { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
export {
  Annotation,
  ChangeSet,
  Compartment,
  EditorSelection,
  EditorState,
  Facet,
  Prec,
  RangeSetBuilder,
  StateEffect,
  StateField,
  Text,
  Transaction,
} from "@codemirror/state";
export {
  Decoration,
  EditorView,
  ViewPlugin,
  WidgetType,
  crosshairCursor,
  drawSelection,
  dropCursor,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
  placeholder,
  rectangularSelection,
  showPanel,
  showTooltip,
} from "@codemirror/view";
export { tags } from "@lezer/highlight";
