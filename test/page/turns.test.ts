import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { showsExchange } from './pageState.ts';
import {
  answer,
  calls,
  conversation,
  exchange,
  frames,
  modelWith,
  own,
  path,
  streamingAnswer,
  turn,
} from './samples.ts';
import { button, focused, long, mine, show } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

/** How many pixels of it stick out of the transcript, above and below. */
const outOfSight = (part: Locator) =>
  part.evaluate((element) => {
    const [inner, outer] = [element, element.closest('[role=log]') ?? element].map((one) =>
      one.getBoundingClientRect(),
    );
    if (!inner || !outer) return [];
    return [
      Math.max(0, Math.round(outer.top - inner.top)),
      Math.max(0, Math.round(inner.bottom - outer.bottom)),
    ];
  });

describe('An answer of tool calls alone', () => {
  const browser = useBrowser();

  it('shows each call with its arguments, and can be copied', async () => {
    const open = await browser.chat(show({}, own('u1', 'Hi'), answer('a1', { text: '', calls })));
    const list = open.page
      .getByRole('article', { name: 'support-tone-v7' })
      .getByRole('list', { name: 'Tool calls' });
    assert.equal(await list.getByRole('listitem').count(), 2);
    assert.match(await list.getByRole('listitem').first().innerText(), /^get_order\s+\{\s+"order": "4711"/u);
    await open.page.getByRole('button', { name: 'Copy', exact: true }).last().click();
    assert.deepEqual(await open.posted('copyAnswer'), [{ type: 'copyAnswer', turn: 'a1' }]);
  });
});

describe('The siblings of a turn', () => {
  const browser = useBrowser();
  const second = { index: 2, count: 3, previous: 'u1-first', next: 'u1-third' };

  it('are reached by arrows on the person’s turns too, and the focus stays on an arrow', async () => {
    const open = await browser.chat(show({}, { ...own('u1', 'Second'), siblings: second }, answer('a1')));
    assert.equal(await mine(open).getByText('2 of 3').count(), 1);
    await button(open, 'Previous Version').press('Enter');
    assert.deepEqual(await open.posted('select'), [{ type: 'select', turn: 'u1-first' }]);
    const first = { index: 1, count: 3, previous: undefined, next: 'u1' };
    await open.say(
      path('u1-first', 'a0'),
      turn({ ...own('u1-first', 'First'), siblings: first }),
      turn(answer('a0')),
    );
    // The first one has no previous version.
    assert.equal(await focused(open), 'Next Version');
    await button(open, 'Next Version').press('Enter');
    await open.say(path('u1', 'a1'), turn({ ...own('u1', 'Second'), siblings: second }));
    assert.equal(await focused(open), 'Next Version');
    assert.deepEqual(open.complaints, []);
  });

  it('are pointed out where the chat goes on at another one', async () => {
    const open = await browser.open('chat');
    const later = { text: 'Later turns are on 1 of 2', turn: 'a1-first' };
    const cells = [{ id: 'c1', name: 'support-tone-v7', answer: 'a1', later }];
    await open.say({ ...show({}, own('u1', 'First'), answer('a1')), rows: [{ question: 'u1', cells }] });
    await open.page.getByText(later.text).waitFor();
    await button(open, 'Show').click();
    assert.deepEqual(await open.posted('select'), [{ type: 'select', turn: 'a1-first' }]);
  });

  it('can be viewed even if nothing can be sent, but not while an answer streams', async () => {
    const open = await browser.open('chat');
    const turns = [
      { ...own('u1', 'Second'), siblings: second },
      answer('a1', { siblings: { index: 2, count: 2, previous: 'a0', next: undefined } }),
    ];
    const gone = modelWith({ gone: 'support-tone-v7 was deleted.' });
    for (const changes of [{ model: gone }, { readOnly: 'Only to be read.' }]) {
      await open.say(show(changes, ...turns));
      assert.equal(await button(open, 'Next Version').isEnabled(), true);
      assert.equal(await button(open, 'Previous Answer').isEnabled(), true);
    }
    await open.say(show({ streaming: 'a1' }, ...turns));
    assert.equal(await button(open, 'Next Version').isDisabled(), true);
    assert.equal(await button(open, 'Previous Answer').isDisabled(), true);
  });

  it('appear where the arrow was, whatever their length', async () => {
    const open = await browser.open('chat');
    const siblings = { index: 1, count: 2, previous: undefined, next: 'a1-second' };
    await open.say(show({}, own('u1', 'Hi'), answer('a1', { text: long, siblings }), own('u2', long)));
    const picker = open.page.locator('.siblings');
    await picker.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const before = await picker.boundingBox();
    await button(open, 'Next Answer').click();
    const other = { index: 2, count: 2, previous: 'a1', next: undefined };
    await open.say(
      turn(answer('a1-second', { text: long.repeat(2), siblings: other })),
      turn(own('u3', long)),
      path('u1', 'a1-second', 'u3'),
    );
    assert.equal(Math.round((await picker.boundingBox())?.y ?? 0), Math.round(before?.y ?? -1));
    assert.equal(await focused(open), 'Previous Answer');
  });
});

describe('A turn', () => {
  const browser = useBrowser();

  it('can be answered by another model, even if its own is gone, but not while an answer streams', async () => {
    const gone = modelWith({ gone: 'support-tone-v7 was deleted.' });
    const notice = 'Sent without the earlier turns.';
    const turns = [{ ...own('u1', 'Hi'), notice }, answer('a1')];
    const open = await browser.chat(show({ model: gone }, ...turns));
    await mine(open).getByText(notice).waitFor();
    assert.equal(await button(open, 'Regenerate').last().isDisabled(), true);
    await button(open, 'Regenerate with Another Model').click();
    assert.deepEqual(await open.posted('regenerateWith'), [{ type: 'regenerateWith', turn: 'a1' }]);
    await open.say(frames({ streaming: 'a2' }));
    assert.equal(await button(open, 'Regenerate with Another Model').isDisabled(), true);
    await open.say(show({}, own('u1', 'Hi')));
    await mine(open).getByRole('button', { name: 'Regenerate' }).click();
    assert.deepEqual(await open.posted('edit'), [{ type: 'edit', turn: 'u1', text: 'Hi' }]);
  });

  it('gives its selected text to the host, which puts it on the clipboard', async () => {
    const open = await browser.chat(
      show({}, own('u1', 'Hi'), answer('a1', { text: 'All orders of **May** are paid.' })),
    );
    await open.say({ type: 'copySelection' });
    assert.deepEqual(await open.posted('copy'), []);
    const text = open.page.getByText('All orders of May are paid.');
    await text.evaluate((element) => getSelection()?.selectAllChildren(element));
    await open.say({ type: 'copySelection' });
    assert.deepEqual(await open.posted('copy'), [{ type: 'copy', text: 'All orders of May are paid.' }]);
    await text.click({ button: 'right' });
    const context = await open.page.evaluate(() => JSON.parse(document.body.dataset['vscodeContext'] ?? ''));
    assert.deepEqual(context, { preventDefaultContextMenuItems: true, hasSelection: true, chat: 'c1' });
  });

  it('describes itself to VS Code’s own menu', async () => {
    const open = await browser.chat(show({}, own('u1', 'Hi'), answer('a1')));
    const contexts = () =>
      open.page
        .getByRole('article')
        .evaluateAll((all) => all.map((one) => JSON.parse(one.getAttribute('data-vscode-context') ?? '')));
    const common = { chat: 'c1', canChange: true };
    assert.deepEqual(await contexts(), [
      { webviewSection: 'question', turn: 'u1', ...common },
      { webviewSection: 'answer', turn: 'a1', ...common },
    ]);
    await open.say(frames({ streaming: 'a1' }));
    assert.deepEqual(
      (await contexts()).map(({ canChange }) => canChange),
      [false, false],
    );
  });

  it('shows its request below its figures, in sight, read again each time, and hides it again', async () => {
    const open = await browser.chat(conversation());
    const top = () => button(open, 'Show Request Details').last();
    await top().click();
    assert.deepEqual(await open.posted('showExchange'), [{ type: 'showExchange', turn: 'a2' }]);
    await open.reply('showExchange', exchange({}, { 'Left out': 'top_p' }));
    const region = open.page.getByRole('region', { name: 'Request Details' });
    assert.equal(await top().getAttribute('aria-expanded'), 'true');
    assert.deepEqual(await outOfSight(region), [0, 0]);
    assert.equal(await top().evaluate((it) => it === document.activeElement), true);
    const text = (await region.innerText()).replace(/\s+/g, ' ');
    assert.match(text, /Deployment revision 4f2c9ab, deployed Nov 18, 2026, 10:42:07 AM UTC/);
    assert.match(text, /Request ID req-4f2c9ab17be06b1d/);
    assert.match(text, /Ended stop Left out top_p/);
    assert.match(text, /"content": "Where is my refund\?"/);
    assert.doesNotMatch(text, /Prompt tokens/);
    await region.getByRole('button', { name: 'Copy Request' }).click();
    assert.deepEqual(await open.posted('copyExchange'), [{ type: 'copyExchange', turn: 'a2' }]);
    await top().press('Enter');
    assert.equal(await region.count(), 0);
    await top().press('Enter');
    assert.equal((await open.posted('showExchange')).length, 2);
    await open.reply('showExchange', exchange({}, { 'Request ID': 'req-2' }));
    assert.match(await region.innerText(), /req-2/);
    assert.deepEqual(open.complaints, []);
  });

  it('shows the beginning of its request if there is no room for all of it, also by the command', async () => {
    for (const isCommand of [true, false]) {
      const open = await browser.open('chat', { height: 260 });
      await open.say(conversation());
      if (isCommand) await open.say({ type: 'showExchange', turn: 'a2' });
      else await button(open, 'Show Request Details').last().click();
      await open.reply('showExchange', exchange());
      const [above, below] = await outOfSight(open.page.getByRole('region', { name: 'Request Details' }));
      assert.equal(above, 0);
      assert.ok((below ?? 0) > 0);
    }
  });

  it('no longer shows its request once the answer is requested again', async () => {
    const open = await browser.chat(show({}, own('u1', 'Hi'), answer('a1')));
    await showsExchange('a1', exchange())(open);
    await open.say(frames({ streaming: 'a1' }), turn(streamingAnswer('a1')));
    await open.say(turn(answer('a1')), frames());
    assert.equal(await open.page.getByRole('region', { name: 'Request Details' }).count(), 0);
  });

  it('cuts a request that is too long to read, and shows the remark on one that may not be as sent', async () => {
    const open = await browser.chat(show({}, own('u1', 'Hi'), answer('a1', { figures: '' })));
    const huge = exchange({ request: 'x'.repeat(300_000), remark: 'Not as it was sent.' });
    await showsExchange('a1', huge)(open);
    const region = open.page.getByRole('region', { name: 'Request Details' });
    assert.equal((await region.locator('pre').textContent())?.length, 100_000);
    assert.match(await region.innerText(), /Shortened here\. “Copy request” copies all of it\./);
    assert.match(await region.innerText(), /Not as it was sent\./);
    await showsExchange('a1', exchange({ request: undefined }))(open);
    assert.equal(await region.locator('pre').count(), 0);
  });

  it('is copied as it reads', async () => {
    const open = await browser.chat(show({}, own('u1', 'Hi'), answer('a1', { text: '# One\n\n- **two**' })));
    await open.say({ type: 'copyPlain', turn: 'a1' });
    await open.say({ type: 'copyPlain', turn: 'gone' });
    assert.deepEqual(await open.posted('copy'), [{ type: 'copy', text: 'One\n\n- two' }]);
  });
});
