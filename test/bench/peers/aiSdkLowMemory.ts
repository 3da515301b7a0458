import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { experimental_streamTextLowMemory as streamText } from 'ai';
import { model, prompt, type ReadChat } from '../stream/readChat.ts';

/** The AI SDK's experimental option that keeps no copy of the stream. */
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
