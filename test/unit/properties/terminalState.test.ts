import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import fc, { type Arbitrary } from 'fast-check';
import { type ChatEvent, ServiceError, type Transport } from '../../../src/api/index.ts';
import { raceAbort } from '../../../src/base/raceAbort.ts';
import { clientFor, data, delta, doneEvent, finishEvent, helloRequest } from '../api/harness.ts';
import { bytesOf } from '../api/memoryTransport.ts';
import { FakeTimers } from './fakeTimers.ts';
import { holds } from './holds.ts';
import { ScriptedBody } from './scriptedBody.ts';

const clientTiming = { firstEventMs: 100, bytesIdleMs: 50, contentIdleMs: 80, usageAfterFinishMs: 30 };
const textChunk = delta({ content: 'a' });
const usageChunk = data({ choices: [], usage: { completion_tokens: 1 } });
const timeouts = ['firstEvent', 'bytesIdle', 'contentIdle'];

type Step =
  | { do: 'bytes'; text: string }
  | { do: 'wait'; ms: number }
  | { do: 'headers' | 'reset' | 'end' | 'abort' | 'leave' };

const bytes = (...texts: string[]): Arbitrary<Step> =>
  fc.constantFrom(...texts).map((text): Step => ({ do: 'bytes', text }));

const step: Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: bytes(textChunk, textChunk + delta({ reasoning: 'r' }), ': ping\n\n') },
  bytes(finishEvent, delta({ content: 'c' }, 'stop'), finishEvent + usageChunk, doneEvent, usageChunk),
  bytes('data: {"cho', data({ error: 'Full' }), 'data: {oops\n\n'),
  {
    weight: 4,
    arbitrary: fc.constantFrom(1, 29, 31, 49, 51, 79, 101).map((ms): Step => ({ do: 'wait', ms })),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Step>({ do: 'reset' }, { do: 'end' }, { do: 'abort' }, { do: 'leave' }),
  },
);

const schedule = fc
  .tuple(fc.array(step, { maxLength: 14 }), fc.nat(3))
  // The headers always come, if only after the abort.
  .map(([steps, at]): Step[] => [...steps.slice(0, at), { do: 'headers' }, ...steps.slice(at)]);

type Terminal = { state: 'finished' } | { state: 'left' } | { state: 'failed'; reason: unknown };

/** One request under a schedule, and all that is visible of it from outside. */
class Scene {
  readonly reason = new Error('stopped by the caller');
  readonly timers = new FakeTimers();
  readonly controller = new AbortController();
  readonly given: ChatEvent[] = [];
  terminal: Terminal | undefined;
  /** When the chat ended: how many timers were still running, and how many listeners were on the caller's signal. */
  leftBehind: number[] = [];
  body: ScriptedBody | undefined;
  readonly #hears: boolean;
  readonly #headers = Promise.withResolvers<void>();
  readonly #pushed: Step[] = [];
  #isLeaving = false;

  constructor(hears: boolean) {
    this.#hears = hears;
  }

  readonly #transport: Transport = async (_url, { signal }) => {
    await raceAbort(this.#headers.promise, signal);
    this.body = new ScriptedBody(this.#hears ? signal : undefined);
    for (const one of this.#pushed) this.#act(one);
    return { status: 200, headers: new Headers({ 'content-type': 'text/event-stream' }), body: this.body };
  };

  async consume(): Promise<void> {
    const client = clientFor('https://host.example', this.#transport, { timing: clientTiming });
    const events = client.streamChat(helloRequest, { signal: this.controller.signal });
    this.terminal = await this.#read(events).catch(
      (reason: unknown): Terminal => ({ state: 'failed', reason }),
    );
    this.leftBehind = [this.timers.pending, getEventListeners(this.controller.signal, 'abort').length];
    assert.deepEqual(await events.next(), { done: true, value: undefined }, 'something came after the end');
  }

  async #read(events: AsyncIterable<ChatEvent>): Promise<Terminal> {
    for await (const event of events) {
      this.given.push(event);
      if (this.#isLeaving) return { state: 'left' };
    }
    return { state: 'finished' };
  }

  async run(steps: readonly Step[]): Promise<void> {
    for (const one of steps) {
      this.#act(one);
      await setImmediate();
    }
  }

  #act(one: Step): void {
    if (one.do === 'headers') this.#headers.resolve();
    else if (one.do === 'abort') this.controller.abort(this.reason);
    else if (one.do === 'leave') this.#isLeaving = true;
    else if (one.do === 'wait') this.timers.advance(one.ms);
    else if (this.body === undefined) this.#pushed.push(one);
    else if (one.do === 'bytes') this.body.push(bytesOf(one.text));
    else if (one.do === 'end') this.body.end();
    else this.body.fail(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
  }
}

/** Plays a schedule, then ends whatever is still running and lets a very long time pass. */
async function play(steps: readonly Step[], hears: boolean): Promise<Scene> {
  const scene = new Scene(hears);
  scene.timers.install();
  try {
    const consumed = scene.consume();
    await scene.run(steps);
    await scene.run([{ do: 'end' }, { do: 'wait', ms: 1e6 }]);
    await consumed;
    await scene.run([{ do: 'abort' }, { do: 'wait', ms: 1e6 }]);
    return scene;
  } finally {
    scene.timers.restore();
  }
}

function assertPlausible({ terminal, given, reason }: Scene, steps: readonly Step[]): void {
  assert.ok(terminal);
  const has = (what: Step['do']): boolean => steps.some((one) => one.do === what);
  const finishes = given.flatMap(({ type }, n) => (type === 'finish' ? [n] : []));
  if (terminal.state === 'finished') assert.deepEqual(finishes, [given.length - 1]);
  else if (terminal.state === 'left') assert.ok(has('leave') && given.length > 0);
  else {
    assert.deepEqual(finishes, [], 'an answer that had finished failed');
    if (terminal.reason === reason) {
      assert.ok(has('abort'));
      return;
    }
    assert.ok(terminal.reason instanceof ServiceError, `not a ServiceError: ${terminal.reason}`);
    const { kind, code = '' } = terminal.reason;
    if (kind === 'timeout') assert.ok(has('wait') && timeouts.includes(code));
    else if (kind === 'network') assert.ok(has('reset') && code === 'ECONNRESET');
    else assert.match(kind, /^(?:server|protocol)$/);
  }
}

function assertQuiet({ body, leftBehind }: Scene): void {
  assert.deepEqual(leftBehind, [0, 0], 'a timer or a listener was left');
  if (body !== undefined && !body.isOver) assert.equal(body.returned, 1, 'the body was not let go');
}

describe('A chat under any sequence of bytes, silence, resets, ends, aborts and leaving', () => {
  holds(
    'ends exactly once and leaves nothing behind',
    1500,
    fc.asyncProperty(schedule, fc.boolean(), async (steps, hears) => {
      const scene = await play(steps, hears);
      assertPlausible(scene, steps);
      assertQuiet(scene);
    }),
  );

  holds(
    'ends with the reason of an abort that comes before anything else ends it',
    500,
    fc.asyncProperty(schedule, fc.boolean(), async (steps, hears) => {
      const harmless = steps.filter(
        (one) => one.do === 'headers' || (one.do === 'bytes' && one.text.startsWith(textChunk)),
      );
      const { terminal, reason } = await play([...harmless, { do: 'abort' }, ...steps], hears);
      assert.deepEqual(terminal, { state: 'failed', reason });
    }),
  );
});
