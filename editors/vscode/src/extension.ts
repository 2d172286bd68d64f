// Portcullis in VS Code: one client of `portcullis serve`, a status item, and a panel that shows verdicts.

import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions, State } from "vscode-languageclient/node";
import { Pages } from "./pages";
import { Panel, Verdict } from "./panel";

let client: LanguageClient | undefined;

/** What may be a policy file; which are, the server knows. */
const DOCUMENTS = [
  { scheme: "file", pattern: "**/{policy,hard-guards}.jsonc" },
  { scheme: "untitled", pattern: "**/{policy,hard-guards}.jsonc" },
  { scheme: "file", pattern: "**/agents/*.md" },
];

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const panel = new Panel();
  const status = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Right);
  status.name = "Portcullis";
  status.command = "portcullis.evaluate";
  client = new LanguageClient("portcullis", "Portcullis", server(), options(panel));
  client.onDidChangeState((change) => show(status, change.newState));
  context.subscriptions.push(
    panel,
    status,
    vscode.workspace.registerTextDocumentContentProvider("portcullis", new Pages(context.extensionPath)),
    vscode.commands.registerCommand("portcullis.restart", () => client?.restart()),
  );
  show(status, State.Starting);
  await client.start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
  client = undefined;
}

function setting(name: string): string | undefined {
  return vscode.workspace.getConfiguration("portcullis").get<string>(name) || undefined;
}

function server(): ServerOptions {
  return { command: setting("path") ?? "portcullis", args: ["serve"] };
}

function options(panel: Panel): LanguageClientOptions {
  return {
    documentSelector: DOCUMENTS,
    initializationOptions: { configDir: setting("configDir"), agentDir: setting("agentDir") },
    middleware: {
      // The client registers the server's commands; what they answer is shown here.
      executeCommand: async (command, args, next) => {
        if (command === "portcullis.evaluate" || command === "portcullis.explain") {
          const call = args[0] ? { ...args[0], show: undefined } : await ask();
          if (call) {
            panel.show((await next(command, [call])) as Verdict);
          }
          return;
        }
        const answer = await next(command, args.length > 0 ? args : [{}]);
        if (command === "portcullis.effectivePolicy") {
          const content = JSON.stringify(answer, undefined, 2);
          await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "json", content }));
        }
        return answer;
      },
    },
  };
}

/** A call as somebody types it: a surface, and a value behind it. */
async function ask(): Promise<{ surface: string; value: string } | undefined> {
  const typed = await vscode.window.showInputBox({
    title: "Portcullis: evaluate a call",
    placeHolder: "bash git push --force",
    prompt: "A surface and a value. Open texts count as if they were saved.",
  });
  const parts = typed?.trim().match(/^(\S+)\s+([\s\S]+)$/);
  return parts ? { surface: parts[1], value: parts[2] } : undefined;
}

function show(status: vscode.StatusBarItem, state: State): void {
  const [text, tooltip] =
    state === State.Running
      ? ["$(shield) Portcullis", "Evaluate a call"]
      : state === State.Starting
        ? ["$(sync~spin) Portcullis", "Starting"]
        : ["$(error) Portcullis", "The server is not running: is `portcullis` installed?"];
  status.text = text;
  status.tooltip = tooltip;
  status.show();
}
