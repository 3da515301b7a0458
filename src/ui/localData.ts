import * as vscode from 'vscode';
import { WeightsNotes } from '../core/weights/weightsNotes.ts';
import { keyHint } from './chats/actions/keyHint.ts';
import type { KeyStore } from './connections/keyStore.ts';
import type { WindowServices } from './models/windowServices.ts';
import { isAgreed, sayBriefly } from './shared/messages.ts';
import { t } from './shared/text/t.ts';

/** What holds the data in memory or on screen and must release it. */
interface DataHolders {
  /** Resolves when no chat is open, no run sends requests and nothing is being deleted from a service any more. */
  release(): Promise<void>;
  /** Forgets models, what was learned about them, and the filters and sort order of their view. */
  forget(): void;
  /** Shows no chats and no runs. */
  showNone(): Promise<void>;
}

/**
 * *Delete All Local Data…*: chats with their trash, runs, journal and reports, kept lists and keys, and anything else in `folder`,
 * the extension's own, e.g. leftovers of a killed window. The connections themselves are settings and stay.
 */
export async function deleteAllLocalData(
  folder: vscode.Uri,
  keys: Pick<KeyStore, 'forgetAll'>,
  holders: DataHolders,
): Promise<void> {
  const question = t('Delete all local data of Hosted Models?');
  const detail = t(
    "This deletes all chats (deleted ones too), runs of prompt sets, presets, the list of deleted LoRAs and its reports, saved model lists, filters, API keys and headers from this machine. It can't be undone. Connections stay in your settings; nothing changes on any service.",
  );
  if (!(await isAgreed(question, detail, t('Delete All Local Data'), t('Keep Data')))) return;
  await holders.release();
  await keys.forgetAll();
  holders.forget();
  for (const [name] of await unlessMissing(vscode.workspace.fs.readDirectory(folder), [])) {
    const uri = vscode.Uri.joinPath(folder, name);
    await unlessMissing(vscode.workspace.fs.delete(uri, { recursive: true }), undefined);
  }
  await holders.showNone();
  sayBriefly(t('All local data of Hosted Models was deleted.'));
}

/** Forgets what a window knows of models and connections, and what it remembers of them. */
export function forgetAll({ view, recent, connections, offered, memory, catalogs }: WindowServices): void {
  view.forgetLooks();
  recent.forgetAll();
  connections.forgetRemoved();
  offered.memory.forgetAll();
  keyHint(memory).showAgain();
  new WeightsNotes(memory).forgetAll();
  catalogs.forgetAll();
}

/** Another window may be faster, and on a new machine the folder does not exist. */
async function unlessMissing<T>(work: Thenable<T>, otherwise: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return otherwise;
    throw error;
  }
}
