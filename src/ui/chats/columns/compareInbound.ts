import * as v from 'valibot';
import { typedSettings } from '../../../core/chats/tree/chatSettings.ts';
import type { CompareToHost } from '../../../protocol/compare.ts';
import { type NoneLeft, parsed } from '../../shared/parsed.ts';
import { readChatMessage, text } from '../tab/chatInbound.ts';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const column = v.exactOptional(id);

const schema = v.variant('type', [
  v.object({ type: v.picklist(['stop', 'savePreset', 'sendRefused']), column }),
  v.object({ type: v.literal('settings'), settings: typedSettings, column }),
  v.object({ type: v.literal('preset'), name: v.pipe(v.string(), v.maxLength(100)), column }),
  v.object({
    type: v.picklist(['chooseModel', 'shareSettings', 'closeColumn', 'continueAsChat']),
    column: id,
  }),
  v.object({ type: v.picklist(['oneAtATime', 'blind']), isOn: v.boolean() }),
  v.object({ type: v.literal('vote'), best: id }),
  v.object({ type: v.picklist(['addModel', 'showDifferences']) }),
  v.object({ type: v.literal('askAnother'), draft: text }),
]);

type OwnMessage = v.InferOutput<typeof schema>;

/** What the chat's page says too, in the same words. */
export type SharedMessage = Exclude<CompareToHost, { type: OwnMessage['type'] }>;

/** Fails to compile if the page can send a message that has no schema. */
export type Unread = NoneLeft<Exclude<CompareToHost['type'], OwnMessage['type'] | SharedMessage['type']>>;

const ownTypes = new Set<string>(
  schema.options.flatMap(({ entries: { type } }) => ('options' in type ? type.options : [type.literal])),
);

/** Parses a message from the page of a comparison; `undefined` if it is invalid. */
export function readCompareMessage(message: unknown): OwnMessage | SharedMessage | undefined {
  const own = parsed(schema, message);
  if (own) return own;
  const shared = readChatMessage(message);
  return shared && isShared(shared) ? shared : undefined;
}

function isShared(message: { type: string }): message is SharedMessage {
  return !ownTypes.has(message.type) && message.type !== 'regenerateWith';
}
