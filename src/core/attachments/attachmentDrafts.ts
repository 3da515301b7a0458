import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Logger } from '../../api/types.ts';
import { saveLatest } from '../../base/saveLatest.ts';
import { writeFileAtomic } from '../files/atomicFile.ts';
import { failureLine } from '../files/errorCode.ts';
import { idsIn, readJsonFile } from '../files/ifExists.ts';
import { type Attachment, keptAttachments } from './attachment.ts';
import { AttachmentTray, type TrayEntry } from './attachmentTray.ts';

const fileSchema = v.object({ v: v.literal(1), attachments: keptAttachments });

/** A tray whose content is on disk while its chat is open. */
export interface KeptTray {
  tray: AttachmentTray;
  /** Resolves when what an earlier window left is in the tray. */
  loaded: Promise<void>;
  /** Resolves when the disk has the tray's current content, or has refused it. */
  settled(): Promise<void>;
  /** Call when the chat's tab is closed: what is in the tray stays on disk until the chat is opened again, or deleted. */
  close(): Promise<void>;
}

/**
 * Stores what is attached but not sent, one file per chat, so that it survives a reload and its tab. The page's own state is no place
 * for it: VS Code writes all of that on every keystroke.
 */
export class AttachmentDrafts {
  readonly folder: string;
  readonly #keepsHistory: () => boolean;
  readonly #log: Logger;

  constructor(folder: string, keepsHistory: () => boolean, log: Logger) {
    this.folder = folder;
    this.#keepsHistory = keepsHistory;
    this.#log = log;
  }

  /** What is attached while history is off, or while `isUnkept` says that the chat is not kept, is never written. */
  open(id: string, isUnkept: () => boolean = () => false, tray = new AttachmentTray()): KeptTray {
    const path = join(this.folder, `${id}.json`);
    const unkept = new Set<string>();
    let isLoaded = false;
    let saved = Promise.resolve();
    const save = saveLatest(() => {
      const kept = tray.entries.filter((entry) => !unkept.has(entry.id));
      return this.#write(path, kept);
    });
    const keep = () => {
      if (!isLoaded) return;
      if (isUnkept() || !this.#keepsHistory()) for (const entry of tray.entries) unkept.add(entry.id);
      saved = save();
    };
    const load = async () => {
      const kept = await this.#read(path);
      const hasNews = tray.entries.length > 0;
      for (const attachment of kept) tray.add(attachment);
      isLoaded = true;
      if (hasNews) keep();
    };
    tray.onDidChange(keep);
    const loaded = load();
    const settled = async () => {
      await loaded;
      await saved;
    };
    const close = async () => {
      tray.dispose();
      await settled();
    };
    return { tray, loaded, settled, close };
  }

  async #read(path: string): Promise<Attachment[]> {
    try {
      return (await readJsonFile(path, fileSchema))?.attachments ?? [];
    } catch (error) {
      this.#warn('read', error);
      return [];
    }
  }

  /** Attachments that the disk refuses stay in memory. */
  async #write(path: string, entries: readonly TrayEntry[]): Promise<void> {
    const attachments = entries.map(({ attachment }) => attachment);
    try {
      if (attachments.length === 0) await rm(path, { force: true });
      else await writeFileAtomic(path, JSON.stringify({ v: 1, attachments }));
    } catch (error) {
      this.#warn('written', error);
    }
  }

  #warn(what: string, error: unknown): void {
    this.#log.warn(failureLine(`Attachments could not be ${what}`, error));
  }
}

/** Deletes the attachments of chats that are gone for good. `exists` returns the ids of the chats, those in the trash too. */
export async function purgeDrafts(folder: string, exists: () => Promise<ReadonlySet<string>>): Promise<void> {
  // Read first, since a chat is written before what is attached in it.
  const ids = await idsIn(folder, '.json');
  const chats = await exists();
  for (const id of ids) if (!chats.has(id)) await rm(join(folder, `${id}.json`), { force: true });
}
