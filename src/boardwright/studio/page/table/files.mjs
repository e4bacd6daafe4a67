// Games that leave the page and come back: as a record, as a small file, or as an address.

import { dialog } from "../dialog.mjs";
import { button, el } from "../dom.mjs";
import { checked } from "../playground/share.mjs";

/** @typedef {import("../main.mjs").App} App */
/** @typedef {import("./session.mjs").Session} Session */

const LARGEST = 1_000_000; // bytes of a file that is opened

/**
 * Lets the browser save a text as a file.
 * @param {string} name
 * @param {string} text
 */
function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Saves the game as a record.
 * @param {App} app
 * @param {Session} session
 */
export async function save(app, session) {
  const { name, text } = await app.client.ask("save", { game: session.game });
  download(name, text);
}

/**
 * Asks for a file, and gives what `open` of the protocol takes.
 * @param {App} app
 * @param {(fields: object) => Promise<void>} open
 */
export function openFile(app, open) {
  const input = el("input", { type: "file", accept: ".jsonl,.json" });
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    try {
      if (file.size > LARGEST) return app.say(app.words("too_large"));
      await open(await checked(fieldsOf(await file.text())));
    } catch (refusal) {
      app.failed(/** @type {any} */ (refusal));
    }
  });
  input.click();
}

/**
 * A record, or what `share` wrote.
 * @param {string} text
 */
function fieldsOf(text) {
  try {
    const found = JSON.parse(text);
    if (found && typeof found === "object" && Array.isArray(found.choices)) return found;
  } catch {
    // JSON Lines are no JSON
  }
  return { save: text };
}

/**
 * Shows the address of the game, and saves it as a small file.
 * @param {App} app
 * @param {Session} session
 */
export async function share(app, session) {
  const { words } = app;
  const shared = await session.share();
  const address = el("textarea", { readonly: true, rows: 4, "aria-label": words("address"), class: "address" }, location.href);
  const copy = button(words("copy"), async () => {
    address.select();
    await navigator.clipboard.writeText(address.value);
    app.say(words("copied"));
  }, { class: "main" });
  const file = button(words("as_file"), () => download(`${session.table.ruleset}.json`, `${JSON.stringify(shared)}\n`));
  dialog(words("share"), [el("p", {}, words("share_hint")), address, el("div", { class: "dialog-foot" }, file, copy)], { close: words("close") });
  address.select();
}
