import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { nextEvent } from './waiting.ts';

/** How often a file is written until that is heard, in ms. */
const againMs = 100;

/**
 * Waits until VS Code hears of changes in a folder that the extension watches: a watcher is there at once, but deaf for a while. What is
 * changed before is never told.
 */
export async function heardIn(folder: string): Promise<void> {
  const probe = path.join(folder, 'probe.txt');
  const watcher = vscode.workspace.createFileSystemWatcher(
    new vscode.RelativePattern(vscode.Uri.file(folder), '*'),
  );
  const isProbe = ({ fsPath }: vscode.Uri) => fsPath === probe;
  const heard = Promise.race([
    nextEvent(watcher.onDidCreate, 'a new file is heard of', isProbe),
    nextEvent(watcher.onDidChange, 'a changed file is heard of', isProbe),
  ]);
  let written: Promise<void> = Promise.resolve();
  const write = () => {
    written = written.then(() => writeFile(probe, `${performance.now()}`));
  };
  write();
  const timer = setInterval(write, againMs);
  try {
    await heard;
  } finally {
    clearInterval(timer);
    watcher.dispose();
    await written;
    await rm(probe, { force: true });
  }
}
