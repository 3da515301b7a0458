import assert from 'node:assert/strict';
import { type ChatRequest, createUndiciTransport, type Transport } from '../../../../src/api/index.ts';
import { type Validator, validators } from '../../../service/faults/validators.ts';
import { useService } from '../../service/client.ts';
import { clientFor, collect, failure, helloRequest, summary } from '../harness.ts';

const chatRoute = 'POST /api/v1/chat/completions';
const strict = Object.keys(validators) as Validator[];
/** Those that complain about one field at a time. */
const oneByOne: Validator[] = ['openai', 'serde', 'llamacpp', 'plain'];
/** Those that refuse an unknown field without naming it. */
const nameless: Validator[] = ['fastify'];

describe('A field that a service refuses', () => {
  // Every transport hands on the same text.
  let transport: Transport;
  const service = useService();
  let model: string;
  before(async () => {
    transport = await createUndiciTransport();
  });
  beforeEach(() => {
    model = service().catalog.baseModels.find((one) => one.active_deployment)?.name ?? '';
  });
  const client = () => clientFor(service().url, transport, { apiKey: async () => 'sample-key' });
  const bodies = () => service().requests.map(({ body }) => JSON.parse(body ?? '') as object);
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
    it(`is dropped during the first call, and remembered for that model only: ${as} refuses stream and stream_options`, async () => {
      service().fail({ on: chatRoute, kind: 'validate', as });
      const one = client();
      assert.deepEqual((await ask(one)).sort(), ['stream', 'stream_options']);
      // Without `stream` there is no `stream_options` either, whichever is named first.
      const wanted = nameless.includes(as)
        ? [['stream', 'stream_options'], ['stream'], []]
        : [['stream', 'stream_options'], []];
      assert.deepEqual(fieldsSent(), wanted);
      service().clearRequests();
      await ask(one);
      assert.deepEqual(fieldsSent(), [[]]);
      service().clearFaults();
      const other = service().catalog.loras.find((lora) => lora.active_deployment)?.name ?? '';
      await ask(one, { model: other });
      assert.deepEqual(fieldsSent().at(-1), ['stream', 'stream_options']);
    });

    it(`is dropped during the first call: ${as} refuses only stream_options`, async () => {
      service().fail({ on: chatRoute, kind: 'validate', as, knows: ['stream'] });
      const one = client();
      assert.deepEqual(await ask(one), ['stream_options']);
      assert.deepEqual(fieldsSent(), [['stream', 'stream_options'], ['stream']]);
      assert.deepEqual(one.refusedFields(model), ['stream_options']);
    });

    it(`is kept if only its value is refused: ${as}`, async () => {
      const knows = ['stream', 'stream_options', 'temperature'];
      service().fail({ on: chatRoute, kind: 'validate', as, knows, limits: { temperature: 1 } });
      const one = client();
      const error = await failure(ask(one, { temperature: 1.5 }));
      assert.equal(error.kind, 'badRequest');
      assert.match(error.serverMessage ?? '', /temperature/);
      assert.equal(service().requests.length, 1);
      assert.deepEqual(one.refusedFields(model), []);
      service().clearRequests();
      assert.deepEqual(await ask(one, { temperature: 0.2 }), []);
      assert.deepEqual(fieldsSent(), [['stream', 'stream_options', 'temperature']]);
    });

    if (nameless.includes(as)) continue;

    it(`is dropped with all others that ${as} names, wherever they were set`, async () => {
      service().fail({ on: chatRoute, kind: 'validate', as, knows: ['stream', 'temperature'] });
      const one = client();
      const extra = { top_k: 3, stream_options: { include_usage: true } };
      const dropped = await ask(one, { temperature: 1, seed: 7, extra });
      assert.deepEqual(dropped.sort(), ['seed', 'stream_options', 'top_k']);
      assert.equal(service().requests.length, oneByOne.includes(as) ? 4 : 2);
      assert.deepEqual(fieldsSent().at(-1)?.sort(), ['stream', 'temperature']);
    });

    it(`is distinguished from one with a wrong value in the same answer: ${as}`, async () => {
      service().fail({
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
    service().fail({ on: chatRoute, kind: 'validate', as: 'fastapi', knows: ['stream', 'stream_options'] });
    const one = client();
    await ask(one, { topP: 0.5 });
    assert.deepEqual(one.refusedFields(model), ['top_p']);
    service().clearFaults();
    one.forgetRefusedFields(model);
    assert.deepEqual(await ask(one, { topP: 0.5 }), []);
    assert.ok(fieldsSent().at(-1)?.includes('top_p'));
  });

  it('is dropped during the first call, however many are refused one at a time', async () => {
    const extra = Object.fromEntries(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7'].map((name) => [name, 1]));
    for (const as of oneByOne) {
      service().fail({ on: chatRoute, kind: 'validate', as, knows: ['stream', 'stream_options'] });
      const one = client();
      assert.deepEqual(await ask(one, { extra }), Object.keys(extra));
      assert.equal(service().requests.length, 8);
      service().clearFaults();
      service().clearRequests();
    }
  });

  it('costs at most five requests a call beside those that were refused by name', async () => {
    const refuse = (body: object) =>
      service().fail({ on: chatRoute, kind: 'status', status: 400, body, times: 1 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) refuse({ message: `Unknown field: ${name}` });
    for (let n = 0; n < 5; n += 1)
      service().fail({
        on: chatRoute,
        kind: 'status',
        status: 429,
        headers: { 'retry-after': '0' },
        times: 1,
      });
    const extra = Object.fromEntries(['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => [name, 1]));
    assert.equal((await failure(ask(client(), { extra }))).kind, 'rateLimited');
    assert.equal(service().requests.length, 4 + 2);
  });

  describe('that the service does not name', () => {
    const nothing = { message: 'Invalid request.' };

    it('is searched for once; if no trial helps, the call fails with the first refusal', async () => {
      for (const message of ['First words.', 'Second words.', 'Third words.'])
        service().fail({ on: chatRoute, kind: 'status', status: 400, body: { message }, times: 1 });
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
      service().clearRequests();
      service().fail({ on: chatRoute, kind: 'status', status: 400, body: nothing, times: 1 });
      assert.equal((await failure(ask(one))).serverMessage, 'Invalid request.');
      assert.equal(service().requests.length, 1);
    });

    it('is not searched for if the messages are at fault or the status is another', async () => {
      const about = { error: { message: 'Too many.', param: 'messages', code: null } };
      service().fail({ on: chatRoute, kind: 'status', status: 400, body: about, times: 1 });
      assert.equal((await failure(ask(client()))).serverMessage, 'Too many.');
      const place = { detail: [{ loc: ['body', 'messages', 0], msg: 'temperature is missing' }] };
      service().fail({ on: chatRoute, kind: 'status', status: 422, body: place, times: 1 });
      const missing = await failure(ask(client(), { temperature: 1 }));
      assert.equal(missing.serverMessage, 'messages: temperature is missing');
      service().fail({ on: chatRoute, kind: 'status', status: 403, body: nothing, times: 1 });
      assert.equal((await failure(ask(client()))).kind, 'forbidden');
      assert.equal(service().requests.length, 3);
    });

    it('makes the call fail with the error of a trial, if that is not a refusal', async () => {
      service().fail({ on: chatRoute, kind: 'status', status: 400, body: nothing, times: 1 });
      service().fail({ on: chatRoute, kind: 'status', status: 500, body: { message: 'Broken.' }, times: 1 });
      assert.equal((await failure(ask(client()))).serverMessage, 'Broken.');
    });
  });

  describe('that are the tools', () => {
    const tools = [{ name: 'read', description: 'Reads.' }];
    const refuse = (error: object, status = 400) =>
      service().fail({ on: chatRoute, kind: 'status', status, body: { error }, times: 1 });

    it('are left out with the choice among them', async () => {
      refuse({ message: 'tools param requires --jinja flag' });
      const one = client();
      assert.deepEqual(await ask(one, { tools, toolChoice: 'required' }), ['tools', 'tool_choice']);
      assert.deepEqual(fieldsSent().at(-1)?.sort(), ['stream', 'stream_options']);
      assert.deepEqual(one.refusedFields(model), ['tools']);
    });

    it('are kept if only the choice among them is refused', async () => {
      refuse({ message: "This model does not support tool choice 'required'", param: 'tool_choice' });
      const one = client();
      await ask(one, { tools, toolChoice: 'required' }).catch(() => undefined);
      assert.ok(!one.refusedFields(model).includes('tools'));
    });

    it('are kept if only one of them is wrong, or the request has none', async () => {
      const schema = "Invalid schema for function 'read': this does not support tools without properties";
      refuse({ message: schema, param: 'tools[0].function.parameters' });
      const one = client();
      assert.equal((await failure(ask(one, { tools }))).kind, 'badRequest');
      service().fail({
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
