// Makes a picture larger and moves it: by buttons and keys, a pinch, and dragging.

const MOST = 6;
const STEP = 1.3;
const MOVED = 6; // pixels from which on a press is a drag, not a click

export class Zoom {
  /**
   * @param {HTMLElement} frame
   * @param {(scale: number) => void} sized hears how many pixels a unit of the picture has by now
   */
  constructor(frame, sized) {
    this.frame = frame;
    this.sized = sized;
    /** @type {SVGSVGElement | null} */
    this.image = null;
    this.whole = { w: 1, h: 1 };
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    /** @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();
    this.dragged = false;
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("pointermove", (event) => this.move(event));
    for (const kind of ["pointerup", "pointercancel"]) frame.addEventListener(kind, (event) => this.up(/** @type {PointerEvent} */ (event)));
    frame.addEventListener("click", (event) => {
      if (!this.dragged) return;
      this.dragged = false;
      event.stopPropagation();
    }, true);
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("focusin", (event) => this.reveal(event.target));
    new ResizeObserver(() => this.apply()).observe(frame);
  }

  /**
   * Another picture, shown whole.
   * @param {SVGSVGElement} image
   * @param {number} w
   * @param {number} h
   */
  show(image, w, h) {
    this.image = image;
    this.whole = { w, h };
    this.reset();
  }

  reset() {
    this.scale = 1;
    this.x = this.y = 0;
    this.apply();
  }

  /**
   * @param {number} factor
   * @param {{x: number, y: number}} [at] the point that stays, in the picture; its middle by default
   */
  by(factor, at = { x: this.x + this.whole.w / this.scale / 2, y: this.y + this.whole.h / this.scale / 2 }) {
    const scale = Math.max(1, Math.min(MOST, this.scale * factor));
    const share = this.scale / scale;
    this.x = at.x - (at.x - this.x) * share;
    this.y = at.y - (at.y - this.y) * share;
    this.scale = scale;
    this.apply();
  }

  closer() {
    this.by(STEP);
  }

  farther() {
    this.by(1 / STEP);
  }

  apply() {
    const w = this.whole.w / this.scale;
    const h = this.whole.h / this.scale;
    this.x = Math.max(0, Math.min(this.whole.w - w, this.x));
    this.y = Math.max(0, Math.min(this.whole.h - h, this.y));
    this.image?.setAttribute("viewBox", `${this.x} ${this.y} ${w} ${h}`);
    this.frame.classList.toggle("zoomed", this.scale > 1);
    const matrix = this.image?.getScreenCTM();
    if (matrix?.a) this.sized(matrix.a);
  }

  /**
   * A point of the window, in the picture.
   * @param {number} x
   * @param {number} y
   */
  point(x, y) {
    const matrix = this.image?.getScreenCTM()?.inverse();
    const found = new DOMPoint(x, y).matrixTransform(matrix ?? new DOMMatrix());
    return { x: found.x, y: found.y };
  }

  /**
   * Moves what has the focus into sight.
   * @param {EventTarget | null} target
   */
  reveal(target) {
    if (this.scale === 1 || !(target instanceof SVGElement) || !target.matches(":focus-visible")) return;
    const box = target.getBoundingClientRect();
    const frame = this.frame.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (x > frame.left && x < frame.right && y > frame.top && y < frame.bottom) return;
    const middle = this.point(x, y);
    this.x = middle.x - this.whole.w / this.scale / 2;
    this.y = middle.y - this.whole.h / this.scale / 2;
    this.apply();
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return; // the page scrolls
    event.preventDefault();
    this.by(event.deltaY < 0 ? STEP : 1 / STEP, this.point(event.clientX, event.clientY));
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.target instanceof Element && event.target.closest("button, .arranged")) return;
    if (this.pointers.size === 0) this.dragged = false;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before || !this.image) return;
    if (event.buttons === 0) return this.up(event); // it was let go where nobody heard it
    const now = { x: event.clientX, y: event.clientY };
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const factor = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      this.dragged = true;
      this.by(factor, this.point((now.x + other.x) / 2, (now.y + other.y) / 2));
    } else {
      if (!this.dragged && Math.hypot(now.x - before.x, now.y - before.y) < MOVED) return;
      if (this.scale === 1) return;
      this.dragged = true;
      this.frame.setPointerCapture(event.pointerId);
      const one = this.point(before.x, before.y);
      const two = this.point(now.x, now.y);
      this.x += one.x - two.x;
      this.y += one.y - two.y;
      this.apply();
    }
    this.pointers.set(event.pointerId, now);
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.pointers.delete(event.pointerId);
  }
}
