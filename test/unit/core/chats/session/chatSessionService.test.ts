import assert from 'node:assert/strict';
import { createUndiciTransport, ServiceClient } from '../../../../../src/api/index.ts';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import { ChatSession } from '../../../../../src/core/chats/session/chatSession.ts';
import { type RunningService, startService } from '../../../../service/service.ts';
import { column, silent, useFolder } from '../../fixtures.ts';
import { asAnswer, emptyConversation, shownIn } from '../chatScript.ts';

describe('A chat with the local service', () => {
  const folder = useFolder();
  let service: RunningService;
  let session: ChatSession;
  const model = () => service.catalog.loras[0]?.name ?? '';
  const last = () => asAnswer(shownIn(session.conversation).at(-1));
  const bodies = () =>
    service.requests
      .filter((one) => one.path.endsWith('/chat/completions'))
      .map((one) => JSON.parse(one.body));

  before(async () => {
    service = await startService({ tokensPerSecond: 400 });
  });
  after(() => service.close());
  beforeEach(async () => {
    service.clearFaults();
    service.clearRequests();
    const client = new ServiceClient({
      baseUrl: service.url,
      apiKey: async () => 'sample-key',
      transport: await createUndiciTransport(),
    });
    session = new ChatSession(
      emptyConversation({ columns: [column(model())], settings: { temperature: 0 } }),
      new ChatStore(folder(), silent),
      {
        streamChat: () => (request, options) => client.streamChat(request, options),
        isFirstRequest: () => false,
        noteAnswer: () => undefined,
        isGone: () => false,
        deployment: () => undefined,
        readKept: async () => undefined,
      },
      silent,
    );
  });
  afterEach(() => session.close());
  const on = 'POST /api/v1/chat/completions';

  it('gets an answer with figures as the service counts them', async () => {
    await session.send('Rewrite this reply.');
    const { state, text, figures, finishReason } = last();
    assert.deepEqual([state, finishReason], ['complete', 'stop']);
    assert.ok(text.length > 0);
    assert.ok(figures);
    const { ttftMs, tokensPerSecond, promptTokens, completionTokens, isEstimated, durationMs } = figures;
    assert.ok(ttftMs !== undefined && ttftMs <= durationMs);
    assert.ok(promptTokens && completionTokens && tokensPerSecond);
    assert.equal(isEstimated, undefined);
  });

  for (const [how, fault] of [
    ['torn off', { kind: 'cut', on, after: 4 }],
    ['ended without a finish', { kind: 'end', on, after: 4 }],
  ] as const) {
    it(`is cut, and can be continued, if the answer is ${how}`, async () => {
      service.fail({ ...fault, times: 1 });
      await session.send('Hi');
      const { id, text, state } = last();
      assert.equal(state, 'cut');
      assert.ok(text.length > 0);
      await session.continueAnswer(id);
      assert.deepEqual([last().id, last().state], [id, 'complete']);
      assert.ok(last().text.startsWith(text) && last().text.length > text.length);
      assert.equal(bodies()[1].messages.at(-2).content, text);
    });
  }

  it('keeps what the service said about a failure', async () => {
    service.fail({
      kind: 'status',
      on,
      status: 404,
      body: { error: { message: 'No such model', code: 'model_not_found' } },
    });
    await session.send('Hi');
    const { state, error } = last();
    assert.equal(state, 'failed');
    assert.deepEqual([error?.kind, error?.status, error?.serverMessage], ['notFound', 404, 'No such model']);
    assert.match(error?.requestId ?? '', /^req-/u);
  });

  it('shows no rate for an answer that came in one piece, even with its reasoning', async () => {
    service.fail({ kind: 'json', on });
    service.fail({ kind: 'reasoning', on, text: 'Let me think.', as: 'reasoning_content' });
    await session.send('Hi');
    assert.equal(last().state, 'complete');
    assert.equal(last().reasoning, 'Let me think.');
    assert.equal(last().figures?.tokensPerSecond, undefined);
  });
});
