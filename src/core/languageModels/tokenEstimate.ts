import type { ChatMessage, ChatRequest } from '../../api/types.ts';

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
