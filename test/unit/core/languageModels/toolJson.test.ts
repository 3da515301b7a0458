import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  readArguments,
  readUnclosedArguments,
  toolParameters,
} from '../../../../src/core/languageModels/toolJson.ts';
import { holds } from '../../properties/holds.ts';

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

describe('Arguments without their last brackets', () => {
  for (const [what, sign] of [
    ['letters', 'x'],
    ['quotation marks', '\\"'],
    ['backslashes', '\\\\'],
    ['braces', '{'],
  ] as const)
    it(`may have a text of 16 MB of ${what}`, () => {
      const text = `{"content":"${sign.repeat(2 ** 24 / sign.length)}"`;
      assert.deepEqual(readUnclosedArguments(text), JSON.parse(`${text}}`));
      assert.equal(readUnclosedArguments(text.slice(0, -1)), undefined);
    }).timeout(20_000);

  for (const [json, whole] of [
    ['{"path":"a"', '{"path":"a"}'],
    ['{"path":"a" \n', '{"path":"a"}'],
    ['{"a":{"b":["c"', '{"a":{"b":["c"]}}'],
    ['{"a":{}', '{"a":{}}'],
    ['{"a":[1,2]', '{"a":[1,2]}'],
    ['{"a":[true', '{"a":[true]}'],
    ['{"a":null', '{"a":null}'],
    [String.raw`{"a":"}]\"{"`, String.raw`{"a":"}]\"{"}`],
    ['{"a":"x"}', '{"a":"x"}'],
  ] as const) {
    it(`are closed: ${json}`, () => {
      assert.deepEqual(readUnclosedArguments(json), JSON.parse(whole));
    });
  }

  for (const json of [
    '',
    '{',
    '{"a":',
    '{"a":"rm -rf /home/u',
    String.raw`{"a":"x\"`,
    '{"a":"x","b"',
    '{"a":1',
    '{"a":tru',
    '{"a":[',
    '{"a":["x"}',
    '{"a":"x"}}',
    '["x"',
    'true',
  ]) {
    it(`stay unread: ${json}`, () => {
      assert.equal(readUnclosedArguments(json), undefined);
    });
  }

  const cut = fc
    .tuple(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), fc.constantFrom(undefined, 1))
    .map(([whole, at, indent]) => {
      const json = JSON.stringify(whole, null, indent);
      return { whole, json: json.slice(0, at % (json.length + 1)) };
    });
  holds(
    'have no value but those that they had before they were cut',
    2000,
    fc.property(cut, ({ whole, json }) => {
      const read = readUnclosedArguments(json);
      if (read !== undefined) assert.ok(isStartOf(read, whole), JSON.stringify(read));
    }),
  );
});

/** True if all that is in `part` is the same in `whole`, and lists lack only their ends. */
function isStartOf(part: unknown, whole: unknown): boolean {
  if (typeof part !== 'object' || part === null || typeof whole !== 'object' || whole === null)
    return JSON.stringify(part) === JSON.stringify(whole);
  return (
    Array.isArray(part) === Array.isArray(whole) &&
    Object.entries(part).every(([key, value]) => isStartOf(value, (whole as Record<string, unknown>)[key]))
  );
}
