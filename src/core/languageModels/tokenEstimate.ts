import type { ChatMessage, ChatRequest } from '../../api/types.ts';

// English has about four letters a token, and scripts with more bytes a letter have more tokens a letter.
const bytesPerToken = 4;
/** The role and the marks around a message. */
const tokensPerMessage = 4;
/** What OpenAI counts for a picture of 1,024 pixels squared; services differ. */
const tokensPerImage = 765;

/** Estimates a text's tokens without a model's tokenizer, which the service doesn't tell. */
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

/** Estimates what the service reports as prompt tokens. */
export function estimateRequest({ messages, tools }: Pick<ChatRequest, 'messages' | 'tools'>): number {
  const described = tools?.length ? estimateText(JSON.stringify(tools)) : 0;
  return messages.reduce((sum, message) => sum + estimateMessage(message), described);
}

export function hasImages({ messages }: Pick<ChatRequest, 'messages'>): boolean {
  return messages.some(
    ({ content }) => typeof content !== 'string' && content.some(({ type }) => type === 'image'),
  );
}
