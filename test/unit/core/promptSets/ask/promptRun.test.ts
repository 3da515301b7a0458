import assert from 'node:assert/strict';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../../../../../src/api/serviceError.ts';
import type { ChatRequest, RetryWait } from '../../../../../src/api/types.ts';
import type { RunFile } from '../../../../../src/core/promptSets/run/runFile.ts';
import type { RunStore } from '../../../../../src/core/promptSets/run/runStore.ts';
import { type RunningService, startService } from '../../../../service/service.ts';
import { useFolder } from '../../fixtures.ts';
import { askService, cellsOf, clientOf, onChat, openRuns, plan, prompts, runAll } from '../run/runBench.ts';

describe('A run', () => {
  const folder = useFolder();
  let service: RunningService;
  let store: RunStore;
  let closeWindow: () => void;
  const made: RunFile[] = [];
  let acme: ReturnType<typeof askService>;

  beforeEach(async () => {
    service = await startService({ tokensPerSecond: Number.POSITIVE_INFINITY });
    const { store: opened, locks } = openRuns(folder());
    store = opened;
    closeWindow = () => locks.dispose();
    const client = await clientOf(service.url);
    acme = askService((request, options) => client.streamChat(request, options));
  });
  afterEach(async () => {
    for (const file of made.splice(0)) await file.release();
    closeWindow();
    await service.close();
  });

  /** The model and prompt of each request, without the warm-up. */
  const asked = () =>
    service.requests
      .map(({ body }) => JSON.parse(body))
      .map(({ model, messages }) => `${model === 'llama-3-8b' ? 'base' : 'tone'} ${messages.at(-1).content}`)
      .filter((text) => text.includes('Question'));
  const create = async (count: number, fields: Partial<typeof plan> = {}) => {
    const file = await store.create({ ...plan, ...fields }, prompts(count));
    made.push(file);
    return file;
  };
  const states = (file: RunFile) => [...cellsOf(file)].map((cell) => file.index.facts(cell).state);

  it('asks each prompt of all models before the next, each model first in turn, after a warm-up', async () => {
    const file = await create(3);
    assert.equal(await runAll(file, acme, { concurrency: 1 }), 'complete');
    assert.deepEqual(asked(), [
      'base Question 0?',
      'tone Question 0?',
      'tone Question 1?',
      'base Question 1?',
      'base Question 2?',
      'tone Question 2?',
    ]);
    const warmUps = service.requests.slice(0, 2).map(({ body }) => JSON.parse(body));
    assert.deepEqual(
      warmUps.map(({ model, max_tokens: maxTokens }) => [model, maxTokens]),
      [
        ['llama-3-8b', 24],
        ['support-tone-v7', 24],
      ],
    );
    assert.equal(service.requests.length, 8);
  });

  it('asks a repeated prompt as often, in turn', async () => {
    const file = await create(1, { repetitions: 3 });
    await runAll(file, acme, { concurrency: 1 });
    const order = asked().map((text) => text.slice(0, 4));
    assert.deepEqual(order, ['base', 'tone', 'tone', 'base', 'base', 'tone']);
  });

  it('keeps what stands before a lone </think> as reasoning, so that no check reads it', async () => {
    service.fail({ on: onChat, kind: 'reasoning', as: 'loneEnd', text: 'Not Answer 0.' });
    service.fail({ on: onChat, kind: 'answer', text: 'Answer 0' });
    const file = await create(1);
    await runAll(file, acme, { concurrency: 1 });
    const cell = { prompt: 0, model: 1, repetition: 0 };
    const result = await file.result(cell);
    assert.deepEqual([result?.text, result?.reasoning], ['Answer 0', 'Not Answer 0.']);
    assert.equal(file.index.facts(cell).check, 'passed');
  });

  it('keeps all of an answer, where it can be read again', async () => {
    service.fail({ on: onChat, kind: 'reasoning', as: 'reasoning_content', text: 'Let me think.' });
    service.fail({ on: onChat, kind: 'answer', text: 'Answer 0' });
    const file = await create(1, { settings: { systemPrompt: 'Be kind.', temperature: 0.5 } });
    await runAll(file, acme, { concurrency: 1 });
    const cell = { prompt: 0, model: 1, repetition: 0 };
    const result = await file.result(cell);
    assert.ok(result);
    const { at, figures, sent, ...rest } = result;
    assert.deepEqual(rest, {
      v: 1,
      is: 'result',
      ...cell,
      attempt: 1,
      state: 'complete',
      text: 'Answer 0',
      reasoning: 'Let me think.',
      reasoningMs: result.reasoningMs,
      finishReason: 'stop',
      deployment: { modelName: 'acme/support-tone-v7' },
      settings: { temperature: 0.5, maxTokens: 1024 },
    });
    assert.ok(Math.abs(at - Date.now()) < 60_000);
    assert.equal(sent?.status, 200);
    assert.match(sent?.requestId ?? '', /^req-/u);
    assert.ok(figures.ttftMs !== undefined && figures.completionTokens && figures.promptTokens);
    assert.equal(figures.isFirstRequest, undefined, 'The warm-up was the first request.');
    const { check, ttftMs, completionTokens } = file.index.facts(cell);
    assert.deepEqual([check, ttftMs, completionTokens], ['passed', figures.ttftMs, figures.completionTokens]);
    assert.deepEqual(await file.checks(cell), [
      { check: { type: 'equals', value: 'Answer 0' }, passed: true, reason: 'equal' },
    ]);
    const body: ChatRequest & { max_tokens: number } = JSON.parse(service.requests.at(-1)?.body ?? '');
    assert.equal(body.max_tokens, 1024);
    assert.deepEqual(body.messages[0], { role: 'system', content: 'Be kind.' });
  });

  it('lets a prompt’s own system message take the place of the settings’', async () => {
    const messages = [
      { role: 'system' as const, content: 'Be brief.' },
      { role: 'user' as const, content: 'Question?' },
    ];
    const settings = { systemPrompt: 'Be kind.', maxTokens: 7 };
    const file = await store.create({ ...plan, settings }, prompts(1, { messages }));
    made.push(file);
    await runAll(file, acme);
    const body = JSON.parse(service.requests.at(-1)?.body ?? '');
    assert.deepEqual([body.messages, body.max_tokens], [messages, 7]);
  });

  it('tells which model refuses a field', async () => {
    service.fail({ on: onChat, kind: 'refuseField', field: 'temperature' });
    const file = await create(2, { models: plan.models.slice(0, 1) });
    await runAll(file, acme);
    assert.deepEqual([...(file.index.models.refused[0] ?? [])], ['temperature']);
    assert.deepEqual((await file.result({ prompt: 1, model: 0, repetition: 0 }))?.droppedFields, [
      'temperature',
    ]);
  });

  it('counts what was cut, empty and failed, and asks again only for what failed', async () => {
    const file = await create(3, { models: plan.models.slice(0, 1) });
    const ends: string[] = [];
    const failing = askService((request, options) => {
      const content = request.messages[0]?.content;
      if (content === 'Question 0?') service.fail({ on: onChat, kind: 'answer', text: '', times: 1 });
      if (content === 'Question 1?') throw new TypeError('Not even sent.');
      if (content === 'Question 2?') service.fail({ on: onChat, kind: 'lengthAfter', tokens: 1, times: 1 });
      return acme.streamChat('acme')(request, options);
    });
    ends.push(await runAll(file, failing, { concurrency: 1 }));
    assert.deepEqual(states(file), ['complete', 'failed', 'limit']);
    assert.equal(file.index.facts({ prompt: 0, model: 0, repetition: 0 }).isEmpty, true);
    assert.deepEqual(file.index.counts(0), { missing: 0, sent: 0, complete: 1, limit: 1, cut: 0, failed: 1 });
    service.clearRequests();
    ends.push(await runAll(file, acme, { concurrency: 1 }));
    assert.deepEqual(asked(), ['base Question 1?']);
    assert.deepEqual(states(file), ['complete', 'complete', 'limit']);
    assert.equal(file.index.facts({ prompt: 1, model: 0, repetition: 0 }).attempt, 2);
    assert.deepEqual(ends, ['complete', 'complete']);
    service.clearRequests();
    await runAll(file, acme);
    assert.deepEqual(service.requests, [], 'Nothing is missing, so nobody is warmed up either.');
  });

  it('gives up a model after ten failures in a row, and goes on with the others', async () => {
    const file = await create(30);
    const broken = askService((request, options) => {
      if (request.model === 'support-tone-v7') throw new TypeError('Broken.');
      return acme.streamChat('acme')(request, options);
    });
    assert.equal(await runAll(file, broken, { concurrency: 3 }), 'complete');
    assert.equal(file.index.counts(0).complete, 30);
    const { failed, missing } = file.index.counts(1);
    assert.ok(failed >= 10 && failed <= 12 && failed + missing === 30, `${failed} failed`);
    assert.deepEqual([...file.index.models.gaveUp], [[1, { kind: 'protocol' }]]);
    await runAll(file, acme);
    assert.deepEqual([...file.index.models.gaveUp], []);
    assert.equal(file.index.counts(1).complete, 30);
  });

  it('asks nothing more with a key that was refused', async () => {
    const file = await create(30);
    let count = 0;
    const revoked = askService((request, options) => {
      count += 1;
      // Two to warm up, then four answers.
      if (count === 7) service.keys.clear();
      return acme.streamChat('acme')(request, options);
    });
    const keys = [...service.keys];
    assert.equal(await runAll(file, revoked, { concurrency: 1 }), 'complete');
    for (const key of keys) service.keys.add(key);
    assert.deepEqual([count, file.index.answered], [8, 4], 'One refusal for each model.');
    assert.deepEqual([...file.index.models.gaveUp].map(([model, error]) => [model, error?.kind]).sort(), [
      [0, 'unauthorized'],
      [1, 'unauthorized'],
    ]);
    await runAll(file, acme);
    assert.equal(file.index.state, 'complete');
  });

  it('does not begin again with what was under way when a key was refused', async () => {
    const file = await create(30);
    let count = 0;
    const revoked = askService(async (request, options) => {
      if (request.model === 'support-tone-v7') {
        // One to warm up, then two at once: the first is refused before the second is answered.
        const own = ++count;
        while (own === 2 && count < 3) await new Promise(setImmediate);
        if (own === 2)
          throw new ServiceError('unauthorized', 'Revoked.', { endpoint: 'POST /api/v1/chat/completions' });
        while (own === 3 && file.index.models.gaveUp.size === 0) await new Promise(setImmediate);
      }
      return acme.streamChat('acme')(request, options);
    });
    await runAll(file, revoked, { concurrency: 4 });
    assert.deepEqual([count, file.index.counts(1).complete, file.index.counts(0).complete], [3, 1, 30]);
  });

  it('counts only failures in a row', async () => {
    const file = await create(30, { models: plan.models.slice(0, 1) });
    let count = 0;
    const shaky = askService((request, options) => {
      count += 1;
      if (count % 10 !== 0) throw new TypeError('Broken.');
      return acme.streamChat('acme')(request, options);
    });
    await runAll(file, shaky, { concurrency: 1 });
    assert.deepEqual([...file.index.models.gaveUp], []);
    assert.equal(file.index.counts(0).failed, 27);
  });

  it('waits with all requests as long as the service asks, and then asks again', async () => {
    const file = await create(6, { models: plan.models.slice(0, 1) });
    // The client tries once more by itself; the second refusal is the run's.
    service.fail({ kind: 'status', status: 429, on: onChat, headers: { 'retry-after': '1' }, times: 6 });
    const waits: (RetryWait | undefined)[] = [];
    assert.equal(
      await runAll(file, acme, { concurrency: 2, onWait: (wait) => waits.push(wait) }),
      'complete',
    );
    assert.equal(file.index.counts(0).complete, 6);
    assert.ok(waits.some((wait) => wait?.error.status === 429));
    assert.equal(waits.at(-1), undefined);
    const times = service.requests.map(({ at }) => at);
    const pauses = times.flatMap((at, index) => {
      const pause = at - (times[index - 1] ?? at);
      return pause > 500 ? [pause] : [];
    });
    assert.ok(pauses.length >= 1 && pauses.every((pause) => pause > 900), `${pauses}`);
  });

  it('stops when the user does; what was under way is missing and marked when it goes on', async () => {
    const file = await create(20);
    const stop = new AbortController();
    let count = 0;
    const stopping = askService((request, options) => {
      count += 1;
      if (count === 9) stop.abort(new Error('Stopped by the user.'));
      return acme.streamChat('acme')(request, options);
    });
    assert.equal(await runAll(file, stopping, { concurrency: 1, signal: stop.signal }), 'stopped');
    assert.equal(file.index.state, 'stopped');
    assert.equal(file.index.counts(0).complete + file.index.counts(1).complete, 6);
    const underWay = [...file.index.inState('sent')];
    assert.equal(underWay.length, 1);
    service.clearRequests();
    await runAll(file, acme);
    assert.equal(asked().length, 34);
    assert.deepEqual(states(file), Array(40).fill('complete'));
    const text = await readFile(join(store.folder, file.run.id, 'results.jsonl'), 'utf8');
    const begun = text.split('\n').filter((line) => line.includes('"is":"begun"'));
    assert.deepEqual(JSON.parse(begun[1] ?? '').underWay, underWay);
  });

  for (const [title, end] of [
    ['the user stops it', 'stopped'],
    ['its only model is given up', 'complete'],
  ] as const)
    it(`reads no more prompts once ${title}`, async () => {
      let reads = 0;
      const { store: watched, locks } = openRuns(join(folder(), 'other'), async (...given) => {
        const file = await open(...given);
        const own = file.read.bind(file);
        const read = (...where: Parameters<typeof own>) => {
          reads += 1;
          return own(...where);
        };
        return Object.assign(file, { read });
      });
      // Too long to be read together.
      const long = { messages: [{ role: 'user' as const, content: 'x'.repeat(40_000) }] };
      const file = await watched.create({ ...plan, models: plan.models.slice(0, 1) }, prompts(200, long));
      const stop = new AbortController();
      const failing = askService(() => {
        if (end === 'stopped') stop.abort(new Error('Stopped by the user.'));
        throw new Error('It fails.');
      });
      reads = 0;
      assert.equal(await runAll(file, failing, { concurrency: 1, signal: stop.signal }), end);
      assert.ok(reads <= 64, `${reads} reads`);
      await file.release();
      locks.dispose();
    });

  it('ends on a full disk with all that was kept, and goes on once there is room', async () => {
    const full = Object.assign(new Error('No room.'), { code: 'ENOSPC' });
    let isFull = false;
    const { store: small, locks } = openRuns(join(folder(), 'other'), async (...given) => {
      const file = await open(...given);
      const own = file.write.bind(file);
      const write = (bytes: Uint8Array) => (isFull ? Promise.reject(full) : own(bytes));
      return Object.assign(file, { write });
    });
    const file = await small.create(plan, prompts(20));
    const filling = askService((request, options) => {
      if (service.requests.length >= 12) isFull = true;
      return acme.streamChat('acme')(request, options);
    });
    assert.equal(await runAll(file, filling), 'disk');
    assert.equal(file.index.state, 'begun');
    const kept = file.index.counts(0).complete + file.index.counts(1).complete;
    assert.ok(kept >= 4 && kept <= 12, `${kept} kept`);
    isFull = false;
    service.clearRequests();
    assert.equal(await runAll(file, acme), 'complete');
    assert.equal(asked().length, 40 - kept);
    assert.equal((await small.open(file.run.id))?.unreadable, 0);
    await file.release();
    locks.dispose();
  });

  it('gives answers the deployments of kept lists, which it reads before it asks', async () => {
    const read: string[] = [];
    const later: typeof acme = {
      ...acme,
      readKept: async (models) => void read.push(...models.map(({ name }) => name)),
      deployment: ({ name }) => (read.includes(name) ? { modelName: `kept/${name}` } : undefined),
    };
    const file = await create(2);
    await runAll(file, later);
    for (const cell of cellsOf(file))
      assert.equal((await file.result(cell))?.deployment?.modelName, `kept/${read[cell.model]}`);
  });

  it('checks what was answered but not checked, and asks no model for it', async () => {
    service.fail({ on: onChat, kind: 'answer', text: 'Answer 0' });
    const file = await create(2);
    const check = () => Promise.reject(new Error('The worker is gone.'));
    assert.equal(await runAll(file, acme, { checker: { check } }), 'complete');
    const checks = () => [...cellsOf(file)].map((cell) => file.index.facts(cell).check);
    assert.deepEqual(checks(), ['none', 'none', 'none', 'none']);
    service.clearRequests();
    await runAll(file, acme);
    assert.deepEqual(checks(), ['passed', 'passed', 'failed', 'failed']);
    assert.deepEqual(service.requests, []);
  });
});
