import assert from 'node:assert/strict';
import { readCompareMessage } from '../../src/ui/chats/columns/compareInbound.ts';
import { answerIn, base, column, compared, compareFrame, lora } from './compareSamples.ts';
import { chip, own, streamingAnswer } from './samples.ts';
import { button, field, message } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

const streaming = { columns: [column('c1', { streaming: 'a1' }), column('c2')] };

describe('A message to several models', function () {
  this.timeout(60_000);
  const browser = useBrowser();

  it('takes its attachments along, and waits for all answers', async () => {
    const open = await browser.open('compare', { width: 1000 });
    const answers = [streamingAnswer('a1', { model: base, text: 'Dear' }), answerIn('a2', lora)];
    await open.say(compared(streaming, answers), { type: 'attachments', attachments: [chip('t1')] });
    assert.equal(await message(open).getAttribute('placeholder'), 'Message both models');
    await message(open).fill('And in Spain?');
    await message(open).press('Enter');
    const [posted] = await open.waitForPosted('queue');
    assert.deepEqual(readCompareMessage(posted), posted);
    assert.deepEqual([posted?.['text'], posted?.['attachments']], ['And in Spain?', ['t1']]);
    const queued = { id: String(posted?.['id']), text: 'And in Spain?', attachments: [chip('t1')] };
    await open.say(
      { type: 'attachments', attachments: [] },
      { type: 'frame', frame: compareFrame({ ...streaming, queued }) },
    );
    const waiting = open.page.getByRole('group', { name: 'Waiting message' });
    assert.match(await waiting.innerText(), /And in Spain\?\s+reply\.md/u);
    assert.equal(await message(open).inputValue(), '');
    // Each column has the question; one of these turns has the message's id.
    await open.say(
      { type: 'turn', turn: own(queued.id, queued.text) },
      { type: 'turn', turn: own('u3', queued.text) },
      {
        type: 'paths',
        paths: [
          { column: 'c1', ids: ['u1', 'a1', queued.id] },
          { column: 'c2', ids: ['u1', 'a2', 'u3'] },
        ],
      },
      { type: 'frame', frame: compareFrame() },
    );
    assert.equal(await waiting.count(), 0);
    assert.equal(await message(open).inputValue(), '');
    assert.equal(await open.page.getByText('And in Spain?').count(), 2);
  });

  it('brings every column to its end', async () => {
    const text = 'A line of an answer.\n\n'.repeat(40);
    const open = await browser.open('compare', { width: 1000 });
    await open.say(compared({}, [answerIn('a1', base, { text }), answerIn('a2', lora, { text })]));
    const logs = open.page.getByRole('log');
    for (const at of [0, 1]) {
      await logs.nth(at).focus();
      await open.page.keyboard.press('Home');
      await button(open, 'Jump to latest').nth(at).waitFor();
    }
    await message(open).fill('Go on');
    await message(open).press('Enter');
    const toEnd = await logs.evaluateAll((all) =>
      all.map((log) => log.scrollHeight - log.clientHeight - log.scrollTop),
    );
    assert.ok(Math.max(...toEnd) <= 4, toEnd.join());
  });

  it('can be edited, and the edit outlives the page', async () => {
    const open = await browser.open('compare', { width: 1000 });
    await open.say(compared());
    await button(open, 'Edit').first().click();
    await field(open).first().fill('Where is my order?');
    const again = await browser.open('compare', { width: 1000, kept: await open.kept() });
    await again.say(compared());
    assert.equal(await field(again).first().inputValue(), 'Where is my order?');
    await field(again).first().press('Enter');
    const [posted] = await again.waitForPosted('edit');
    assert.deepEqual(readCompareMessage(posted), { type: 'edit', turn: 'u1', text: 'Where is my order?' });
    await again.say({ type: 'accepted', text: 'Where is my order?', edited: 'u1' });
    assert.equal(await field(again).count(), 0);
  });

  it('names in its placeholder those that are left to ask', async () => {
    const open = await browser.open('compare', { width: 1000 });
    const gone = { ...column('c2').model, gone: 'It was deleted.' };
    const lost = (id: string) => column(id, { model: gone });
    const asked = async (...columns: ReturnType<typeof column>[]) => {
      await open.say({ type: 'frame', frame: compareFrame({ columns }) });
      return message(open).getAttribute('placeholder');
    };
    await open.say(compared());
    assert.equal(await asked(column('c1'), lost('c2')), `Message ${base}`);
    assert.equal(await asked(column('c1'), lost('c2'), column('c3')), 'Message both models');
    assert.equal(await asked(column('c1'), column('c2'), column('c3')), 'Message all 3 models');
    assert.equal(await asked(lost('c1'), lost('c2')), 'Message both models');
  });

  it('is not sent while the host says why not', async () => {
    const open = await browser.open('compare', { width: 1000 });
    await open.say(compared({ noSend: 'Vote to see the names.' }));
    await message(open).fill('Hello');
    await message(open).press('Enter');
    assert.deepEqual(await open.posted('send'), []);
    assert.match(await open.page.getByRole('status').innerText(), /Vote to see the names\./u);
  });
});
