// The bundle of the VS Code extension, loaded with a small stand-in for the `vscode` module, talking to the real binary.
// What the extension does not touch stands for itself: any class, any function that does nothing.

import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const [bundle, binary, policy] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const Module = require("node:module");

const handlers = {};
const event = (name) => (listener) => {
  (handlers[name] ??= []).push(listener);
  return { dispose() {} };
};
const fire = (name, argument) => (handlers[name] ?? []).forEach((listener) => listener(argument));

class Position {
  constructor(line, character) { Object.assign(this, { line, character }); }
}
class Range {
  constructor(a, b, c, d) {
    [this.start, this.end] = c === undefined ? [a, b] : [new Position(a, b), new Position(c, d)];
  }
}
class Uri {
  static parse(text) { const uri = new Uri(); uri.text = text; return uri; }
  static file(path) { return Uri.parse(`file://${path}`); }
  toString() { return this.text; }
  get scheme() { return this.text.split(":")[0]; }
  get path() { return decodeURIComponent(this.text.replace(/^[a-z]+:(\/\/)?/, "")); }
  get fsPath() { return this.path; }
}
class EventEmitter {
  constructor() { this.listeners = []; this.event = (listener) => { this.listeners.push(listener); return { dispose() {} }; }; }
  fire(argument) { this.listeners.forEach((listener) => listener(argument)); }
  dispose() {}
}
class Disposable {
  constructor(end) { this.end = end; }
  dispose() { this.end?.(); }
  static from() { return new Disposable(); }
}
class CancellationTokenSource {
  constructor() { this.token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) }; }
  cancel() {}
  dispose() {}
}

const commands = new Map();
const panels = [];
const published = new Map();
const providers = {};
const waiting = [];
let asked = 0;
const provide = (what) => (_selector, provider) => { (providers[what] ??= []).push(provider); return new Disposable(); };

const text = readFileSync(policy, "utf8");
const document = {
  uri: Uri.file(policy), fileName: policy, languageId: "jsonc", version: 1, isDirty: false, isClosed: false,
  getText: () => text, lineCount: text.split("\n").length,
};

const known = {
  Position, Range, Uri, EventEmitter, Disposable, CancellationTokenSource,
  version: "1.82.0",
  env: { appName: "stand-in", language: "en" },
  StatusBarAlignment: { Left: 1, Right: 2 },
  ViewColumn: { Beside: -2 },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  DiagnosticTag: { Unnecessary: 1, Deprecated: 2 },
  TextDocumentSaveReason: { Manual: 1, AfterDelay: 2, FocusOut: 3 },
  TextDocumentChangeReason: { Undo: 1, Redo: 2 },
  l10n: { t: (message) => message },
  commands: {
    registerCommand: (name, run) => {
      if (commands.has(name)) throw new Error(`${name} is registered twice`);
      commands.set(name, run);
      return new Disposable(() => commands.delete(name));
    },
    executeCommand: (name, ...given) => commands.get(name)?.(...given),
  },
  window: {
    createStatusBarItem: () => ({ show() {}, dispose() {} }),
    createOutputChannel: () => ({ append() {}, appendLine() {}, show() {}, dispose() {}, clear() {} }),
    createWebviewPanel: (_type, title) => {
      const panel = { title, webview: { html: "" }, reveal() {}, dispose() {}, onDidDispose: () => new Disposable() };
      panels.push(panel);
      return panel;
    },
    showInputBox: async () => { asked += 1; return "bash git push"; },
    showTextDocument: async () => undefined,
    activeTextEditor: undefined, visibleTextEditors: [],
    onDidChangeActiveTextEditor: event("activeEditor"),
    tabGroups: { all: [], onDidChangeTabs: event("tabs"), onDidChangeTabGroups: event("tabGroups") },
  },
  workspace: {
    textDocuments: [document], notebookDocuments: [], workspaceFolders: undefined,
    getConfiguration: () => ({ get: (name) => ({ path: binary })[name] ?? "" }),
    registerTextDocumentContentProvider: (scheme, provider) => { providers[scheme] = provider; return new Disposable(); },
    openTextDocument: async (given) => { known.opened = given; return given; },
    onDidOpenTextDocument: event("open"), onDidChangeTextDocument: event("change"), onDidCloseTextDocument: event("close"),
    onDidSaveTextDocument: event("save"), onWillSaveTextDocument: event("willSave"),
  },
  languages: new Proxy({
    match: (selectors, given) => (selectors.some((selector) => selector.pattern?.includes("policy")) && given === document ? 10 : 0),
    createDiagnosticCollection: () => ({
      set: (uri, list) => { published.set(String(uri), list); waiting.splice(0).forEach((wake) => wake()); },
      delete: (uri) => published.delete(String(uri)), clear() {}, dispose() {}, forEach() {}, has: () => false, get: () => [],
    }),
  }, { get: (target, name) => target[name] ?? provide(name) }),
};

// Any other class is one that can be extended, any other function one that does nothing.
const nothing = (name) =>
  /^[A-Z]/.test(name) ? Object.assign(class { constructor(...given) { this.given = given; } }, {}) : () => new Disposable();
const fill = (object) => new Proxy(object, {
  get: (target, name) => {
    if (typeof name === "symbol" || name in target) return target[name];
    return (target[name] = nothing(name));
  },
});
known.window = fill(known.window);
known.workspace = fill(known.workspace);
known.Diagnostic = class { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } };
known.CodeLens = class { constructor(range, command) { Object.assign(this, { range, command }); } };
known.CodeActionKind = class Kind {
  constructor(value) { this.value = value; }
  append(part) { return new Kind(`${this.value}.${part}`); }
  contains() { return true; }
};
for (const kind of ["Empty", "QuickFix", "Refactor", "RefactorExtract", "RefactorInline", "RefactorRewrite", "Source", "SourceOrganizeImports", "SourceFixAll"]) {
  known.CodeActionKind[kind] = new known.CodeActionKind(kind);
}
const standIn = fill(known);

const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? standIn : load(name, ...rest));

const say = (...words) => console.log(...words);
const extension = require(bundle);
const subscriptions = [];
await extension.activate({ subscriptions, extensionPath: bundle.replace(/\/dist\/[^/]+$/, "") });
say("active");
while (!published.get(String(document.uri))?.length) {
  await new Promise((wake) => waiting.push(wake));
}
const [found] = published.get(String(document.uri));
const code = typeof found.code === "object" ? found.code : { value: found.code };
say("diagnostic:", code.value, `${found.range.start.line}:${found.range.start.character}`);
if (code.target) {
  const page = await providers.portcullis.provideTextDocumentContent(code.target);
  say("page:", page.split("\n")[0]);
}
await standIn.commands.executeCommand("portcullis.evaluate");
say("asked:", asked, "panel:", panels[0]?.title, panels[0]?.webview.html.includes("git * (policy)"));
await standIn.commands.executeCommand("portcullis.effectivePolicy");
say("in force:", JSON.parse(known.opened.content).rules.filter((rule) => rule.origin === "global").length);
const [lenses] = providers.registerCodeLensProvider;
const shown = await lenses.provideCodeLenses(document, new CancellationTokenSource().token);
say("lens:", shown[0].command.title);
await extension.deactivate();
say("stopped");
process.exit(0);
