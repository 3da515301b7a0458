// Asks as many chats as the script would, over Node's `fetch`, and reads them: node bareScript.ts URL REQUESTS AT_ONCE
import { createParser } from 'eventsource-parser';
import { eachLimited } from '../../../src/base/eachLimited.ts';

const [, , url = '', requests = '0', atOnce = '1'] = process.argv;
let characters = 0;
await eachLimited(Array(Number(requests)).keys(), Number(atOnce), async (at) => {
  const messages = [{ role: 'user', content: `Question ${at}?` }];
  const response = await fetch(`${url}/api/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer bench' },
    body: JSON.stringify({ model: 'tone', messages, stream: true }),
  });
  const parser = createParser({
    onEvent({ data }) {
      if (data !== '[DONE]') characters += JSON.parse(data).choices?.[0]?.delta?.content?.length ?? 0;
    },
  });
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) parser.feed(decoder.decode(bytes, { stream: true }));
});
if (characters === 0) throw new Error('Nothing was answered.');
