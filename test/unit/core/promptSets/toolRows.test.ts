import assert from 'node:assert/strict';
import { lines, readSet } from './sets.ts';

const parameters = { type: 'object', required: ['city'], properties: { city: { type: 'string' } } };
const bare = { name: 'get_weather', description: 'Tells the weather.', parameters };
const tool = { type: 'function', function: { ...bare, strict: true } };
const call = (id: string, city: string) => ({
  id,
  type: 'function',
  function: { name: 'get_weather', arguments: `{ "city": "${city}" }` },
});
const user = (content: string) => ({ role: 'user', content });

/** Rows as three public sets have them, each with another city. */
const forms: Record<string, (city: string, at: number) => object> = {
  // OpenAI's fine-tuning form; every third row goes on after the result.
  openAi: (city, at) => ({
    messages: [
      { role: 'system', content: 'Use the tools.' },
      user(`Weather in ${city}?`),
      { role: 'assistant', tool_calls: [call(`call_${at}`, city)], ...(at % 2 === 0 && { content: null }) },
      ...(at % 3 === 0
        ? [
            { role: 'tool', tool_call_id: `call_${at}`, content: '{"sky":"clear"}' },
            { role: 'assistant', content: 'Clear.', weight: 1 },
          ]
        : []),
    ],
    tools: [tool],
    parallel_tool_calls: false,
  }),
  // The form that OpenAI had first.
  functions: (city) => ({
    messages: [
      user(`Weather in ${city}?`),
      { role: 'assistant', function_call: { name: 'get_weather', arguments: `{"city":"${city}"}` } },
      { role: 'function', name: 'get_weather', content: 'clear' },
      { role: 'assistant', content: 'Clear.' },
    ],
    functions: [bare],
  }),
  batch: (city, at) => ({
    custom_id: `row-${at}`,
    method: 'POST',
    url: '/v1/chat/completions',
    body: { model: 'm', messages: [user(`Weather in ${city}?`)], tools: [tool], tool_choice: 'required' },
  }),
  hermes: (city) => ({
    conversations: [
      { from: 'system', value: `You are a function calling AI. <tools> ${JSON.stringify([tool])} </tools>` },
      { from: 'human', value: `Weather in ${city}?` },
      {
        from: 'gpt',
        value: `<tool_call>\n{'arguments': {'city': '${city}'}, 'name': 'get_weather'}\n</tool_call>`,
      },
      { from: 'tool', value: '<tool_response>\n{"sky":"clear"}\n</tool_response>' },
      { from: 'gpt', value: 'Clear.' },
    ],
    tools: JSON.stringify([tool]),
    category: 'Weather',
  }),
  toolAce: (city, at) => ({
    system: `You are an expert in composing functions. Here is a list: ${JSON.stringify([bare])}`,
    conversations: [
      { from: 'user', value: `Weather in ${city}?` },
      { from: 'assistant', value: `[Get Weather(city="${city}")]` },
      ...(at % 2 === 0
        ? [
            { from: 'tool', value: '[{"name":"Get Weather","results":{}}]' },
            { from: 'assistant', value: 'Clear.' },
          ]
        : []),
    ],
  }),
  // LLaMA-Factory's and Glaive's.
  shareGpt: (city) => ({
    conversations: [
      { from: 'human', value: `Weather in ${city}?` },
      { from: 'function_call', value: JSON.stringify({ name: 'get_weather', arguments: { city } }) },
      { from: 'observation', value: '{"sky":"clear"}' },
      { from: 'gpt', value: 'Clear.' },
    ],
    tools: JSON.stringify([bare]),
  }),
  xlam: (city, at) => ({
    id: at,
    query: `Weather in ${city}?`,
    tools: JSON.stringify([bare]),
    answers: '[]',
  }),
};

describe('Rows of function-calling data', () => {
  it('are all read, 1,000 of them, in the forms of public sets', async () => {
    const kinds = Object.values(forms);
    const rows = Array.from({ length: 1000 }, (_, at) => kinds[at % kinds.length]?.(`City ${at}`, at));
    const { prompts, problems } = await readSet(lines(...rows), 'set.jsonl');
    assert.equal(prompts.length, 1000);
    assert.deepEqual(
      problems.filter(({ isNote }) => !isNote),
      [],
    );
  });

  const read = async (row: object) => {
    const { prompts, said } = await readSet(lines(row), 'set.jsonl');
    const [prompt] = prompts;
    assert.ok(prompt, said.join());
    return { ...prompt, said };
  };

  it('are sent with their tools as they stand, and the answer at the end is known', async () => {
    const { messages, reference, ...prompt } = await read(forms['openAi']?.('Oslo', 1) ?? {});
    assert.deepEqual(prompt.offered, { tools: [tool], parallel_tool_calls: false });
    assert.equal(messages.length, 2);
    assert.equal(reference, 'get_weather({ "city": "Oslo" })');
    const batch = await read(forms['batch']?.('Oslo', 1) ?? {});
    assert.deepEqual(batch.offered, { tools: [tool], tool_choice: 'required' });
    assert.deepEqual(batch.said, ['1 note: Not used: “body.model” (1).']);
  });

  it('have calls and results as turns, which get ids where they have none', async () => {
    const calls = [{ id: 'call_0', name: 'get_weather', arguments: '{ "city": "Oslo" }' }];
    const { messages, reference } = await read(forms['openAi']?.('Oslo', 0) ?? {});
    assert.deepEqual(messages.slice(2), [
      { role: 'assistant', content: [], toolCalls: calls },
      { role: 'tool', content: '{"sky":"clear"}', toolCallId: 'call_0' },
    ]);
    assert.equal(reference, 'Clear.');
    const first = await read(forms['functions']?.('Oslo', 0) ?? {});
    assert.deepEqual(first.messages.slice(1), [
      {
        role: 'assistant',
        content: [],
        toolCalls: [{ id: 'call_0', name: 'get_weather', arguments: '{"city":"Oslo"}' }],
      },
      { role: 'tool', name: 'get_weather', content: 'clear', toolCallId: 'call_0' },
    ]);
    assert.deepEqual(first.offered, { tools: [{ type: 'function', function: bare }] });
    const shared = await read(forms['shareGpt']?.('Oslo', 0) ?? {});
    assert.deepEqual(shared.messages, [...first.messages.slice(0, 2), ...shared.messages.slice(2)]);
    assert.equal(shared.messages[2]?.toolCallId, 'call_0');
  });

  it('keep a text’s own form of calls, and don’t offer tools twice', async () => {
    const hermes = await read(forms['hermes']?.('Oslo', 0) ?? {});
    assert.equal(hermes.offered, undefined);
    assert.match(String(hermes.messages[2]?.content), /^<tool_call>/u);
    assert.deepEqual(hermes.messages[3]?.role, 'tool');
    assert.ok(hermes.said.includes('1 note: Not used: “tools” (1).'), hermes.said.join());
    const ace = await read(forms['toolAce']?.('Oslo', 1) ?? {});
    assert.equal(ace.reference, '[Get Weather(city="Oslo")]');
  });

  it('of promptfoo have the tools of the provider', async () => {
    const config = {
      prompts: ['Weather in {{city}}?'],
      providers: ['echo', { id: 'openai:chat:m', config: { tools: [tool], tool_choice: 'auto' } }],
      tests: [{ vars: { city: 'Oslo' }, assert: [{ type: 'tool-call-f1', value: 'a, b', threshold: 0.5 }] }],
    };
    const { prompts, said } = await readSet(JSON.stringify(config), 'promptfooconfig.yaml');
    assert.deepEqual(prompts[0]?.offered, { tools: [tool], tool_choice: 'auto' });
    assert.deepEqual(prompts[0]?.checks, [{ type: 'tool-call-f1', value: 'a, b', threshold: 0.5 }]);
    assert.deepEqual(said, ['1 note: Not used: “providers” (1).']);
  });
});
