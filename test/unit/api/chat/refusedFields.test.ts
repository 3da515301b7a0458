import assert from 'node:assert/strict';
import type { ChatRequest } from '../../../../src/api/index.ts';
import { type Validator, validators } from '../../../service/faults/validators.ts';
import { type RunningService, startService } from '../../../service/service.ts';
import { clientFor, collect, failure, helloRequest, overBothTransports, summary } from '../harness.ts';

const chatRoute = 'POST /api/v1/chat/completions';
const strict = Object.keys(validators) as Validator[];
/** Those that complain about one field at a time. */
const oneByOne: Validator[] = ['openai', 'serde', 'llamacpp', 'plain'];
/** Those that refuse an unknown field without naming it. */
const nameless: Validator[] = ['fastify'];

describe('A field that a service refuses', () => {
  overBothTransports((transport) => {
    let service: RunningService;
    let model: string;
    before(async () => {
      service = await startService({ tokensPerSecond: Number.POSITIVE_INFINITY });
      model = service.catalog.baseModels.find((one) => one.active_deployment)?.name ?? '';
    });
    after(() => service.close());
    afterEach(() => {
      service.clearFaults();
      service.clearRequests();
    });
    const client = () => clientFor(service.url, transport, { apiKey: async () => 'sample-key' });
    const bodies = () => service.requests.map(({ body }) => JSON.parse(body ?? '') as object);
    const fieldsSent = () => bodies().map((body) => Object.keys(body).filter((field) => !/^m/.test(field)));
    const ask = async (one: ReturnType<typeof client>, fields: Partial<ChatRequest> = {}) => {
      const dropped: string[] = [];
      const onDropped = (field: string) => dropped.push(field);
      const { text, rest } = summary(
        await collect(one.streamChat({ ...helloRequest, model, ...fields }, { onDropped })),
      );
      assert.ok(text);
      assert.equal(rest.at(-1)?.type, 'finish');
      return dropped;
    };

    for (const as of strict) {
      it(`is dropped during the first call, and remembered: ${as} refuses stream and stream_options`, async () => {
        service.fail({ on: chatRoute, kind: 'validate', as });
        const one = client();
        assert.deepEqual((await ask(one)).sort(), ['stream', 'stream_options']);
        // Without `stream` there is no `stream_options` either, whichever is named first.
        const wanted = nameless.includes(as)
          ? [['stream', 'stream_options'], ['stream'], []]
          : [['stream', 'stream_options'], []];
        assert.deepEqual(fieldsSent(), wanted);
        service.clearRequests();
        await ask(one);
        assert.deepEqual(fieldsSent(), [[]]);
      });

      it(`is dropped during the first call: ${as} refuses only stream_options`, async () => {
        service.fail({ on: chatRoute, kind: 'validate', as, knows: ['stream'] });
        const one = client();
        assert.deepEqual(await ask(one), ['stream_options']);
        assert.deepEqual(fieldsSent(), [['stream', 'stream_options'], ['stream']]);
        assert.deepEqual(one.refusedFields(model), ['stream_options']);
      });

      it(`is kept if only its value is refused: ${as}`, async () => {
        const knows = ['stream', 'stream_options', 'temperature'];
        service.fail({ on: chatRoute, kind: 'validate', as, knows, limits: { temperature: 1 } });
        const one = client();
        const error = await failure(ask(one, { temperature: 1.5 }));
        assert.equal(error.kind, 'badRequest');
        assert.match(error.serverMessage ?? '', /temperature/);
        assert.equal(service.requests.length, 1);
        assert.deepEqual(one.refusedFields(model), []);
        service.clearRequests();
        assert.deepEqual(await ask(one, { temperature: 0.2 }), []);
        assert.deepEqual(fieldsSent(), [['stream', 'stream_options', 'temperature']]);
      });

      if (nameless.includes(as)) continue;

      it(`is dropped with all others that ${as} names, wherever they were set`, async () => {
        service.fail({ on: chatRoute, kind: 'validate', as, knows: ['stream', 'temperature'] });
        const one = client();
        const dropped = await ask(one, { temperature: 1, seed: 7, extra: { top_k: 3 } });
        assert.deepEqual(dropped.sort(), ['seed', 'stream_options', 'top_k']);
        assert.equal(service.requests.length, oneByOne.includes(as) ? 4 : 2);
        assert.deepEqual(fieldsSent().at(-1)?.sort(), ['stream', 'temperature']);
      });

      it(`is distinguished from one with a wrong value in the same answer: ${as}`, async () => {
        service.fail({
          on: chatRoute,
          kind: 'validate',
          as,
          knows: ['temperature'],
          limits: { temperature: 1 },
        });
        const one = client();
        assert.match((await failure(ask(one, { temperature: 1.5 }))).serverMessage ?? '', /temperature/);
        assert.deepEqual(fieldsSent().at(-1), ['temperature']);
        await ask(one, { temperature: 1 });
        assert.deepEqual(fieldsSent().at(-1), ['temperature']);
      });
    }

    it('is sent again after the client forgets the refusal', async () => {
      service.fail({ on: chatRoute, kind: 'validate', as: 'fastapi', knows: ['stream', 'stream_options'] });
      const one = client();
      await ask(one, { topP: 0.5 });
      assert.deepEqual(one.refusedFields(model), ['top_p']);
      service.clearFaults();
      one.forgetRefusedFields(model);
      assert.deepEqual(await ask(one, { topP: 0.5 }), []);
      assert.ok(fieldsSent().at(-1)?.includes('top_p'));
    });

    it('is dropped during the first call, however many are refused one at a time', async () => {
      const extra = Object.fromEntries(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7'].map((name) => [name, 1]));
      for (const as of oneByOne) {
        service.fail({ on: chatRoute, kind: 'validate', as, knows: ['stream', 'stream_options'] });
        const one = client();
        assert.deepEqual(await ask(one, { extra }), Object.keys(extra));
        assert.equal(service.requests.length, 8);
        service.clearFaults();
        service.clearRequests();
      }
    });

    it('costs at most five requests a call beside those that were refused by name', async () => {
      const refuse = (body: object) =>
        service.fail({ on: chatRoute, kind: 'status', status: 400, body, times: 1 });
      for (const name of ['a1', 'a2', 'a3', 'a4']) refuse({ message: `Unknown field: ${name}` });
      for (let n = 0; n < 5; n += 1)
        service.fail({
          on: chatRoute,
          kind: 'status',
          status: 429,
          headers: { 'retry-after': '0' },
          times: 1,
        });
      const extra = Object.fromEntries(['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => [name, 1]));
      assert.equal((await failure(ask(client(), { extra }))).kind, 'rateLimited');
      assert.equal(service.requests.length, 4 + 2);
    });

    describe('that the service does not name', () => {
      const nothing = { message: 'Invalid request.' };

      it('is searched for once; if no trial helps, the call fails with the first refusal', async () => {
        for (const message of ['First words.', 'Second words.', 'Third words.'])
          service.fail({ on: chatRoute, kind: 'status', status: 400, body: { message }, times: 1 });
        const error = await failure(ask(client(), { temperature: 1 }));
        assert.equal(error.serverMessage, 'First words.');
        assert.deepEqual(
          fieldsSent().map((fields) => fields.filter((field) => /^stream/.test(field))),
          [['stream', 'stream_options'], ['stream'], []],
        );
      });

      it('is not searched for if the model has answered before', async () => {
        const one = client();
        await ask(one);
        service.clearRequests();
        service.fail({ on: chatRoute, kind: 'status', status: 400, body: nothing, times: 1 });
        assert.equal((await failure(ask(one))).serverMessage, 'Invalid request.');
        assert.equal(service.requests.length, 1);
      });

      it('is not searched for if the messages are at fault or the status is another', async () => {
        const about = { error: { message: 'Too many.', param: 'messages', code: null } };
        service.fail({ on: chatRoute, kind: 'status', status: 400, body: about, times: 1 });
        assert.equal((await failure(ask(client()))).serverMessage, 'Too many.');
        const place = { detail: [{ loc: ['body', 'messages', 0], msg: 'temperature is missing' }] };
        service.fail({ on: chatRoute, kind: 'status', status: 422, body: place, times: 1 });
        const missing = await failure(ask(client(), { temperature: 1 }));
        assert.equal(missing.serverMessage, 'messages: temperature is missing');
        service.fail({ on: chatRoute, kind: 'status', status: 403, body: nothing, times: 1 });
        assert.equal((await failure(ask(client()))).kind, 'forbidden');
        assert.equal(service.requests.length, 3);
      });

      it('makes the call fail with the error of a trial, if that is not a refusal', async () => {
        service.fail({ on: chatRoute, kind: 'status', status: 400, body: nothing, times: 1 });
        service.fail({ on: chatRoute, kind: 'status', status: 500, body: { message: 'Broken.' }, times: 1 });
        assert.equal((await failure(ask(client()))).serverMessage, 'Broken.');
      });
    });

    it('is not one that the message lists as known, or whose value it refuses, whatever the place', async () => {
      const texts = [
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
      for (const message of texts) {
        for (const error of [{ message }, { message, param: 'temperature' }]) {
          service.fail({ on: chatRoute, kind: 'status', status: 400, body: { error }, times: 3 });
          const one = client();
          await failure(ask(one, { temperature: 0.2 }));
          assert.deepEqual(one.refusedFields(model), [], message);
          service.clearFaults();
        }
      }
    });

    it('is read from a place and a text that tells, without a code', async () => {
      const place = { property: 'top_p', path: '/top_p' };
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
        {
          errors: [
            {
              instancePath: '',
              params: { additionalProperty: 'top_p' },
              message: 'must NOT have additional properties',
            },
          ],
        },
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
        { type: 'validation', errors: [{ ...place, message: 'Unexpected property', value: 0.5 }] },
        {
          issues: [
            {
              message: 'Invalid key: Expected never but received "top_p"',
              path: [{ type: 'object', origin: 'key', key: 'top_p', value: 0.5 }],
            },
          ],
        },
        {
          errors: [
            { source: { pointer: '/top_p' }, title: 'Invalid value', detail: 'Unexpected field: top_p' },
          ],
        },
        { details: [{ message: '"top_p" is not allowed', path: ['top_p'] }] },
      ];
      for (const body of bodies) {
        for (const status of [400, 422]) {
          service.fail({ on: chatRoute, kind: 'status', status, body, times: 1 });
          assert.deepEqual(
            await ask(client(), { topP: 0.5, seed: 1, temperature: 0 }),
            ['top_p'],
            JSON.stringify(body),
          );
          service.clearFaults();
        }
      }
    });

    it('is read from the messages of other servers', async () => {
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
        service.fail({ on: chatRoute, kind: 'status', status: 400, body: { error: { message } }, times: 1 });
        assert.deepEqual(await ask(client(), { topP: 0.5, seed: 1 }), ['top_p'], message);
      }
    });

    describe('that are the tools', () => {
      const tools = [{ name: 'read', description: 'Reads.' }];
      const refuse = (error: object, status = 400) =>
        service.fail({ on: chatRoute, kind: 'status', status, body: { error }, times: 1 });

      it('are read from the messages of other servers, and left out with the choice among them', async () => {
        const messages = [
          '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
          'tool_choice="required" requires --tool-call-parser to be set',
          'tools param requires --jinja flag',
          'registry.ollama.ai/library/gemma:2b does not support tools',
          '`tool calling` is not supported with this model',
          'Function calling is not enabled for this model',
          'This model does not support function calling.',
          "litellm.UnsupportedParamsError: mini does not support parameters: ['tools'], for model=mini.",
        ];
        for (const message of messages) {
          refuse({ message });
          const one = client();
          assert.deepEqual(
            await ask(one, { tools, toolChoice: 'required' }),
            ['tools', 'tool_choice'],
            message,
          );
          assert.deepEqual(fieldsSent().at(-1)?.sort(), ['stream', 'stream_options'], message);
          assert.deepEqual(one.refusedFields(model), ['tools'], message);
        }
      });

      it('are kept if only the choice among them is refused', async () => {
        refuse({ message: "This model does not support tool choice 'required'", param: 'tool_choice' });
        const one = client();
        await ask(one, { tools, toolChoice: 'required' }).catch(() => undefined);
        assert.ok(!one.refusedFields(model).includes('tools'));
      });

      it('are read even if the refusal says which field it is about', async () => {
        refuse({ message: '`tool calling` is not supported with this model', param: 'tools' });
        assert.deepEqual(await ask(client(), { tools }), ['tools']);
      });

      it('are kept if only one of them is wrong, or the request has none', async () => {
        const schema = "Invalid schema for function 'read': this does not support tools without properties";
        refuse({ message: schema, param: 'tools[0].function.parameters' });
        const one = client();
        assert.equal((await failure(ask(one, { tools }))).kind, 'badRequest');
        service.fail({
          on: chatRoute,
          kind: 'status',
          status: 400,
          body: { error: { message: 'This model does not support tools', param: 'messages' } },
          times: 1,
        });
        assert.equal((await failure(ask(one))).kind, 'badRequest');
        assert.deepEqual(one.refusedFields(model), []);
      });
    });
  });
});
