// A bar while the engine loads, and a button to stop it if it works for long.

import { button, el, put } from "../dom.mjs";
import { read } from "../theme.mjs";
import { firstLanguage, wordsOf } from "../words.mjs";

const words = wordsOf(firstLanguage(read("boardwright-language")));
const bar = el("progress", { max: 1, value: 0, "aria-label": words("loading_engine") });
const shown = el("div", { class: "playground-loading", role: "status" });

/** @param {...Node} content */
function show(...content) {
  put(shown, ...content);
  document.body.append(shown);
}

/** @param {number} share how much is here, from 0 to 1 */
export function showProgress(share) {
  if (!shown.isConnected) show(el("p", {}, words("loading_engine")), bar);
  bar.value = share;
}

/** @param {() => void} stop */
export function showStop(stop) {
  show(el("p", {}, words("engine_works")), button(words("stop_engine"), stop));
}

/** Takes it away. */
export function hideProgress() {
  shown.remove();
}

/**
 * Says that there is no engine.
 * @param {unknown} reason
 */
export function showFailure(reason) {
  show(el("p", {}, words("no_engine", { message: String(reason).trim().split("\n").at(-1) ?? "" })));
}
