// Runs the extension with a VS Code and a language client that only write down what they are asked: what it starts, what it
// says, and what its commands do. Reads {extension, folder, settings, choose, execute} as JSON from stdin.
"use strict";
const Module = require("module");
const fs = require("fs");

const asked = JSON.parse(fs.readFileSync(0, "utf8"));
const told = { messages: [], commands: [], started: [], options: null };

class Place {
  constructor(...values) {
    this.values = values;
  }
}

const vscode = {
  Uri: { parse: (text) => text },
  Position: Place,
  Range: Place,
  Location: Place,
  commands: {
    registerCommand: (name) => ({ name }),
    executeCommand: async (...given) => void told.commands.push(given),
  },
  window: {
    createOutputChannel: (name, options) => (options.log ? { error() {} } : {}),
    showErrorMessage: async (text, ...buttons) => {
      told.messages.push(text);
      return buttons.find((each) => each === asked.choose);
    },
    showInformationMessage: async (text) => void told.messages.push(text),
  },
  workspace: {
    workspaceFolders: [{ uri: { fsPath: asked.folder } }],
    getConfiguration: () => ({ get: (name, other) => asked.settings[name] ?? other }),
    onDidChangeConfiguration: () => ({}),
  },
};

class LanguageClient {
  constructor(id, name, server, options) {
    Object.assign(this, { server, options });
    told.options = options;
  }
  async start() {
    this.options.outputChannel.error("the client writes to a log");
    const process = await this.server();
    told.started.push(process.spawnargs);
    const ended = new Promise((resolve) => process.on("close", resolve));
    process.stdin.end();
    await ended;
  }
  async stop() {}
}

const client = { LanguageClient, CloseAction: {}, ErrorAction: {} };
const load = Module._load;
Module._load = (name, ...more) => ({ vscode, "vscode-languageclient/node": client })[name] ?? load(name, ...more);

async function main() {
  const extension = require(asked.extension);
  await extension.activate({ subscriptions: [] });
  for (const given of asked.execute ?? []) {
    await told.options.middleware.executeCommand(...given, (...passed) => told.commands.push(["server", ...passed]));
  }
  await extension.deactivate();
  process.stdout.write(JSON.stringify(told));
}

main();
