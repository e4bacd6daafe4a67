// Puts what was changed on the disk: at Ctrl-S, and by itself after a pause. Takes in what others changed there.

/** @typedef {import("./workspace.mjs").OpenFile} OpenFile */

const PAUSE = 700; // milliseconds without a change until a file is saved

export class Saving {
  /**
   * @param {import("./folder.mjs").Folder} folder
   * @param {() => import("./workspace.mjs").FolderWorkspace} workspace
   * @param {{saved(file: OpenFile): void, changed(): void, conflict(file: OpenFile): void, failed(refusal: import("../client.mjs").Refusal): void}} how
   */
  constructor(folder, workspace, how) {
    this.folder = folder;
    this.workspace = workspace;
    this.how = how;
    /** @type {Map<OpenFile, number>} */
    this.timers = new Map();
    /** @type {Map<OpenFile, Promise<void>>} */
    this.writing = new Map();
  }

  /**
   * Saves a file after a pause.
   * @param {OpenFile} file
   */
  soon(file) {
    clearTimeout(this.timers.get(file));
    if (file.isSaved || file.conflict || file.locked) return;
    this.timers.set(file, setTimeout(() => void this.now(file), PAUSE));
  }

  /**
   * Saves a file now. One write of a file follows the other.
   * @param {OpenFile} file
   */
  async now(file) {
    clearTimeout(this.timers.get(file));
    await this.writing.get(file);
    if (file.isSaved || file.conflict || file.locked) return;
    const writing = this.write(file).finally(() => this.writing.delete(file));
    this.writing.set(file, writing);
    await writing;
  }

  /** Saves all files. */
  async all() {
    await Promise.all(this.workspace().files.map((file) => this.now(file)));
  }

  get isDirty() {
    return this.workspace().files.some((file) => !file.isSaved && !file.locked);
  }

  /** @param {OpenFile} file */
  async write(file) {
    const doc = file.state.doc;
    try {
      file.hash = await this.folder.write(file.path, file.text, file.hash);
      file.saved = doc;
      this.how.saved(file);
      this.soon(file);
    } catch (error) {
      const refusal = /** @type {import("../client.mjs").Refusal} */ (error);
      if (refusal.code === "conflict" && refusal.now) this.differs(file, refusal.now);
      else if (refusal.code === "disconnected" || refusal.code === "unavailable") this.timers.set(file, setTimeout(() => void this.now(file), 2 * PAUSE));
      else this.how.failed(refusal);
    }
    this.how.changed();
  }

  /**
   * Another text is on the disk: it is taken in if nothing was changed here, else somebody has to choose.
   * @param {OpenFile} file
   * @param {{text: string, hash: string}} disk
   */
  differs(file, disk) {
    const text = disk.text.replaceAll("\r\n", "\n");
    if (text === file.state.doc.toString()) {
      file.hash = disk.hash;
      file.saved = file.state.doc;
      file.conflict = null;
    } else if (file.isSaved) this.take(file, disk);
    else {
      const isKnown = file.conflict?.hash === disk.hash; // who has put the choice off is not asked again
      file.conflict = disk;
      if (!isKnown) this.how.conflict(file);
    }
    this.how.changed();
  }

  /**
   * Takes the text of the disk. Only what differs is replaced, so that the cursor stays where it is.
   * @param {OpenFile} file
   * @param {{text: string, hash: string}} disk
   */
  take(file, disk) {
    file.conflict = null;
    file.hash = disk.hash;
    const before = file.state.doc.toString();
    const now = disk.text.replaceAll("\r\n", "\n");
    let from = 0;
    while (from < before.length && before[from] === now[from]) from++;
    let same = 0;
    while (same < Math.min(before.length, now.length) - from && before.at(-1 - same) === now.at(-1 - same)) same++;
    const changes = { from, to: before.length - same, insert: now.slice(from, now.length - same) };
    this.workspace().updateFile(file.uri, { changes, userEvent: "disk" });
    file.saved = file.state.doc;
    clearTimeout(this.timers.get(file));
    this.how.changed();
  }

  /**
   * Keeps a text of ours instead of the one on the disk.
   * @param {OpenFile} file
   * @param {string} text
   */
  async keep(file, text) {
    if (!file.conflict) return;
    file.hash = file.conflict.hash;
    file.conflict = null;
    if (text !== file.state.doc.toString()) {
      this.workspace().updateFile(file.uri, { changes: { from: 0, to: file.state.doc.length, insert: text } });
    }
    await this.now(file);
  }

  /**
   * Files have changed on the disk: those that are open are read again.
   * @param {string[]} paths
   */
  async disk(paths) {
    for (const path of paths) {
      const file = this.workspace().at(path);
      if (!file) continue;
      await this.writing.get(file);
      const known = this.folder.files.get(path);
      if (known && known.hash === file.hash) continue;
      const found = await this.folder.read(path).catch(() => null);
      if (found && found.hash !== file.hash) this.differs(file, found);
    }
  }
}
