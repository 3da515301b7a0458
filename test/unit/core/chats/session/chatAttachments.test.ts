import assert from 'node:assert/strict';
import { chatBody } from '../../../../../src/api/index.ts';
import { readRecord, turnRecord } from '../../../../../src/core/chats/disk/chatRecord.ts';
import { turnTexts } from '../../../../../src/core/chats/disk/chatText.ts';
import { chatRequest } from '../../../../../src/core/chats/session/chatRequest.ts';
import { chatsJson, readImport } from '../../../../../src/core/chats/transfer/chatJson.ts';
import type { Conversation, Question } from '../../../../../src/core/chats/tree/conversation.ts';
import { chatMarkdown } from '../../../../../src/ui/chats/transfer/chatMarkdown.ts';
import { fileOf, picture, reply } from '../../attachments/attachmentFixtures.ts';
import { failed, newAnswer, newQuestion } from '../../fixtures.ts';
import { chatOf, useBench } from '../chatScript.ts';

const block = '`docs/reply.md 10–42`\n```markdown\nDear customer,\nwe are sorry.\n```';
const withReply: Question = { ...newQuestion('u1', undefined, 'Shorter.'), attachments: [reply] };
const withPicture: Question = { ...newQuestion('u1', undefined, 'What is this?'), attachments: [picture] };

const chatWith = (turn: Question): Conversation => chatOf([turn], turn.id, { title: 'Refund' });

describe('The request of a message with attachments', () => {
  it('is a plain string with the fenced files', () => {
    assert.deepEqual(chatRequest('tone', {}, [{ question: withReply }]).messages, [
      { role: 'user', content: `Shorter.\n\n${block}` },
    ]);
  });

  it('has content parts only if there is a picture', () => {
    const question = { ...withPicture, attachments: [reply, picture] };
    const { messages } = chatBody(
      chatRequest('tone', {}, [
        { question, answer: newAnswer('a1', 'u1', 'A pixel.') },
        { question: newQuestion('u2', 'a1', 'Sure?') },
      ]),
    );
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
    const file = chatRequest('tone', {}, [{ question: { ...withReply, text: '' } }]);
    assert.deepEqual(file.messages, [{ role: 'user', content: block }]);
    const image = chatRequest('tone', {}, [{ question: { ...withPicture, text: '' } }]);
    assert.deepEqual(image.messages, [{ role: 'user', content: [{ type: 'image', url: picture.image }] }]);
  });

  it('joins the messages before and after an empty answer, including their pictures', () => {
    const path = [
      { question: withPicture, answer: newAnswer('a1', 'u1', '') },
      { question: newQuestion('u2', 'a1', 'Hello?') },
    ];
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
    const [kept] = (await bench.stored()).questions.values();
    assert.deepEqual(kept?.attachments, [reply]);
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
    assert.ok(record?.type === 'question');
    assert.deepEqual(record.attachments, [reply, picture]);
    const plain = JSON.stringify(turnRecord(newQuestion('u1', 'a0', 'Hi'), 1));
    assert.equal(plain, '{"v":1,"type":"question","ts":1000,"id":"u1","after":{"c-tone":"a0"},"text":"Hi"}');
  });

  it('are dropped if they are of an unknown kind, but the message is kept', () => {
    const attachments = [
      { name: 'a', sound: 'la' },
      { ...picture, image: 'https://evil.example/p.png' },
      reply,
    ];
    const { record } = readRecord(JSON.stringify({ ...turnRecord(newQuestion('u1'), 1), attachments }));
    assert.ok(record?.type === 'question');
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
    assert.deepEqual(back.chats[0]?.conversation.questions, chat.questions);
    const evil = json.replace(picture.image, 'https://evil.example/p.png');
    const refused = readImport(Buffer.from(evil));
    assert.ok(refused.is === 'refused' && refused.why === 'damaged');
    assert.match(refused.where ?? '', /^chats\.0\.questions\.0\.attachments\.1/u);
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

  it('asks for another answer, to the text and its files, and keeps the refused one', async () => {
    await bench.reply(
      () => bench.session.send('What is this?', [reply, picture]),
      (call) => call.fail(failed('badRequest', { status: 400 })),
    );
    const refused = bench.last();
    const call = await bench.reply(() => bench.session.askWithoutPictures(refused.id), 'A reply.');
    assert.deepEqual(call.request.messages, [{ role: 'user', content: `What is this?\n\n${block}` }]);
    const { questions, answers } = await bench.stored();
    assert.deepEqual(
      [...questions.values()].map(({ attachments }) => attachments),
      [[reply, picture]],
    );
    assert.deepEqual(
      [...answers.values()].map(({ question, isWithoutPictures }) => [question, isWithoutPictures]),
      [
        [refused.question, undefined],
        [refused.question, true],
      ],
    );
    assert.equal(bench.last().text, 'A reply.');
    await bench.exchange('Sure?', 'Yes.');
    assert.equal(bench.contents('tone').at(-1)?.[0], `What is this?\n\n${block}`);
  });

  it('does nothing if there are none, or if nothing would be left', async () => {
    await bench.exchange('Hi', 'Hello');
    bench.service.onCall = (call) => call.finish();
    await bench.session.askWithoutPictures(bench.last().id);
    assert.equal(bench.service.calls.length, 1);
    await bench.reply(
      () => bench.session.send('', [picture]),
      (refusing) => refusing.fail(failed('badRequest', { status: 400 })),
    );
    await bench.session.askWithoutPictures(bench.last().id);
    assert.equal(bench.service.calls.length, 2);
  });
});
