// The connection with the language server. It is made again when the server ends, and then all open files are told to it.

import { isPlayground } from "../carrier.mjs";
import { LSPClient } from "../vendor.mjs";
import { asPlainText } from "./markdown.mjs";

/** @typedef {import("../carrier.mjs").Transport} Transport */

const TIMEOUT = 20_000; // milliseconds: the first answer waits until all rules are read...
const TIMEOUT_IN_PAGE = 120_000; // ...and in the playground until Python has begun
const AGAIN = 500; // until the next try to connect, doubled each time
const LONGEST = 8000;
const REFRESH = "workspace/semanticTokens/refresh";

export class LanguageServer {
  /**
   * @param {import("../client.mjs").Client} client
   * @param {{folder: import("./folder.mjs").Folder, workspace(client: LSPClient): import("./workspace.mjs").FolderWorkspace, extensions: import("@codemirror/lsp-client").LSPClientExtension[], refresh(): void, runsScenarios(): boolean, say(message: string): void, ended(): void}} how
   */
  constructor(client, how) {
    this.client = client;
    this.how = how;
    this.wait = AGAIN;
    /** @type {Transport | null} */
    this.transport = null;
    const semanticTokens = { requests: { full: true }, tokenTypes: [], tokenModifiers: [], formats: ["relative"] };
    const capabilities = {
      textDocument: { semanticTokens, codeAction: { resolveSupport: { properties: ["edit"] } } },
      workspace: { semanticTokens: { refreshSupport: true }, workspaceEdit: { documentChanges: true, resourceOperations: ["create"] } },
    };
    /** @type {import("@codemirror/lsp-client").LSPClientConfig} */
    this.config = {
      timeout: isPlayground() ? TIMEOUT_IN_PAGE : TIMEOUT,
      workspace: how.workspace,
      sanitizeHTML: asPlainText,
      extensions: [{ clientCapabilities: capabilities }, ...how.extensions],
      notificationHandlers: {
        "window/logMessage": () => true,
        "window/showMessage": (_, params) => {
          how.say(params.message);
          return true;
        },
      },
      unhandledNotification: () => {},
    };
    this.lsp = new LSPClient(this.config);
  }

  connect() {
    this.config.rootUri = this.how.folder.uri.replace(/\/$/, "");
    this.config.initializationOptions = { scenarios: this.how.runsScenarios() ? "save" : "never" };
    const transport = this.client.languageServer();
    this.transport = transport;
    this.lsp.connect(this.answering(transport));
    this.lsp.initializing.then(() => (this.wait = AGAIN)).catch(() => {});
    void transport.closed?.then(() => {
      if (this.transport !== transport) return;
      this.how.ended();
      this.lsp.disconnect();
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(LONGEST, 2 * this.wait);
    });
  }

  /**
   * The transport, with answers to what the server asks of us.
   * @param {Transport} transport
   * @returns {Transport}
   */
  answering(transport) {
    /** @type {Map<(text: string) => void, (text: string) => void>} */
    const listeners = new Map();
    return {
      send: (text) => transport.send(text),
      subscribe: (listen) => {
        const hear = (/** @type {string} */ text) => {
          const message = JSON.parse(text);
          if (message.method !== REFRESH) return listen(text);
          transport.send(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: null }));
          this.how.refresh();
        };
        listeners.set(listen, hear);
        transport.subscribe(hear);
      },
      unsubscribe: (listen) => transport.unsubscribe(listeners.get(listen) ?? listen),
    };
  }

  /** Files have changed on the disk. */
  lookAround() {
    this.lsp.notification("workspace/didChangeWatchedFiles", { changes: [] });
  }

  /**
   * A file was saved: its scenarios are run.
   * @param {string} uri
   */
  saved(uri) {
    this.lsp.notification("textDocument/didSave", { textDocument: { uri } });
  }
}
