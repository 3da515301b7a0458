import type { ChatMessage, ContentPart } from '../../../api/types.ts';
import { defined } from '../../../base/defined.ts';
import { RowFault, says, saysHowMany } from './setProblem.ts';
import { field, isFields } from './setRow.ts';

/** What a row asks, and the answer that it already has. */
export interface Turns {
  messages: ChatMessage[];
  reference?: string;
}

const roles: Readonly<Record<string, ChatMessage['role']>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  gpt: 'assistant',
};

/** Reads `messages` as chats have them. An answer at the end is the reference. */
export function readTurns(value: unknown): Turns {
  if (!Array.isArray(value) || value.length === 0) throw new RowFault(says('Left out: no messages.'));
  return turnsOf(value.map(readMessage));
}

/** Reads ShareGPT's `conversations`. */
export function readConversations(value: unknown): ChatMessage[] {
  if (!Array.isArray(value)) throw new RowFault(says('Left out: no messages.'));
  return value.map((turn: unknown) =>
    readMessage(isFields(turn) ? { role: field(turn, 'from'), content: field(turn, 'value') } : turn),
  );
}

export function turnsOf(messages: ChatMessage[]): Turns {
  const last = messages.at(-1);
  if (last?.role === 'user') return { messages };
  if (last?.role !== 'assistant' || messages.at(-2)?.role !== 'user')
    throw new RowFault(says("Left out: its messages must end with the user's turn, or the answer to one."));
  return defined({ messages: messages.slice(0, -1), reference: textOf(last.content) });
}

function readMessage(value: unknown): ChatMessage {
  if (!isFields(value)) throw new RowFault(says('Left out: a message must be an object.'));
  const role = field(value, 'role');
  const known = typeof role === 'string' && Object.hasOwn(roles, role) ? roles[role] : undefined;
  if (known === undefined || Array.isArray(field(value, 'tool_calls')))
    throw new RowFault(
      saysHowMany('Left out: turns of the role “{0}”, or tool calls ({1}).', roleName(role)),
      {
        isCounted: true,
      },
    );
  return { role: known, content: readContent(field(value, 'content')) };
}

function roleName(role: unknown): string {
  return typeof role === 'string' ? role.slice(0, 40) : '';
}

function readContent(value: unknown): string | ContentPart[] {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) throw new RowFault(says('Left out: a message has no content.'));
  const parts = value.map(readPart);
  const [only] = parts;
  return parts.length === 1 && only?.type === 'text' ? only.text : parts;
}

function readPart(value: unknown): ContentPart {
  const part = isFields(value) ? value : {};
  const [type, text, image] = [field(part, 'type'), field(part, 'text'), field(part, 'image_url')];
  if (type === 'text' && typeof text === 'string') return { type, text };
  const url = isFields(image) ? field(image, 'url') : image;
  if (type === 'image_url' && typeof url === 'string') return { type: 'image', url };
  throw new RowFault(saysHowMany('Left out: a message has content other than text and images ({0}).'), {
    isCounted: true,
  });
}

function textOf(content: string | ContentPart[]): string | undefined {
  const text =
    typeof content === 'string'
      ? content
      : content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return text === '' ? undefined : text;
}
