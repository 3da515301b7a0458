import assert from 'node:assert/strict';
import type { ChatToPage } from '../../../../src/protocol/chat.ts';
import { chatToHost } from '../../../../src/protocol/chatToHost.ts';
import type { Unnumbered } from '../../../../src/protocol/messages.ts';
import { type ChatFeed, chatFeed } from '../../../../src/ui/chats/page/chatFeed.ts';
import { type Handlers, handleMessage } from '../../../../src/ui/shared/pageMessages.ts';
import { message, types } from './validMessages.ts';

/** Returns what the handler of a page's message gets; `undefined` if none is called. */
function heard(raw: unknown): unknown {
  const got: unknown[] = [];
  const hear = (message: unknown) => void got.push(message);
  const handlers = Object.fromEntries(Object.keys(chatToHost).map((type) => [type, hear]));
  handleMessage(chatToHost, handlers as unknown as Handlers<typeof chatToHost>, raw);
  return got[0];
}

/** What no field takes: not even one of anything's own type. */
const nonsense: unknown[] = [undefined, null, Number.NaN, () => 0, [{}], { a: 1 }, ''];
const anyText = ['text', 'href', 'name', 'language', 'attachment', 'query'];
/** True for a field that may hold it all the same: settings are checked where they are set. */
const mayBe = (field: string, value: unknown) =>
  field === 'settings' ? typeof value === 'object' && value : anyText.includes(field) && value === '';

describe('A message from a chat’s page', () => {
  for (const type of types) {
    it(`"${type}" is heard if it is valid, without fields that are not its own`, () => {
      const command = 'hostedModels.deleteLora';
      assert.deepEqual(heard({ ...message(type), command }), message(type));
    });
  }

  for (const type of types.filter((one) => Object.keys(chatToHost[one]).length > 0)) {
    it(`"${type}" is ignored if a field is not what it is to be`, () => {
      for (const [field, schema] of Object.entries(chatToHost[type])) {
        const isOptional = schema.type === 'exact_optional';
        const { [field]: _left, ...without } = message(type) as Record<string, unknown>;
        assert.equal(heard(without) !== undefined, isOptional, `without ${field}`);
        for (const value of nonsense) {
          if (mayBe(field, value)) continue;
          assert.equal(heard({ ...without, [field]: value }), undefined, `${field}: ${String(value)}`);
        }
      }
    });
  }

  for (const [what, one] of [
    ['a text that is too long', { type: 'send', text: 'x'.repeat(4_000_001) }],
    ['an id that is too long', { type: 'regenerate', turn: 'x'.repeat(101) }],
    ['an id that is empty', { type: 'regenerate', turn: '' }],
    ['an unknown button', { type: 'alertAction', turn: 't1', action: 'constructor' }],
    ['an address that is too long', { type: 'openLink', href: `https://acme.example/${'x'.repeat(8192)}` }],
    ['a language that is too long', { type: 'newFile', text: 'x', language: 'x'.repeat(101) }],
    ['an attachment that is no id', { type: 'send', text: 'Hi', attachments: [7] }],
    ['a query that is too long', { type: 'findAttachments', query: 'x'.repeat(201) }],
    ['an attachment’s id that is too long', { type: 'openAttachment', attachment: 'x'.repeat(201) }],
    ['a URI that is too long', { type: 'attachUris', uris: [`file:///${'x'.repeat(9000)}`] }],
    ['too many URIs', { type: 'attachUris', uris: new Array(1001).fill('file:///a') }],
    ['bytes in a list', { type: 'attachFiles', files: [{ name: 'a', size: 1, bytes: [1] }] }],
    ['a negative size', { type: 'attachFiles', files: [{ name: 'a', size: -1 }] }],
    ['a file by its path', { type: 'attachFiles', files: [{ path: '/etc/passwd', size: 1 }] }],
    ['an unknown reason', { type: 'attachFiles', files: [{ name: 'a', size: 1, why: 'because' }] }],
    ['an unknown type', { type: 'deleteLora', name: 'support-tone-v7' }],
    ['a type that every object has', { type: 'toString' }],
    ['a type in a list', { type: ['ready'] }],
    ['no type', {}],
    ['nothing', undefined],
    ['null', null],
    ['a text', 'ready'],
    ['a list', []],
  ] as const) {
    it(`is ignored if it is or has ${what}`, () => assert.equal(heard(one), undefined));
  }
});

describe('A message to a chat’s page', () => {
  let posted: Unnumbered<ChatToPage>[];
  let arrived: PromiseWithResolvers<void>;
  let feed: ChatFeed;
  let isReady: boolean;
  const seen = () => posted.map(({ type }) => type);

  beforeEach(() => {
    posted = [];
    isReady = true;
    arrived = Promise.withResolvers();
    const post = (message: Unnumbered<ChatToPage>) => {
      posted.push(message);
      arrived.resolve();
    };
    feed = chatFeed(() => ({ isReady, post }));
  });
  afterEach(() => feed.drop());

  it('comes after the text that was joined before it', () => {
    feed.send({ type: 'accepted', text: 'a' });
    for (const text of 'bcd') feed.append('t1', text, '');
    feed.send({ type: 'rows', rows: [] });
    feed.append('t1', '', 'why');
    feed.flush();
    assert.deepEqual(seen(), ['accepted', 'append', 'rows', 'append']);
  });

  it('joins pieces of text that come in quick succession, and is then sent by itself', async () => {
    for (let index = 0; index < 500; index++) feed.append('t1', `${index} `, index % 2 ? 'r' : '');
    assert.deepEqual(posted, []);
    await arrived.promise;
    const text = Array.from({ length: 500 }, (_, index) => `${index} `).join('');
    assert.deepEqual(posted, [{ type: 'append', turn: 't1', text, reasoning: 'r'.repeat(250) }]);
  });

  it('never mixes two turns, and joins what came for each', () => {
    feed.append('t1', 'one', '');
    feed.append('t2', 'two', '');
    feed.append('t1', 'three', '');
    feed.flush();
    const appended = posted.map((message) => message.type === 'append' && [message.turn, message.text]);
    assert.deepEqual(appended, [
      ['t1', 'onethree'],
      ['t2', 'two'],
    ]);
  });

  it('is dropped if a snapshot contains it already, or while there is no page', () => {
    feed.append('t1', 'in the snapshot', '');
    feed.drop();
    isReady = false;
    feed.append('t1', 'in the next snapshot', '');
    feed.flush();
    assert.deepEqual(posted, []);
  });
});
