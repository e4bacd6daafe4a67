// Small questions in dialogs: a name, or whether it is meant.

import { button, el, put } from "../dom.mjs";
import { dialog } from "../dialog.mjs";

/**
 * Asks for one line of text. `take` gets it; what it returns is shown as what is wrong with it, and null if all is well: then the
 * dialog goes away, and `after` runs.
 * @param {import("../main.mjs").App} app
 * @param {{title: string, label: string, help?: string, value: string, button: string}} question
 * @param {(value: string) => Promise<Node | null>} take
 * @param {() => void} after
 */
export function askForText(app, question, take, after) {
  const wrong = el("p", { class: "wrong", role: "alert", hidden: true });
  const input = el("input", { type: "text", value: question.value, autocomplete: "off", spellcheck: "false", required: true });
  const onsubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const fault = await take(input.value.trim());
    if (fault === null) {
      shown.close(); // gives the focus back to where it was
      return after();
    }
    put(wrong, fault);
    wrong.hidden = false;
    input.focus();
  };
  const form = el(
    "form",
    { class: "asking", onsubmit },
    el("label", {}, el("span", {}, question.label), input),
    question.help ? el("p", { class: "soft" }, question.help) : null,
    wrong,
    el("div", { class: "choices" }, el("button", { type: "submit", class: "main" }, question.button)),
  );
  const shown = dialog(question.title, [form], { close: app.words("rules_close") });
  input.focus();
  input.select();
}

/**
 * Asks whether something is meant.
 * @param {import("../main.mjs").App} app
 * @param {{title: string, text: string, button: string}} question
 * @param {() => void} done
 */
export function askWhether(app, question, done) {
  const yes = button(question.button, () => {
    shown.close();
    done();
  }, { class: "main" });
  const no = button(app.words("rules_cancel"), () => shown.close());
  const shown = dialog(question.title, [el("p", {}, question.text), el("div", { class: "choices" }, no, yes)], { close: app.words("rules_close") });
  no.focus();
}
