import * as vscode from 'vscode';

/** A file system without folders, as one that another extension brings. */
export class MemoryFiles implements vscode.FileSystemProvider {
  readonly #files = new Map<string, Uint8Array>();
  readonly #onDidChange = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#onDidChange.event;

  read(path: string): Uint8Array {
    const content = this.#files.get(path);
    if (!content) throw vscode.FileSystemError.FileNotFound(path);
    return content;
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat({ path }: vscode.Uri): vscode.FileStat {
    if (path === '/') return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: this.read(path).length };
  }

  readDirectory(): [string, vscode.FileType][] {
    return [...this.#files.keys()].map((path) => [path.slice(1), vscode.FileType.File]);
  }

  createDirectory(): void {
    throw vscode.FileSystemError.NoPermissions();
  }

  readFile({ path }: vscode.Uri): Uint8Array {
    return this.read(path);
  }

  writeFile({ path }: vscode.Uri, content: Uint8Array): void {
    this.#files.set(path, content);
  }

  delete({ path }: vscode.Uri): void {
    this.#files.delete(path);
  }

  rename(): void {
    throw vscode.FileSystemError.NoPermissions();
  }
}
