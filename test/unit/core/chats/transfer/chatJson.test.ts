import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { open, readdir } from 'node:fs/promises';
import fc from 'fast-check';
import { voteKey } from '../../../../../src/core/chats/columns/votes.ts';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import { recordsOf } from '../../../../../src/core/chats/disk/forkChat.ts';
import { ChatOwnership } from '../../../../../src/core/chats/session/chatOwnership.ts';
import {
  chatsJson,
  maxImportBytes,
  type NamedChat,
  readImport,
} from '../../../../../src/core/chats/transfer/chatJson.ts';
import { importChats } from '../../../../../src/core/chats/transfer/importChats.ts';
import {
  type Conversation,
  isAnswer,
  type Turn,
  type Turns,
} from '../../../../../src/core/chats/tree/conversation.ts';
import type { OpenFile } from '../../../../../src/core/files/appendLines.ts';
import { OwnerLocks } from '../../../../../src/core/files/locks/ownerLocks.ts';
import { alone, chatId, newAnswer, newQuestion, silent, turnsIn, useFolder } from '../../fixtures.ts';
import { chatOf, emptyConversation, turnsOf } from '../chatScript.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const number = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((value) => (Object.is(value, -0) ? 0 : value));
const count = fc.nat({ max: 100_000 });
const optional = { requiredKeys: [] };

const settings = fc.record(
  { systemPrompt: text, temperature: number, topP: number, maxTokens: count },
  optional,
);
const answerFields = fc.record({
  name: text,
  settings,
  text,
  reasoning: text,
  at: count,
  state: fc.constantFrom('complete', 'stopped', 'cut', 'limit', 'failed', 'streaming' as const),
});
const answerMore = fc.record(
  {
    reasoningMs: count,
    deployment: fc.record(
      { baseModelName: text, hubRevision: text, createdAt: count, modelName: text },
      optional,
    ),
    isApart: fc.boolean(),
    isWithoutPictures: fc.boolean(),
    finishReason: text,
    droppedFields: fc.array(text, { maxLength: 2 }),
    figures: fc.record(
      {
        durationMs: count,
        ttftMs: number,
        completionTokens: count,
        isEstimated: fc.boolean(),
        isTogether: fc.boolean(),
      },
      { requiredKeys: ['durationMs'] },
    ),
    error: fc.record({ kind: text, status: count, serverMessage: text }, { requiredKeys: ['kind'] }),
  },
  optional,
);

/** A tree: each turn follows an earlier one, of the other kind. */
const turns: fc.Arbitrary<Turns> = fc
  .array(fc.tuple(fc.nat(), text, answerFields, answerMore, fc.nat(3)), { minLength: 1, maxLength: 12 })
  .map((specs) => {
    const tree: Turn[] = [];
    for (const [index, [pick, said, fields, more, kind]] of specs.entries()) {
      const before = tree[pick % (tree.length + 1)];
      const id = `t${index}`;
      if (before && !isAnswer(before)) tree.push({ ...newAnswer(id, before.id), ...fields, ...more });
      else {
        const question = (kind < 2 ? newQuestion : alone)(id, before?.id, said);
        const blind = { order: [said], ...(index % 2 === 0 && { isRevealed: true }) };
        const kinds = [{}, { versionOf: `q${index}` }, {}, { blind }];
        tree.push({ ...question, ...kinds[kind], at: fields.at });
      }
    }
    // In a file, the answers to a question stand behind it.
    return turnsOf([...turnsIn(turnsOf(tree)).values()]);
  });

const model = fc.record({ connectionId: fc.constantFrom('acme', 'staging'), name: text });
const vote = fc.record(
  {
    question: text,
    best: text,
    among: fc.array(text, { minLength: 2, maxLength: 4 }),
    isBlind: fc.boolean(),
    isImported: fc.constant(true),
    at: count,
  },
  { requiredKeys: ['question', 'among', 'isImported', 'at'] },
);

/** `ids`: of the turns at which columns may end. */
function columnsOf(ids: readonly string[]) {
  const more = fc.record(
    {
      settings,
      last: fc.constantFrom(...ids),
      shown: fc.dictionary(fc.constantFrom(...ids), fc.constantFrom(...ids), { maxKeys: 3, minKeys: 1 }),
      isUnlisted: fc.boolean(),
    },
    optional,
  );
  const column = fc.tuple(model, more).map(([fields, rest]) => ({ ...fields, ...rest }));
  const columns = (prefix: string, size: fc.ArrayConstraints) =>
    fc.array(column, size).map((all) => all.map((one, at) => ({ id: `${prefix}${at}`, ...one })));
  const isTrue = fc.constant(true);
  return fc.record(
    {
      columns: columns('open', { minLength: 1, maxLength: 4 }).map(([first, ...others]) => {
        assert.ok(first);
        return [first, ...others] as const;
      }),
      closed: columns('closed', { minLength: 1, maxLength: 2 }),
      // A file has one vote on the same answers to a question.
      votes: fc.uniqueArray(vote, { maxLength: 3, selector: voteKey }),
      isOneAtATime: isTrue,
      isBlind: isTrue,
      isWithoutEarlier: isTrue,
    },
    { requiredKeys: ['columns', 'votes'] },
  );
}

const conversation: fc.Arbitrary<Conversation> = fc
  .record({
    id: fc.uuid(),
    title: text,
    settings,
    turns,
    pinned: fc.boolean(),
    createdAt: count,
    later: count,
  })
  .chain(({ turns: { questions, answers }, pinned, later, ...fields }) => {
    const said = [...questions.values()].at(-1)?.at ?? 0;
    return columnsOf([...questions.keys(), ...answers.keys()]).map((columns) =>
      emptyConversation({
        ...{ ...fields, questions, answers },
        ...columns,
        ...(pinned ? { pinned } : {}),
        // Without an answer, the chat's last write was the person's last message.
        updatedAt: answers.size > 0 ? said + later : said,
      }),
    );
  });

const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const connectionNames = new Map([['acme', 'Acme']]);
const acme = [{ id: 'acme', name: 'Acme' }];

describe('An exported chat', () => {
  const folder = useFolder();
  const named = (chat: Conversation): NamedChat => ({ conversation: chat, connectionNames });
  /** A new window over the folder. */
  const newWindow = (store = new ChatStore(folder(), silent)) => {
    const locks = new OwnerLocks(folder(), silent);
    return { store, ownership: new ChatOwnership(store, locks, () => true, silent), locks };
  };

  it('survives import, disk and export unchanged', async () => {
    const here = newWindow();
    const { store } = here;
    await fc.assert(
      fc.asyncProperty(conversation, async (chat) => {
        const exported = chatsJson([named(chat)]);
        const read = readImport(bytes(exported));
        assert.ok(read.is === 'chats', JSON.stringify(read));
        const [id = ''] = await importChats(here, read.chats, acme);
        const stored = await store.load(id);
        // At once, so that a failing case can be repeated with the same id.
        await store.delete(id);
        assert.ok(stored);
        // The order of keys has no meaning.
        assert.deepEqual(JSON.parse(chatsJson([named(stored.conversation)])), JSON.parse(exported));
      }),
      { numRuns: 150 },
    );
  });

  const one = named(chatOf([newQuestion('u1')], 'u1', { title: 'One' }));

  it('becomes another chat each time, also if two windows import it at once, with each line once', async () => {
    const windows = [newWindow(), newWindow()];
    const ids = await Promise.all(windows.map((window) => importChats(window, [one], acme)));
    assert.ok(ids.flat().includes(chatId) && new Set(ids.flat()).size === 2);
    for (const [id = ''] of ids) {
      const lines = ((await windows[0]?.store.text(id)) ?? '').trim().split('\n');
      assert.equal(lines.length, recordsOf(one.conversation).length);
    }
    assert.ok((await readdir(folder())).every((name) => name.endsWith('.jsonl')));
    const again = await importChats(newWindow(), [one], acme);
    assert.equal(new Set([...ids.flat(), ...again]).size, 3);
  });

  it('leaves nothing behind if the disk takes only some of the chats', async () => {
    const chats = ['u1', 'u2', 'u3'].map((id) => named(chatOf([newQuestion(id)], id, { id: randomUUID() })));
    let opened = 0;
    const openFile: OpenFile = async (path, flags, mode) => {
      opened += 1;
      if (opened === 3) throw Object.assign(new Error('ENOSPC: it is full'), { code: 'ENOSPC' });
      return open(path, flags, mode);
    };
    const store = new ChatStore(folder(), silent, { openFile });
    await assert.rejects(importChats(newWindow(store), chats, acme), /ENOSPC/);
    assert.deepEqual(await store.list(), []);
  });
});

describe('A file to import', () => {
  const good = JSON.parse(chatsJson([{ conversation: chatOf([newQuestion('u1')]), connectionNames }]));
  const [chat] = good.chats;
  const answer = newAnswer('a1', 'u1');

  for (const [what, file, why] of [
    ['that is empty', '', 'notJson'],
    ['that is cut off', JSON.stringify(good).slice(0, -5), 'notJson'],
    ['of another kind', { chats: [] }, 'notOurs'],
    ['that is a list', [], 'notOurs'],
    ['of a newer format', { ...good, v: 2, chats: 'x' }, 'newer'],
  ] as const) {
    it(`${what} is refused as a whole, with a reason`, () => {
      assert.deepEqual(readImport(bytes(file)), { is: 'refused', why });
    });
  }

  const [question] = chat.questions;
  for (const [what, changes, where] of [
    ['an id that is a path', { id: '../../settings' }, 'id'],
    ['an answer in no known state', { answers: [{ ...answer, state: 'root' }] }, 'answers.0.state'],
    ['an id twice', { answers: [{ ...answer, id: 'u1' }] }, undefined],
    ['a number in place of a text', { questions: [{ ...question, text: 7 }] }, 'questions.0.text'],
    ['an impossible time', { updatedAt: 1e300 }, 'updatedAt'],
    ["a setting that JSON can't express", { settings: { seed: 7 } }, 'settings.seed'],
  ] as const) {
    it(`with ${what} is refused as a whole, and says where it is`, () => {
      const file = JSON.stringify({ ...good, chats: [{ ...chat, ...changes }] }).replace(
        '"seed":7',
        '"seed":1e400',
      );
      const expected = { is: 'refused', why: 'damaged', where: where ? `chats.0.${where}` : 'chats.0' };
      assert.deepEqual(readImport(bytes(file)), expected);
    });
  }

  it('has a chat, and is text', () => {
    const none = readImport(bytes({ ...good, chats: [] }));
    assert.deepEqual(none, { is: 'refused', why: 'damaged', where: 'chats' });
    assert.deepEqual(readImport(new Uint8Array([0xff, 0xfe, 0x00])), { is: 'refused', why: 'notJson' });
  });

  it('is not even read if it is too large', () => {
    assert.deepEqual(readImport(new Uint8Array(maxImportBytes + 1)), { is: 'refused', why: 'tooLarge' });
  });

  it('is never mistaken for ours by chance, and never throws', () => {
    fc.assert(fc.property(fc.json(), (json) => readImport(bytes(json)).is === 'refused'));
    fc.assert(fc.property(fc.uint8Array(), (some) => readImport(some).is === 'refused'));
  });

  it('brings no key that a chat does not have', () => {
    const file = `{"kind":"hosted-models.chats","v":1,"chats":[${JSON.stringify(chat).replace('{', '{"__proto__":{"x":1},"run":"rm",')}]}`;
    const read = readImport(bytes(file));
    assert.ok(read.is === 'chats');
    assert.equal('run' in (read.chats[0]?.conversation ?? {}), false);
    assert.equal(Reflect.get({}, 'x'), undefined);
  });
});
