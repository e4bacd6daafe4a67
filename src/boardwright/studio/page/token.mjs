// The token that each socket sends first, so that a cookie alone opens none.

/** @returns {Promise<string | null>} */
export async function socketToken() {
  const found = document.querySelector('meta[name="boardwright-token"]');
  return found?.getAttribute("content") ?? null;
}
