// The panel beside the text that shows the last verdict and what led to it.

import * as vscode from "vscode";

/** What the server says of a call. */
export interface Verdict {
  readonly state: string;
  readonly title: string;
  readonly text: string;
}

export class Panel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;

  show(verdict: Verdict | undefined): void {
    if (!verdict) {
      return;
    }
    if (!this.panel) {
      const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      this.panel = vscode.window.createWebviewPanel("portcullis.evaluate", "Portcullis", column, {});
      this.panel.onDidDispose(() => (this.panel = undefined));
    }
    this.panel.title = `Portcullis: ${verdict.state}`;
    this.panel.webview.html = page(verdict);
    this.panel.reveal(undefined, true);
  }

  dispose(): void {
    this.panel?.dispose();
  }
}

/** No script and nothing from elsewhere: a command may hold any text. */
function page(verdict: Verdict): string {
  return `<!DOCTYPE html><html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>pre { font-family: var(--vscode-editor-font-family); white-space: pre-wrap; }</style></head>
<body><h2>${escaped(verdict.title)}</h2><pre>${escaped(verdict.text)}</pre></body></html>`;
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
