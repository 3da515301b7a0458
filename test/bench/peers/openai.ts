import { OpenAI } from 'openai';
import { model, prompt, type ReadChat } from '../stream/readChat.ts';

/** Used as its README recommends, with its default, Node's own fetch. */
export const readChat: ReadChat = async (baseUrl, onText) => {
  const client = new OpenAI({ baseURL: `${baseUrl}/api/v1`, apiKey: 'bench' });
  const stream = await client.chat.completions.create({
    model,
    messages: [{ role: 'user', content: prompt }],
    stream: true,
    stream_options: { include_usage: true },
  });
  for await (const chunk of stream) {
    const content = chunk.choices[0]?.delta.content;
    if (content) onText(content);
  }
};
