import { type Attachment, isImage, linesText } from '../../../core/attachments/attachment.ts';
import { attachmentBytes } from '../../../core/attachments/attachmentContent.ts';
import type { Conversation, Question } from '../../../core/chats/tree/conversation.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { fileNameOf } from '../../../core/files/filePath.ts';
import type { PageAttachment } from '../../../protocol/chat.ts';
import { t } from '../../shared/text/t.ts';
import { sizeText } from '../../shared/text/unitText.ts';

/** Returns a chip with the file's name as its label; its description has the whole path. */
export function pageAttachment(id: string, attachment: Attachment): PageAttachment {
  const size = sizeText(attachmentBytes(attachment));
  const name = cleanText(attachment.name, 500);
  const lines = isImage(attachment) || !attachment.lines ? '' : linesText(attachment.lines);
  return {
    id,
    name: fileNameOf(name),
    lines,
    size,
    description: descriptionOf(name, lines, size, isImage(attachment) ? attachment.scaledFrom : undefined),
    image: isImage(attachment) ? attachment.image : undefined,
  };
}

function descriptionOf(name: string, lines: string, size: string, scaledFrom: number | undefined): string {
  if (scaledFrom !== undefined) return t('{0}, {1}, scaled down from {2}', name, size, sizeText(scaledFrom));
  if (lines === '') return t('{0}, {1}', name, size);
  return /^\d+$/u.test(lines)
    ? t('{0}, line {1}, {2}', name, lines, size)
    : t('{0}, lines {1}, {2}', name, lines, size);
}

/** Returns the chips of a sent message; `sentAttachment` resolves their ids. */
export function sentAttachments({ id, attachments = [] }: Question): PageAttachment[] {
  return attachments.map((attachment, index) => pageAttachment(`${id}/${index}`, attachment));
}

/** Returns the attachment of a sent message that has this id from `sentAttachments`. */
export function sentAttachment(
  { questions }: Pick<Conversation, 'questions'>,
  id: string,
): Attachment | undefined {
  const [question = '', index = ''] = id.split('/');
  return questions.get(question)?.attachments?.[Number(index)];
}
