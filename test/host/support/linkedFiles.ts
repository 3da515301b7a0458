import * as vscode from 'vscode';

const { File, Directory, SymbolicLink } = vscode.FileType;

/** Files of another machine as VS Code shows them in a remote window: a workspace with a scheme of its own. */
export class LinkedFiles implements vscode.FileSystemProvider {
  readonly root = vscode.Uri.parse('linked-test:/ws');
  /** The type of each path; a link has the type of its target, too. */
  readonly types = new Map<string, vscode.FileType>([
    ['/ws', Directory],
    ['/ws/src', Directory],
    ['/ws/src/deep', Directory],
    ['/ws/src/deep/a.md', File],
    ['/ws/src/link.md', File | SymbolicLink],
    ['/ws/linked', Directory | SymbolicLink],
    ['/ws/linked/a.md', File],
    ['/ws/linked/deep', Directory],
    ['/ws/linked/deep/a.md', File],
  ]);
  /** The error for a path when it is checked. */
  readonly errors = new Map<string, Error>();
  readonly read: string[] = [];
  onRead = (): void => undefined;
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  at(path: string): vscode.Uri {
    return this.root.with({ path });
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat({ path }: vscode.Uri): vscode.FileStat {
    const error = this.errors.get(path);
    if (error) throw error;
    const type = this.types.get(path);
    if (type === undefined) throw vscode.FileSystemError.FileNotFound(path);
    return { type, size: 6, ctime: 0, mtime: 0 };
  }

  readFile({ path }: vscode.Uri): Uint8Array {
    this.read.push(path);
    this.onRead();
    return Buffer.from('secret');
  }

  readDirectory(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  readonly createDirectory = this.readDirectory;
  readonly writeFile = this.readDirectory;
  readonly delete = this.readDirectory;
  readonly rename = this.readDirectory;
}

/** New files for each test, registered with VS Code. A stand-in reports the workspace folder: a second one would restart the host. */
export function useLinkedFiles(): () => LinkedFiles {
  const { getWorkspaceFolder } = vscode.workspace;
  let files = new LinkedFiles();
  let registration: vscode.Disposable | undefined;
  beforeEach(() => {
    files = new LinkedFiles();
    const { root } = files;
    registration = vscode.workspace.registerFileSystemProvider(root.scheme, files, { isReadonly: true });
    openFolder(root);
  });
  afterEach(() => {
    registration?.dispose();
    Object.assign(vscode.workspace, { getWorkspaceFolder });
  });
  return () => files;
}

/** Makes VS Code report this as a folder of the workspace, until `getWorkspaceFolder` is restored. */
export function openFolder(root: vscode.Uri): void {
  const { getWorkspaceFolder } = vscode.workspace;
  const isIn = ({ scheme, path }: vscode.Uri) => scheme === root.scheme && path.startsWith(`${root.path}/`);
  Object.assign(vscode.workspace, {
    getWorkspaceFolder: (uri: vscode.Uri) =>
      isIn(uri) ? { uri: root, name: 'ws', index: 1 } : getWorkspaceFolder(uri),
  });
}
