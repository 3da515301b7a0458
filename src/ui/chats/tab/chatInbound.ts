import * as v from 'valibot';
import { maxAttachmentBytes } from '../../../core/attachments/attachmentSize.ts';
import { typedSettings } from '../../../core/chats/tree/chatSettings.ts';
import type { ChatToHost } from '../../../protocol/chat.ts';
import { type NoneLeft, parsed } from '../../shared/parsed.ts';

const maxText = 4_000_000;
export const text = v.pipe(v.string(), v.maxLength(maxText));
const turn = v.pipe(v.string(), v.maxLength(100));

const attachment = v.pipe(v.string(), v.maxLength(200));
const mostFiles = 1000;
const attachments = v.exactOptional(v.pipe(v.array(attachment), v.maxLength(mostFiles)));
const droppedFile = v.object({
  name: v.pipe(v.string(), v.maxLength(1000)),
  size: v.pipe(v.number(), v.minValue(0)),
  isUnreadable: v.exactOptional(v.boolean()),
  bytes: v.exactOptional(
    v.pipe(
      v.instance(Uint8Array),
      v.check(({ byteLength }) => byteLength <= maxAttachmentBytes),
    ),
  ),
});

/** Messages that say no more. */
const bare = [
  'ready',
  'filled',
  'attach',
  'unqueue',
  'stop',
  'chooseModel',
  'savePreset',
  'editPresets',
  'export',
  'fork',
] as const;
const aboutTurn = [
  'regenerate',
  'regenerateWith',
  'showExchange',
  'copyExchange',
  'select',
  'copyAnswer',
] as const;

const schema = v.variant('type', [
  v.object({ type: v.picklist(bare) }),
  v.object({ type: v.picklist(aboutTurn), turn }),
  v.object({ type: v.picklist(['detach', 'openAttachment']), attachment }),
  v.object({ type: v.literal('send'), text, attachments }),
  v.object({ type: v.literal('queue'), id: turn, text, attachments }),
  v.object({
    type: v.literal('attachUris'),
    uris: v.pipe(v.array(v.pipe(v.string(), v.maxLength(8192))), v.maxLength(mostFiles)),
  }),
  v.object({ type: v.literal('attachFiles'), files: v.pipe(v.array(droppedFile), v.maxLength(mostFiles)) }),
  v.object({ type: v.literal('edit'), turn, text }),
  v.object({
    type: v.literal('alertAction'),
    turn,
    action: v.picklist([
      'retry',
      'edit',
      'continue',
      'chooseModel',
      'setApiKey',
      'diagnose',
      'showLog',
      'settings',
      'withoutPictures',
    ]),
  }),
  v.object({ type: v.literal('settings'), settings: typedSettings }),
  v.object({ type: v.literal('sendRefused') }),
  v.object({ type: v.literal('preset'), name: v.pipe(v.string(), v.maxLength(100)) }),
  v.object({ type: v.literal('copy'), text }),
  v.object({ type: v.literal('openLink'), href: v.pipe(v.string(), v.maxLength(8192)) }),
  v.object({ type: v.literal('insertCode'), text }),
  v.object({ type: v.literal('newFile'), text, language: v.pipe(v.string(), v.maxLength(100)) }),
]);

/** Fails to compile if the page can send a message that has no schema above. */
export type Unread = NoneLeft<Exclude<ChatToHost['type'], v.InferOutput<typeof schema>['type']>>;

/** Parses a message from the chat page; `undefined` if it is invalid. */
export function readChatMessage(message: unknown): ChatToHost | undefined {
  return parsed(schema, message);
}
