import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { createUndiciTransport, OpenAiClient, type Transport } from '../../../../src/api/index.ts';
import { firstRequests } from '../../../../src/core/exchange/firstRequests.ts';
import { bothOf } from '../../../../src/core/weights/distance.ts';
import { testWeights, weightsRequests } from '../../../../src/core/weights/weightsTest.ts';
import {
  type EarlierAnswers,
  type OfBoth,
  weightsVerdict,
} from '../../../../src/core/weights/weightsVerdict.ts';
import { verdictText } from '../../../../src/ui/weights/weightsText.ts';
import { createRandom } from '../../../service/random.ts';
import { sendJson, serve } from '../../api/harness.ts';
import { adapterOf, base, say, type Weights } from './tinyModel.ts';

/** Which weights a server answers with, by the name in the request. */
type Served = Readonly<Record<'tiny' | 'tone', Weights>>;

const noise = 0.001;
const tone = adapterOf('tone', 1.5);
const healthy: Served = { tiny: base, tone };
const names = { name: 'tone', baseModelName: 'tiny' };

interface Faulty {
  name: string;
  served: Served;
  /** True if the adapter was loaded anew after the earlier test. */
  isReloaded?: boolean;
  says: RegExp;
}

const notApplied = /^tone is the same as its base tiny, within what the base differs from itself\. \d of 8 /u;
const isTheBase = /The base itself, tiny, answers otherwise than on /u;
const isTheAdapter = /This adapter, tone, answers otherwise than on /u;

const faulty: readonly Faulty[] = [
  { name: 'does not apply the adapter', served: { tiny: base, tone: base }, says: notApplied },
  { name: 'ignores the name', served: { tiny: base, tone: base }, says: notApplied },
  { name: 'answers everything with one model', served: { tiny: tone, tone }, says: notApplied },
  { name: 'applies few modules', served: { tiny: base, tone: adapterOf('tone', 0.4) }, says: isTheAdapter },
  {
    name: 'has another adapter under the name',
    served: { tiny: base, tone: adapterOf('other', 1.5) },
    says: isTheAdapter,
  },
  { name: 'adds the adapter to the base', served: { tiny: tone, tone }, says: isTheBase },
  {
    name: 'has another quantization of the base',
    served: { tiny: adapterOf('rounded', 0.1), tone: [...tone, ['rounded', 0.1]] },
    says: isTheBase,
  },
  {
    name: 'still serves the old adapter after a reload',
    served: healthy,
    isReloaded: true,
    says: /tone answers as before the reload: the old adapter may still be served\./u,
  },
];

describe('A test of weights', () => {
  const random = createRandom(61);
  let transport: Transport;
  let healthyBefore: OfBoth<EarlierAnswers>;
  before(async () => {
    transport = await createUndiciTransport();
    healthyBefore = (await ask(healthy)).answers;
  });

  const serving =
    (served: Served, refuses?: string): RequestListener =>
    async (request, response) => {
      if (request.url === '/v1/models') return sendJson(response, { object: 'list', data: [] });
      const { model, messages, max_tokens, logprobs, temperature } = JSON.parse(await readText(request));
      assert.deepEqual([max_tokens, temperature], [16, 0]);
      if (refuses && logprobs) return sendJson(response, { error: { message: refuses } }, 400);
      const weights = model === 'tone' ? served.tone : served.tiny;
      const { text, tokens } = say(weights, messages[0].content, { noise, random, maxTokens: max_tokens });
      const content = tokens.map((one) => ({ ...one, bytes: null, top_logprobs: [] }));
      const choice = { index: 0, message: { role: 'assistant', content: text }, finish_reason: 'length' };
      sendJson(response, { choices: [{ ...choice, logprobs: logprobs ? { content } : null }] });
    };

  async function ask(served: Served, refuses?: string) {
    await using server = await serve(serving(served, refuses));
    const client = new OpenAiClient({ baseUrl: server.url, transport, apiKey: async () => undefined });
    const asked: string[] = [];
    const answers = await testWeights(
      { connectionId: 'desk', ...names },
      {
        service: {
          ...firstRequests(),
          streamChat: () => (request, options) => {
            asked.push(request.model);
            return client.streamChat(request, options);
          },
        },
        signal: new AbortController().signal,
        onWait: () => undefined,
      },
    );
    const chats = server.requests.filter(({ url }) => url === '/v1/chat/completions').length;
    assert.ok(!('failed' in answers));
    return { answers, chats, asked };
  }

  const none = { base: undefined, adapter: undefined };

  it('asks base, adapter, base, adapter with each of eight prompts, 32 requests in all', async () => {
    const { answers, chats, asked } = await ask(healthy);
    assert.deepEqual([weightsRequests, chats], [32, 32]);
    assert.deepEqual(asked.slice(0, 5), ['tiny', 'tone', 'tiny', 'tone', 'tiny']);
    assert.equal(answers.base.answers.length, 8);
    assert.ok(bothOf(...answers.adapter.answers).every(({ tokens }) => tokens?.length === 16));
  });

  it('finds nothing wrong with a healthy server, with and without an earlier test', async () => {
    const { answers } = await ask(healthy);
    const fine =
      /^tone differs from its base tiny\. All 8 prompts tell them apart, by chance in at most 0\.015% of tests\./u;
    assert.match(verdictText(weightsVerdict(answers, none), names), fine);
    const text = verdictText(weightsVerdict(answers, healthyBefore), names);
    assert.match(text, fine);
    assert.doesNotMatch(text, /otherwise/u);
  });

  for (const { name, served, isReloaded, says } of faulty)
    it(`says it of a server that ${name}, in 32 requests`, async () => {
      const { answers, chats } = await ask(served);
      assert.equal(chats, 32);
      const earlier = {
        ...healthyBefore,
        adapter: { ...healthyBefore.adapter, ...(isReloaded && { isReloaded }) },
      };
      assert.match(verdictText(weightsVerdict(answers, earlier), names), says);
    });

  it('without an earlier test never says that a contaminated base differs', async () => {
    const { answers } = await ask({ tiny: tone, tone });
    assert.match(verdictText(weightsVerdict(answers, none), names), notApplied);
  });

  it('goes on with the texts where a server refuses logprobs, in whatever words', async () => {
    for (const refusal of ['Unknown parameter: logprobs', 'This model has no logprobs today.']) {
      const { answers } = await ask(healthy, refusal);
      assert.ok(bothOf(...answers.base.answers).every(({ tokens }) => tokens === undefined));
      const { adapter } = weightsVerdict(answers, none);
      assert.deepEqual([adapter.is, adapter.spreads[0]?.isByText], ['differs', true]);
    }
  });

  it('sends nothing more once a request failed, or was stopped', async () => {
    const stop = new AbortController();
    for (const isStopped of [false, true]) {
      await using server = await serve(({ url }, response) => {
        if (url === '/v1/models') return sendJson(response, { object: 'list', data: [] });
        if (isStopped) stop.abort();
        sendJson(response, { error: { message: 'Not yours' } }, 403);
      });
      const client = new OpenAiClient({ baseUrl: server.url, transport, apiKey: async () => undefined });
      const found = await testWeights(
        { connectionId: 'desk', ...names },
        {
          service: {
            ...firstRequests(),
            streamChat:
              () =>
              (...args) =>
                client.streamChat(...args),
          },
          signal: stop.signal,
          onWait: () => undefined,
        },
      );
      assert.ok('failed' in found);
      assert.equal(found.failed.state, isStopped ? 'stopped' : 'failed');
      assert.equal(server.requests.length, 2);
    }
  });
});
