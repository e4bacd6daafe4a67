// The token that each socket sends first, so that a cookie, which browsers send to every port of a machine, opens none.
// The page has it when it was opened by the address that the command prints. Later it asks itself, and the other tabs.

const NAME = "boardwright-token";
const PATIENCE = 1000; // milliseconds that the other tabs have to answer

/** @type {Promise<string | null> | undefined} */
let found;

/** The token; null if neither this tab nor another one has it: then the command has to be started again. */
export function socketToken() {
  return (found ??= find());
}

/** @returns {Promise<string | null>} */
async function find() {
  const given = document.querySelector(`meta[name="${NAME}"]`)?.getAttribute("content");
  if (given) history.replaceState(history.state, "", location.pathname + location.hash);
  const token = given ?? sessionStorage.getItem(NAME) ?? (await fromAnotherTab());
  if (token !== null) {
    sessionStorage.setItem(NAME, token);
    new BroadcastChannel(NAME).addEventListener("message", (event) => answer(event, token));
  }
  return token;
}

/**
 * Tells another tab, which has asked. Only pages of this very address hear it.
 * @param {MessageEvent} event
 * @param {string} token
 */
function answer(event, token) {
  if (event.data === null) /** @type {BroadcastChannel} */ (event.target).postMessage(token);
}

/** @returns {Promise<string | null>} */
function fromAnotherTab() {
  const channel = new BroadcastChannel(NAME);
  return new Promise((resolve) => {
    channel.addEventListener("message", (event) => event.data !== null && resolve(event.data));
    setTimeout(() => resolve(null), PATIENCE);
    channel.postMessage(null);
  }).finally(() => channel.close());
}
