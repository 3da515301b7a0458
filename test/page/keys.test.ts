import assert from 'node:assert/strict';
import type { OpenPage } from './openPage.ts';
import { answer, attached, chip, conversation, frames, own, streamingAnswer } from './samples.ts';
import { button, focused, hearKeys, long, message, show } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

const manyTurns = Array.from({ length: 25 }, (_, at) => [
  own(`u${at}`, `Question ${at}`),
  answer(`a${at}`, { text: `Answer ${at}\n\n\`\`\`py\nstep()\n\`\`\`` }),
]).flat();
/** The turn that holds the focus, from 0; -1 outside. */
const turnAt = ({ page }: OpenPage) =>
  page.evaluate(() =>
    [...document.querySelectorAll('article')].findIndex((turn) => turn.contains(document.activeElement)),
  );

describe('The keys of the chat page', () => {
  const browser = useBrowser();

  it('stop in the turn that had the focus last, whichever side they come from', async () => {
    const open = await browser.chat(show({}, ...manyTurns));
    await open.page.getByText('Question 3', { exact: true }).click();
    assert.equal(await turnAt(open), 6);
    await open.page.keyboard.press('Tab');
    assert.deepEqual([await turnAt(open), await focused(open)], [6, 'Edit']);
    await button(open, 'Jump to Latest').focus();
    await open.page.keyboard.press('Shift+Tab');
    assert.deepEqual([await turnAt(open), await focused(open)], [6, 'Copy']);
    await open.page.keyboard.press('Tab');
    assert.equal(await open.page.locator(':focus').textContent(), 'Jump to Latest');
    await button(open, 'Export').focus();
    await open.page.keyboard.press('Tab');
    assert.equal(await focused(open), 'Conversation');
    await open.page.keyboard.press('Tab');
    assert.deepEqual([await turnAt(open), await focused(open)], [6, 'Edit']);
  });

  it('go from turn to turn by Alt+↑ and Alt+↓, and from the last one to the composer', async () => {
    const open = await browser.chat(
      show({}, own('u1', 'Hi'), answer('a1', { text: long }), own('u2', 'More'), answer('a2')),
    );
    await message(open).focus();
    const visited: unknown[] = [];
    for (const key of ['Up', 'Up', 'Up', 'Up', 'Up', 'Down', 'Down', 'Down', 'Down']) {
      await open.page.keyboard.press(`Alt+Arrow${key}`);
      visited.push(await focused(open));
    }
    const model = 'support-tone-v7';
    assert.deepEqual(visited, [model, 'You', model, 'You', 'You', model, 'You', model, 'Message']);
    await open.page.keyboard.press('Alt+ArrowUp');
    await open.page.keyboard.press('Alt+ArrowUp');
    await open.page.keyboard.press('Alt+ArrowUp');
    // A turn that is higher than the page begins at its top.
    const [turn, log] = await Promise.all(
      [open.page.getByRole('article').nth(1), open.page.getByRole('log')].map((one) => one.boundingBox()),
    );
    assert.ok(turn && log && Math.abs(turn.y - log.y) < 2);
  });

  it('go round header, transcript and composer by F6, and VS Code hears nothing of it', async () => {
    const open = await browser.chat(conversation());
    const heard = await hearKeys(open);
    await message(open).focus();
    const visited: unknown[] = [];
    for (const key of ['F6', 'F6', 'F6', 'Shift+F6', 'Shift+F6']) {
      await open.page.keyboard.press(key);
      visited.push(
        await open.page.evaluate(
          () => document.activeElement?.closest('header.top-row, article, .composer')?.className,
        ),
      );
    }
    assert.deepEqual(visited, [
      'top-row',
      'turn answer-turn named last',
      'composer',
      'turn answer-turn named last',
      'top-row',
    ]);
    assert.ok(!(await heard()).includes('F6'));
  });

  it('reach the message by F6, not what stands above it', async () => {
    const queued = { id: 'q1', text: 'And in Spain?', attachments: [] };
    const open = await browser.chat(
      show({ streaming: 'a1', queued }, own('u1', 'Hi'), streamingAnswer('a1')),
      attached(chip('x1')),
    );
    await open.page.getByRole('article', { name: 'You' }).focus();
    await open.page.keyboard.press('F6');
    assert.equal(await focused(open), 'Message');
  });

  it('close the settings by Escape inside of them, and stop the answer by Escape elsewhere', async () => {
    const open = await browser.chat(show({ streaming: 'a1' }, own('u1', 'Hi'), streamingAnswer('a1')));
    await button(open, 'Settings').click();
    await message(open).focus();
    await open.page.keyboard.press('Escape');
    assert.equal((await open.posted('stop')).length, 1);
    await open.page.getByLabel('Temperature').focus();
    await open.page.keyboard.press('Escape');
    assert.equal(await open.page.getByRole('region', { name: 'Settings' }).count(), 0);
    assert.equal(await open.page.locator(':focus').textContent(), 'Settings');
    assert.equal((await open.posted('stop')).length, 1);
    await open.page.keyboard.press('Escape');
    assert.equal((await open.posted('stop')).length, 2);
    await open.say(frames());
  });

  for (const key of ['F6', 'Alt+ArrowUp', 'button']) {
    it(`that lead out of the message are named there once there is a turn, until one is used or the hint closed: ${key}`, async () => {
      const open = await browser.open('chat');
      const hint = open.page.getByText('F6 goes to the next part, Alt+↑ to the last turn');
      await open.say(show({ hasKeyHint: true }));
      assert.equal(await hint.count(), 0);
      await open.say(show({ hasKeyHint: true }, own('u1', 'Hi'), answer('a1')));
      assert.equal(await hint.count(), 1);
      const described = await message(open).getAttribute('aria-describedby');
      assert.equal(described, `send-hint ${await hint.getAttribute('id')}`);
      await message(open).focus();
      for (const other of ['a', 'ArrowUp', 'Control+ArrowUp']) await open.page.keyboard.press(other);
      assert.deepEqual(await open.posted('keysKnown'), []);
      if (key === 'button') await button(open, "Don't Show This Again").click();
      else await open.page.keyboard.press(key);
      assert.equal((await open.posted('keysKnown')).length, 1);
      await open.say(frames());
      assert.equal(await hint.count(), 0);
      assert.equal(await turnAt(open), key === 'Alt+ArrowUp' ? 1 : -1);
      if (key === 'button') assert.equal(await focused(open), 'Message');
    });
  }
});
