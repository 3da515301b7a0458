import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../../src/api/types.ts';
import { firstProblem, stepOutcome } from '../../../../src/core/diagnosis/diagnosis.ts';
import { chatPrompt } from '../../../../src/core/diagnosis/serviceSteps.ts';
import {
  answering,
  diagnose,
  done,
  failing,
  finish,
  lora,
  lost,
  pass,
  refusal,
  type Script,
  type StreamScript,
  streaming,
  usage,
} from './script.ts';

const text: ChatEvent = { type: 'text', text: '1, 2, 3' };

async function chatOf(script: StreamScript) {
  const { diagnosis } = await diagnose({ client: { streamChat: streaming(script) } });
  return done(diagnosis, 'chat');
}

describe('A diagnosis of a chat', () => {
  it('gives the time to its first token, its pieces and its tokens', async () => {
    const { facts, outcome } = await chatOf({});
    assert.equal(outcome, 'ok');
    const { figures, pieces, finishReason, state } = facts.chat ?? {};
    assert.deepEqual([figures?.ttftMs, pieces], [53, 3]);
    assert.deepEqual([figures?.promptTokens, figures?.completionTokens], [9, 12]);
    assert.deepEqual([finishReason, state], ['stop', 'complete']);
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

  for (const [label, script, expected] of [
    [
      'one JSON answer',
      { events: [text, usage, finish], contentType: 'application/json' },
      'warning notStreamed',
    ],
    ['one piece', { events: [text, finish] }, 'warning atOnce'],
    ['pieces that were held back', { events: [text, text, text, finish], gapMs: 0.3 }, 'warning atOnce'],
    ['pieces of one read', { events: [text, text, text, finish], isOneRead: true }, 'warning atOnce'],
    ['no text at all', { events: [usage, finish] }, 'warning emptyAnswer'],
    [
      'no end',
      { events: [text, text, { type: 'finish', reason: undefined, complete: false }] },
      'failed cut',
    ],
    [
      'only reasoning',
      { events: [{ type: 'reasoning', text: 'Let me' }, { type: 'reasoning', text: ' count' }, finish] },
      'ok',
    ],
  ] as [string, StreamScript, string][]) {
    it(`recognizes ${label}`, async () => {
      const { outcome, remark, failure } = await chatOf(script);
      assert.equal([outcome, remark ?? failure?.kind].join(' ').trim(), expected);
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
      assert.deepEqual([chat.facts.omitted, chat.outcome], [[field], outcome]);
    }
  });

  it('counts the time from the last try, and says that there were others', async () => {
    const { diagnosis } = await diagnose({
      client: {
        streamChat: (request, options) => {
          options?.onWait?.({ until: 30, error: refusal('rateLimited', 429) });
          pass(30);
          options?.onWait?.(undefined);
          return streaming()(request, options);
        },
      },
    });
    const { facts, outcome } = done(diagnosis, 'chat');
    assert.deepEqual([facts.retries, facts.chat?.figures.ttftMs, outcome], [1, 53, 'warning']);
  });

  it('keeps the error, with the service’s own message', async () => {
    const error = refusal('notFound', 404);
    const streamChat = async function* (): AsyncGenerator<ChatEvent, void> {
      yield* [];
      throw error;
    };
    const { diagnosis } = await diagnose({ client: { streamChat } });
    const { failure, outcome } = done(diagnosis, 'chat');
    assert.deepEqual([failure?.kind, failure?.status, outcome], ['notFound', 404, 'failed']);
  });
});

describe('A diagnosis of an endpoint', () => {
  it('gives its answer, its entries and their size', async () => {
    const { diagnosis } = await diagnose();
    const { facts } = done(diagnosis, 'listLoras');
    assert.deepEqual([facts.answer?.status, facts.answer?.way], [200, 'undici']);
    const bytes = JSON.stringify([lora('old', false), lora('tone')]).length;
    assert.deepEqual([facts.content, facts.skippedEntries], [{ bytes, entries: 2 }, undefined]);
  });

  it('counts what was skipped and what was tried again', async () => {
    const { diagnosis } = await diagnose({
      client: {
        listLoras: (options) => {
          options?.onWait?.({ until: 5, error: refusal('server', 503) });
          options?.onSkipped?.({}, 'no name');
          options?.onSkipped?.({}, 'no name');
          return answering([lora('tone')])(options);
        },
      },
    });
    const { facts, outcome } = done(diagnosis, 'listLoras');
    assert.deepEqual([facts.skippedEntries, facts.retries, outcome], [2, 1, 'warning']);
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
    const told = { hiding: [], limits: [], isSignedIn: undefined };
    assert.deepEqual([outcome, facts.vscodeChat], ['ok', { added: 2, missing: [], ...told }]);
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
      assert.deepEqual(
        [outcome, facts.vscodeChat?.missing],
        ['warning', [{ name: script.added?.[0], because }]],
      );
    });
  }

  it('does not call a model missing that VS Code still lists', async () => {
    const { outcome, facts } = await chatOf({ added: ['gone'], offered: ['gone'] });
    assert.deepEqual([outcome, facts.vscodeChat?.missing], ['ok', []]);
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
    const { added, missing } = facts.vscodeChat ?? {};
    assert.deepEqual([outcome, added, missing], ['warning', 2, undefined]);
  });

  const setting = 'chat.agentHost.byokModels.enabled';
  const limits = [{ name: 'old', kind: 'lora' as const, context: 32_768, limit: 8192 }];
  for (const [title, script, remark] of [
    ['hides them from new chats', { chat: { hiding: [{ where: 'newChats', setting }], limits } }, 'hidden'],
    ['hides them in Restricted Mode', { chat: { hiding: [{ where: 'window' }] } }, 'hidden'],
    ['hides them elsewhere', { chat: { hiding: [{ where: 'harness', setting }] } }, undefined],
    ['is told another context', { chat: { limits } }, 'contextSize'],
    ['lacks some, whatever hides the others', { inVscode: [], chat: { limits } }, 'missing'],
  ] as [string, Script, string | undefined][]) {
    it(`says that VS Code ${title}`, async () => {
      const { outcome, remark: found } = await chatOf(script);
      assert.deepEqual([outcome, found], [remark ? 'warning' : 'ok', remark]);
    });
  }

  it('names models whose context is another, and tells whether the user is signed in', async () => {
    const { facts, diagnosis } = await chatOf({ chat: { limits, isSignedIn: false } });
    assert.deepEqual([facts.vscodeChat?.limits, facts.vscodeChat?.isSignedIn], [limits, false]);
    assert.ok(!diagnosis.hiddenNames.includes('old'));
  });
});

describe('The first problem of a diagnosis', () => {
  async function problem(script: Script) {
    const { diagnosis } = await diagnose(script);
    const step = firstProblem(diagnosis.steps);
    return step && `${step.name} ${stepOutcome(step)}`;
  }

  const refused = { connect: lost('ECONNREFUSED') };
  const unreachable = { listLoras: failing(refusal('network', undefined, 'ECONNREFUSED')) };
  const keyRefused = { listLoras: failing(refusal('unauthorized', 401)) };
  const listLoras = failing(refusal('server', 500));
  const getBaseModel = failing(refusal('notFound', 404));
  const parts = { connection: { name: 'Acme', baseUrl: 'http://models.acme.example' } };
  const streamChat = streaming({ events: [text, finish] });
  for (const [what, script, expected] of [
    ['none if everything works', {}, undefined],
    ['the first fault', { client: { listLoras, getBaseModel } }, 'listLoras failed'],
    ['a fault rather than a warning before it', { parts, client: { getBaseModel } }, 'getBaseModel failed'],
    ['the network if nothing answered', { probes: refused, client: unreachable }, 'connect failed'],
    [
      'the service’s answer if the network seemed at fault but let it through',
      { probes: refused, client: keyRefused },
      'listLoras failed',
    ],
    ['a remark if everything works otherwise', { client: { streamChat } }, 'chat warning'],
    ['a remark on VS Code’s chat', { added: ['tone'], inVscode: [] }, 'vscodeChat warning'],
  ] as [string, Script, string | undefined][]) {
    it(`is ${what}`, async () => {
      assert.equal(await problem(script), expected);
    });
  }

  it('is no remark if it was stopped, but a fault before that', async () => {
    const stopped = { chooseModel: async () => 'stopped' as const };
    assert.equal(await problem({ parts: stopped, probes: refused }), undefined);
    assert.equal(await problem({ parts: stopped, client: { listLoras } }), 'listLoras failed');
  });
});
