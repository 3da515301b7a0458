import assert from 'node:assert/strict';
import type { ChatFrame } from '../../src/protocol/chat.ts';
import {
  answerIn,
  base,
  baseColumn,
  columnsFrame,
  compared,
  frameOf,
  lora,
  loraColumn,
  otherColumn,
} from './columnSamples.ts';
import { readMessage } from './readMessage.ts';
import { chip, column, modelWith, own, rowsOf, stream, streamingAnswer } from './samples.ts';
import { button, field, message } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

const streaming = { streams: [stream('a1')] };

describe('A message to several models', function () {
  this.timeout(60_000);
  const browser = useBrowser();

  it('takes its attachments along, and waits for all answers', async () => {
    const open = await browser.open('chat', { width: 1000 });
    const answers = [streamingAnswer('a1', { name: base, text: 'Dear' }), answerIn('a2', lora)];
    await open.say(compared(streaming, answers), { type: 'attachments', attachments: [chip('t1')] });
    assert.equal(await message(open).getAttribute('placeholder'), 'Message both models');
    await message(open).fill('And in Spain?');
    await message(open).press('Enter');
    const [posted] = await open.waitForPosted('queue');
    assert.deepEqual(readMessage(posted), posted);
    assert.deepEqual([posted?.['text'], posted?.['attachments']], ['And in Spain?', ['t1']]);
    const queued = { id: String(posted?.['id']), text: 'And in Spain?', attachments: [chip('t1')] };
    await open.say({ type: 'attachments', attachments: [] }, frameOf({ ...streaming, queued }));
    const waiting = open.page.getByRole('group', { name: 'Waiting message' });
    assert.match(await waiting.innerText(), /And in Spain\?\s+reply\.md/u);
    assert.equal(await message(open).inputValue(), '');
    await open.say(
      { type: 'turn', turn: own(queued.id, queued.text) },
      {
        type: 'rows',
        rows: rowsOf(['u1', 'a1', 'a2', queued.id], columnsFrame().columns),
      },
      frameOf(),
    );
    assert.equal(await waiting.count(), 0);
    assert.equal(await message(open).inputValue(), '');
    assert.equal(await open.page.getByText('And in Spain?').count(), 1);
  });

  it('brings the page to its end', async () => {
    const text = 'A line of an answer.\n\n'.repeat(40);
    const open = await browser.open('chat', { width: 1000 });
    await open.say(compared({}, [answerIn('a1', base, { text }), answerIn('a2', lora)]));
    await open.page.getByRole('log').focus();
    await open.page.keyboard.press('Home');
    await button(open, 'Jump to Latest').waitFor();
    await message(open).fill('Go on');
    await message(open).press('Enter');
    const toEnd = await open.page
      .getByRole('log')
      .evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop);
    assert.ok(toEnd <= 4, String(toEnd));
  });

  it('can be edited, and the edit outlives the page', async () => {
    const open = await browser.open('chat', { width: 1000 });
    await open.say(compared());
    await button(open, 'Edit').first().click();
    await field(open).first().fill('Where is my order?');
    const again = await browser.open('chat', { width: 1000, kept: await open.kept() });
    await again.say(compared());
    assert.equal(await field(again).first().inputValue(), 'Where is my order?');
    await field(again).first().press('Enter');
    const [posted] = await again.waitForPosted('edit');
    assert.deepEqual(readMessage(posted), { type: 'edit', turn: 'u1', text: 'Where is my order?' });
    await again.say({ type: 'accepted', text: 'Where is my order?', edited: 'u1' });
    assert.equal(await field(again).count(), 0);
  });

  it('names in its placeholder those that are left to ask', async () => {
    const open = await browser.open('chat', { width: 1000 });
    const lost = (id: string) => column(id, { model: modelWith({ gone: 'It was deleted.' }) });
    const asked = async (...columns: ChatFrame['columns']) => {
      await open.say(frameOf({ columns }));
      return message(open).getAttribute('placeholder');
    };
    await open.say(compared());
    assert.equal(await asked(baseColumn, lost('c2')), `Message ${base}`);
    assert.equal(await asked(baseColumn, lost('c2'), otherColumn('c3')), 'Message both models');
    assert.equal(await asked(baseColumn, loraColumn, otherColumn('c3')), 'Message all 3 models');
    assert.equal(await asked(lost('c1'), lost('c2')), 'Message both models');
  });

  it('is not sent while the host says why not', async () => {
    const open = await browser.open('chat', { width: 1000 });
    await open.say(compared({ noSend: 'Vote to see the names.' }));
    await message(open).fill('Hello');
    await message(open).press('Enter');
    assert.deepEqual(await open.posted('send'), []);
    assert.match(await open.page.getByRole('status').innerText(), /Vote to see the names\./u);
  });
});
