// What only the playground has in its head: a button that keeps files in this browser.

import { button } from "../dom.mjs";
import { changedFiles, watchFiles } from "./carrier.mjs";
import { forget, keep, kept } from "./kept.mjs";

/**
 * Adds the button. Files that somebody shared are not kept until it is pressed again: they may stand for files of one's own.
 * @param {import("../main.mjs").App} app
 * @param {Element} head where it belongs
 */
export async function start({ words, say }, head) {
  const shown = button(words("keep"), () => void set(!keeps), { class: "quiet keep", title: words("keep_about") });
  let keeps = (await kept()) !== null;
  const mark = () => shown.setAttribute("aria-pressed", String(keeps));

  /** @param {boolean} wanted */
  async function set(wanted) {
    keeps = wanted;
    mark();
    try {
      await (keeps ? keep(changedFiles()) : forget());
      say(words(keeps ? "kept" : "forgotten"));
    } catch {
      say(words("keep_failed"));
    }
  }

  watchFiles((changes, came) => {
    if (!keeps) return;
    if (came === "open") {
      keeps = false;
      mark();
      say(words("keep_paused"));
    } else keep(changes).catch(() => say(words("keep_failed")));
  });
  mark();
  head.prepend(shown);
}
