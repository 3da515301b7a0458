import * as vscode from 'vscode';
import { type Attachment, isImage } from '../../../core/attachments/attachment.ts';
import { attachmentBytes } from '../../../core/attachments/attachmentSize.ts';
import type { AttachmentTray } from '../../../core/attachments/attachmentTray.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { fileNameOf } from '../../../core/files/filePath.ts';
import type { AttachmentMessage, AttachmentView } from '../../../protocol/chat.ts';
import { sayWarning } from '../../shared/messages.ts';
import type { ReadOnlyDocuments } from '../../shared/readOnlyDocuments.ts';
import { attachmentView, sentAttachment } from './attachmentView.ts';
import { droppedUri, readDropped } from './droppedUris.ts';
import { pickAttachments } from './pickAttachments.ts';
import { droppedAttachment } from './readAttachment.ts';
import { type Refusal, refusalText } from './refusal.ts';

interface Parts {
  lastEditor: { readonly current: vscode.TextEditor | undefined };
  documents: Pick<ReadOnlyDocuments, 'open'>;
}

/** What one chat's next message takes along, and how it comes there. Each way begins with the person's own hand. */
export class ChatAttachments {
  readonly tray: AttachmentTray;
  readonly #session: Pick<ChatSession, 'conversation' | 'readOnly'>;
  readonly #parts: Parts;

  constructor(tray: AttachmentTray, session: Pick<ChatSession, 'conversation' | 'readOnly'>, parts: Parts) {
    this.tray = tray;
    this.#session = session;
    this.#parts = parts;
  }

  get views(): AttachmentView[] {
    return this.tray.entries.map(({ id, attachment }) => attachmentView(id, attachment));
  }

  async act(message: AttachmentMessage): Promise<void> {
    switch (message.type) {
      case 'attach':
        return this.add(await pickAttachments(this.#parts.lastEditor.current));
      case 'attachUris':
        return this.#addDropped(message.uris);
      case 'attachFiles':
        return this.add(message.files.map(droppedAttachment));
      case 'detach':
        return this.tray.remove(message.attachment);
      case 'openAttachment':
        return this.#open(message.attachment);
    }
  }

  /** Takes what fits, and says what does not, and why. */
  async add(found: readonly (Attachment | Refusal)[]): Promise<void> {
    if (this.#session.readOnly) return;
    const refused: Refusal[] = [];
    for (const one of found) {
      if ('why' in one) refused.push(one);
      else refused.push(...this.#tryOne(one));
    }
    if (refused.length > 0) await sayWarning(refusalText(refused, this.tray.bytes));
  }

  #tryOne(attachment: Attachment): Refusal[] {
    const { name } = attachment;
    switch (this.tray.add(attachment)) {
      case 'tooLarge':
        return [{ name, why: 'tooLarge', bytes: attachmentBytes(attachment) }];
      case 'tooMany':
        return [{ name, why: 'tooMany' }];
      default:
        return [];
    }
  }

  async #addDropped(texts: readonly string[]): Promise<void> {
    const uris: vscode.Uri[] = [];
    const elsewhere: Refusal[] = [];
    for (const text of texts) {
      const uri = droppedUri(text);
      if (uri) uris.push(uri);
      else elsewhere.push({ name: fileNameOf(text), why: 'place' });
    }
    await this.add([...(await readDropped(uris)), ...elsewhere]);
  }

  /** As a document that can't be changed: exactly what the model is, or was, given. */
  async #open(id: string): Promise<void> {
    const attachment = this.tray.find(id) ?? sentAttachment(this.#session.conversation.turns, id);
    if (!attachment || isImage(attachment)) return;
    // The file of that name may be open beside it, with another text by now.
    const name = vscode.l10n.t('attached {0}', fileNameOf(attachment.name));
    await this.#parts.documents.open(id, name, attachment.text);
  }
}
