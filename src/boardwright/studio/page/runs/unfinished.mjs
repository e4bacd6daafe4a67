// Which runs this page plays, remembered while its tab is open: they end with its engine, and go on with the next one.

const KEY = "boardwright-runs";

/** @returns {string[]} the runs that went on when they were written last */
export function unfinished() {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.map(String) : [];
  } catch {
    return []; // storage may be forbidden
  }
}

/** @param {Iterable<string>} runs */
export function remember(runs) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...runs]));
  } catch {
    // then they end with the page
  }
}
