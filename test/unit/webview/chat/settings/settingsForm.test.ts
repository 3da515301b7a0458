import assert from 'node:assert/strict';
import { optionalFields } from '../../../../../src/api/config/chatFields.ts';
import {
  areSameSettings,
  countSet,
  readDraft,
  toDraft,
} from '../../../../../src/webview/chat/settings/settingFields.ts';

const empty = toDraft({});

describe('The settings form', () => {
  it('sends nothing that is not set', () => {
    assert.deepEqual(readDraft(empty, {}), { settings: {}, errors: {} });
    assert.deepEqual(readDraft({ ...empty, systemPrompt: '  \n', topP: ' ' }, {}).settings, {});
  });

  it('reads what is set, including zero', () => {
    const draft = {
      systemPrompt: ' Be calm. ',
      temperature: '0',
      topP: '.5',
      maxTokens: ' 400 ',
      stop: ' END\n\n\\n\\n\\\\n',
      seed: '-7',
      presencePenalty: '-.5',
      frequencyPenalty: '1,5',
      extra: '{"top_k": 40, "nested": {"a": [1, null]}}',
    };
    const settings = {
      systemPrompt: ' Be calm. ',
      temperature: 0,
      topP: 0.5,
      maxTokens: 400,
      stop: [' END', '\n\n\\n'],
      seed: -7,
      presencePenalty: -0.5,
      frequencyPenalty: 1.5,
      extra: { top_k: 40, nested: { a: [1, null] } },
    };
    assert.deepEqual(readDraft(draft, {}), { settings, errors: {} });
    assert.deepEqual(readDraft(toDraft(settings), {}).settings, settings);
  });

  const bad = {
    temperature: ['-0.1', '2.01', 'warm', '1,5,0', '1.5,0', '1e0', 'NaN', 'Infinity', '0x1', '1 2', '.'],
    topP: ['-1', '1.1', 'x'],
    maxTokens: ['0', '-1', '1.5', '1,024', 'many', '1e3', '99999999999999999999'],
    seed: ['1.5', 'x', '99999999999999999999'],
    presencePenalty: ['-2.1', '3'],
    frequencyPenalty: ['-3', 'x'],
    extra: [
      '[]',
      '7',
      '{',
      'null',
      '{"model": "x"}',
      '{"top_k": 1, "temperature": 1}',
      '{"__proto__": 1}',
      '{"constructor": 1}',
      '{"a": [1e400]}',
      '{"id": 12345678901234567890}',
      `{"a": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    ],
  } as const;
  const before = {
    ...{ temperature: 1, topP: 0.5, maxTokens: 7, seed: 1 },
    ...{ presencePenalty: 1, frequencyPenalty: 1, extra: { top_k: 1 } },
  };
  for (const [name, values] of Object.entries(bad)) {
    it(`gives a reason for a bad ${name}, and keeps the previous value`, () => {
      for (const value of values) {
        const { settings, errors } = readDraft({ ...toDraft(before), [name]: value }, before);
        assert.deepEqual([value.slice(0, 40), Object.keys(errors)], [value.slice(0, 40), [name]]);
        assert.deepEqual(settings, before);
      }
    });
  }

  it('lets no further field replace one of its own or of the chat’s, by any name the service knows', () => {
    const free = new Set<string>(['tools', 'tool_choice']);
    for (const name of optionalFields.filter((one) => !free.has(one))) {
      const { errors } = readDraft({ ...empty, extra: JSON.stringify({ [name]: 1 }) }, {});
      assert.deepEqual(Object.keys(errors), ['extra'], name);
    }
  });

  it('accepts a number that is still being typed', () => {
    const draft = { ...empty, temperature: '1.' };
    assert.deepEqual(readDraft(draft, {}), { settings: { temperature: 1 }, errors: {} });
  });

  it('counts what is set, and compares settings by it', () => {
    const all = [{}, { temperature: 0, systemPrompt: 'x' }, { systemPrompt: '' }];
    assert.deepEqual(all.map(countSet), [0, 2, 0]);
    assert.ok(areSameSettings({ topP: 1 }, { topP: 1 }) && !areSameSettings({ topP: 1 }, {}));
  });
});
