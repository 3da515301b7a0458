import assert from 'node:assert/strict';
import { createUndiciTransport, ServiceClient } from '../../../../src/api/index.ts';
import type { ChatService } from '../../../../src/core/chats/session/chatChange.ts';
import { firstRequests } from '../../../../src/core/exchange/firstRequests.ts';
import {
  compareAnswers,
  testMaxTokens,
  testPrompt,
  verdictOf,
} from '../../../../src/core/testRequests/testRequest.ts';
import {
  countRequests,
  runTests,
  type TestedModel,
  type TestResult,
  type TestRunOptions,
} from '../../../../src/core/testRequests/testRun.ts';
import { useService } from '../../service/client.ts';

const onChat = 'POST /api/v1/chat/completions';

function tested(name: string, baseModelName?: string, connectionId = 'acme'): TestedModel {
  return { connectionId, kind: baseModelName === undefined ? 'baseModel' : 'lora', name, baseModelName };
}

const broken = { kind: 'status', status: 500, on: onChat, headers: { 'x-should-retry': 'false' } } as const;
const verdicts = (results: readonly TestResult[]) => results.map(({ answer }) => verdictOf(answer));

describe('A run of test requests', () => {
  const service = useService();
  let chats: ChatService;
  beforeEach(async () => {
    const transport = await createUndiciTransport();
    const client = new ServiceClient({ baseUrl: service().url, apiKey: async () => 'sample-key', transport });
    chats = {
      ...firstRequests(),
      streamChat: () => (request, options) => client.streamChat(request, options),
      isGone: () => false,
      deployment: () => undefined,
      readKept: async () => undefined,
    };
  });

  const run = (models: readonly TestedModel[], parts: Partial<TestRunOptions> = {}) =>
    runTests(models, {
      ...{ service: chats, signal: new AbortController().signal, onWait: () => undefined },
      ...parts,
    });
  /** The models that were asked, in order. */
  const asked = () => service().requests.map(({ body }) => JSON.parse(body).model);
  const v7 = tested('support-tone-v7', 'llama-3-8b');
  const v6 = tested('support-tone-v6', 'llama-3-8b');
  const base = tested('llama-3-8b');

  it('tells reasoning from the answer if a lone </think> ends it', async () => {
    service().fail({ on: onChat, kind: 'reasoning', text: 'Hm.', as: 'loneEnd' });
    service().fail({ on: onChat, kind: 'answer', text: 'OK' });
    const [result] = await run([base]);
    assert.deepEqual([result?.answer?.text, result?.answer?.reasoning], ['OK', 'Hm.']);
  });

  it('sends one tiny chat at temperature 0, and times it', async () => {
    const [result] = await run([base]);
    const {
      stream: _stream,
      stream_options: _options,
      ...body
    } = JSON.parse(service().requests[0]?.body ?? '');
    assert.deepEqual(body, {
      model: 'llama-3-8b',
      messages: [{ role: 'user', content: testPrompt }],
      temperature: 0,
      max_tokens: testMaxTokens,
    });
    const { figures } = result?.answer ?? {};
    assert.equal(result?.answer?.state, 'limit');
    assert.ok(figures?.ttftMs !== undefined && figures.durationMs >= figures.ttftMs);
    assert.equal(figures.completionTokens, testMaxTokens);
    assert.equal(figures.isFirstRequest, true);
    assert.equal(result?.base, undefined);
  });

  it('asks a LoRA’s base the same, and finds that the answers differ', async () => {
    const [result] = await run([v7]);
    assert.deepEqual(asked(), ['support-tone-v7', 'llama-3-8b']);
    assert.ok(result?.answer && result.base);
    assert.equal(compareAnswers(result.answer, result.base), 'different');
  });

  it('finds a service that answers with the base', async () => {
    service().fail({ kind: 'answersWithBase', on: onChat });
    const [result] = await run([v7]);
    assert.ok(result?.answer && result.base);
    assert.equal(compareAnswers(result.answer, result.base), 'same');
  });

  it('asks each model once, in order and one at a time', async () => {
    const turns: string[] = [];
    const models = [v7, v6, base, tested('old-experiment')];
    const results = await run(models, {
      onModel: ({ name }, index) => turns.push(`${index} ${name}`),
    });
    const wanted = ['support-tone-v7', 'llama-3-8b', 'support-tone-v6', 'old-experiment'];
    assert.deepEqual(asked(), wanted);
    assert.equal(countRequests(models), wanted.length);
    assert.deepEqual(verdicts(results), ['answers', 'answers', 'answers', 'answers']);
    assert.equal(results[0]?.base, results[1]?.base);
    assert.deepEqual(turns, ['0 support-tone-v7', '1 support-tone-v6', '2 llama-3-8b', '3 old-experiment']);
    const ends = await Promise.all(service().requests.map(({ closed }) => closed));
    assert.ok(ends.every(({ complete }) => complete));
  });

  it('goes on after one that fails, and does not ask its base', async () => {
    service().fail({ ...broken, model: 'support-tone-v7' });
    const results = await run([v7, v6]);
    assert.deepEqual(verdicts(results), ['silent', 'answers']);
    assert.equal(results[0]?.answer?.error?.status, 500);
    assert.deepEqual(asked(), ['support-tone-v7', 'support-tone-v6', 'llama-3-8b']);
  });

  it('succeeds even if the base does not answer, or is not listed', async () => {
    const [result] = await run([tested('summarizer-2022', 'llama-2-13b')]);
    assert.equal(verdictOf(result?.answer), 'answers');
    assert.equal(result?.base?.error?.kind, 'notFound');
    assert.ok(result.answer && compareAnswers(result.answer, result.base) === undefined);
  });

  it('ends if the key is refused, and marks the rest as not asked', async () => {
    service().keys.clear();
    const results = await run([v7, v6, base]);
    assert.deepEqual(verdicts(results), ['refused', 'notAsked', 'notAsked']);
    assert.equal(service().requests.length, 1);
  });

  it('goes on with another connection after a refused key', async () => {
    service().fail({ kind: 'status', status: 401, on: onChat, times: 1 });
    const results = await run([v7, v6, tested('llama-3-8b', undefined, 'other')]);
    assert.deepEqual(verdicts(results), ['refused', 'notAsked', 'answers']);
  });

  it('can be stopped midway, and the service stops generating', async () => {
    service().fail({ kind: 'stall', after: 1, on: onChat, model: 'support-tone-v6' });
    const stop = new AbortController();
    const reached = service().nextRequest(({ body }) => body.includes('support-tone-v6'));
    const running = run([base, v6, v7], { signal: stop.signal });
    const request = await reached;
    stop.abort(new Error('Stopped.'));
    assert.deepEqual(verdicts(await running), ['answers', 'stopped', 'notAsked']);
    assert.equal((await request.closed).complete, false);
    assert.equal(service().requests.length, 2);
  });

  it('ends an endless answer if the service does not take max_tokens', async () => {
    service().fail({ kind: 'refuseField', field: 'max_tokens', on: onChat });
    service().fail({ kind: 'answer', text: 'word '.repeat(2000), on: onChat });
    service().tokensPerSecond = 10_000;
    const [result] = await run([v7]);
    assert.deepEqual([result?.answer?.state, result?.answer?.text.length], ['limit', 400]);
    assert.deepEqual(result?.answer?.droppedFields, ['max_tokens']);
    assert.ok(result.answer && result.base && compareAnswers(result.answer, result.base) === 'same');
    const ends = await Promise.all(service().requests.map(({ closed }) => closed));
    assert.ok(ends.some(({ complete }) => !complete));
  });

  it('distinguishes an answer that was cut off, and one without text, from a complete one', async () => {
    service().fail({ kind: 'cut', after: 3, on: onChat, model: 'support-tone-v7' });
    service().fail({ kind: 'answer', text: '', on: onChat, model: 'support-tone-v6' });
    service().fail({ kind: 'end', after: 0, on: onChat, model: 'old-experiment' });
    const results = await run([v7, v6, tested('old-experiment')]);
    assert.deepEqual(verdicts(results), ['cut', 'answers', 'silent']);
    assert.equal(results[1]?.answer?.text, '');
    assert.ok(!asked().includes('llama-3-8b'));
  });
});
