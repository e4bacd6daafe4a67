// Numbers that are typed to take an option: the first digit waits for a second one only if there could be one.

const WAIT = 700; // milliseconds

export class Digits {
  /**
   * @param {() => number} count how many options there are
   * @param {(n: number) => void} take called with 0 for the first option
   * @param {(typed: string) => void} shown called with what was typed so far
   */
  constructor(count, take, shown) {
    this.count = count;
    this.take = take;
    this.shown = shown;
    this.typed = "";
    this.timer = 0;
  }

  /** @param {string} digit */
  type(digit) {
    clearTimeout(this.timer);
    this.typed += digit;
    const number = Number(this.typed);
    if (number < 1 || number > this.count()) return this.clear();
    if (number * 10 > this.count()) return this.end();
    this.shown(this.typed);
    this.timer = window.setTimeout(() => this.end(), WAIT);
  }

  end() {
    const number = Number(this.typed);
    this.clear();
    if (number) this.take(number - 1);
  }

  clear() {
    clearTimeout(this.timer);
    this.typed = "";
    this.shown("");
  }
}
