import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Logger } from '../../api/types.ts';
import { saveLatest } from '../../base/saveLatest.ts';
import { writeFileAtomic } from '../files/atomicFile.ts';
import { failureLine } from '../files/errorCode.ts';
import { expiredTwice } from '../files/expiredTwice.ts';
import { fileStats, idsIn, ifExists, readJsonFile } from '../files/ifExists.ts';
import type { OwnerLocks } from '../files/locks/ownerLocks.ts';
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
  /** Call when the chat's tab is closed, and its draft with it: leaves nothing on disk. */
  discard(): Promise<void>;
}

/**
 * Stores what is attached but not sent, one file per chat, so that it survives a reload as the draft does. The page's own state
 * is no place for it: VS Code writes all of that on every keystroke.
 */
export class AttachmentDrafts {
  readonly folder: string;
  readonly #keepsHistory: () => boolean;
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #open = new Set<string>();

  constructor(folder: string, keepsHistory: () => boolean, log: Logger, now: () => number = Date.now) {
    this.folder = folder;
    this.#keepsHistory = keepsHistory;
    this.#log = log;
    this.#now = now;
  }

  get openHere(): ReadonlySet<string> {
    return this.#open;
  }

  /** What is attached while history is off, or while `isUnkept` says that the chat is not kept, is never written. */
  open(id: string, isUnkept: () => boolean = () => false, tray = new AttachmentTray()): KeptTray {
    const path = join(this.folder, `${id}.json`);
    const unkept = new Set<string>();
    this.#open.add(id);
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
    const discard = async () => {
      tray.dispose();
      await settled();
      await this.#write(path, []);
      this.#open.delete(id);
    };
    return { tray, loaded, settled, discard };
  }

  async #read(path: string): Promise<Attachment[]> {
    try {
      const kept = await readJsonFile(path, fileSchema);
      // The tab is open again, so its thirty days start anew: else they would count from the last change.
      const now = new Date(this.#now());
      await ifExists(utimes(path, now, now)).catch((error: unknown) => this.#warn('renewed', error));
      return kept?.attachments ?? [];
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

/** Age at which abandoned attachments expire, in milliseconds. */
const staleMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Deletes attachments left behind thirty days ago, after two checks (see `expiredTwice`). Those of a tab open here or in
 * another window stay: their thirty days start when it was last seen open. A background tab that VS Code has not restored yet
 * names no chat, so only their age protects its attachments. `locks`: those of the chats.
 */
export async function purgeDrafts(
  { folder, openHere }: Pick<AttachmentDrafts, 'folder' | 'openHere'>,
  locks: Pick<OwnerLocks, 'take' | 'isTaken'>,
  now: number,
): Promise<void> {
  const ids = await idsIn(folder, '.json');
  const pathOf = (id: string) => join(folder, `${id}.json`);
  const stats = await fileStats(ids.map(pathOf));
  const left: { id: string; expiresAt: number }[] = [];
  for (const [at, id] of ids.entries()) {
    const expiresAt = (stats[at]?.mtimeMs ?? now) + staleMs;
    const isOpen = openHere.has(id) || (expiresAt < now && (await locks.isTaken(id)));
    if (isOpen) await utimes(pathOf(id), new Date(now), new Date(now));
    else left.push({ id, expiresAt });
  }
  for (const { id } of await expiredTwice(left, join(folder, 'expired'), now)) {
    // Its tab may be coming back right now, here or elsewhere.
    if (await locks.isTaken(id)) continue;
    const hold = await locks.take(id);
    if (hold) await rm(pathOf(id), { force: true });
    await hold?.release();
  }
}
