import assert from 'node:assert/strict';
import { setUser } from './support/connectionSettings.ts';
import { choose, useDirectChat } from './support/directChat.ts';

const set = (fields: unknown) => setUser('hostedModels', 'vscodeChat.extraFields', fields);

describe('The extra fields of requests of VS Code’s chat', () => {
  const chat = useDirectChat();
  const model = 'support-tone-v7';
  const sent = async (options: Parameters<ReturnType<typeof chat>['ask']>[1] = {}) => {
    await chat().ask('Hello', options);
    return chat().bodies.at(-1) ?? {};
  };
  afterEach(() => set(undefined));

  it('replace nothing that the caller, VS Code or this extension sets', async () => {
    await set({
      '*': { temperature: 1, response_format: { type: 'text' }, model: 'x', stream: false, n: 3 },
    });
    const format = { type: 'json_object' };
    const body = await sent({ modelOptions: { temperature: 0, response_format: format } });
    assert.deepEqual(
      [body['temperature'], body['response_format'], body['model'], body['stream'], body['n']],
      [0, format, model, true, undefined],
    );
  });

  it('have the reasoning effort that the user chose in VS Code, if the setting of the model names it', async () => {
    await set({ '*': { reasoning_effort: 'medium' } });
    await choose(chat().world, [{ name: model, reasoningEfforts: ['low', 'high'] }]);
    const efforts: unknown[] = [];
    for (const reasoningEffort of ['high', 'extreme', undefined, 7]) {
      efforts.push((await sent({ modelConfiguration: { reasoningEffort } }))['reasoning_effort']);
    }
    assert.deepEqual(efforts, ['high', 'medium', 'medium', 'medium']);
  });
});
