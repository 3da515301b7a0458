import { codeSpan, longestRun } from '../codeSpan.ts';
import { type Attachment, attachmentLabel, isImage, type TextAttachment } from './attachment.ts';

// Usual fence names for languages whose VS Code id differs.
const fenceNames: Readonly<Record<string, string>> = {
  javascriptreact: 'jsx',
  plaintext: '',
  shellscript: 'bash',
  typescriptreact: 'tsx',
};

/** Returns the file as a fenced block below its path and lines. Nothing in it can end the block early. */
export function attachmentBlock(attachment: TextAttachment): string {
  const { text, language = '' } = attachment;
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  const info = Object.hasOwn(fenceNames, language) ? fenceNames[language] : language;
  const end = text === '' || text.endsWith('\n') ? '' : '\n';
  return `${codeSpan(attachmentLabel(attachment))}\n${fence}${info}\n${text}${end}${fence}`;
}

/** Returns the text of a message as sent: what the user wrote, then each attached file. Pictures are not in it. */
export function messageText(message: { text: string; attachments?: readonly Attachment[] }): string {
  const { text, attachments = [] } = message;
  const blocks = attachments.flatMap((one) => (isImage(one) ? [] : [attachmentBlock(one)]));
  return [text, ...blocks].filter((part) => part.trim() !== '').join('\n\n');
}
