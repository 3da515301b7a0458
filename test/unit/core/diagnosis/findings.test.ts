import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../../src/api/types.ts';
import { chatPrompt } from '../../../../src/core/diagnosis/chatStep.ts';
import { verdictOf } from '../../../../src/core/diagnosis/verdict.ts';
import {
  answering,
  diagnose,
  done,
  failing,
  finish,
  lora,
  lost,
  refusal,
  type Script,
  type StreamScript,
  streaming,
  usage,
} from './script.ts';

const text: ChatEvent = { type: 'text', text: '1, 2, 3' };

async function chatOf(script: StreamScript) {
  const { diagnosis } = await diagnose({ client: { streamChat: streaming(script) } });
  return { ...done(diagnosis, 'chat'), verdict: verdictOf(diagnosis.steps) };
}

describe('A diagnosis of a chat', () => {
  it('gives the time to its first token, its pieces and its tokens', async () => {
    const { facts, outcome } = await chatOf({});
    assert.equal(outcome, 'ok');
    assert.deepEqual([facts.form, facts.firstMs, facts.pieces], ['stream', 50, 3]);
    assert.deepEqual(facts.usage, { promptTokens: 9, completionTokens: 12 });
    assert.deepEqual([facts.finishReason, facts.isComplete], ['stop', true]);
  });

  it('sends a small request, always the same, at temperature 0', async () => {
    let sent: unknown;
    await diagnose({
      client: {
        streamChat: (request, options) => {
          sent = request;
          return streaming()(request, options);
        },
      },
    });
    assert.deepEqual(sent, {
      model: 'tone',
      messages: [{ role: 'user', content: chatPrompt }],
      temperature: 0,
      maxTokens: 32,
    });
  });

  for (const [label, script, form, outcome] of [
    [
      'one JSON answer',
      { events: [text, usage, finish], contentType: 'application/json' },
      'json',
      'warning',
    ],
    ['one piece', { events: [text, finish] }, 'atOnce', 'warning'],
    ['pieces that were held back', { events: [text, text, text, finish], gapMs: 0.5 }, 'atOnce', 'warning'],
    ['pieces of one read', { events: [text, text, text, finish], isOneRead: true }, 'atOnce', 'warning'],
    ['no text at all', { events: [usage, finish] }, undefined, 'warning'],
    [
      'no end',
      { events: [text, text, { type: 'finish', reason: undefined, complete: false }] },
      'stream',
      'failed',
    ],
    [
      'only reasoning',
      { events: [{ type: 'reasoning', text: 'a' }, { type: 'reasoning', text: 'b' }, finish] },
      'stream',
      'ok',
    ],
  ] as [string, StreamScript, string | undefined, string][]) {
    it(`recognises ${label}`, async () => {
      const chat = await chatOf(script);
      assert.deepEqual([chat.facts.form, chat.outcome], [form, outcome]);
    });
  }

  it('names the fields that were refused, and warns only about those that change an answer', async () => {
    for (const [field, outcome] of [
      ['temperature', 'warning'],
      ['stream_options', 'ok'],
    ]) {
      const { diagnosis } = await diagnose({
        client: {
          streamChat: (request, options) => {
            options?.onDropped?.(String(field));
            return streaming()(request, options);
          },
        },
      });
      const chat = done(diagnosis, 'chat');
      assert.deepEqual([chat.facts.refusedFields, chat.outcome], [[field], outcome]);
    }
  });

  it('counts the time from the last try, and says that there were others', async () => {
    const { diagnosis } = await diagnose({
      client: {
        streamChat: (request, options) => {
          options?.onRetry?.(30, refusal('rateLimited', 429));
          return streaming()(request, options);
        },
      },
    });
    const { facts, outcome } = done(diagnosis, 'chat');
    assert.deepEqual([facts.retries, facts.firstMs, outcome], [1, 20, 'warning']);
  });

  it('keeps the error, with the service’s own message', async () => {
    const error = refusal('notFound', 404);
    const streamChat = async function* (): AsyncGenerator<ChatEvent, void> {
      yield* [];
      throw error;
    };
    const { diagnosis } = await diagnose({ client: { streamChat } });
    const { facts, outcome } = done(diagnosis, 'chat');
    assert.deepEqual([facts.error?.kind, facts.error?.status, outcome], ['notFound', 404, 'failed']);
  });
});

describe('A diagnosis of an endpoint', () => {
  it('gives its answer, its entries and their size', async () => {
    const { diagnosis } = await diagnose();
    const { facts } = done(diagnosis, 'listLoras');
    assert.deepEqual(
      [facts.answer?.status, facts.answer?.way, facts.count, facts.skipped],
      [200, 'undici', 2, 0],
    );
    assert.equal(facts.bytes, JSON.stringify([lora('old', false), lora('tone')]).length);
  });

  it('counts what was skipped and what was tried again', async () => {
    const { diagnosis } = await diagnose({
      client: {
        listLoras: (options) => {
          options?.onRetry?.(5, refusal('server', 503));
          options?.onSkipped?.({}, 'no name');
          options?.onSkipped?.({}, 'no name');
          return answering([lora('tone')])(options);
        },
      },
    });
    const { facts, outcome } = done(diagnosis, 'listLoras');
    assert.deepEqual([facts.skipped, facts.retries, facts.count, outcome], [2, 1, 1, 'warning']);
  });

  it('hides the names of all listed models except that of the chat', async () => {
    const { diagnosis } = await diagnose({ parts: { chooseModel: async () => ({ model: 'old' }) } });
    assert.deepEqual(diagnosis.hiddenNames, ['tone', 'llama']);
    const same = await diagnose();
    assert.deepEqual(same.diagnosis.hiddenNames, ['old', 'llama']);
  });
});

describe('A diagnosis of VS Code’s chat', () => {
  async function chatOf(script: Script) {
    const { diagnosis } = await diagnose({ added: ['tone', 'llama'], ...script });
    return { ...done(diagnosis, 'vscodeChat'), diagnosis };
  }

  it('counts the models that were added, and finds all of them', async () => {
    const { outcome, facts } = await chatOf({});
    assert.deepEqual([outcome, facts], ['ok', { added: 2, missing: [], isLate: false }]);
  });

  for (const [because, script] of [
    ['notInService', { added: ['gone'], offered: [] }],
    ['notInService', { added: ['gone'] }],
    ['leftOut', { added: ['tone'] }],
    ['notRefreshed', { added: ['tone'], offered: [] }],
    ['unknown', { added: ['gone'], offered: [], client: { listLoras: failing(refusal('server', 500)) } }],
    ['leftOut', { added: ['tone'], client: { listLoras: failing(refusal('unauthorized', 401)) } }],
    [
      'unknown',
      {
        added: ['gone'],
        offered: [],
        client: {
          listBaseModels: async (options) => {
            options?.onSkipped?.({}, 'no name');
            return [];
          },
        },
      },
    ],
  ] as [string, Script][]) {
    it(`names one that VS Code does not list: ${because}, ${JSON.stringify(script)}`, async () => {
      const { outcome, facts } = await chatOf({ ...script, inVscode: [] });
      assert.deepEqual([outcome, facts.missing], ['warning', [{ name: script.added?.[0], because }]]);
    });
  }

  it('does not call a model missing that VS Code still lists', async () => {
    const { outcome, facts } = await chatOf({ added: ['gone'], offered: ['gone'] });
    assert.deepEqual([outcome, facts.missing], ['ok', []]);
  });

  it('hides no name that it says', async () => {
    const { diagnosis } = await chatOf({ inVscode: ['tone'] });
    assert.deepEqual(diagnosis.hiddenNames, ['old']);
  });

  it('hides the names that are too many to say', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `model-${index}`);
    const listLoras = answering(names.map((name) => lora(name)));
    const { diagnosis } = await chatOf({ added: names, inVscode: [], client: { listLoras } });
    assert.deepEqual(diagnosis.hiddenNames, ['model-10', 'model-11', 'llama']);
  });

  it('says that VS Code did not answer in time', async () => {
    const { outcome, facts } = await chatOf({ inVscode: 'late' });
    assert.deepEqual([outcome, facts], ['warning', { added: 2, missing: [], isLate: true }]);
  });
});

describe('The verdict of a diagnosis', () => {
  async function verdict(script: Parameters<typeof diagnose>[0]) {
    const { diagnosis } = await diagnose(script);
    const found = verdictOf(diagnosis.steps);
    return 'step' in found ? `${found.is} ${found.step.name}` : found.is;
  }

  it('is that everything works', async () => {
    assert.equal(await verdict({}), 'fine');
  });

  it('is the first fault, whatever precedes or follows it', async () => {
    const listLoras = failing(refusal('server', 500));
    const getBaseModel = failing(refusal('notFound', 404));
    assert.equal(await verdict({ client: { listLoras, getBaseModel } }), 'fault listLoras');
    const connection = { name: 'Acme', baseUrl: 'http://models.acme.example' };
    assert.equal(await verdict({ parts: { connection }, client: { getBaseModel } }), 'fault getBaseModel');
  });

  it('is the network if nothing answered', async () => {
    const client = { listLoras: failing(refusal('network', undefined, 'ECONNREFUSED')) };
    assert.equal(await verdict({ probes: { connect: lost('ECONNREFUSED') }, client }), 'fault connect');
  });

  it('is the service’s answer if the network seemed at fault but let it through', async () => {
    const client = { listLoras: failing(refusal('unauthorized', 401)) };
    assert.equal(await verdict({ probes: { connect: lost('ECONNREFUSED') }, client }), 'fault listLoras');
  });

  it('is a remark if everything works but something is worth mentioning', async () => {
    const streamChat = streaming({ events: [text, finish] });
    assert.equal(await verdict({ client: { streamChat } }), 'remark chat');
    assert.equal(await verdict({ added: ['tone'], inVscode: [] }), 'remark vscodeChat');
  });

  it('is that it was stopped, unless there was a fault before', async () => {
    const chooseModel = async () => undefined;
    assert.equal(await verdict({ parts: { chooseModel } }), 'stopped');
    const getLora = failing(refusal('server', 500));
    assert.equal(await verdict({ parts: { chooseModel }, client: { getLora } }), 'fault getLora');
  });
});
