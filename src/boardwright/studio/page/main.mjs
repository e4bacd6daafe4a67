// The shell: head, four views, and which of them the address names.

import { isPlayground } from "./carrier.mjs";
import { Client } from "./client.mjs";
import { button, el, put } from "./dom.mjs";
import { showFindings } from "./findings.mjs";
import { refusalText } from "./refusals.mjs";
import { hashOf, routeOf, VIEWS } from "./routes.mjs";
import { unfinished } from "./runs/unfinished.mjs";
import { State } from "./state.mjs";
import { applyTheme, read, switchTheme, theme, write } from "./theme.mjs";
import { firstLanguage, LANGUAGES, wordsOf } from "./words.mjs";

/** @typedef {import("./routes.mjs").View} View */
/** @typedef {import("./routes.mjs").Route} Route */
/** @typedef {{show(route: Route): void, hide(): void}} Shown */
/**
 * What a view gets to work with.
 * @typedef {object} App
 * @property {Client} client
 * @property {import("./words.mjs").Words} words
 * @property {State} state
 * @property {import("./words.mjs").Language} language
 * @property {(route: {view: View, path?: string, query?: Record<string, string>}, how?: {replace?: boolean}) => void} go
 *   goes to an address inside the page; `replace` without a new step for the back button and without `show`
 * @property {(message: string | Node) => void} say shows a message for a few seconds
 * @property {(refusal: Partial<import("./client.mjs").Refusal>) => void} failed says that something was refused
 */

const PROTOCOL = 1;
const SHOWN_FOR = 6000; // milliseconds that a message stays

applyTheme();
const LANGUAGE_KEY = "boardwright-language";
const language = firstLanguage(read(LANGUAGE_KEY));
const words = wordsOf(language);
const client = new Client();
const state = new State();

/** @type {App} */
const app = {
  client,
  words,
  state,
  language,
  go(route, { replace = false } = {}) {
    if (replace) {
      history.replaceState(null, "", hashOf(route));
      linkTabs();
    } else location.hash = hashOf(route);
  },
  say,
  failed: (refusal) => {
    if (refusal.gone) return;
    if (refusal.findings?.length) showFindings(app, refusal.findings);
    else say(refusalText(words, refusal));
  },
};

/** @type {Record<View, HTMLElement>} */
const hosts = { table: host("table"), rules: host("rules"), cards: host("cards"), runs: host("runs") };
/** @type {Record<View, HTMLAnchorElement>} */
const tabs = { table: tab("table"), rules: tab("rules"), cards: tab("cards"), runs: tab("runs") };
/** @type {Record<View, () => Promise<{open(host: HTMLElement, app: App): Shown}>>} */
const modules = {
  table: () => import("./table/table.mjs"),
  rules: () => import("./rules/rules.mjs"),
  cards: () => import("./cards/cards.mjs"),
  runs: () => import("./runs/runs.mjs"),
};
/** @type {Partial<Record<View, Promise<Shown>>>} */
const opened = {};
/** Where each view was last, so that a tab leads back there. @type {Partial<Record<View, string>>} */
const last = {};
/** @type {View | null} */
let shown = null;

const title = el("h1", {}, "Boardwright");
const messages = el("div", { class: "messages", role: "status" });

/** @param {View} view */
function host(view) {
  return el("div", { class: `view ${view}`, id: `view-${view}`, hidden: true });
}

/** @param {View} view */
function tab(view) {
  const key = `Alt+${VIEWS.indexOf(view) + 1}`;
  return el("a", { href: `#/${view}`, title: key, "aria-keyshortcuts": key }, words(view));
}

function themeButton() {
  const found = button("", () => {
    switchTheme();
    label();
  }, { class: "quiet icon" });
  function label() {
    const text = words(theme() === "dark" ? "light" : "dark");
    found.setAttribute("aria-label", text);
    found.title = text;
    found.textContent = theme() === "dark" ? "☀" : "☾";
  }
  label();
  return found;
}

function languageChoice() {
  const options = Object.entries(LANGUAGES).map(([id, name]) =>
    el("option", { value: id, selected: id === language, lang: id }, name),
  );
  const onchange = (/** @type {Event} */ event) => {
    write(LANGUAGE_KEY, /** @type {HTMLSelectElement} */ (event.target).value);
    location.reload(); // the address says what is open
  };
  return el("select", { "aria-label": words("language"), onchange }, ...options);
}

/** @param {string | Node} message */
function say(message) {
  const found = remark(message);
  setTimeout(() => found.remove(), SHOWN_FOR);
}

/**
 * Shows a message for good.
 * @param {string | Node} message
 */
function remark(message) {
  const found = el("p", { class: "message" }, message);
  messages.append(found);
  return found;
}

function linkTabs() {
  if (shown) last[shown] = location.hash;
  // The table knows where its game is; an address of it that was written before the last choice would take that back.
  const known = { ...last, ...(state.game ? { table: "" } : {}) };
  for (const view of VIEWS) tabs[view].setAttribute("href", known[view] || `#/${view}`);
}

async function show() {
  const route = routeOf(location.hash);
  const view = route.view;
  if (shown && shown !== view) {
    hosts[shown].hidden = true;
    tabs[shown].removeAttribute("aria-current");
    void opened[shown]?.then((each) => each.hide());
  }
  shown = view;
  hosts[view].hidden = false;
  tabs[view].setAttribute("aria-current", "page");
  document.body.dataset.view = view;
  linkTabs();
  try {
    const found = await opening(view);
    if (shown === view) found?.show(route);
  } catch (error) {
    delete opened[view];
    say(words("view_failed", { message: String(error) }));
  }
}

/** @param {View} view */
function opening(view) {
  return (opened[view] ??= modules[view]().then((module) => module.open(hosts[view], app)));
}

async function hello() {
  try {
    state.set({ hello: await client.ask("hello", { protocol: PROTOCOL, language }) });
  } catch (refusal) {
    app.failed(/** @type {import("./client.mjs").Refusal} */ (refusal));
  }
}

/** Lets the view that is shown ask again what was lost on the way; the table does so by itself. */
function showAgain() {
  if (shown && shown !== "table") void show();
}

/** @param {KeyboardEvent} event */
function switchByKey(event) {
  const found = /^Digit([1-4])$/.exec(event.code);
  if (!found || !event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  tabs[VIEWS[Number(found[1]) - 1] ?? "table"].click();
}

function build() {
  document.documentElement.lang = language;
  const end = el("div", { class: "top-end" }, languageChoice(), themeButton());
  put(
    document.body,
    el("a", { class: "skip", href: "#content", onclick: skip }, words("skip")),
    el(
      "header",
      { class: "top" },
      title,
      el("nav", { "aria-label": words("views") }, ...VIEWS.map((view) => tabs[view])),
      end,
    ),
    el("main", { id: "content", tabindex: "-1" }, ...VIEWS.map((view) => hosts[view])),
    messages,
  );
  if (isPlayground()) void import("./playground/start.mjs").then(({ start }) => start(app, end));
  state.watch((changed) => {
    if (!changed.includes("game")) return;
    const ruleset = state.game?.table?.ruleset;
    const name = state.hello?.rulesets.find((/** @type {any} */ each) => each.id === ruleset)?.name ?? "Boardwright";
    title.textContent = name;
    document.title = name === "Boardwright" ? name : `${name} · Boardwright`;
  });
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault(); // the address is for views
  document.querySelector("main")?.focus();
}

let connectedBefore = false;
build();
client.on("connected", () => {
  if (connectedBefore) say(words("connected"));
  if (connectedBefore) void hello().then(showAgain);
  else void hello();
  connectedBefore = true;
});
client.on("disconnected", () => connectedBefore && say(words("disconnected")));
client.on("refused", () => remark(words("refused"))); // nothing works here any more
client.on("restarted", () => {
  say(words("restarted"));
  void hello().then(showAgain);
});
addEventListener("hashchange", () => void show());
addEventListener("keydown", switchByKey);
void show();
if (unfinished().length) opening("runs").catch(() => {}); // they go on, whatever is shown
