import type { ChatMessage, ContentPart } from '../../../api/types.ts';
import { defined } from '../../../base/defined.ts';
import { leftOut, RowFault, says, saysHowMany } from './setProblem.ts';
import { type Fields, field, isFields, isText } from './setRow.ts';

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

/** Reads `messages` that are sent as they are, so that an answer at their end would be its beginning. */
export function readAsked(value: unknown): Turns {
  const turns = readTurns(value);
  if (turns.reference !== undefined)
    throw leftOut(saysHowMany('Left out: its messages end with the beginning of an answer ({0}).'));
  return turns;
}

/** Reads ShareGPT's `conversations`. Others have `role` and `content` in them. */
export function readConversations(value: unknown): ChatMessage[] {
  if (!Array.isArray(value)) throw new RowFault(says('Left out: no messages.'));
  return value.map((turn: unknown) =>
    readMessage(
      isFields(turn) && Object.hasOwn(turn, 'from')
        ? { role: field(turn, 'from'), content: field(turn, 'value') }
        : turn,
    ),
  );
}

/** Throws if a row or a request has tools: without them another question would be asked. */
export function refuseTools(row: Fields): void {
  const key = ['tools', 'functions'].find((name) => {
    const tools = field(row, name);
    return Array.isArray(tools) ? tools.length > 0 : isText(tools) && tools.trim() !== '[]';
  });
  if (key !== undefined) throw leftOut(saysHowMany('Left out: rows with “{0}” ({1}).', key));
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
  if (known === undefined || hasToolCall(value))
    throw leftOut(saysHowMany('Left out: turns of the role “{0}”, or tool calls ({1}).', roleName(role)));
  return { role: known, content: readContent(field(value, 'content')) };
}

function hasToolCall(message: Fields): boolean {
  const calls = field(message, 'tool_calls');
  return field(message, 'function_call') !== undefined || (Array.isArray(calls) && calls.length > 0);
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
  throw leftOut(saysHowMany('Left out: a message has content other than text and images ({0}).'));
}

function textOf(content: string | ContentPart[]): string | undefined {
  const text =
    typeof content === 'string'
      ? content
      : content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return text === '' ? undefined : text;
}
