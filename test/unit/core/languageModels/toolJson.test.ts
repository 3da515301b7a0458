import assert from 'node:assert/strict';
import { readArguments, toolParameters } from '../../../../src/core/languageModels/toolJson.ts';

const none = { type: 'object', properties: {} };

describe('The parameters of a tool', () => {
  for (const schema of [undefined, null, {}, [], 7, 'object', { type: 'object' }, { properties: {} }]) {
    it(`are an object without properties for ${JSON.stringify(schema)}`, () => {
      assert.deepEqual(toolParameters(schema), none);
    });
  }

  it('are as given, with the type that is missing', () => {
    const properties = { path: { type: 'string' } };
    assert.deepEqual(toolParameters({ properties, required: ['path'] }), {
      type: 'object',
      properties,
      required: ['path'],
    });
    const whole = { type: 'object', properties, additionalProperties: false };
    assert.deepEqual(toolParameters(whole), whole);
    assert.deepEqual(toolParameters({ type: 'string' }), { type: 'string' });
  });
});

describe('The arguments of a tool call', () => {
  for (const json of ['', ' \n', 'null', '{}', ' {} ']) {
    it(`are none for ${JSON.stringify(json)}`, () => {
      assert.deepEqual(readArguments(json), {});
    });
  }

  it('are the JSON’s', () => {
    assert.deepEqual(readArguments('{"path":"a.txt","lines":[1,2]}'), { path: 'a.txt', lines: [1, 2] });
  });

  for (const json of ['{', '{"path":', '[]', '[{}]', '7', '"text"', 'true', 'path=a.txt', '{} {}']) {
    it(`can’t be read from ${json}`, () => {
      assert.equal(readArguments(json), undefined);
    });
  }
});
