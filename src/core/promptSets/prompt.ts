import type { ChatMessage } from '../../api/types.ts';
import type { ChatSettings } from '../chats/tree/chatSettings.ts';
import { textWithCalls } from '../messageContent.ts';

/** One entry of a prompt set: what every model is asked. */
export interface Prompt {
  /** Where it begins in its file, from 1; of an array in JSON without line breaks they all have the same. */
  line: number;
  /** The file's own, else its number in the file, from 1. Unique in its set. */
  id: string;
  messages: ChatMessage[];
  /** `tools` that the model may call, `tool_choice` and `parallel_tool_calls`, sent as the file has them. No tool is ever run. */
  offered?: { tools: unknown[]; [field: string]: unknown };
  /** If there are no checks, the answer must be this, but for space around it. */
  expected?: string;
  /** A known answer that is only shown: the last one of a training row. */
  reference?: string;
  checks: Check[];
  /** Prompts of one group belong together and count once in a verdict. */
  group?: string;
  /** What it is about: a verdict is told apart by these, too. */
  tags?: string[];
}

/** What of a prompt is sent. */
export type Asked = Pick<Prompt, 'messages' | 'offered'>;

/** Returns settings with what a prompt says of tools as further fields. */
export function withTools<T extends Pick<ChatSettings, 'extra'>>(settings: T, { offered }: Asked): T {
  return offered ? { ...settings, extra: { ...settings.extra, ...offered } } : settings;
}

/** Returns what the tools of a prompt are called. */
export function toolNames(tools: readonly unknown[]): string[] {
  return tools.map((tool) => {
    const named = Object(Object(tool).function ?? tool).name;
    return typeof named === 'string' ? named : '?';
  });
}

/** A rule that an answer passes or not, as promptfoo writes it: `not-` before the type negates. */
export interface Check {
  type: string;
  value?: unknown;
  /** How much it counts within a set; 1 if absent. */
  weight?: number;
  /** The checks of a set, which has the type `assert-set`. */
  assert?: Check[];
  /** A set passes if its score, from 0 to 1, is at least this; if absent, all its checks must pass. Of `tool-call-f1`: 1 if absent. */
  threshold?: number;
}

/** What is wrong with the calls of an answer, the worst first. `wrongValue`: an argument's. */
export const callErrors = [
  'noCall',
  'wrongTool',
  'brokenJson',
  'missingArgument',
  'extraArgument',
  'wrongValue',
] as const;
export type CallError = (typeof callErrors)[number];

/** What a check found in one answer. */
export interface CheckResult {
  check: Check;
  passed: boolean;
  /** Why, in a few words. */
  reason: string;
  /** Of a check of tool calls that failed: what is wrong with them. */
  callError?: CallError;
  /** Its pattern ran out of time, so nobody knows whether the answer passes; `passed` is false. */
  isUnchecked?: true;
  /** It counts by the score of its set alone, which has a result before it. */
  isPart?: true;
}

/** Returns a message's text; a picture is its address. */
export function contentText({ content }: Pick<ChatMessage, 'content'>): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : part.url)).join('\n');
}

function messageText(message: ChatMessage): string {
  return textWithCalls({ ...message, text: contentText(message) });
}

/** Returns the text of a single question, or of all messages with their roles. */
export function messagesText({ messages }: Pick<Prompt, 'messages'>): string {
  const [first, ...others] = messages;
  if (first && others.length === 0) return contentText(first);
  return messages.map((message) => `${message.role}: ${messageText(message)}`).join('\n');
}
