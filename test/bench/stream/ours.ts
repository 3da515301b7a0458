import { createUndiciTransport, ServiceClient } from '../../../src/api/index.ts';
import { model, prompt, type ReadChat } from './readChat.ts';

const transport = await createUndiciTransport();

export const readChat: ReadChat = async (baseUrl, onText) => {
  const client = new ServiceClient({ baseUrl, transport, apiKey: async () => 'bench' });
  for await (const event of client.streamChat({ model, messages: [{ role: 'user', content: prompt }] })) {
    if (event.type === 'text') onText(event.text);
  }
};
