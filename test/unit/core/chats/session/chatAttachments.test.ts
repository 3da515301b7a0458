import assert from 'node:assert/strict';
import { chatBody } from '../../../../../src/api/index.ts';
import { readRecord, turnRecord } from '../../../../../src/core/chats/disk/chatRecord.ts';
import { turnTexts } from '../../../../../src/core/chats/disk/chatText.ts';
import { chatRequest } from '../../../../../src/core/chats/session/chatRequest.ts';
import { chatsJson, readImport } from '../../../../../src/core/chats/transfer/chatJson.ts';
import type { Conversation, UserTurn } from '../../../../../src/core/chats/tree/conversation.ts';
import { chatMarkdown } from '../../../../../src/ui/chats/transfer/chatMarkdown.ts';
import { fileOf, picture, reply } from '../../attachments/attachmentFixtures.ts';
import { answerTurn, failed, userTurn } from '../../fixtures.ts';
import { chatOf, useBench } from '../chatScript.ts';

const block = '`docs/reply.md 10–42`\n```markdown\nDear customer,\nwe are sorry.\n```';
const withReply: UserTurn = { ...userTurn('u1', undefined, 'Shorter.'), attachments: [reply] };
const withPicture: UserTurn = { ...userTurn('u1', undefined, 'What is this?'), attachments: [picture] };

const chatWith = (turn: UserTurn): Conversation => chatOf([turn], turn.id, { title: 'Refund' });

describe('The request of a message with attachments', () => {
  it('is a plain string with the fenced files', () => {
    assert.deepEqual(chatRequest('tone', {}, [withReply]).messages, [
      { role: 'user', content: `Shorter.\n\n${block}` },
    ]);
  });

  it('has content parts only if there is a picture', () => {
    const path = [{ ...withPicture, attachments: [reply, picture] }, answerTurn('a1', 'u1', 'A pixel.')];
    const { messages } = chatBody(chatRequest('tone', {}, [...path, userTurn('u2', 'a1', 'Sure?')]));
    assert.deepEqual(messages, [
      {
        role: 'user',
        content: [
          { type: 'text', text: `What is this?\n\n${block}` },
          { type: 'image_url', image_url: { url: picture.image } },
        ],
      },
      { role: 'assistant', content: 'A pixel.' },
      { role: 'user', content: 'Sure?' },
    ]);
  });

  it('may consist of nothing but a file or a picture', () => {
    const file = chatRequest('tone', {}, [{ ...withReply, text: '' }]);
    assert.deepEqual(file.messages, [{ role: 'user', content: block }]);
    const image = chatRequest('tone', {}, [{ ...withPicture, text: '' }]);
    assert.deepEqual(image.messages, [{ role: 'user', content: [{ type: 'image', url: picture.image }] }]);
  });

  it('joins the messages before and after an empty answer, including their pictures', () => {
    const path = [withPicture, answerTurn('a1', 'u1', ''), userTurn('u2', 'a1', 'Hello?')];
    const parts = [
      { type: 'text', text: 'What is this?' },
      { type: 'image', url: picture.image },
      { type: 'text', text: 'Hello?' },
    ];
    assert.deepEqual(chatRequest('tone', {}, path).messages, [{ role: 'user', content: parts }]);
    assert.deepEqual(withPicture.attachments, [picture]);
  });
});

describe('Attachments of a chat', () => {
  const bench = useBench();

  it('are on disk before the request leaves, and are part of it', async () => {
    const { call, done } = await bench.ask(() => bench.session.send('Shorter.', [reply]));
    const kept = [...(await bench.stored()).turns.values()].find(({ role }) => role === 'user');
    assert.deepEqual(kept && 'attachments' in kept && kept.attachments, [reply]);
    assert.deepEqual(call.request.messages, [{ role: 'user', content: `Shorter.\n\n${block}` }]);
    call.say('Sorry.').finish();
    await done;
    assert.deepEqual(
      bench.changes.find(({ type }) => type === 'accepted'),
      { type: 'accepted', turn: kept?.id, text: 'Shorter.', attachments: [reply] },
    );
    assert.equal(bench.session.conversation.title, 'Shorter.');
  });

  it('may be all there is: the first one then gives the chat its name', async () => {
    await bench.reply(() => bench.session.send('', [reply]), 'Sorry.');
    assert.equal(bench.session.conversation.title, 'docs/reply.md 10–42');
    await bench.session.send('', []);
    assert.equal(bench.service.calls.length, 1);
  });

  it('are read as they were written; without any, a line says nothing of them', () => {
    const line = JSON.stringify(turnRecord({ ...withReply, attachments: [reply, picture] }, 1));
    const { record } = readRecord(line);
    assert.ok(record?.type === 'user');
    assert.deepEqual(record.attachments, [reply, picture]);
    const plain = JSON.stringify(turnRecord(userTurn('u1', 'a0', 'Hi'), 1));
    assert.equal(plain, '{"v":1,"type":"user","ts":1000,"id":"u1","text":"Hi","parent":"a0"}');
  });

  it('are dropped if they are of an unknown kind, but the message is kept', () => {
    const attachments = [
      { name: 'a', sound: 'la' },
      { ...picture, image: 'https://evil.example/p.png' },
      reply,
    ];
    const { record } = readRecord(JSON.stringify({ ...turnRecord(userTurn('u1'), 1), attachments }));
    assert.ok(record?.type === 'user');
    assert.deepEqual(record.attachments, [reply]);
  });

  it('are exported as Markdown, with pictures embedded', () => {
    const odd = { ...picture, name: 'a]b[.png' };
    const chat = chatWith({ ...withReply, attachments: [reply, odd] });
    const text = chatMarkdown({ conversation: chat, connectionNames: new Map([['acme', 'Acme']]) });
    assert.ok(text.endsWith(`## You\n\nShorter.\n\n${block}\n\n![a\\]b\\[.png](${picture.image})\n`));
  });

  it('are exported and imported as JSON; an invalid one makes the file refused', () => {
    const chat = chatWith({ ...withReply, attachments: [reply, picture, fileOf(1_000_000)] });
    const json = chatsJson([{ conversation: chat, connectionNames: new Map([['acme', 'Acme']]) }]);
    const back = readImport(Buffer.from(json));
    assert.ok(back.is === 'chats');
    assert.deepEqual(back.chats[0]?.conversation.turns.get('u1'), chat.turns.get('u1'));
    const evil = json.replace(picture.image, 'https://evil.example/p.png');
    const refused = readImport(Buffer.from(evil));
    assert.ok(refused.is === 'refused' && refused.why === 'damaged');
    assert.match(refused.where ?? '', /^chats\.0\.turns\.0\.attachments\.1/u);
  });

  it('are not searched', async () => {
    const lines = async function* () {
      yield [JSON.stringify(turnRecord(withReply, 1))];
    };
    const [said] = await turnTexts(lines());
    assert.equal(said?.text, 'Shorter.');
  });
});

describe('Asking without pictures', () => {
  const bench = useBench();

  it('repeats the message beside the first one, with its files, and keeps the refused one', async () => {
    await bench.reply(
      () => bench.session.send('What is this?', [reply, picture]),
      (call) => call.fail(failed('badRequest', { status: 400 })),
    );
    const refused = bench.last();
    const call = await bench.reply(() => bench.session.askWithoutPictures(refused.id), 'A reply.');
    assert.deepEqual(call.request.messages, [{ role: 'user', content: `What is this?\n\n${block}` }]);
    const { conversation } = bench.session;
    const questions = [...conversation.turns.values()].filter(({ role }) => role === 'user');
    assert.deepEqual(
      questions.map((turn) => [turn.parent, 'attachments' in turn && turn.attachments?.length]),
      [
        [undefined, 2],
        [undefined, 1],
      ],
    );
    assert.equal(bench.last().text, 'A reply.');
    await bench.session.askWithoutPictures(bench.last().id);
    assert.equal(bench.service.calls.length, 2);
    // Nothing is left of a message that has nothing but pictures.
    await bench.reply(
      () => bench.session.send('', [picture]),
      (refusing) => refusing.fail(failed('badRequest', { status: 400 })),
    );
    await bench.session.askWithoutPictures(bench.last().id);
    assert.equal(bench.service.calls.length, 3);
  });
});
