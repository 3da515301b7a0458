import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Logger } from '../../api/types.ts';
import { errorCode, writeFileAtomic } from '../files/atomicFile.ts';
import { expiredTwice } from '../files/expiredTwice.ts';
import { type Attachment, keptAttachments } from './attachment.ts';
import { AttachmentTray } from './attachmentTray.ts';

/** What a window left behind that never came back, in milliseconds. */
const staleMs = 30 * 24 * 60 * 60 * 1000;

/** The file of `expiredTwice`. */
const markName = 'expired';

const fileSchema = v.object({ v: v.literal(1), attachments: keptAttachments });

/** A tray whose content is on disk while its chat is open. */
export interface KeptTray {
  tray: AttachmentTray;
  /** Resolves when what an earlier window left is in the tray. */
  loaded: Promise<void>;
  /** Resolves when the disk has what the tray holds now, or has refused it. */
  settled(): Promise<void>;
  /** The chat's tab was closed, and with it its draft: nothing is left on disk. */
  discard(): Promise<void>;
}

/**
 * Keeps what is attached but not sent, one file a chat, so that it is there after a reload as the draft is. The page's own
 * state is no place for it: VS Code writes that down whole at every key.
 */
export class AttachmentDrafts {
  readonly #folder: string;
  readonly #keepsHistory: () => boolean;
  readonly #log: Logger;
  readonly #now: () => number;
  #hasPurged = false;

  constructor(folder: string, keepsHistory: () => boolean, log: Logger, now: () => number = Date.now) {
    this.#folder = folder;
    this.#keepsHistory = keepsHistory;
    this.#log = log;
    this.#now = now;
  }

  open(id: string): KeptTray {
    const path = join(this.#folder, `${id}.json`);
    const tray = new AttachmentTray();
    let isLoaded = false;
    // One after the other, so that the last state is the one that stays.
    let work = Promise.resolve();
    const keep = () => {
      if (!isLoaded) return;
      const attachments = tray.entries.map(({ attachment }) => attachment);
      work = work.then(() => this.#write(path, attachments));
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
      await work;
    };
    const discard = async () => {
      tray.dispose();
      await settled();
      await this.#write(path, []);
    };
    return { tray, loaded, settled, discard };
  }

  async #read(path: string): Promise<Attachment[]> {
    await this.#purge();
    try {
      const read = v.safeParse(fileSchema, JSON.parse(await readFile(path, 'utf8')));
      await this.#renew(path);
      return read.success ? read.output.attachments : [];
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') this.#warn('read', error);
      return [];
    }
  }

  /** Its tab is open again, so that it is not left behind: else thirty days would count from the last change. */
  async #renew(path: string): Promise<void> {
    const now = new Date(this.#now());
    try {
      await utimes(path, now, now);
    } catch (error) {
      this.#warn('renewed', error);
    }
  }

  /** They go on in memory where the disk refuses them; so they do where the person wants nothing written. */
  async #write(path: string, attachments: readonly Attachment[]): Promise<void> {
    try {
      if (attachments.length === 0 || !this.#keepsHistory()) await rm(path, { force: true });
      else await writeFileAtomic(path, JSON.stringify({ v: 1, attachments }));
    } catch (error) {
      this.#warn('written', error);
    }
  }

  async #purge(): Promise<void> {
    if (this.#hasPurged) return;
    this.#hasPurged = true;
    try {
      const names = (await readdir(this.#folder)).filter((name) => name !== markName);
      const files = await Promise.all(names.map((name) => this.#fileOf(name)));
      const old = await expiredTwice(files, join(this.#folder, markName), this.#now());
      for (const { path } of old) await rm(path, { force: true });
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') this.#warn('purged', error);
    }
  }

  async #fileOf(name: string): Promise<{ path: string; expiresAt: number }> {
    const path = join(this.#folder, name);
    return { path, expiresAt: (await stat(path)).mtimeMs + staleMs };
  }

  #warn(what: string, error: unknown): void {
    this.#log.warn(`Attachments could not be ${what}: ${errorCode(error) ?? 'unknown error'}`);
  }
}
