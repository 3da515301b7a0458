import type { ChatMessage, ContentPart } from '../../../api/types.ts';
import { defined } from '../../../base/defined.ts';
import { isObject } from '../../../base/json.ts';
import { textWithCalls } from '../../messageContent.ts';
import { leftOut, RowFault, says, saysHowMany } from './setProblem.ts';
import { field, isText } from './setRow.ts';
import { readToolCalls, withCallIds } from './toolTurns.ts';

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
  ...{ function_call: 'assistant', 'function-call': 'assistant', tool_call: 'assistant' },
  ...{ tool: 'tool', function: 'tool', observation: 'tool', ipython: 'tool' },
  ...{ function_response: 'tool', 'function-response': 'tool', tool_response: 'tool' },
};

export function userTurn(content: string): Turns {
  return { messages: [{ role: 'user', content }] };
}

/** Reads `messages` as chats have them. An answer at the end is the reference. */
export function readTurns(value: unknown): Turns {
  if (!Array.isArray(value) || value.length === 0) throw new RowFault(says('Left out: no messages.'));
  return turnsOf(withCallIds(value.map(readMessage)));
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
  const turns = value.map((turn: unknown) =>
    readMessage(
      isObject(turn) && Object.hasOwn(turn, 'from')
        ? { role: field(turn, 'from'), content: field(turn, 'value') }
        : turn,
    ),
  );
  return withCallIds(turns);
}

/** Whether an answer follows a turn of this role. */
function isAsking(role: ChatMessage['role'] | undefined): boolean {
  return role === 'user' || role === 'tool';
}

export function turnsOf(messages: ChatMessage[]): Turns {
  const last = messages.at(-1);
  if (last && isAsking(last.role)) return { messages };
  if (last?.role !== 'assistant' || !isAsking(messages.at(-2)?.role))
    throw new RowFault(
      says("Left out: its messages must end with the user's turn or a tool's, or the answer to one."),
    );
  const reference = textWithCalls({ ...last, text: textOf(last.content) });
  return { messages: messages.slice(0, -1), ...(reference !== '' && { reference }) };
}

function readMessage(value: unknown): ChatMessage {
  if (!isObject(value)) throw new RowFault(says('Left out: a message must be an object.'));
  const role = field(value, 'role');
  const known = typeof role === 'string' && Object.hasOwn(roles, role) ? roles[role] : undefined;
  if (known === undefined)
    throw leftOut(saysHowMany('Left out: turns of the role “{0}” ({1}).', roleName(role)));
  const [content, name, id] = ['content', 'name', 'tool_call_id'].map((key) => field(value, key));
  const toolCalls = known === 'assistant' ? readToolCalls(value) : undefined;
  return defined({
    role: known,
    content: toolCalls && (content === undefined || role !== known) ? [] : readContent(content, known),
    toolCalls,
    name: isText(name) ? name : undefined,
    toolCallId: known === 'tool' && isText(id) ? id : undefined,
  });
}

function roleName(role: unknown): string {
  return typeof role === 'string' ? role.slice(0, 40) : '';
}

function readContent(value: unknown, role: ChatMessage['role']): string | ContentPart[] {
  if (typeof value === 'string') return value;
  if (role === 'tool' && isObject(value)) return JSON.stringify(value);
  if (!Array.isArray(value)) throw new RowFault(says('Left out: a message has no content.'));
  const parts = value.map(readPart);
  const [only] = parts;
  return parts.length === 1 && only?.type === 'text' ? only.text : parts;
}

function readPart(value: unknown): ContentPart {
  const part = isObject(value) ? value : {};
  const [type, text, image] = [field(part, 'type'), field(part, 'text'), field(part, 'image_url')];
  if (type === 'text' && typeof text === 'string') return { type, text };
  const url = isObject(image) ? field(image, 'url') : image;
  if (type === 'image_url' && typeof url === 'string') return { type: 'image', url };
  throw leftOut(saysHowMany('Left out: a message has content other than text and images ({0}).'));
}

function textOf(content: string | ContentPart[]): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
