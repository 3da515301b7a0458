import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { AttachmentTray } from '../../src/core/attachments/attachmentTray.ts';
import { type ChatMessages, type ChatToHost, chatToHost } from '../../src/protocol/chatToHost.ts';
import { KeyHint } from '../../src/ui/chats/actions/keyHint.ts';
import { ChatAttachments } from '../../src/ui/chats/attachments/chatAttachments.ts';
import { ChatFeed } from '../../src/ui/chats/page/chatFeed.ts';
import { chatHandlers } from '../../src/ui/chats/tab/chatHandlers.ts';
import { PageProjection } from '../../src/ui/chats/tab/pageProjection.ts';
import type { Handlers } from '../../src/ui/shared/pageMessages.ts';
import { useChatTab } from './support/chatTab.ts';
import { liveExtension } from './support/extension.ts';
import { heard } from './support/heard.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { useWorld } from './support/world.ts';

/** A valid message of every type, about what is not there. */
const valid: { [Type in keyof ChatMessages]: Omit<ChatMessages[Type], 'type'> } = {
  ready: {},
  send: { text: 'Hello', attachments: ['gone'] },
  filled: {},
  keysKnown: {},
  queue: { id: 'q1', text: 'Hello', attachments: ['gone'] },
  unqueue: {},
  undoDeletion: {},
  forgetDeletions: {},
  stop: { turn: 'gone' },
  edit: { turn: 'gone', text: 'Hello' },
  regenerate: { turn: 'gone' },
  regenerateWith: { turn: 'gone' },
  ask: { question: 'gone', cell: 'A' },
  showExchange: { turn: 'gone' },
  copyExchange: { turn: 'gone' },
  select: { turn: 'gone' },
  alertAction: { turn: 'gone', action: 'retry' },
  chooseModel: { column: 'gone' },
  addModel: {},
  closeColumn: { column: 'gone' },
  continueAsChat: { column: 'gone' },
  settings: { settings: {}, column: 'gone' },
  shareSettings: { column: 'gone' },
  sendRefused: { column: 'gone' },
  preset: { name: 'gone', column: 'gone' },
  savePreset: { column: 'gone' },
  editPresets: {},
  oneAtATime: { isOn: false },
  withoutEarlier: { isOn: false },
  blind: { isOn: true },
  vote: { question: 'gone', best: 'tie' },
  openDiff: { question: 'gone' },
  allVotes: {},
  copy: { text: 'copied' },
  copyAnswer: { turn: 'gone' },
  openLink: { href: 'javascript:alert(1)' },
  insertCode: { text: '' },
  newFile: { text: 'const a = 1;', language: 'typescript' },
  export: {},
  fork: {},
  attach: {},
  findAttachments: { query: 'gone' },
  attachChoice: { choice: 'gone' },
  attachUris: { uris: ['http://acme.example/a'] },
  attachFiles: { files: [] },
  scaled: { id: 'gone', file: { size: 1 } },
  detach: { attachment: 'gone' },
  openAttachment: { attachment: 'gone' },
};
const types = Object.keys(chatToHost) as (keyof ChatMessages)[];
const message = (type: keyof ChatMessages) => ({ ...valid[type], type }) as ChatToHost;

/** What no field takes: not even one of anything's own type. */
const nonsense: unknown[] = [undefined, null, Number.NaN, () => 0, [{}], { a: 1 }, ''];
/** Fields that may hold it all the same. */
const mayBe: Record<string, (value: unknown) => boolean> = {
  // Any text.
  text: (value) => typeof value === 'string',
  href: (value) => typeof value === 'string',
  name: (value) => typeof value === 'string',
  language: (value) => typeof value === 'string',
  attachment: (value) => typeof value === 'string',
  query: (value) => typeof value === 'string',
  // Checked where they are set.
  settings: (value) => typeof value === 'object' && value !== null,
};

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
          if (mayBe[field]?.(value)) continue;
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

describe('What the messages from a chat’s page do', () => {
  const world = useWorld();
  const tab = useChatTab(world);
  const picking = usePicking();
  const person = usePerson();
  // It has the command that shows all votes.
  before(liveExtension);
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  /** Those of another page of the same chat, so that their end can be awaited. */
  function handlers(): Handlers<typeof chatToHost> {
    const { session, own } = tab();
    const attachments = new ChatAttachments(new AttachmentTray(), session, own.parts, () => undefined);
    const page = new PageProjection(session, attachments, new ChatFeed(() => undefined), own.parts);
    const none = () => undefined;
    return chatHandlers({
      ...{ session, page, attachments, parts: own.parts },
      tab: { open: none, filled: none, showExchange: none, sendAttachments: none },
    });
  }

  for (const type of types) {
    it(`"${type}" changes nothing and fails nowhere if the chat is empty, and what it is about is not there`, async () => {
      const seen = person({});
      picking();
      const { turns, columns, settings } = tab().session.conversation;
      await Reflect.apply(handlers()[type], undefined, [message(type)]);
      const after = tab().session.conversation;
      assert.deepEqual([after.turns, after.columns, after.settings], [turns, columns, settings]);
      assert.doesNotMatch([...seen.messages, ...world().log.lines].join('\n'), /went wrong|error/iu);
      assert.ok(world().service.requests.every(({ method }) => method === 'GET'));
    });
  }

  for (const [what, settings] of [
    ['a temperature above 2', { temperature: 2.1 }],
    ['a temperature that is a text', { temperature: '1' }],
    ['a temperature that is no number', { temperature: Number.NaN }],
    ['a negative Top P', { topP: -0.1 }],
    ['no tokens', { maxTokens: 0 }],
    ['half a token', { maxTokens: 1.5 }],
    ['an empty stop sequence', { stop: [''] }],
    ['a stop sequence outside a list', { stop: 'END' }],
    ['a broken seed', { seed: 0.5 }],
    ['a penalty above 2', { presencePenalty: 3 }],
    ['fields that are a number', { extra: 7 }],
    ['no system prompt but null', { systemPrompt: null }],
  ] as const) {
    it(`sets no settings with ${what}`, async () => {
      await tab().tell({ type: 'settings', settings: settings as object });
      assert.deepEqual(tab().session.conversation.settings, {});
    });
  }

  it('sets valid settings without fields that are not theirs', async () => {
    const settings = { temperature: 1, baseUrl: 'https://evil.example' };
    await tab().tell({ type: 'settings', settings });
    assert.deepEqual(tab().session.conversation.settings, { temperature: 1 });
  });

  it('ends the hint at keys for good, in later windows too, until all local data is deleted', async () => {
    assert.equal(tab().frame.hasKeyHint, true);
    await tab().tell({ type: 'keysKnown' });
    assert.equal(tab().frame.hasKeyHint, false);
    const later = new KeyHint(world().memory);
    assert.equal(later.isShown, false);
    later.showAgain();
    assert.equal(tab().own.parts.keyHint.isShown, true);
  });

  it('undoes the deletions of turns, newest first, until the page closes the offer or a message is sent', async () => {
    const undone: string[] = [];
    const { panel } = tab();
    const deleted = (text: string) => panel.deletions.add({ text, undo: async () => void undone.push(text) });
    deleted('First.');
    deleted('Second.');
    assert.equal(tab().frame.deleted, 'Second.');
    await tab().tell({ type: 'undoDeletion' });
    assert.deepEqual([tab().frame.deleted, undone], ['First.', ['Second.']]);
    await tab().tell({ type: 'forgetDeletions' });
    await tab().tell({ type: 'undoDeletion' });
    assert.deepEqual([tab().frame.deleted, undone], [undefined, ['Second.']]);
    deleted('Third.');
    await tab().session.send('Hello');
    assert.equal(tab().frame.deleted, undefined);
  });

  it('says in the page that a preset was saved, not in a pop-up', async () => {
    const seen = person({ typed: ['Calm'] });
    picking('Only when I select it');
    await tab().tell({ type: 'settings', settings: { temperature: 0.2 } });
    await tab().tell({ type: 'savePreset' });
    assert.equal(tab().frame.status, 'The preset “Calm” was saved.');
    assert.deepEqual(tab().frame.presets.names, ['Calm']);
    assert.deepEqual(seen.messages, []);
  });
});
