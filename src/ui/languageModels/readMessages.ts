import * as v from 'valibot';
import * as vscode from 'vscode';
import type { ContentPart } from '../../api/types.ts';
import type { SaidMessage, SaidPart } from '../../core/languageModels/requestMessages.ts';

// A node as @vscode/prompt-tsx writes it: a piece has `children`, a text has `text`, both in one kind of node.
const nodeSchema = v.object({
  node: v.optional(v.unknown()),
  text: v.optional(v.string()),
  children: v.optional(v.array(v.unknown())),
});

/** Returns the text of a tool's result that was written with @vscode/prompt-tsx, e.g. by VS Code's own tools. */
function tsxText(value: unknown): string {
  const read = v.safeParse(nodeSchema, value);
  if (!read.success) return '';
  const { node, text = '', children = [] } = read.output;
  return text + (node === undefined ? '' : tsxText(node)) + children.map(tsxText).join('');
}

type Said = Pick<vscode.LanguageModelChatRequestMessage, 'role' | 'content'>;

/** Returns what to send for a part that no service takes, e.g. a PDF, or throws. */
type OnUnknown = (mimeType: string) => ContentPart[];

interface Reading {
  /** Not called for a tool's result, which the user can't change. */
  onUnknown: OnUnknown;
  /** Returns the URL of a picture; if it is only counted, any URL does. */
  urlOf?: (picture: vscode.LanguageModelDataPart) => string;
}

export function readMessages(
  messages: readonly Said[],
  { onUnknown, urlOf = dataUrl }: Reading,
): SaidMessage[] {
  const reading = { onUnknown, urlOf };
  return messages.map(({ role, content }) => {
    return { role: roleOf(role), parts: content.flatMap((part) => readPart(part, reading)) };
  });
}

function dataUrl({ mimeType, data }: vscode.LanguageModelDataPart): string {
  return `data:${mimeType};base64,${Buffer.from(data).toString('base64')}`;
}

/** Returns the name of a role. VS Code also sends system messages, whose role its API doesn't name. */
function roleOf(role: number): SaidMessage['role'] {
  if (role === vscode.LanguageModelChatMessageRole.Assistant) return 'assistant';
  return role === 3 ? 'system' : 'user';
}

function readPart(part: unknown, reading: Required<Reading>): SaidPart[] {
  if (part instanceof vscode.LanguageModelToolCallPart) {
    const json = JSON.stringify(part.input ?? {});
    return [{ type: 'toolCall', id: part.callId, name: part.name, arguments: json }];
  }
  if (part instanceof vscode.LanguageModelToolResultPart) {
    const content = part.content.flatMap((one) => readContent(one, { ...reading, onUnknown: leftOut }));
    return [{ type: 'toolResult', toolCallId: part.callId, content }];
  }
  if (isThinking(part)) return [{ type: 'reasoning', text: [part.value].flat().join('') }];
  return readContent(part, reading);
}

/** Returns a note that tells the model what was left out. */
function leftOut(mimeType: string): ContentPart[] {
  return [{ type: 'text', text: `[left out: ${mimeType}, since only text and pictures can be sent]` }];
}

/** Returns the content of a part that may be in a message or in a tool's result. Parts that nobody has documented are left out. */
function readContent(part: unknown, reading: Required<Reading>): ContentPart[] {
  if (part instanceof vscode.LanguageModelTextPart) return [{ type: 'text', text: part.value }];
  if (part instanceof vscode.LanguageModelPromptTsxPart) return [{ type: 'text', text: tsxText(part.value) }];
  return part instanceof vscode.LanguageModelDataPart ? readData(part, reading) : [];
}

function readData(
  part: vscode.LanguageModelDataPart,
  { onUnknown, urlOf }: Required<Reading>,
): ContentPart[] {
  const { mimeType, data } = part;
  if (mimeType.startsWith('image/')) return [{ type: 'image', url: urlOf(part) }];
  if (/^text\/|[/+]json\b/u.test(mimeType)) return [{ type: 'text', text: new TextDecoder().decode(data) }];
  // Marks such as Copilot's "cache_control" are no media type.
  return mimeType.includes('/') ? onUnknown(mimeType) : [];
}

/** A proposed class, but VS Code 1.110 and 1.139 accept it from any extension (read in their bundles). */
interface ThinkingPart {
  value: string | string[];
}

type Host = {
  LanguageModelThinkingPart?: new (value: string) => ThinkingPart & vscode.LanguageModelResponsePart;
};
const host = vscode as Host;

function isThinking(part: unknown): part is ThinkingPart {
  const { LanguageModelThinkingPart: Part } = host;
  return Part !== undefined && part instanceof Part;
}

/** Returns a part with reasoning; `undefined` if this VS Code accepts none. */
export function thinkingPart(text: string): vscode.LanguageModelResponsePart | undefined {
  const { LanguageModelThinkingPart: Part } = host;
  return Part && new Part(text);
}
