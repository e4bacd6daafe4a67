// The view of a game at the table.

import { el, put } from "../dom.mjs";
import { Address } from "./address.mjs";
import { Pacer } from "./agents.mjs";
import { Arranger } from "./arrange.mjs";
import { Board } from "./board.mjs";
import { contentsOf } from "./contents.mjs";
import { Digits } from "./digits.mjs";
import { openFile, save, share } from "./files.mjs";
import { focusOf } from "./focus.mjs";
import { drawViewer, frameOf } from "./frame.mjs";
import { listenToKeys } from "./keys.mjs";
import { Log } from "./log.mjs";
import { menu } from "./menu.mjs";
import { before, move } from "./motion.mjs";
import { Strip } from "./places.mjs";
import { drawQuestion } from "./question.mjs";
import { drawSeats } from "./seats.mjs";
import { ALL, Session, TURN } from "./session.mjs";
import { newGame, welcome } from "./setup.mjs";
import { mark, optionsAt, targetsOf } from "./targets.mjs";
import { Timeline } from "./timeline.mjs";
import { showTips } from "./tips.mjs";
import { showWhy } from "./why.mjs";
import { Zoom } from "./zoom.mjs";

/** @typedef {import("../main.mjs").App} App */
/** @typedef {import("./targets.mjs").Option} Option */

export class TableView {
  /**
   * @param {HTMLElement} host
   * @param {App} app
   */
  constructor(host, app) {
    this.host = host;
    this.app = app;
    this.session = new Session(app.client, app.language, (why) => this.draw(why));
    this.pacer = new Pacer(this.session, (refusal) => this.refused(refusal));
    this.frame = frameOf(
      app,
      {
        newGame: () => this.newGame(),
        open: () => openFile(app, (fields) => this.open(fields)),
        save: () => this.attempt(save(app, this.session)),
        share: () => this.attempt(share(app, this.session)),
        closer: () => this.zoom.closer(),
        farther: () => this.zoom.farther(),
        whole: () => this.zoom.reset(),
        arrange: () => this.arranger.toggle(),
        keep: () => this.attempt(this.arranger.keep()),
      },
      (viewer) => this.attempt(this.session.lookAs(viewer)),
    );
    this.zoom = new Zoom(this.frame.frame, (scale) => this.board?.fitNames(scale));
    this.arranger = new Arranger(this);
    this.log = new Log(this.frame.log, app, (at) => this.goTo(at));
    this.timeline = new Timeline(this.frame.bar, app, {
      go: (at) => this.goTo(at),
      step: (steps) => this.step(steps),
      undo: () => this.undo(),
      branch: () => this.branch(),
      why: () => this.why(),
      pause: () => this.pause(),
      pace: (pace) => {
        this.pacer.pace = /** @type {any} */ (pace);
        this.pacer.schedule();
      },
    });
    this.aside = new Strip(this.frame.aside, app);
    this.own = new Strip(this.frame.own, app);
    this.digits = new Digits(() => this.options().map((option) => option.dataset.digits ?? ""), (n) => this.options()[n]?.click(), (typed) => this.typed(typed));
    /** @type {Board | null} */
    this.board = null;
    /** @type {import("./contents.mjs").Contents} */
    this.contents = new Map();
    /** @type {import("./targets.mjs").Targets} */
    this.targets = new Map();
    this.address = new Address(this);
    this.visible = false;
    this.choosing = false;
    put(this.frame.welcome, el("p", { class: "soft" }, app.words("loading")));
    put(host, this.frame.welcome, this.frame.game, this.frame.heard);
    showTips(host);
    host.addEventListener("click", (event) => this.clicked(event));
    listenToKeys(this);
    app.state.watch((changed) => this.noticed(changed));
  }

  // ---- coming and going

  /** @param {import("../routes.mjs").Route} route */
  show(route) {
    this.visible = true;
    this.pacer.hidden = false;
    this.pacer.schedule();
    this.address.route = route;
    void this.address.follow();
  }

  hide() {
    this.visible = false;
    this.pacer.hidden = true;
    this.pacer.stop();
  }

  /**
   * @param {object} fields
   * @param {{viewer?: string, at?: number}} [how]
   */
  async open(fields, how) {
    await this.session.open(fields, how);
  }

  /** @param {string[]} changed */
  noticed(changed) {
    if (changed.includes("hello")) this.address.greeted();
    const { game } = this.app.state;
    if (!changed.includes("game") || !game || game.picture === this.session.picture) return;
    this.session.take(game); // the rules have changed
    this.draw("opened");
  }

  drawWelcome() {
    this.frame.welcome.hidden = false;
    this.frame.game.hidden = true;
    welcome(this.frame.welcome, this.app, (ruleset) => this.newGame(ruleset), () => openFile(this.app, (fields) => this.open(fields)));
  }

  // ---- drawing

  /** @param {import("./session.mjs").Why} why */
  draw(why) {
    const { session, frame, app } = this;
    const { position, picture } = session;
    const focus = focusOf(this.host);
    this.digits.clear(); // what was typed was meant for the question before
    if (why === "opened") this.opened();
    const moves = why === "stepped" && this.visible ? position.changed ?? [] : [];
    const was = before(this.host, moves);
    const covered = session.nextViewer !== null;
    this.contents = covered ? new Map() : contentsOf(picture, position.view);
    this.drawThings();
    const isAsked = Boolean(position.ask) && !covered && (this.pacer.paused || !this.pacer.waits);
    drawQuestion(frame.question, app, session, isAsked, {
      choose: (option) => this.choose(option),
      why: (option) => showWhy(app, session, { option: option.id }, option.label),
      point: (option) => this.point(option),
      step: () => void this.pacer.step(),
      hand: () => this.hand(),
      goOn: () => this.goTo(session.of),
      again: () => this.newGame(),
    });
    this.targets = isAsked ? targetsOf(position.ask, picture, this.contents, this.host) : new Map();
    mark(this.host, this.targets);
    this.board?.ring();
    this.log.draw(session.known, session.at, session.of);
    this.timeline.draw(session, this.pacer.paused);
    focus();
    move(this.host, moves, was, this.contents);
    this.hear();
    this.pacer.schedule();
    this.address.write();
    if (app.state.game?.position !== position) app.state.set({ game: { game: session.game, picture, position, table: session.table } });
  }

  opened() {
    const { frame, session, app } = this;
    const { picture } = session;
    frame.welcome.hidden = true;
    frame.game.hidden = false;
    this.board = picture.spaces?.length || picture.picture || picture.places?.some((/** @type {any} */ place) => place.on === "board" && place.w) ? new Board(picture, app.words("board")) : null;
    frame.boardBox.hidden = this.board === null;
    put(frame.frame, this.board?.element);
    frame.frame.style.background = this.board?.ground ?? "";
    if (this.board) this.zoom.show(this.board.element, picture.width, picture.height);
    this.arranger.opened();
    this.loadRest();
  }

  /** The rest of the game, for the slider and the log. */
  loadRest() {
    const { session } = this;
    session.loadAll().then(
      () => this.log.draw(session.known, session.at, session.of),
      () => {}, // the game was closed meanwhile
    );
  }

  drawThings() {
    const { session, frame, app, contents } = this;
    const { picture, position } = session;
    drawViewer(app, frame.viewer, session);
    this.board?.draw(contents);
    const wanted = new Set((position.ask?.options ?? []).flatMap((/** @type {any} */ option) => option.parts.filter((/** @type {any} */ part) => part.part === "place").map((/** @type {any} */ part) => part.id)));
    const places = picture.places ?? [];
    this.aside.draw(places.filter((/** @type {any} */ place) => place.on === "aside"), contents, wanted);
    const owner = session.seat === ALL ? position.waiting?.seat : session.seat;
    const cards = (/** @type {any} */ place) => place.owner === owner && !(place.hidden && place.ordered) && (wanted.has(place.id) || contents.get(place.id)?.some((item) => item.look.shape === "card" && !item.look.back));
    this.own.draw(places.filter(cards), contents, wanted);
    drawSeats(frame.seats, app, session, contents, {
      why: (seat) => showWhy(app, session, { score: seat }),
      sit: (seat, agent) => this.attempt(session.sit({ [seat]: agent })),
    });
  }

  /** Says what is asked to those who hear the page. */
  hear() {
    const { position } = this.session;
    const said = (position.said ?? []).map((/** @type {any} */ each) => each.text).join(" ");
    const question = this.frame.question.querySelector(".ask")?.textContent ?? "";
    this.frame.heard.textContent = `${said} ${question}`;
  }

  /** @param {string} typed */
  typed(typed) {
    if (typed) this.frame.heard.textContent = this.app.words("typed", { n: typed });
    this.frame.question.dataset.typed = typed;
  }

  /**
   * Shows where an option is on the table.
   * @param {Option | null} option
   */
  point(option) {
    for (const each of this.host.querySelectorAll(".pointed")) each.classList.remove("pointed");
    if (!option) return;
    for (const [key, options] of this.targets) {
      if (!options.includes(option)) continue;
      for (const element of this.host.querySelectorAll(`[data-key~="${CSS.escape(key)}"]`)) element.classList.add("pointed");
    }
  }

  // ---- acting

  /** @returns {HTMLButtonElement[]} */
  options() {
    return [...this.frame.question.querySelectorAll(".option")].filter((each) => each instanceof HTMLButtonElement);
  }

  /** @param {Event} event */
  clicked(event) {
    const found = optionsAt(event.target, this.targets);
    if (!found) return;
    const [only] = found.options;
    if (only && found.options.length === 1) this.choose(only);
    else menu(this.host, found.element, this.session.position.ask.question, found.options, (option) => this.choose(option));
  }

  /** @param {Option} option */
  choose(option) {
    if (this.choosing) return;
    this.choosing = true;
    this.attempt(
      this.session
        .choose(option.id)
        .then((copied) => copied && this.app.say(this.app.words("branched")))
        .finally(() => {
          this.choosing = false;
          this.pacer.schedule();
        }),
    );
  }

  /** @param {number} at */
  goTo(at) {
    this.attempt(this.session.goTo(at));
  }

  /** @param {number} steps */
  step(steps) {
    const { session } = this;
    if (steps > 0 && session.atEnd) void this.pacer.step();
    else this.goTo(session.at + steps);
  }

  undo() {
    if (this.session.at > 0) this.attempt(this.session.undo());
  }

  branch() {
    this.attempt(this.session.branch().then(() => this.app.say(this.app.words("branched"))));
  }

  why() {
    const option = document.activeElement?.getAttribute("data-option");
    const known = this.session.position.ask?.options.find((/** @type {Option} */ each) => each.id === option);
    showWhy(this.app, this.session, known ? { option: known.id } : {}, known?.label);
  }

  pause() {
    this.pacer.paused = !this.pacer.paused;
    this.draw("seats");
  }

  /** Looks as whoever is asked, also if that is a secret. */
  hand() {
    const { session } = this;
    this.attempt(session.lookAs(session.nextViewer ? session.viewer : session.position.waiting?.seat ?? TURN));
  }

  /** @param {string} [ruleset] */
  newGame(ruleset) {
    const { table } = this.session;
    const first = ruleset ? { ruleset } : table ? { ruleset: table.ruleset, with: table.with, players: table.players } : {};
    newGame(this.app, first, (fields) => this.open(fields));
  }

  /** @param {Promise<unknown>} promise */
  attempt(promise) {
    promise.catch((refusal) => this.refused(refusal));
  }

  /** @param {any} refusal */
  refused(refusal) {
    if (refusal?.code === "no_game") void this.address.reopen();
    else this.app.failed(refusal);
    if (this.session.position) this.timeline.draw(this.session, this.pacer.paused);
  }
}

/**
 * Opens the view in an element of the page.
 * @param {HTMLElement} host
 * @param {App} app
 */
export function open(host, app) {
  return new TableView(host, app);
}
