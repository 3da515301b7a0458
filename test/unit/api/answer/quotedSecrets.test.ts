import assert from 'node:assert/strict';
import { type CallOptions, OpenAiClient, type ServiceClientOptions } from '../../../../src/api/index.ts';
import { assertNoneOf, everythingOf } from '../canary.ts';
import { canaryKey, clientFor, collect, data, doneEvent, failure, helloRequest } from '../harness.ts';
import { bytesOf, jsonHeaders, memoryTransport } from '../memoryTransport.ts';

const gatewaySecret = 'Basic gw-canary-0b1c2d3e';
const nameReason = 'It has no name that can be asked for.';

/** The forms of a quoted key that are masked, written as the inside of a JSON string. */
const quoted: [string, string][] = [
  ['unchanged', canaryKey],
  ['in capitals', canaryKey.toUpperCase()],
  ['with JSON escapes', canaryKey.replaceAll('-', '\\u002d')],
  ['with each letter escaped', canaryKey.replace(/./gu, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)],
  ['with escapes that remain after parsing', canaryKey.replaceAll('-', '\\\\u002d')],
  ['percent-encoded', canaryKey.replaceAll('-', '%2D')],
  ['with character references', canaryKey.replaceAll('-', '&#45;')],
  ['in base64', Buffer.from(`user:${canaryKey}`).toString('base64')],
];

interface Heard {
  raw: unknown[];
  skipped: [unknown, string][];
}

/** A client that gets these texts as answers in turn, and what it reports and logs. */
function answering(
  texts: string[],
  options: Partial<ServiceClientOptions> = {},
): { client: ReturnType<typeof clientFor>; options: CallOptions; heard: Heard; lines: string[] } {
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const heard: Heard = { raw: [], skipped: [] };
  const answers = texts.map(
    (text) => memoryTransport({ headers: jsonHeaders, chunks: [bytesOf(text)] }).send,
  );
  const client = clientFor('http://127.0.0.1', (url, init) => (answers.shift() ?? assert.fail())(url, init), {
    headers: async () => ({ 'X-Gateway-Token': gatewaySecret }),
    log: { debug: write, info: write, warn: write, error: write },
    ...options,
  });
  const onRaw = (json: unknown): void => void heard.raw.push(json);
  const onSkipped = (entry: unknown, why: string): void => void heard.skipped.push([entry, why]);
  return { client, options: { onRaw, onSkipped }, heard, lines };
}

function assertNoSecret(...said: unknown[]): void {
  assertNoneOf([canaryKey, gatewaySecret], said.map(everythingOf).join('\n'));
}

const entry = (name: string, more = '') =>
  `{"name":"${name}","unit_price":0.5,"active_deployment":{"model_name":"m"${more}}}`;

describe('A secret that a successful answer quotes', () => {
  for (const [how, text] of quoted) {
    describe(how, () => {
      it('keeps an entry out of a list if its name contains it', async () => {
        const list = `[${entry('first')},${entry(`org/${text}-v2`)},${entry('last')}]`;
        for (const ask of ['listLoras', 'listBaseModels'] as const) {
          const { client, options, heard, lines } = answering([list]);
          const models = await client[ask](options);
          assert.deepEqual(
            models.map(({ name }) => name),
            ['first', 'last'],
          );
          assert.deepEqual(
            heard.skipped.map(([, why]) => why),
            [nameReason],
          );
          assert.equal(heard.raw.length, 1);
          assertNoSecret(models, heard, lines);
        }
      });

      it('is masked in every other field, in unknown fields and in field names', async () => {
        const creator = `"creator":{"api_key":{"name":"ci ${text}"},"user":{"email":"${text}@x.example","profile_image_url":"https://x/?k=${text}"}}`;
        const whole = entry(
          'tone',
          `,"model_source":"${text}",${creator},"notes":[["${text}"],{"${text}":1}]`,
        );
        const { client, options, heard } = answering([`[${whole}]`, whole]);
        const [listed] = await client.listLoras(options);
        const retrieved = await client.getLora('tone', options);
        assert.deepEqual(listed, retrieved);
        assert.equal(retrieved.activeDeployment?.creator?.user?.email?.includes('***'), true);
        assert.equal(retrieved.activeDeployment?.modelName, 'm');
        assert.deepEqual(heard.skipped, []);
        assertNoSecret(listed, heard);
      });

      it('makes the retrieval of an entry fail if its name contains it, and a deletion return nothing', async () => {
        const { client, options, heard, lines } = answering(Array<string>(3).fill(entry(text)));
        for (const call of [client.getLora('tone', options), client.getBaseModel('tone', options)]) {
          const error = await failure(call);
          assert.deepEqual([error.kind, error.code], ['protocol', 'SHAPE']);
          assertNoSecret(error);
        }
        assert.equal(await client.deleteLora('tone', options), undefined);
        assert.equal(heard.raw.length, 3);
        assertNoSecret(heard, lines);
      });
    });
  }

  describe('as the value of a header, such as a tenant', () => {
    const tenant = 'acme-production';
    const headers = async () => ({ 'x-tenant': tenant });
    const deployment = `"base_model_name":"${tenant}/llama-3","model_name":"${tenant}/tone","hub_revision":"${tenant}-4f2c","hf_revision":"${tenant}-4f2c"`;
    const named = (more = '') => `{"name":"${tenant}/tone","active_deployment":{${deployment}${more}}}`;

    it('stays in the names that a request, the base of an entry and its next deployment need', async () => {
      const { client, options, heard } = answering([`[${named()}]`, named(), named(), named()], { headers });
      const [lora] = await client.listLoras(options);
      const name = `${tenant}/tone`;
      assert.equal(lora?.name, name);
      assert.equal(lora.activeDeployment?.baseModelName, `${tenant}/llama-3`);
      assert.equal(lora.activeDeployment.modelName, name);
      assert.equal(lora.activeDeployment.hubRevision, `${tenant}-4f2c`);
      assert.deepEqual(await client.getLora(name, options), lora);
      assert.deepEqual(await client.deleteLora(name, options), lora);
      assert.equal((await client.getBaseModel(name, options)).activeDeployment?.modelName, name);
      assert.deepEqual(heard.skipped, []);
      const whole: unknown = JSON.parse(named());
      assert.deepEqual(heard.raw, [[whole], whole, whole, whole]);
    });

    it('stays in what a server of OpenAI’s form calls its models', async () => {
      const served = {
        id: `${tenant}/tone`,
        root: `/data/${tenant}`,
        parent: `${tenant}/llama`,
        owned_by: tenant,
      };
      const whole = { object: 'list', data: [served, { id: served.parent, permission: [{ id: tenant }] }] };
      const { send } = memoryTransport({ headers: jsonHeaders, chunks: [bytesOf(JSON.stringify(whole))] });
      const raw: unknown[] = [];
      const client = new OpenAiClient({
        baseUrl: 'http://127.0.0.1',
        apiKey: async () => canaryKey,
        transport: send,
        headers,
      });
      const [lora] = await client.listLoras({ onRaw: (json) => void raw.push(json) });
      assert.deepEqual(
        [lora?.name, lora?.activeDeployment],
        [served.id, { modelName: served.root, baseModelName: served.parent }],
      );
      const rest = { ...served, owned_by: '***' };
      assert.deepEqual(raw, [{ ...whole, data: [rest, { id: served.parent, permission: [{ id: '***' }] }] }]);
    });

    it('is masked in every other field and in field names', async () => {
      const more = `,"model_source":"${tenant}","${tenant}":["${tenant}"],"creator":{"api_key":{"id":"via ${tenant}","name":"${tenant}"},"user":{"model_name":"${tenant}"}},"notes":[{"name":"${tenant}"}]`;
      const { client, options, heard } = answering([`[${named(more)}]`], { headers });
      await client.listLoras(options);
      assert.deepEqual(heard.raw, [JSON.parse(`[${named(more.replaceAll(tenant, '***'))}]`)]);
      assert.deepEqual(heard.skipped, []);
    });

    it('is masked without its scheme', async () => {
      const { client, options, heard } = answering([
        entry('tone', `,"model_source":"${gatewaySecret.slice('Basic '.length)}"`),
      ]);
      assert.equal((await client.getLora('tone', options)).activeDeployment?.modelSource, '***');
      assertNoSecret(heard);
    });

    it('is masked in no name that holds the API key too', async () => {
      const { client, options, heard } = answering([`[${named().replace('tone', canaryKey)}]`], { headers });
      assert.deepEqual(await client.listLoras(options), []);
      assert.equal(heard.skipped[0]?.[1], nameReason);
      assertNoSecret(heard);
    });
  });

  it('is masked in what a deletion returns', async () => {
    const { client, options, heard } = answering([entry('tone', `,"model_source":"${canaryKey}"`)]);
    const lora = await client.deleteLora('tone', options);
    assert.equal(lora?.activeDeployment?.modelSource, '***');
    assert.deepEqual(heard.raw, [JSON.parse(entry('tone', ',"model_source":"***"'))]);
  });

  it('is masked completely, however long it is, in errors too', async () => {
    const key = Array.from({ length: 8000 }, (_, at) => 'abcdefghijklmnop'[(at * 7 + (at % 3)) % 16]).join(
      '',
    );
    const apiKey = async () => key;
    for (const text of [key, `the ${key} of ${key.replace(/a/g, '%61')} & more`]) {
      const { client, options, heard } = answering([entry('tone', `,"model_source":"${text}"`)], { apiKey });
      const { activeDeployment } = await client.getLora('tone', options);
      const error = await failure(answering([`{"error":"${text}"}`], { apiKey }).client.getLora('tone'));
      for (const said of [activeDeployment, heard, error]) {
        assert.match(everythingOf(said), /\*\*\*/);
        assert.doesNotMatch(everythingOf(said), /[a-p]{30}/);
      }
    }
  });

  it('is not masked if it is shorter than twelve characters, because the text may contain it by chance', async () => {
    const short = { apiKey: async () => 'tone-v7-key', headers: async () => ({ 'X-Team': 'support-eu1' }) };
    const list = `[${entry('tone-v7-key')},${entry('support-eu1', ',"model_source":"support-eu1"')}]`;
    const { client, options, heard } = answering([list], short);
    const names = (await client.listLoras(options)).map(({ name }) => name);
    assert.deepEqual(names, ['tone-v7-key', 'support-eu1']);
    assert.deepEqual(heard, { raw: [JSON.parse(list)], skipped: [] });
  });

  it('leaves an answer that does not quote it unchanged', async () => {
    const odd = entry(
      'a  b\\u200b\\tc%41&amp;',
      ',"__proto__":{"x":[null,1e3]},"long":"the words that it is made of, sk-canary"',
    );
    const { client, options, heard } = answering([`[${odd}]`]);
    const [lora] = await client.listLoras(options);
    assert.equal(lora?.name, 'a  b\u200b\tc%41&amp;');
    assert.deepEqual(heard, { raw: [JSON.parse(`[${odd}]`)], skipped: [] });
  });

  it('is masked around the text of a chat, which stays as the model wrote it', async () => {
    const said = { index: 0, delta: { content: `Your key is ${canaryKey}.` }, finish_reason: null };
    const end = { index: 0, delta: {}, finish_reason: `stop ${canaryKey}` };
    const { client, options, heard } = answering([
      data({ id: canaryKey, choices: [said] }) + data({ choices: [end] }) + doneEvent,
    ]);
    const events = await collect(client.streamChat(helloRequest, options));
    assert.deepEqual(events, [
      { type: 'text', text: `Your key is ${canaryKey}.` },
      { type: 'finish', reason: 'stop ***', complete: true },
    ]);
    assertNoSecret(heard);
  });

  it('is masked in an answer’s content type', async () => {
    const { send } = memoryTransport({
      headers: { 'content-type': `application/json; k=${canaryKey}` },
      chunks: [bytesOf('[]')],
    });
    const facts: unknown[] = [];
    await clientFor('http://127.0.0.1', send).listLoras({ onAnswer: (one) => facts.push(one) });
    assert.equal(facts.length, 1);
    assertNoSecret(facts);
  });
});
