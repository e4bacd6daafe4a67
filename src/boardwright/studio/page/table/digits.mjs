// Numbers that are typed to take an option: the first digit waits for a second one only if there could be one.

const WAIT = 700; // milliseconds

export class Digits {
  /**
   * @param {() => string[]} keys the digits of each option
   * @param {(n: number) => void} take called with 0 for the first option
   * @param {(typed: string) => void} shown called with what was typed so far
   */
  constructor(keys, take, shown) {
    this.keys = keys;
    this.take = take;
    this.shown = shown;
    this.typed = "";
    this.timer = 0;
  }

  /** @param {string} digit */
  type(digit) {
    clearTimeout(this.timer);
    this.typed += digit;
    const keys = this.keys();
    if (!keys.some((key) => key.startsWith(this.typed))) return this.clear();
    if (!keys.some((key) => key.startsWith(this.typed) && key !== this.typed)) return this.end();
    this.shown(this.typed);
    this.timer = window.setTimeout(() => this.end(), WAIT);
  }

  end() {
    const found = this.keys().indexOf(this.typed);
    this.clear();
    if (found >= 0) this.take(found);
  }

  clear() {
    clearTimeout(this.timer);
    this.typed = "";
    this.shown("");
  }
}
