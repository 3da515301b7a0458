import type * as vscode from 'vscode';
import { type Attachment, isImage } from '../../../core/attachments/attachment.ts';
import { attachmentBytes, kindOf } from '../../../core/attachments/attachmentContent.ts';
import type { AttachmentTray } from '../../../core/attachments/attachmentTray.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { fileNameOf } from '../../../core/files/filePath.ts';
import type { PageAttachment } from '../../../protocol/chat.ts';
import type { chatToHost, PageFile } from '../../../protocol/chatToHost.ts';
import { sayWarning } from '../../shared/messages.ts';
import type { Handlers } from '../../shared/pageMessages.ts';
import type { ReadOnlyDocuments } from '../../shared/readOnlyDocuments.ts';
import { t } from '../../shared/text/t.ts';
import { typedAttach } from './attachSearch.ts';
import { droppedUri, readDropped } from './droppedUris.ts';
import { pageAttachment, sentAttachment } from './pageAttachment.ts';
import { pickAttachments, readChoices } from './pickAttachments.ts';
import { droppedAttachment, type FoundAttachment, type LargePicture } from './readAttachment.ts';
import { type AttachmentRefusal, refusalText } from './refusal.ts';

export type ChatAttachments = ReturnType<typeof chatAttachments>;

/**
 * The attachments of a chat's next message, and the ways to add them. Each way starts with an action of the user. `scale` has the page
 * scale a picture down, and never resolves if it is closed for good.
 */
export function chatAttachments(
  tray: AttachmentTray,
  session: Pick<ChatSession, 'conversation' | 'readOnly'>,
  {
    lastEditor,
    documents,
  }: {
    lastEditor: { readonly current: vscode.TextEditor | undefined };
    documents: Pick<ReadOnlyDocuments, 'open'>;
  },
  scale: (bytes: Uint8Array) => Promise<PageFile>,
) {
  const typed = typedAttach(lastEditor);

  /** Adds what fits and tells the user what was refused and why. */
  async function add(found: readonly FoundAttachment[]): Promise<void> {
    if (session.readOnly) return;
    const refused = found.flatMap((one) => ('why' in one ? one : (tryOne(one) ?? [])));
    if (refused.length > 0) await sayWarning(refusalText(refused, tray));
  }

  function tryOne(attachment: Attachment | LargePicture): AttachmentRefusal | undefined {
    const { name } = attachment;
    if ('large' in attachment) {
      void addScaled(attachment);
      return undefined;
    }
    const why = tray.add(attachment);
    if (why !== 'tooLarge') return why && { name, why };
    return { name, why, bytes: attachmentBytes(attachment), of: kindOf(attachment) };
  }

  async function addScaled({ name, large }: LargePicture): Promise<void> {
    await add([droppedAttachment({ ...(await scale(large)), name })]);
  }

  return {
    tray,
    add,
    shown(isShown: (attachment: Attachment) => boolean = () => true): PageAttachment[] {
      const entries = tray.entries.filter(({ attachment }) => isShown(attachment));
      return entries.map(({ id, attachment }) => pageAttachment(id, attachment));
    },
    /** What the page's messages about attachments do. */
    handlers: {
      attach: async () => add(await pickAttachments(lastEditor.current)),
      findAttachments: ({ query, isWhole }) => typed.find(query, isWhole),
      attachChoice: async ({ choice: id }) => {
        const choice = typed.offered(id);
        if (choice) await add(await readChoices([choice]));
      },
      attachUris: async ({ uris: texts }) => {
        const uris: vscode.Uri[] = [];
        const elsewhere: AttachmentRefusal[] = [];
        for (const text of texts) {
          const uri = droppedUri(text);
          if (uri) uris.push(uri);
          else elsewhere.push({ name: fileNameOf(text), why: 'place' });
        }
        await add([...(await readDropped(uris)), ...elsewhere]);
      },
      attachFiles: ({ files }) => add(files.map(droppedAttachment)),
      detach: ({ attachment }) => tray.remove(attachment),
      /** Opens an attachment as a read-only document, with exactly what the model receives or received. */
      async openAttachment({ attachment: id }) {
        const attachment = tray.find(id) ?? sentAttachment(session.conversation, id);
        if (!attachment || isImage(attachment)) return;
        // The file of that name may be open beside it, with different text by now.
        const name = t('attached {0}', fileNameOf(attachment.name));
        await documents.open(id, name, attachment.text, { preview: true });
      },
    } satisfies Partial<Handlers<typeof chatToHost>>,
  };
}
