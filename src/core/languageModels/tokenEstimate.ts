import * as v from 'valibot';
import type { ChatMessage, ChatRequest, Model } from '../../api/types.ts';

// English has about four letters per token, and scripts with more bytes per letter have more tokens per letter.
const bytesPerToken = 4;
/** Number of tokens for the role and the marks around a message. */
const tokensPerMessage = 4;
/** Number of tokens that OpenAI counts for a picture of 1,024 by 1,024 pixels; services differ. */
const tokensPerImage = 765;

/** Estimates a text's tokens without the model's tokenizer, which the service doesn't provide. */
export function estimateText(text: string): number {
  return Buffer.byteLength(text) / bytesPerToken;
}

export function estimateMessage({ content, reasoning, toolCalls = [] }: ChatMessage): number {
  const calls = toolCalls.map((call) => `${call.name}${call.arguments}`).join('');
  const said =
    typeof content === 'string'
      ? estimateText(content)
      : content.reduce(
          (sum, part) => sum + (part.type === 'text' ? estimateText(part.text) : tokensPerImage),
          0,
        );
  return tokensPerMessage + said + estimateText((reasoning ?? '') + calls);
}

/** Estimates the number of prompt tokens that the service will report. */
export function estimateRequest({ messages, tools }: Pick<ChatRequest, 'messages' | 'tools'>): number {
  const described = tools?.length ? estimateText(JSON.stringify(tools)) : 0;
  return messages.reduce((sum, message) => sum + estimateMessage(message), described);
}

export function hasImages({ messages }: Pick<ChatRequest, 'messages'>): boolean {
  return messages.some(
    ({ content }) => typeof content !== 'string' && content.some(({ type }) => type === 'image'),
  );
}

/** Sizes in tokens: the whole context, and how much of it an answer may take. */
export interface ContextSize {
  context: number;
  output: number;
  /** True if the setting has no size for this model. */
  isAssumed: boolean;
}

const assumed: ContextSize = { context: 32_768, output: 4_096, isAssumed: true };

/** Min context for an agent, in tokens: VS Code's own tools and instructions take 20,000 to 27,000 of each of its requests. */
export const agentContext = 32_768;

const tokens = v.pipe(v.number(), v.integer(), v.minValue(2));
const entrySchema = v.object({ context: tokens, output: v.fallback(v.optional(tokens), undefined) });

/** Reads a model's entry in the setting `hostedModels.vscodeChat.contextSizes`. An adapter without an entry has its base model's. */
export function contextSize(setting: unknown, { name, kind, activeDeployment }: Model): ContextSize {
  const base = kind === 'lora' ? activeDeployment?.baseModelName : undefined;
  const entry = entryOf(setting, name) ?? (base === undefined ? undefined : entryOf(setting, base));
  if (!entry) return assumed;
  const { context, output = assumed.output } = entry;
  // At least half of the context is left for the question.
  return { context, output: Math.min(output, Math.floor(context / 2)), isAssumed: false };
}

function entryOf(setting: unknown, name: string): v.InferOutput<typeof entrySchema> | undefined {
  if (typeof setting !== 'object' || setting === null || !Object.hasOwn(setting, name)) return undefined;
  const read = v.safeParse(entrySchema, (setting as Record<string, unknown>)[name]);
  return read.success ? read.output : undefined;
}
