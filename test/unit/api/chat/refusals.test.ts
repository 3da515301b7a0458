import assert from 'node:assert/strict';
import { readErrorText } from '../../../../src/api/answer/errorBody.ts';
import { readRefusal } from '../../../../src/api/chat/refusedFields.ts';
import { CallFailure } from '../../../../src/api/errors/errorMapping.ts';
import { usualTimeOf } from '../../cpuTime.ts';

const sent = ['temperature', 'top_p', 'seed', 'stream', 'stream_options', 'top_k'];

function refusalOf(said: unknown, fields = sent): ReturnType<typeof readRefusal> {
  const context = { endpoint: 'POST /api/v1/chat/completions', secrets: [], status: 400 };
  return readRefusal(new CallFailure(context, 'badRequest', 'refused', {}, { said }), fields);
}

/** The fields that a refusal with this body disables. */
function refused(body: unknown, fields = sent): string[] | undefined {
  const { said } = readErrorText(JSON.stringify(body));
  return refusalOf(said, fields)?.unknown;
}

describe('A refusal names', () => {
  const known = [
    'unknown field `foo`, expected one of `temperature`, `stream`, `messages` at line 1 column 2',
    'Unrecognized field "foo" (class Chat), not marked as ignorable (3 known properties: "stream", "temperature")',
    "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
    'temperature above 1 is not allowed for this model',
    'temperature must be ≤ 1',
    'temperature is not supported above 1.',
    '0.2 is not supported.',
    'is not allowed',
    'The value for temperature is not allowed.',
    "The value of parameter 'temperature' is not supported by this model.",
    'The value of this field is not supported.',
    'The type of the field is not allowed.',
    'This value is not allowed.',
    'Unsupported parameter value: 0.2',
    "Unexpected value for parameter 'temperature'.",
    'The temperature field must not be greater than 1.',
    'The temperature field is not a number.',
    'Unsupported parameter type.',
    'unknown value',
  ];
  for (const message of known) {
    it(`no field that it lists as known, or whose value it refuses: ${message}`, () => {
      for (const one of [{ message }, { message, param: 'temperature' }])
        assert.deepEqual(refused({ error: one }, ['temperature', 'stream', 'stream_options']), []);
    });
  }

  const bodies = [
    { error: { message: "Unsupported parameter: 'top_p'", param: 'top_p' } },
    {
      error: { message: 'Unknown parameter.', param: 'top_p', type: 'invalid_request_error', code: null },
    },
    { error: { message: 'This parameter is not supported by this model.', param: 'top_p' } },
    { error: { message: 'top_p is not supported with this model', param: 'top_p' } },
    { error: { message: "Parameter 'top_p' is not supported.", param: 'body.top_p' } },
    { error: { message: "'top_p' is not a valid parameter", param: 'top_p' } },
    // FastAPI and zod without their codes, Ajv without its keyword.
    { detail: [{ loc: ['body', 'top_p'], msg: 'Extra inputs are not permitted' }] },
    { issues: [{ keys: ['top_p'], path: [], message: "Unrecognized key(s) in object: 'top_p'" }] },
    { errors: [{ params: { additionalProperty: 'top_p' }, message: 'must NOT have additional properties' }] },
    // System.Text.Json behind ASP.NET; Laravel; Symfony; Cerberus; TypeBox; valibot; JSON:API; Joi without its type.
    {
      errors: {
        '$.top_p': [
          "The JSON property 'top_p' could not be mapped to any .NET member contained in type 'Chat'.",
        ],
      },
    },
    { message: 'The given data was invalid.', errors: { top_p: ['The top p field is prohibited.'] } },
    { violations: [{ propertyPath: 'top_p', message: 'This field was not expected.' }] },
    { top_p: ['unknown field'] },
    { type: 'validation', errors: [{ property: 'top_p', path: '/top_p', message: 'Unexpected property' }] },
    {
      issues: [
        {
          message: 'Invalid key: Expected never but received "top_p"',
          path: [{ type: 'object', origin: 'key', key: 'top_p', value: 0.5 }],
        },
      ],
    },
    {
      errors: [{ source: { pointer: '/top_p' }, title: 'Invalid value', detail: 'Unexpected field: top_p' }],
    },
    { details: [{ message: '"top_p" is not allowed', path: ['top_p'] }] },
  ];
  for (const body of bodies) {
    it(`a field by a place and a text that tells, without a code: ${JSON.stringify(body)}`, () =>
      assert.deepEqual(refused(body), ['top_p']));
  }

  const texts = [
    "Unsupported parameter: 'top_p' is not supported with this model. Use 'seed' instead.",
    'json: unknown field "top_p"',
    'Unrecognized field "top_p" (class Chat), not marked as ignorable (2 known properties: "seed", "model")',
    'Invalid JSON payload received. Unknown name "top_p": Cannot find field.',
    "'top_p' : property 'top_p' is unsupported",
    'top_p: Extra inputs are not permitted',
    "Extra inputs are not permitted, field: 'top_p', value: 0.5",
    'Malformed input request: extraneous key [top_p] is not permitted, please reformat your input and try again.',
    "litellm.UnsupportedParamsError: mini does not support parameters: ['top_p'], for model=mini.",
    "Additional properties are not allowed ('top_p' was unexpected)",
    "The JSON property 'top_p' could not be mapped to any .NET member contained in type 'Chat'.",
    "Unrecognized key(s) in object: 'top_p'",
    '`top_p` is not supported with this model',
    'The parameter top_p is not supported.',
    'Argument not supported on this model: top_p',
    "extra keys not allowed @ data['top_p']",
  ];
  for (const message of texts) {
    it(`a field as other servers do: ${message}`, () =>
      assert.deepEqual(refused({ error: { message } }), ['top_p']));
  }

  const tools = [
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    'tool_choice="required" requires --tool-call-parser to be set',
    'tools param requires --jinja flag',
    'registry.ollama.ai/library/gemma:2b does not support tools',
    '`tool calling` is not supported with this model',
    'Function calling is not enabled for this model',
    'This model does not support function calling.',
    "litellm.UnsupportedParamsError: mini does not support parameters: ['tools'], for model=mini.",
  ];
  for (const message of tools) {
    it(`the tools as other servers do: ${message}`, () => {
      for (const one of [{ message }, { message, param: 'tools' }])
        assert.deepEqual(refused({ error: one }, [...sent, 'tools', 'tool_choice']), ['tools']);
    });
  }
});

/** As much text as an error body may have, again and again the same. */
const full = (text: string) => text.repeat(Math.ceil((64 * 1024) / text.length));

describe('A refusal by a hostile service', () => {
  const texts = [
    ...['a', 'a.', "'a', ", 'unknown field ', 'unknown field: a, ', "(a, 'b' ", "use 'a', "],
    ...['property a'],
  ];
  for (const text of texts) {
    it(`is read in no time: ${text} over and over`, () => {
      const said = { errors: { json: { stream: [full(text)] } }, message: full(text) };
      const ms = usualTimeOf(() => refusalOf(said));
      // Without a limit on what is read, the first one takes 14 s.
      assert.ok(ms < 500, `${ms} ms`);
    });
  }

  it('is read even if its place is no list of names', () => {
    for (const loc of [[{ toString: '' }], [null, ['body']], { toString: '' }, 7]) {
      const said = { detail: [{ loc, msg: 'Unknown field: top_p' }] };
      assert.deepEqual(refusalOf(said)?.unknown, ['top_p']);
    }
  });

  it('is read no deeper and no longer than it makes sense', () => {
    let deep: unknown = ['Unknown field.'];
    for (let depth = 0; depth < 1000; depth += 1) deep = { errors: deep };
    assert.deepEqual(refusalOf(deep)?.unknown, []);
    const many = Array.from({ length: 10_000 }, () => ({ loc: ['body', 'x'], msg: 'no' }));
    assert.equal(refusalOf({ detail: many })?.isNamed, false);
  });
});
