import assert from 'node:assert/strict';
import { batchIdOf, customIdOf, readCustomId } from '../../../../../src/core/promptSets/batch/customId.ts';
import { batchLine } from '../../../../../src/core/promptSets/index.ts';

const messages = [{ role: 'user' as const, content: 'Where is my refund?' }];

describe('A line of a batch', () => {
  it('is what a run would send, not streamed', () => {
    const settings = {
      systemPrompt: 'Be kind.',
      temperature: 0,
      maxTokens: 64,
      extra: { top_k: 4, stream: true },
    };
    const line = batchLine({ customId: 'a', model: 'support-tone-v7', messages, settings });
    assert.deepEqual(JSON.parse(line), {
      custom_id: 'a',
      method: 'POST',
      url: '/v1/chat/completions',
      body: {
        model: 'support-tone-v7',
        messages: [{ role: 'system', content: 'Be kind.' }, ...messages],
        temperature: 0,
        max_tokens: 64,
        top_k: 4,
      },
    });
  });

  it('is one line, whatever the prompt holds', () => {
    const content = 'a\r\n\u2028\u2029\u0085"\\\0';
    const line = batchLine({
      customId: 'a',
      model: 'm',
      messages: [{ role: 'user', content }],
      settings: {},
    });
    assert.equal(/[\r\n]/u.test(line), false);
    assert.equal(JSON.parse(line).body.messages[0].content, content);
  });

  it('writes pictures as the service takes them', () => {
    const content = [
      { type: 'text' as const, text: 'What is it?' },
      { type: 'image' as const, url: 'data:image/png;base64,AA' },
    ];
    const line = batchLine({
      customId: 'a',
      model: 'm',
      messages: [{ role: 'user', content }],
      settings: {},
    });
    assert.deepEqual(JSON.parse(line).body.messages[0].content[1], {
      type: 'image_url',
      image_url: { url: 'data:image/png;base64,AA' },
    });
  });
});

describe('The id of a request in a batch', () => {
  const batchId = batchIdOf({ id: '0b9f3f6e-7b1c-4a53-9a3e-9f86d081884c' });

  it('is the run, the model, the prompt and the repetition, at most 64 ASCII characters', () => {
    const cell = { model: 4, prompt: 999_999_999, repetition: 9 };
    const id = customIdOf(batchId, cell);
    assert.equal(id, '9f86d081884c-4-999999999-9');
    assert.deepEqual(readCustomId(id), { batchId, cell });
  });

  it('is nobody else’s', () => {
    for (const id of [
      '',
      '__proto__',
      'task-1',
      '9f86d081884c-1-2',
      '9f86d081884c-1-2-3-4',
      `${batchId}-1--2-3`,
    ])
      assert.equal(readCustomId(id), undefined, id);
  });
});
