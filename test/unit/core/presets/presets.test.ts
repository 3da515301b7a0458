import assert from 'node:assert/strict';
import {
  defaultSettings,
  emptyPresets,
  presetOf,
  readPresets,
  settingsAfterMove,
  withPreset,
} from '../../../../src/core/presets/presets.ts';

const calm = {
  name: 'Calm',
  settings: { systemPrompt: 'Be calm.', temperature: 0.2 },
  defaultFor: ['tone-v7'],
};
const wild = { name: 'Wild', settings: { temperature: 2 }, defaultFor: ['tone-v8'] };
const presets = [calm, wild];
const file = (...entries: unknown[]): string => JSON.stringify({ presets: entries });

describe('The presets file', () => {
  it('contains each preset with the models whose default it is', () => {
    assert.deepEqual(readPresets(file(calm, { name: ' Bare ', settings: {} })), {
      presets: [calm, { name: 'Bare', settings: {}, defaultFor: [] }],
      problems: 0,
      isBroken: false,
    });
    assert.deepEqual(readPresets(emptyPresets()), { presets: [], problems: 0, isBroken: false });
  });

  it('loses an invalid preset, and no other', () => {
    const wrong = [
      7,
      { name: '', settings: {} },
      { name: 'No settings' },
      { name: 'Hot', settings: { temperature: 3 } },
      { name: 'As on the wire', settings: { system_prompt: 'Be calm.' } },
      { name: 'Calm', settings: {} },
    ];
    const read = readPresets(file(calm, ...wrong, wild));
    assert.deepEqual(read.presets, presets);
    assert.equal(read.problems, wrong.length);
    assert.equal(read.isBroken, false);
  });

  for (const text of ['', '{', '[]', 'null', '{"presets": {}}']) {
    it(`is broken if it is ${text || 'empty'}`, () => {
      assert.deepEqual(readPresets(text), { presets: [], problems: 1, isBroken: true });
      assert.throws(() => withPreset(text, { name: 'Calm', settings: {} }));
    });
  }

  it('takes a new preset, and keeps whatever else the person wrote', () => {
    const text = JSON.stringify({ note: 'mine', presets: [7, { ...calm, note: 'old' }] });
    const added = withPreset(text, { name: 'Wild', settings: wild.settings });
    assert.deepEqual(JSON.parse(added), {
      note: 'mine',
      presets: [7, { ...calm, note: 'old' }, { name: 'Wild', settings: { temperature: 2 } }],
    });
    const replaced = withPreset(added, { name: 'Calm', settings: { topP: 1 } });
    assert.deepEqual(JSON.parse(replaced).presets[1], { ...calm, note: 'old', settings: { topP: 1 } });
  });

  it('gives a model only one default', () => {
    const text = withPreset(file(calm, wild), { name: 'Wild', settings: {}, defaultFor: 'tone-v7' });
    const { presets: read } = readPresets(text);
    assert.deepEqual(
      read.map(({ name, defaultFor }) => [name, ...defaultFor]),
      [['Calm'], ['Wild', 'tone-v8', 'tone-v7']],
    );
    assert.equal(withPreset(text, { name: 'Wild', settings: {}, defaultFor: 'tone-v7' }), text);
  });
});

describe('A preset', () => {
  it('is recognized by its settings, whatever their order', () => {
    assert.equal(presetOf(presets, { temperature: 0.2, systemPrompt: 'Be calm.' }), calm);
    assert.equal(presetOf(presets, { temperature: 0.3 }), undefined);
  });

  it('that is a model’s default follows the model, but does not replace settings made by hand', () => {
    assert.deepEqual(defaultSettings(presets, 'tone-v7'), calm.settings);
    assert.deepEqual(defaultSettings(presets, 'other'), {});
    assert.deepEqual(settingsAfterMove(presets, calm.settings, 'tone-v7', 'tone-v8'), wild.settings);
    assert.deepEqual(settingsAfterMove(presets, {}, 'other', 'tone-v8'), wild.settings);
    assert.deepEqual(settingsAfterMove(presets, wild.settings, 'tone-v8', 'other'), {});
    assert.deepEqual(settingsAfterMove(presets, { topP: 1 }, 'tone-v7', 'tone-v8'), { topP: 1 });
  });
});
