import assert from 'node:assert/strict';
import { AttachmentTray } from '../../src/core/attachments/attachmentTray.ts';
import type { chatToHost } from '../../src/protocol/chatToHost.ts';
import { keyHint } from '../../src/ui/chats/actions/keyHint.ts';
import { chatAttachments } from '../../src/ui/chats/attachments/chatAttachments.ts';
import { chatFeed } from '../../src/ui/chats/page/chatFeed.ts';
import { chatHandlers } from '../../src/ui/chats/tab/chatHandlers.ts';
import { pageProjection } from '../../src/ui/chats/tab/pageProjection.ts';
import type { Handlers } from '../../src/ui/shared/pageMessages.ts';
import { message, types } from '../unit/ui/chats/validMessages.ts';
import { useChatTab } from './support/chatTab.ts';
import { closeEditors } from './support/editors.ts';
import { liveExtension } from './support/extension.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { useWorld } from './support/world.ts';

describe('What the messages from a chat’s page do', () => {
  const world = useWorld();
  const tab = useChatTab(world);
  const picking = usePicking();
  const person = usePerson();
  before(liveExtension);
  afterEach(closeEditors);

  /** Those of another page of the same chat, so that their end can be awaited. */
  function handlers(): Handlers<typeof chatToHost> {
    const { session, own } = tab();
    const attachments = chatAttachments(new AttachmentTray(), session, own, async () => ({ size: 0 }));
    const none = () => undefined;
    const feed = chatFeed(() => ({ isReady: false, post: none }));
    const page = pageProjection(session, attachments, feed, own);
    return chatHandlers({
      ...{ session, page, attachments, services: own },
      tab: { ready: none, draft: none, edits: none, filled: none },
    });
  }

  it('is nothing if the chat is empty and what they are about is not there, and none fails', async () => {
    const seen = person({});
    const { questions, columns, settings } = tab().session.conversation;
    for (const type of types) {
      picking();
      await Reflect.apply(handlers()[type], undefined, [message(type)]);
      const after = tab().session.conversation;
      assert.deepEqual(
        [after.questions, after.columns, after.settings],
        [questions, columns, settings],
        type,
      );
      assert.doesNotMatch([...seen.messages, ...world().log.lines].join('\n'), /went wrong|error/iu, type);
      assert.ok(
        world().service.requests.every(({ method }) => method === 'GET'),
        type,
      );
    }
  });

  it('sets no settings that are not valid', async () => {
    for (const settings of [
      { temperature: 2.1 },
      { temperature: '1' },
      { temperature: Number.NaN },
      { topP: -0.1 },
      { maxTokens: 0 },
      { maxTokens: 1.5 },
      { stop: [''] },
      { stop: 'END' },
      { seed: 0.5 },
      { presencePenalty: 3 },
      { extra: 7 },
      { systemPrompt: null },
    ]) {
      await tab().tell({ type: 'settings', settings: settings as object });
      assert.deepEqual(tab().session.conversation.settings, {}, JSON.stringify(settings));
    }
  });

  it('sets valid settings without fields that are not theirs', async () => {
    const settings = { temperature: 1, baseUrl: 'https://evil.example' };
    await tab().tell({ type: 'settings', settings });
    assert.deepEqual(tab().session.conversation.settings, { temperature: 1 });
  });

  it('ends the hint at keys for good, in later windows too, until all local data is deleted', async () => {
    assert.equal(tab().frame.hasKeyHint, true);
    await tab().tell({ type: 'keysKnown' });
    assert.equal(tab().frame.hasKeyHint, false);
    const later = keyHint(world().memory);
    assert.equal(later.isShown(), false);
    later.showAgain();
    assert.equal(tab().own.keyHint.isShown(), true);
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
