// Moves spaces by hand, and keeps where they are in the files of the ruleset.

/** @typedef {import("./table.mjs").TableView} TableView */

const STEP = 1; // percent of the board that an arrow key moves a space

/** @param {number} percent */
const within = (percent) => Math.min(100, Math.max(0, percent));

export class Arranger {
  /** @param {TableView} view */
  constructor(view) {
    this.view = view;
    this.on = false;
    /** @type {Record<string, [number, number]>} where spaces that were moved are now, in percent */
    this.moved = {};
    /** @type {{id: string, x: number, y: number} | null} */
    this.held = null;
    const { frame } = view.frame;
    frame.addEventListener("pointerdown", (event) => this.down(event), true);
    frame.addEventListener("pointermove", (event) => this.drag(event));
    frame.addEventListener("pointerup", () => (this.held = null));
    frame.addEventListener("keydown", (event) => this.key(event));
  }

  /** A board was opened: what can be arranged of it? */
  opened() {
    const { app, session, frame } = this.view;
    this.on = false;
    this.moved = {};
    const own = app.state.hello?.rulesets.some((/** @type {any} */ each) => !each.shipped && [session.table.ruleset, ...session.table.with].includes(each.id));
    const can = Boolean(app.state.hello?.can.disk && own && session.picture.spaces?.some((/** @type {any} */ each) => each.at));
    frame.arrange.hidden = !can;
    frame.arrange.setAttribute("aria-pressed", "false");
    frame.keep.hidden = !(can && session.picture.layout === "computed");
  }

  toggle() {
    const { frame, app, targets } = this.view;
    this.on = !this.on;
    frame.arrange.setAttribute("aria-pressed", String(this.on));
    for (const spot of this.spaces()) {
      spot.element.classList.toggle("arranged", this.on);
      if (this.on) spot.element.setAttribute("tabindex", "0");
      else if (!targets.has(`space:${spot.thing.id}`)) spot.element.removeAttribute("tabindex");
    }
    if (this.on) {
      frame.keep.hidden = false;
      app.say(app.words("arrange_hint"));
    }
  }

  spaces() {
    return [...(this.view.board?.spots.values() ?? [])].filter((spot) => spot.thing.at);
  }

  /** @param {EventTarget | null} target */
  idOf(target) {
    return target instanceof Element ? (target.closest(".arranged")?.getAttribute("data-at") ?? null) : null;
  }

  /** @param {PointerEvent} event */
  down(event) {
    const id = this.on ? this.idOf(event.target) : null;
    if (!id) return;
    const { x, y } = this.view.zoom.point(event.clientX, event.clientY);
    this.held = { id, x, y };
    this.view.frame.frame.setPointerCapture(event.pointerId);
    event.preventDefault();
  }

  /** @param {PointerEvent} event */
  drag(event) {
    if (!this.held) return;
    const { x, y } = this.view.zoom.point(event.clientX, event.clientY);
    this.shift(this.held.id, x - this.held.x, y - this.held.y);
    Object.assign(this.held, { x, y });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const id = this.on ? this.idOf(event.target) : null;
    const steps = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (!id || !step) return;
    const { w, h } = this.view.session.picture.frame;
    this.shift(id, ((step[0] ?? 0) * w) / 100, ((step[1] ?? 0) * h) / 100);
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * @param {string} id
   * @param {number} x
   * @param {number} y
   */
  shift(id, x, y) {
    const spot = this.view.board?.spots.get(id);
    const { frame } = this.view.session.picture;
    if (!spot) return;
    // A position is in hundredths of the frame, of which the board may show only a part.
    const at = this.moved[id] ?? [((spot.thing.x - frame.x) * 100) / frame.w, ((spot.thing.y - frame.y) * 100) / frame.h];
    this.moved[id] = [within(at[0] + (x * 100) / frame.w), within(at[1] + (y * 100) / frame.h)];
    const shiftX = frame.x + (this.moved[id][0] * frame.w) / 100 - spot.thing.x;
    const shiftY = frame.y + (this.moved[id][1] * frame.h) / 100 - spot.thing.y;
    for (const element of [spot.element, spot.label, spot.tokens]) element?.setAttribute("transform", `translate(${shiftX} ${shiftY})`);
  }

  /** Writes the layout into the files, and draws the board as they say. */
  async keep() {
    const { app, session } = this.view;
    /** @type {Record<string, [number, number]>} */
    const at = Object.fromEntries(Object.entries(this.moved).map(([id, [x, y]]) => [id, [Math.round(x), Math.round(y)]]));
    const { files, picture } = await app.client.ask("layout", { game: session.game, at });
    session.picture = picture;
    this.view.draw("opened");
    app.say(app.words("kept_layout", { files: files.join(", ") }));
  }
}
