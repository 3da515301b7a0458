import type { ChatMessage, ContentPart, ToolCall } from '../../api/types.ts';
import { joinedContent } from '../messageContent.ts';

export type SaidPart =
  | ContentPart
  | { type: 'reasoning'; text: string }
  | ({ type: 'toolCall' } & ToolCall)
  | { type: 'toolResult'; toolCallId: string; content: ContentPart[] };

/** A message as a caller of VS Code's API sends it. The result of a tool comes in a message of the user. */
export interface SaidMessage {
  role: 'system' | 'user' | 'assistant';
  parts: SaidPart[];
}

interface Options {
  /** Returns the reasoning that came with a tool call, for a model that sends some; else `undefined`. */
  reasoningBefore: (toolCallId: string) => string | undefined;
  /** True if the model sends reasoning apart from its text. */
  reasons: boolean;
}

/**
 * Builds the messages of a request. A tool's result becomes a message of its own. Its pictures follow in a message of the user,
 * since services take them nowhere else; if there are several results, they follow the last, since nothing may stand between
 * results. Empty messages are left out, and two of one role in a row become one. Reasoning goes back only with tool calls, and only
 * to a model that sent some: some services need it there, and others refuse it.
 */
export function requestMessages(said: readonly SaidMessage[], options: Options): ChatMessage[] {
  const messages: ChatMessage[] = [];
  let pictures: ContentPart[] = [];
  const showPictures = () => {
    add(messages, { role: 'user', content: pictures });
    pictures = [];
  };
  for (const message of said) {
    const { role, parts } = message;
    const results = role === 'assistant' ? [] : parts.filter((part) => part.type === 'toolResult');
    for (const { toolCallId, content } of results)
      messages.push({ role: 'tool', content: textOf(content), toolCallId });
    pictures.push(...results.flatMap(({ content }) => content.filter(({ type }) => type === 'image')));
    const one = role === 'assistant' ? answer(message, options) : question(message);
    if (isEmpty(one)) continue;
    showPictures();
    add(messages, one);
  }
  showPictures();
  return messages;
}

function add(messages: ChatMessage[], one: ChatMessage): void {
  if (isEmpty(one)) return;
  const before = messages.at(-1);
  if (before?.role === one.role && !before.toolCalls) {
    messages[messages.length - 1] = { ...one, content: joinedContent(before.content, one.content) };
  } else messages.push(one);
}

function isEmpty({ content, toolCalls }: ChatMessage): boolean {
  return content.length === 0 && !toolCalls;
}

function answer({ parts }: SaidMessage, { reasoningBefore, reasons }: Options): ChatMessage {
  const content = textOf(parts);
  const toolCalls = parts.flatMap((part) => {
    if (part.type !== 'toolCall') return [];
    const { type: _type, ...call } = part;
    return [call];
  });
  if (toolCalls.length === 0) return { role: 'assistant', content };
  const shown = parts.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])).join('');
  const kept = toolCalls.map(({ id }) => reasoningBefore(id)).find((text) => text !== undefined);
  const reasoning = reasons ? shown || kept : undefined;
  return { role: 'assistant', content, ...(reasoning && { reasoning }), toolCalls };
}

function question({ role, parts }: SaidMessage): ChatMessage {
  return { role, content: contentOf(parts.filter((part) => part.type === 'text' || part.type === 'image')) };
}

/** Returns a plain string, which every service takes, unless there are pictures. */
function contentOf(parts: readonly ContentPart[]): string | ContentPart[] {
  if (parts.every(({ type }) => type === 'text')) return textOf(parts);
  return parts.filter((part) => part.type === 'image' || part.text !== '');
}

function textOf(parts: readonly SaidPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
