import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Emitter } from '../../base/emitter.ts';
import type { Attachment } from './attachment.ts';
import { type AttachmentKind, attachmentBytes, kindOf, maxAttachmentBytes } from './attachmentContent.ts';

/** More than anybody can look through before sending. */
export const maxAttachments = 50;

export interface TrayEntry {
  id: string;
  attachment: Attachment;
}

/** What goes with a chat's next message. Entries leave only when the user removes them, or with a message that is kept. */
export class AttachmentTray {
  readonly #onDidChange = new Emitter<void>();
  readonly onDidChange = this.#onDidChange.event;
  #entries: readonly TrayEntry[] = [];

  get entries(): readonly TrayEntry[] {
    return this.#entries;
  }

  /** The total of one kind, as `attachmentBytes` counts. */
  bytes(kind: AttachmentKind): number {
    const own = this.#entries.filter(({ attachment }) => kindOf(attachment) === kind);
    return own.reduce((sum, { attachment }) => sum + attachmentBytes(attachment), 0);
  }

  /** Returns why it was not added; `undefined` if it was, or was there already. */
  add(attachment: Attachment): 'tooLarge' | 'tooMany' | undefined {
    if (this.#entries.some((entry) => isDeepStrictEqual(entry.attachment, attachment))) return undefined;
    if (this.#entries.length >= maxAttachments) return 'tooMany';
    const kind = kindOf(attachment);
    if (this.bytes(kind) + attachmentBytes(attachment) > maxAttachmentBytes[kind]) return 'tooLarge';
    this.#set([...this.#entries, { id: randomUUID(), attachment }]);
    return undefined;
  }

  remove(id: string): void {
    this.#keepOnly((entry) => entry.id !== id);
  }

  find(id: string): Attachment | undefined {
    return this.#entries.find((entry) => entry.id === id)?.attachment;
  }

  /** Returns those with these ids; `undefined` if one is missing, so that nothing is sent without it. */
  choose(ids: readonly string[]): Attachment[] | undefined {
    const chosen = ids.flatMap((id) => this.find(id) ?? []);
    return chosen.length === ids.length ? chosen : undefined;
  }

  /** Call when a message with these very objects is kept. */
  forgetSent(sent: readonly Attachment[]): void {
    this.#keepOnly(({ attachment }) => !sent.includes(attachment));
  }

  dispose(): void {
    this.#onDidChange.dispose();
  }

  #keepOnly(isKept: (entry: TrayEntry) => boolean): void {
    const entries = this.#entries.filter(isKept);
    if (entries.length < this.#entries.length) this.#set(entries);
  }

  #set(entries: readonly TrayEntry[]): void {
    this.#entries = entries;
    this.#onDidChange.fire();
  }
}
