// Light or dark: as the system says, until the button is used, which is remembered.

const KEY = "boardwright-theme";

/** @returns {"light" | "dark"} */
export function theme() {
  const kept = read(KEY);
  if (kept === "light" || kept === "dark") return kept;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Shows the colours that were chosen; nothing to do if none were, since the style sheet follows the system. */
export function applyTheme() {
  const kept = read(KEY);
  if (kept) document.documentElement.dataset.theme = kept;
}

export function switchTheme() {
  write(KEY, theme() === "dark" ? "light" : "dark");
  applyTheme();
}

/**
 * What this browser remembers under a name.
 * @param {string} key
 */
export function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage may be forbidden
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
export function write(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // then it is forgotten at the next visit
  }
}
