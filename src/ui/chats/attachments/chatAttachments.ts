import type * as vscode from 'vscode';
import { type Attachment, isImage } from '../../../core/attachments/attachment.ts';
import { attachmentBytes, kindOf } from '../../../core/attachments/attachmentContent.ts';
import type { AttachmentTray } from '../../../core/attachments/attachmentTray.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { fileNameOf } from '../../../core/files/filePath.ts';
import type { ChatToPage, PageAttachment, Unnumbered } from '../../../protocol/chat.ts';
import type { chatToHost } from '../../../protocol/chatToHost.ts';
import { sayWarning } from '../../shared/messages.ts';
import type { Handlers } from '../../shared/pageMessages.ts';
import type { ReadOnlyDocuments } from '../../shared/readOnlyDocuments.ts';
import { t } from '../../shared/text/t.ts';
import { TypedAttach } from './attachSearch.ts';
import { droppedUri, readDropped } from './droppedUris.ts';
import { pageAttachment, sentAttachment } from './pageAttachment.ts';
import { pickAttachments, readChoices } from './pickAttachments.ts';
import { droppedAttachment, type FoundAttachment, type LargePicture } from './readAttachment.ts';
import { type AttachmentRefusal, refusalText } from './refusal.ts';

/** The messages to the page that are only about attachments. */
export type Told = Unnumbered<Extract<ChatToPage, { type: 'choices' | 'scale' }>>;

interface Parts {
  lastEditor: { readonly current: vscode.TextEditor | undefined };
  documents: Pick<ReadOnlyDocuments, 'open'>;
}

/** The attachments of a chat's next message, and the ways to add them. Each way starts with an action of the user. */
export class ChatAttachments {
  readonly tray: AttachmentTray;
  readonly #session: Pick<ChatSession, 'conversation' | 'readOnly'>;
  readonly #parts: Parts;
  readonly #typed: TypedAttach;
  readonly #tell: (message: Told) => void;
  /** The pictures that the page is scaling down, by an id for each. */
  readonly #large = new Map<string, LargePicture>();

  constructor(
    tray: AttachmentTray,
    session: Pick<ChatSession, 'conversation' | 'readOnly'>,
    parts: Parts,
    tell: (message: Told) => void,
  ) {
    this.tray = tray;
    this.#session = session;
    this.#parts = parts;
    this.#tell = tell;
    this.#typed = new TypedAttach(parts.lastEditor, tell);
  }

  shown(isShown: (attachment: Attachment) => boolean = () => true): PageAttachment[] {
    const entries = this.tray.entries.filter(({ attachment }) => isShown(attachment));
    return entries.map(({ id, attachment }) => pageAttachment(id, attachment));
  }

  /** Handles the page's messages about attachments. */
  get handlers() {
    return {
      attach: async () => this.add(await pickAttachments(this.#parts.lastEditor.current)),
      findAttachments: ({ query }) => this.#typed.find(query),
      attachChoice: async ({ choice: id }) => {
        const choice = this.#typed.offered(id);
        if (choice) await this.add(await readChoices([choice]));
      },
      attachUris: ({ uris }) => this.#addDropped(uris),
      attachFiles: ({ files }) => this.add(files.map(droppedAttachment)),
      scaled: async ({ id, file }) => {
        const large = this.#large.get(id);
        if (large && this.#large.delete(id))
          await this.add([droppedAttachment({ ...file, name: large.name })]);
      },
      detach: ({ attachment }) => this.tray.remove(attachment),
      openAttachment: ({ attachment }) => this.#open(attachment),
    } satisfies Partial<Handlers<typeof chatToHost>>;
  }

  /** Adds what fits and tells the user what was refused and why. */
  async add(found: readonly FoundAttachment[]): Promise<void> {
    if (this.#session.readOnly) return;
    const refused = found.flatMap((one) => ('why' in one ? one : (this.#tryOne(one) ?? [])));
    if (refused.length > 0) await sayWarning(refusalText(refused, this.tray));
  }

  /** Sends the page the pictures to scale down. Call again for a new page: the one before may have been closed meanwhile. */
  sendLarge(): void {
    for (const [id, { large }] of this.#large) this.#tell({ type: 'scale', id, bytes: large });
  }

  #tryOne(attachment: Attachment | LargePicture): AttachmentRefusal | undefined {
    const { name } = attachment;
    if ('large' in attachment) {
      const id = crypto.randomUUID();
      this.#large.set(id, attachment);
      this.#tell({ type: 'scale', id, bytes: attachment.large });
      return undefined;
    }
    const why = this.tray.add(attachment);
    if (why !== 'tooLarge') return why && { name, why };
    return { name, why, bytes: attachmentBytes(attachment), of: kindOf(attachment) };
  }

  async #addDropped(texts: readonly string[]): Promise<void> {
    const uris: vscode.Uri[] = [];
    const elsewhere: AttachmentRefusal[] = [];
    for (const text of texts) {
      const uri = droppedUri(text);
      if (uri) uris.push(uri);
      else elsewhere.push({ name: fileNameOf(text), why: 'place' });
    }
    await this.add([...(await readDropped(uris)), ...elsewhere]);
  }

  /** Opens an attachment as a read-only document, with exactly what the model receives or received. */
  async #open(id: string): Promise<void> {
    const attachment = this.tray.find(id) ?? sentAttachment(this.#session.conversation.turns, id);
    if (!attachment || isImage(attachment)) return;
    // The file of that name may be open beside it, with different text by now.
    const name = t('attached {0}', fileNameOf(attachment.name));
    await this.#parts.documents.open(id, name, attachment.text, { preview: true });
  }
}
