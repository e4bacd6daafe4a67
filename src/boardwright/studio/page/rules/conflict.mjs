// A file that was changed here and on the disk: both texts side by side, and a choice.

import { EditorState, EditorView, MergeView, lineNumbers, yaml } from "../vendor.mjs";
import { button, el } from "../dom.mjs";
import { dialog } from "../dialog.mjs";
import { yamlColours } from "./colours.mjs";

/**
 * Shows both texts. Parts of the one on the disk can be taken over; `keep` gets the text on the right, `take` the one on the disk.
 * @param {import("../main.mjs").App} app
 * @param {string} path
 * @param {{disk: string, mine: string}} texts
 * @param {{keep(text: string): void, take(): void}} chosen
 */
export function showConflict(app, path, texts, chosen) {
  const { words } = app;
  const nonce = document.querySelector('meta[name="boardwright-nonce"]')?.getAttribute("content") ?? "";
  const both = (/** @type {string} */ label) => [
    EditorView.cspNonce.of(nonce),
    lineNumbers(),
    yaml(),
    yamlColours(),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": label }),
  ];
  const parent = el("div", { class: "both-texts" });
  const merge = new MergeView({
    parent,
    a: { doc: texts.disk, extensions: [...both(words("rules_on_disk")), EditorState.readOnly.of(true)] },
    b: { doc: texts.mine, extensions: both(words("rules_mine")) },
    revertControls: "a-to-b",
    renderRevertControl: () => el("button", { type: "button", "aria-label": words("rules_take_part"), title: words("rules_take_part") }, "→"),
    highlightChanges: true,
    gutter: true,
  });
  const done = (/** @type {() => void} */ choose) => () => {
    choose();
    shown.close();
  };
  const shown = dialog(
    words("rules_conflict_in", { path }),
    [
      el("p", {}, words("rules_conflict_told")),
      el("div", { class: "both-names" }, el("strong", {}, words("rules_on_disk")), el("strong", {}, words("rules_mine"))),
      parent,
      el(
        "div",
        { class: "choices" },
        button(words("rules_take_disk"), done(chosen.take)),
        button(words("rules_keep_mine"), done(() => chosen.keep(merge.b.state.doc.toString())), { class: "main" }),
      ),
    ],
    { close: words("rules_close"), wide: true, kind: "conflict", onclose: () => merge.destroy() },
  );
}
