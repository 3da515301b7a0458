import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { streamText } from 'ai';
import { model, prompt, type ReadChat } from '../stream/readChat.ts';

/** Used as its documentation recommends for such a service. `textStream` is the cheapest way to get the text. */
export const readChat: ReadChat = async (baseUrl, onText) => {
  const provider = createOpenAICompatible({
    name: 'bench',
    baseURL: `${baseUrl}/api/v1`,
    apiKey: 'bench',
    includeUsage: true,
  });
  const { textStream } = streamText({ model: provider(model), prompt });
  for await (const text of textStream) onText(text);
};
