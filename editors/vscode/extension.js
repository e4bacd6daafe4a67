// Starts `boardwright lsp` for the rule files of the open folders, and does in VS Code what the server leaves to editors.
"use strict";
const fs = require("fs");
const path = require("path");
const { spawn } = require("child_process");
const vscode = require("vscode");
const { CloseAction, ErrorAction, LanguageClient } = require("vscode-languageclient/node");

const OWN_ENVIRONMENT = process.platform === "win32" ? [".venv", "Scripts", "boardwright.exe"] : [".venv", "bin", "boardwright"];

let client;
let output;

/** A client whose own errors are in the log only: `startServer` says what there is to say. */
class QuietClient extends LanguageClient {
  error(message, data) {
    super.error(message, data, false);
  }
}

async function activate(context) {
  output = vscode.window.createOutputChannel("Boardwright", { log: true });
  context.subscriptions.push(output);
  context.subscriptions.push(vscode.commands.registerCommand("boardwright.restart", start));
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((change) => (change.affectsConfiguration("boardwright") ? start() : undefined))
  );
  await vscode.commands.executeCommand("setContext", "boardwright.active", true);
  await start();
}

async function deactivate() {
  const running = client;
  client = undefined;
  await vscode.commands.executeCommand("setContext", "boardwright.runs", false);
  // A server that never started cannot be stopped.
  await running?.stop().catch(() => undefined);
}

/** The program to start: the one in the settings, or that of an environment in an open folder, or that on the PATH. */
function program() {
  const written = vscode.workspace.getConfiguration("boardwright").get("command", "").trim();
  if (written) return written;
  const own = (vscode.workspace.workspaceFolders ?? []).map((folder) => path.join(folder.uri.fsPath, ...OWN_ENVIRONMENT));
  return own.find((each) => fs.existsSync(each)) ?? "boardwright";
}

async function start() {
  await deactivate();
  const server = await startServer(program());
  if (!server) return;
  const settings = vscode.workspace.getConfiguration("boardwright");
  const started = new QuietClient("boardwright", "Boardwright", async () => server, {
    documentSelector: [{ scheme: "file", language: "yaml" }],
    initializationOptions: {
      profile: settings.get("profile", "basic"),
      scenarios: settings.get("scenarios", "on save"),
    },
    outputChannel: output,
    initializationFailedHandler: () => false,
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => ({ action: CloseAction.DoNotRestart, handled: true }),
    },
    middleware: { executeCommand },
  });
  client = started;
  try {
    await started.start();
    await vscode.commands.executeCommand("setContext", "boardwright.runs", client === started);
  } catch (fault) {
    output.error(String(fault)); // what ended the server has been said
  }
}

/** The process of the server, or nothing if it cannot be started. Whatever ends it is said in words, with what to do. */
function startServer(command) {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const server = spawn(command, ["lsp"], { cwd: folder });
  let said = "";
  server.stderr.on("data", (data) => {
    said = (said + data).slice(-2000);
  });
  server.on("close", (code) => {
    if (code > 0) tell(`The language server ended: ${said.trim().split("\n").pop() || `exit code ${code}`}`);
  });
  return new Promise((resolve) => {
    server.on("spawn", () => resolve(server));
    server.on("error", (fault) => {
      resolve(undefined);
      const why = fault.code === "ENOENT" ? `There is no program \`${command}\`.` : `\`${command}\` cannot be started: ${fault.message}.`;
      tell(`${why} Install Boardwright, or write its path in the setting \`boardwright.command\`.`);
    });
  });
}

async function tell(message) {
  const settings = "Open the setting", again = "Try again";
  const chosen = await vscode.window.showErrorMessage(message, settings, again);
  if (chosen === settings) await vscode.commands.executeCommand("workbench.action.openSettings", "boardwright.command");
  if (chosen === again) await start();
}

/** The lens above a declaration shows where it is named, as VS Code shows references. The server does the rest. */
async function executeCommand(command, given, next) {
  if (command !== "boardwright.uses") return next(command, given);
  const [uri, position, places] = given;
  if (places.length === 0) return vscode.window.showInformationMessage("Nothing else names this.");
  return vscode.commands.executeCommand(
    "editor.action.showReferences",
    vscode.Uri.parse(uri),
    place(position),
    places.map((each) => new vscode.Location(vscode.Uri.parse(each.uri), new vscode.Range(place(each.range.start), place(each.range.end))))
  );
}

function place(position) {
  return new vscode.Position(position.line, position.character);
}

module.exports = { activate, deactivate };
