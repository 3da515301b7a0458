import * as vscode from 'vscode';
import { cleanText } from '../../../core/cleanText.ts';
import { errorCode } from '../../../core/files/errorCode.ts';
import { fileBytes } from '../../../core/files/readLines.ts';
import { digestOf } from '../../../core/promptSets/digests.ts';
import type { SetProblem } from '../../../core/promptSets/file/setProblem.ts';
import type { SetOptions } from '../../../core/promptSets/index.ts';
import type { Prompt } from '../../../core/promptSets/prompt.ts';
import { readPromptSet } from '../../../core/promptSets/readPromptSet.ts';
import { UserFacingError } from '../../shared/errors/userFacingError.ts';
import { t } from '../../shared/text/t.ts';

/** A set as it was read: all but its prompts, which may be too many to keep. */
export interface ReadSet {
  uri: vscode.Uri;
  /** The file's name, fit to be shown. */
  name: string;
  options: SetOptions;
  prompts: number;
  /** How many of the prompts can pass or fail. */
  checked: number;
  /** What a verdict counts: the checked prompts, those of a group together as one. */
  units: number;
  problems: SetProblem[];
  /** How much of the disk a run's prompts take, in bytes or nearly so. */
  size: number;
  /** Tells whether the set is still the same. */
  digest: number;
}

/** A file's name as `readPromptSet` reads its format off it: what isn't saved yet has none but its language. */
export function readName(uri: vscode.Uri): string {
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const untitled = uri.scheme === 'untitled' && openDocument(uri);
  return untitled ? `${name}.${untitled.languageId}` : name;
}

export function setName(uri: vscode.Uri): string {
  return cleanText(uri.path.slice(uri.path.lastIndexOf('/') + 1), 80);
}

/** Reads a set once, for what is wrong with it. `onPrompts` is told how many prompts there are so far. */
export async function readSet(
  uri: vscode.Uri,
  options: SetOptions,
  signal: AbortSignal,
  onPrompts: (count: number) => void = () => undefined,
): Promise<ReadSet> {
  const set: ReadSet = {
    ...{ uri, name: setName(uri), options },
    ...{ prompts: 0, checked: 0, units: 0, problems: [], size: 0, digest: 0 },
  };
  const groups = new Set<string>();
  for await (const item of itemsOf(uri, options)) {
    signal.throwIfAborted();
    if ('problem' in item) set.problems.push(item.problem);
    else {
      const { prompt } = item;
      set.prompts += 1;
      const json = JSON.stringify(prompt);
      set.size += json.length;
      set.digest = digestOf(json, set.digest);
      if (prompt.expected !== undefined || prompt.checks.length > 0) {
        set.checked += 1;
        if (prompt.group === undefined || !groups.has(prompt.group)) set.units += 1;
        if (prompt.group !== undefined) groups.add(prompt.group);
      }
      if (set.prompts % 1000 === 0) onPrompts(set.prompts);
    }
  }
  return set;
}

/** Reads a set's prompts again. Rejects at the end if they are no longer those that were read before. */
export async function* promptsOf(set: ReadSet, signal: AbortSignal): AsyncGenerator<Prompt, void> {
  let digest = 0;
  for await (const item of itemsOf(set.uri, set.options)) {
    signal.throwIfAborted();
    if ('problem' in item) continue;
    digest = digestOf(JSON.stringify(item.prompt), digest);
    yield item.prompt;
  }
  if (digest !== set.digest)
    throw new UserFacingError(t('{0} was changed while it was being read. Try again.', set.name));
}

async function* itemsOf(uri: vscode.Uri, options: SetOptions) {
  try {
    yield* readPromptSet(bytesOf(uri), readName(uri), options);
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    throw new UserFacingError(t("{0} can't be read ({1}).", setName(uri), code), { cause: error });
  }
}

/** What counts is what the user sees: the text in the editor if it isn't saved yet. */
async function* bytesOf(uri: vscode.Uri): AsyncGenerator<Uint8Array, void> {
  const document = openDocument(uri);
  if (document?.isDirty || document?.isUntitled) yield new TextEncoder().encode(document.getText());
  else if (uri.scheme === 'file') yield* fileBytes(uri.fsPath);
  else yield await vscode.workspace.fs.readFile(uri);
}

function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
}
