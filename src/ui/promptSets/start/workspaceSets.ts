import type * as vscode from 'vscode';
import { fileBytes } from '../../../core/files/readLines.ts';
import { findFiles } from '../../shared/findFiles.ts';

/** So many files of the workspace are offered. */
export const maxInWorkspace = 50;

/** The names that tell a set by themselves. */
const ownNames =
  '**/{*.prompts.json,*.prompts.jsonl,*.prompts.csv,*.prompts.yaml,promptfoo*.yaml,promptfoo*.yml}';

/** What may hold anything else as well. */
const otherNames = '**/*.{jsonl,csv}';

/** A key or a column that a prompt is told by. */
const promptKey =
  /\b(prompt|messages|conversations|instruction|vars|assert|custom_id|input|query|__expected\d*)\b/u;

/** Returns the workspace's sets: those with a name of their own first, and some of them twice. */
export async function workspaceSets(signal: AbortSignal): Promise<vscode.Uri[]> {
  const find = async (names: string) => {
    // VS Code can't search everywhere.
    const found = await findFiles(names, 2 * maxInWorkspace, signal).catch(() => []);
    return found.sort((one, other) => (one.path < other.path ? -1 : 1));
  };
  const [own, others] = await Promise.all([find(ownNames), find(otherNames)]);
  const isSet = await Promise.all(others.map(hasPrompt));
  return [...own, ...others.filter((_, at) => isSet[at])];
}

/** Looks at the first line alone. Files that aren't on this machine are not read. */
async function hasPrompt(uri: vscode.Uri): Promise<boolean> {
  if (uri.scheme !== 'file') return false;
  try {
    for await (const bytes of fileBytes(uri.fsPath)) {
      const [line = ''] = new TextDecoder().decode(bytes).trimStart().split('\n', 1);
      return promptKey.test(line);
    }
  } catch {
    // It may be gone by now.
  }
  return false;
}
