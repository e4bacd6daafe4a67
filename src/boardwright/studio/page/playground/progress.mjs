// A bar while the engine loads.

import { el } from "../dom.mjs";
import { read } from "../theme.mjs";
import { firstLanguage, wordsOf } from "../words.mjs";

const words = wordsOf(firstLanguage(read("boardwright-language")));
const bar = el("progress", { max: 1, value: 0, "aria-label": words("loading_engine") });
const said = el("p", {}, words("loading_engine"));
const shown = el("div", { class: "playground-loading", role: "status" }, said, bar);

/** @param {number} share how much is here, from 0 to 1 */
export function showProgress(share) {
  if (!shown.isConnected) document.body.append(shown);
  bar.value = share;
}

/** Takes the bar away. */
export function hideProgress() {
  shown.remove();
}

/**
 * Says that there is no engine.
 * @param {unknown} reason
 */
export function showFailure(reason) {
  said.textContent = words("no_engine", { message: String(reason).trim().split("\n").at(-1) ?? "" });
  bar.remove();
  document.body.append(shown);
}
