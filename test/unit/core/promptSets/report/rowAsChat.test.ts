import assert from 'node:assert/strict';
import type { ChatMessage, ChatRequest } from '../../../../../src/api/types.ts';
import { rowsOf } from '../../../../../src/core/chats/columns/rows.ts';
import { recordsOf } from '../../../../../src/core/chats/disk/forkChat.ts';
import { conversationFrom } from '../../../../../src/core/chats/disk/recordedConversation.ts';
import { sentRequest } from '../../../../../src/core/chats/session/chatRequest.ts';
import type { Conversation } from '../../../../../src/core/chats/tree/conversation.ts';
import { rowAsChat } from '../../../../../src/core/promptSets/report/rowAsChat.ts';
import { readRunRow } from '../../../../../src/core/promptSets/report/runRows.ts';
import type { RunPlan } from '../../../../../src/core/promptSets/run/runStore.ts';
import { turnsIn, useFolder } from '../../fixtures.ts';
import { askService, openRuns, plan, prompt, runAll } from '../run/runBench.ts';

const picture = 'data:image/png;base64,iVBORw0KGgo=';

describe('A row of a run as a chat', () => {
  const folder = useFolder();

  /** Runs one prompt; returns its chat, and all requests but the warm-ups. */
  async function chatOf(messages: ChatMessage[], change: Partial<RunPlan> = {}) {
    const { store, locks } = openRuns(folder());
    const requests: ChatRequest[] = [];
    const file = await store.create(
      { ...plan, ...change },
      (async function* () {
        yield prompt(0, { messages });
      })(),
    );
    const service = askService(async function* (request) {
      if (request.maxTokens === 1024) requests.push(request);
      yield { type: 'text', text: `${request.model} ${requests.length}` };
      yield { type: 'finish', reason: 'stop', complete: true };
    });
    await runAll(file, service, { concurrency: 1 });
    const chat = rowAsChat(await readRunRow(file, 0), file.run);
    await file.release();
    locks.dispose();
    return { chat, requests };
  }

  const textsOf = (chat: Conversation | undefined) =>
    chat &&
    rowsOf(chat).map(({ question, cells }) => [
      question.text,
      ...chat.columns.map(({ id }) => cells.get(id)?.answer?.text),
    ]);

  it('has the models as columns, and their answers', async () => {
    const { chat } = await chatOf([{ role: 'user', content: 'Where is my refund?' }]);
    assert.deepEqual(
      chat?.columns.map(({ name }) => name),
      ['llama-3-8b', 'support-tone-v7'],
    );
    assert.deepEqual(textsOf(chat), [['Where is my refund?', 'llama-3-8b 1', 'support-tone-v7 2']]);
    assert.deepEqual(
      [chat?.title, chat?.settings],
      ['Where is my refund?', { temperature: 0, maxTokens: 1024 }],
    );
    const [answer] = chat?.answers.values() ?? [];
    assert.equal(answer?.finishReason, 'stop');
    assert.deepEqual(answer?.deployment, { modelName: 'acme/llama-3-8b' });
  });

  it('would send the same request again, also of a prompt with several turns', async () => {
    const said: ChatMessage[] = [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image', url: picture },
        ],
      },
    ];
    const settings = { ...plan.settings, systemPrompt: 'Be brief.' };
    const { chat, requests } = await chatOf(said, { settings });
    assert.ok(chat);
    assert.deepEqual(textsOf(chat), [
      ['Hi', 'Hello.', 'Hello.'],
      ['What is this?', 'llama-3-8b 1', 'support-tone-v7 2'],
    ]);
    const answers = chat.columns.map(({ last }) => chat.answers.get(last ?? ''));
    assert.equal(requests.length, 2);
    for (const [at, answer] of answers.entries()) {
      assert.ok(answer);
      assert.deepEqual(sentRequest(chat, answer), requests[at]);
    }
  });

  it('has repeated answers as versions, and the base against itself nowhere', async () => {
    const models = [...plan.models, { connectionId: 'acme', name: 'llama-3-8b', isNoiseFloor: true }];
    const { chat } = await chatOf([{ role: 'user', content: 'Why?' }], { models, repetitions: 2 });
    assert.deepEqual([chat?.columns.length, chat?.questions.size, chat?.answers.size], [2, 1, 4]);
    assert.ok(chat?.columns.every(({ last }) => chat.answers.has(last ?? '')));
  });

  it('reads back from the disk as it is', async () => {
    const { chat } = await chatOf([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'Why?' },
    ]);
    assert.ok(chat);
    const read = conversationFrom(chat.id, recordsOf(chat));
    assert.deepEqual(turnsIn(read), turnsIn(chat));
    assert.deepEqual(read?.columns, chat.columns);
  });

  it('keeps what is no picture of a chat as text, and refuses what no chat has', async () => {
    const url = 'https://acme.example/cat.png';
    const { chat } = await chatOf([{ role: 'user', content: [{ type: 'image', url }] }]);
    assert.equal(textsOf(chat)?.[0]?.[0], url);
    for (const said of [
      [
        { role: 'user', content: 'Hi' },
        { role: 'tool', content: '5', toolCallId: 'a' },
        { role: 'user', content: 'So?' },
      ],
      [
        { role: 'assistant', content: 'Hi' },
        { role: 'user', content: 'So?' },
      ],
      [{ role: 'system', content: 'Be kind.' }],
    ] as ChatMessage[][])
      assert.equal((await chatOf(said)).chat, undefined);
  });
});
