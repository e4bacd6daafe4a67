// Tokenizes files as VS Code does, with the grammar of YAML and ours put into it. Reads {extension, grammars, injected, texts} as JSON from
// stdin and writes, for each text and line, its tokens as [start, end, scopes], in UTF-16.
"use strict";
const fs = require("fs");
const path = require("path");
const { createRequire } = require("module");

const asked = JSON.parse(fs.readFileSync(0, "utf8"));
const modules = path.join(asked.extension, "node_modules");
const ofExtension = createRequire(path.join(modules, "."));
const oniguruma = ofExtension("vscode-oniguruma");
const { Registry, INITIAL, parseRawGrammar } = ofExtension("vscode-textmate");
const yaml = path.join(modules, "tm-grammars", "grammars", "yaml.json");
const files = { "source.yaml": yaml, ...asked.grammars };

async function main() {
  const wasm = path.join(modules, "vscode-oniguruma", "release", "onig.wasm");
  await oniguruma.loadWASM(fs.readFileSync(wasm).buffer);
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope) => files[scope] && parseRawGrammar(fs.readFileSync(files[scope], "utf8"), files[scope]),
    getInjections: (scope) => (scope === "source.yaml" ? asked.injected : []),
  });
  const grammar = await registry.loadGrammar("source.yaml");
  const found = asked.texts.map((text) => {
    let state = INITIAL;
    return text.split("\n").map((line) => {
      const told = grammar.tokenizeLine(line, state);
      state = told.ruleStack;
      return told.tokens.map((each) => [each.startIndex, each.endIndex, each.scopes]);
    });
  });
  process.stdout.write(JSON.stringify(found));
}

main();
