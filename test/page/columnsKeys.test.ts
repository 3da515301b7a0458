import assert from 'node:assert/strict';
import { alert } from './alertStates.ts';
import {
  answerIn,
  base,
  baseColumn,
  compared,
  comparedTwice,
  frameOf,
  lora,
  loraColumn,
  otherColumn,
  revealedBy,
  twoAnswers,
} from './columnSamples.ts';
import type { OpenPage } from './openPage.ts';
import { stream, streamingAnswer } from './samples.ts';
import { hearKeys } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

/** The row and the name of what has the focus. */
const place = ({ page }: OpenPage) =>
  page.evaluate(() => {
    const one = document.activeElement;
    const rows = [...document.querySelectorAll('.turn-row')];
    const row = rows.findIndex((each) => each.contains(one)) + 1;
    const name = one?.getAttribute('aria-label') ?? one?.textContent?.trim() ?? '';
    return row > 0 ? `${row}: ${name}` : name;
  });

describe('The keys of columns', () => {
  const browser = useBrowser();

  const open = () => browser.open('chat', { width: 1000 }, comparedTwice());
  const withVotes = () => {
    const { rows, ...rest } = comparedTwice();
    return browser.open(
      'chat',
      { width: 1000 },
      { ...rest, rows: rows.map((row) => ({ ...row, ...twoAnswers })) },
    );
  };

  it('F6 goes round the heads, the turns and the message', async () => {
    const opened = await open();
    const seen = [];
    for (const key of ['F6', 'F6', 'F6', 'F6', 'Shift+F6', 'Shift+F6']) {
      await opened.page.keyboard.press(key);
      seen.push(await place(opened));
    }
    const head = `${base}· base · Acme`;
    assert.deepEqual(seen, [head, `2: ${lora}`, 'Message', head, 'Message', `2: ${lora}`]);
  });

  it('go from turn to turn in a column, and to the answer beside', async () => {
    const opened = await open();
    const visited: string[] = [];
    for (const key of ['Up', 'Right', 'Up', 'Up', 'Left', 'Left', 'Up', 'Down', 'Down', 'Down', 'Down']) {
      await opened.page.keyboard.press(`Alt+Arrow${key}`);
      visited.push(await place(opened));
    }
    assert.deepEqual(visited, [
      `2: ${base}`,
      `2: ${lora}`,
      '2: You',
      `1: ${lora}`,
      `1: ${base}`,
      `1: ${base}`,
      '1: You',
      `1: ${base}`,
      '2: You',
      `2: ${base}`,
      'Message',
    ]);
  });

  it('are never VS Code’s own once they are the page’s, and choose the tab beside', async () => {
    const opened = await open();
    const heard = await hearKeys(opened);
    await opened.page.getByRole('checkbox', { name: 'One at a Time' }).focus();
    for (const [key, there] of [
      ['Left', lora],
      ['Right', lora],
    ]) {
      await opened.page.keyboard.press(`Alt+Arrow${key}`);
      assert.equal(await place(opened), `2: ${there}`);
    }
    await opened.page.setViewportSize({ width: 500, height: 700 });
    const tabs = opened.page.getByRole('tab');
    await tabs.first().waitFor();
    await opened.page.getByRole('log').focus();
    for (const expected of ['true', 'true']) {
      await opened.page.keyboard.press('Alt+ArrowRight');
      assert.equal(await tabs.nth(1).getAttribute('aria-selected'), expected);
    }
    assert.deepEqual(
      (await heard()).filter((key) => key.startsWith('Arrow')),
      [],
    );
  });

  it('Tab stops in the answers to one question, and at what can be said of them', async () => {
    const opened = await withVotes();
    await opened.page.getByRole('button', { name: /^Settings/u }).focus();
    const stops: string[] = [];
    while (stops.at(-1) !== 'Message' && stops.length < 60) {
      await opened.page.keyboard.press('Tab');
      stops.push(await place(opened));
    }
    assert.equal(stops.filter((stop) => stop.endsWith('Regenerate')).length, 2, stops.join(', '));
    assert.equal(stops.filter((stop) => stop === '2: Open Diff').length, 1);
    assert.ok(!stops.some((stop) => stop.startsWith('1: ')));
  });

  it('vote by digits on the question with the focus, else on the lowest in sight, and never in a text field', async () => {
    const opened = await withVotes();
    const { keyboard } = opened.page;
    await keyboard.type('12');
    assert.deepEqual(await opened.posted('vote'), []);
    await opened.page.getByRole('log').focus();
    await keyboard.press('2');
    await keyboard.press('Control+1');
    await keyboard.press('3');
    await opened.page.getByRole('article', { name: base }).first().focus();
    await keyboard.press('0');
    assert.deepEqual(
      (await opened.posted('vote')).map(({ question, best }) => `${question} ${best}`),
      ['u2 c2', 'u1 tie'],
    );
  });

  it('keep the focus on the vote that reveals the names', async () => {
    const opened = await browser.open(
      'chat',
      { width: 1000 },
      compared({ isHidden: true }, undefined, { ...twoAnswers, isHidden: true }),
    );
    await opened.page.getByRole('button', { name: `2 ${lora}`, exact: true }).press('Enter');
    await opened.say(
      compared({ status: 'You chose it.' }, undefined, {
        vote: revealedBy('c2'),
      }),
    );
    assert.match(await place(opened), new RegExp(`1: 2 ${lora}`, 'u'));
    assert.match(await opened.page.getByRole('status').innerText(), /You chose it\./u);
    const chosen = opened.page.getByRole('button', { name: lora, pressed: true });
    await chosen.press('Enter');
    assert.equal((await opened.posted('vote')).length, 1);
    assert.equal(await chosen.evaluate((one) => getComputedStyle(one).opacity), '1');
  });
});

describe('The tabs of columns', () => {
  const browser = useBrowser();

  it('choose the column shown where one would have under 260 px, however many there are', async () => {
    const more = ['c3', 'c4'].map(otherColumn);
    const opened = await browser.open('chat', { width: 1000 });
    const tabs = opened.page.getByRole('tab');
    for (const [count, least] of [
      [2, 520],
      [3, 780],
      [4, 1040],
    ] as const) {
      await opened.page.setViewportSize({ width: least, height: 700 });
      await opened.say(compared({ columns: [baseColumn, loraColumn, ...more.slice(0, count - 2)] }));
      assert.equal(await tabs.count(), 0, `${count}`);
      const widths = await opened.page
        .locator('.column-head')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
      assert.deepEqual(
        widths.map((width) => Math.round(width)),
        Array(count).fill(Math.round(widths[0] ?? 0)),
      );
      await opened.page.setViewportSize({ width: least - 1, height: 700 });
      await tabs.nth(count - 1).waitFor();
      await opened.page.setViewportSize({ width: least, height: 700 });
      await tabs.first().waitFor({ state: 'detached' });
    }
    // A column that is closed leaves the others its width.
    await opened.page.setViewportSize({ width: 800, height: 700 });
    await tabs.nth(3).waitFor();
    await opened.say(frameOf());
    assert.equal(await tabs.count(), 0);
  });

  it('say which column answers, waits or failed', async () => {
    const opened = await browser.open('chat', { width: 500 });
    const failed = answerIn('a2', lora, { text: '', state: 'failed', alert: alert('Busy', []) });
    await opened.say(compared({ streams: [stream('a1')] }, [streamingAnswer('a1', { name: base }), failed]));
    const tabs = opened.page.getByRole('tab');
    const states = () =>
      tabs.evaluateAll((all) =>
        all.map((one) =>
          [...one.querySelectorAll('.name > :first-child, .visually-hidden')]
            .map((part) => part.textContent)
            .join(' '),
        ),
      );
    assert.deepEqual(await states(), [`${base} is answering`, `${lora} failed`]);
    await opened.say(frameOf({ streams: [stream('a1'), stream('a2', { queued: 'Later.' })] }));
    assert.deepEqual(await states(), [`${base} is answering`, `${lora} is waiting`]);
    assert.equal(await opened.page.getByRole('tabpanel').count(), 1);
    await tabs.first().focus();
    await opened.page.keyboard.press('ArrowRight');
    assert.equal(await tabs.nth(1).getAttribute('aria-selected'), 'true');
    await opened.page.getByRole('tabpanel', { name: lora }).getByText('Busy').waitFor();
    assert.equal(await opened.page.getByRole('article', { name: base }).count(), 0);
    assert.deepEqual(((await opened.kept()) as { tab?: number }).tab, 1);
    await opened.page.setViewportSize({ width: 900, height: 700 });
    await opened.page.getByRole('article', { name: base }).waitFor();
    assert.equal(await tabs.count(), 0);
  });

  it('come back as they were', async () => {
    const kept = { conversationId: 'c1', draft: 'Half a', tab: 1 };
    const opened = await browser.open('chat', { width: 500, kept }, compared());
    assert.equal(await opened.page.getByRole('tab', { name: lora }).getAttribute('aria-selected'), 'true');
    assert.equal(await opened.page.getByRole('textbox', { name: 'Message' }).inputValue(), 'Half a');
  });

  it('leave the vote under a question whole', async () => {
    const opened = await browser.open('chat', { width: 500 }, compared({}, undefined, twoAnswers));
    const group = opened.page.getByRole('group', { name: 'Which is better?' });
    for (const name of [`1 ${base}`, `2 ${lora}`, '0 Tie'])
      assert.equal(await group.getByRole('button', { name, exact: true }).isVisible(), true);
  });
});
