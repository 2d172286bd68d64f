// The page of a diagnostic's code, under the address that the server gives: `portcullis:/docs/diagnostics/CODE.md`.

import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import * as vscode from "vscode";

export class Pages implements vscode.TextDocumentContentProvider {
  constructor(private readonly extension: string) {}

  provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    return readFile(join(this.extension, "dist", "diagnostics", basename(uri.path)), "utf8");
  }
}
