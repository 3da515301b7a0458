import assert from 'node:assert/strict';
import { answerIn, base, column, compared, compareFrame, lora, vote } from './compareSamples.ts';
import type { OpenPage } from './openPage.ts';
import { chip, own, streamingAnswer } from './samples.ts';
import { useBrowser } from './useBrowser.ts';

const columnOf = ({ page }: OpenPage, name: string) => page.getByRole('region', { name, exact: true });
const frameOf = (changes: Parameters<typeof compareFrame>[0]) => ({
  type: 'frame',
  frame: compareFrame(changes),
});

/** Where the focus is, by its accessible name, or else its text. */
const focused = ({ page }: OpenPage) =>
  page.evaluate(() => {
    const { activeElement: one } = document;
    return one?.getAttribute('aria-label') ?? one?.textContent?.trim() ?? '';
  });

describe('The keys of a comparison', function () {
  this.timeout(60_000);
  const browser = useBrowser();

  const twoQuestions = {
    type: 'snapshot',
    frame: compareFrame({ vote: vote() }),
    turns: [
      own('u1', 'First'),
      answerIn('a1', base),
      answerIn('a2', lora),
      own('u2', 'Second'),
      answerIn('a3', base),
      own('u3', 'Second'),
      answerIn('a4', lora),
    ],
    paths: [
      { column: 'c1', ids: ['u1', 'a1', 'u2', 'a3'] },
      { column: 'c2', ids: ['u1', 'a2', 'u3', 'a4'] },
    ],
  };

  /** The column and the place of the turn that has the focus. */
  const place = ({ page }: OpenPage) =>
    page.evaluate(() => {
      const one = document.activeElement as HTMLElement | null;
      const log = one?.closest('[role=log]');
      const turns = [...(log?.querySelectorAll('article') ?? [])];
      const at = one ? turns.indexOf(one) : -1;
      return at < 0
        ? (one?.getAttribute('aria-label') ?? one?.textContent?.trim())
        : `${log?.getAttribute('aria-label')} ${at}`;
    });

  it('go round the header, the columns, the vote and the message', async () => {
    const opened = await browser.open('compare', { width: 1000 });
    await opened.say(twoQuestions);
    const seen = [];
    for (let at = 0; at < 5; at++) {
      await opened.page.keyboard.press('F6');
      seen.push(await place(opened));
    }
    const around = [
      'Settings',
      `Conversation with ${base} 3`,
      `Conversation with ${lora} 3`,
      base,
      'Message',
    ];
    assert.deepEqual(seen, around);
    await opened.page.keyboard.press('Shift+F6');
    assert.equal(await place(opened), base);
  });

  it('go from turn to turn in a column, and to the turn beside it', async () => {
    const opened = await browser.open('compare', { width: 1000 });
    await opened.say(twoQuestions);
    const { keyboard } = opened.page;
    await keyboard.press('Alt+ArrowUp');
    assert.equal(await place(opened), `Conversation with ${base} 3`);
    await keyboard.press('Alt+ArrowUp');
    await keyboard.press('Alt+ArrowRight');
    assert.equal(await place(opened), `Conversation with ${lora} 2`);
    await keyboard.press('Alt+ArrowUp');
    await keyboard.press('Alt+ArrowLeft');
    assert.equal(await place(opened), `Conversation with ${base} 1`);
    await keyboard.press('Alt+ArrowLeft');
    assert.equal(await place(opened), `Conversation with ${base} 1`);
    for (const _ of [1, 2, 3]) await keyboard.press('Alt+ArrowDown');
    assert.equal(await place(opened), 'Message');
  });

  it('go back from the message to the column that had the focus', async () => {
    const opened = await browser.open('compare', { width: 1000 });
    await opened.say(twoQuestions);
    const { keyboard } = opened.page;
    for (const key of ['Alt+ArrowUp', 'Alt+ArrowRight', 'Alt+ArrowDown', 'Alt+ArrowUp'])
      await keyboard.press(key);
    assert.equal(await place(opened), `Conversation with ${lora} 3`);
  });

  it('go to the message whatever is attached', async () => {
    const opened = await browser.open('compare', { width: 1000 });
    await opened.say(compared({}, []), { type: 'attachments', attachments: [chip('t1')] });
    await opened.page.getByRole('button', { name: /^Settings/u }).focus();
    await opened.page.keyboard.press('Shift+F6');
    assert.equal(await place(opened), 'Message');
  });

  it('are never VS Code’s own once they are the page’s, and choose the tab beside under 600 px', async () => {
    const opened = await browser.open('compare', { width: 1000 });
    await opened.page.evaluate(() => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      window.addEventListener('keydown', ({ key }) => key.startsWith('Arrow') && heard.push(key));
    });
    await opened.say(twoQuestions);
    await opened.page.getByRole('checkbox', { name: 'One at a time' }).focus();
    await opened.page.keyboard.press('Alt+ArrowLeft');
    assert.equal(await place(opened), `Conversation with ${lora} 3`);
    await opened.page.keyboard.press('Alt+ArrowRight');
    assert.equal(await place(opened), `Conversation with ${lora} 3`);
    await opened.page.setViewportSize({ width: 500, height: 700 });
    const tabs = opened.page.getByRole('tab');
    await tabs.first().waitFor();
    await opened.page.getByRole('log').focus();
    for (const expected of ['true', 'true']) {
      await opened.page.keyboard.press('Alt+ArrowRight');
      assert.equal(await tabs.nth(1).getAttribute('aria-selected'), expected);
    }
    assert.deepEqual(await opened.page.evaluate(() => (window as unknown as { heard: string[] }).heard), []);
  });

  it('Tab stops in one turn of each column', async () => {
    const opened = await browser.open('compare', { width: 1000 });
    await opened.say(twoQuestions);
    await opened.page.getByRole('button', { name: /^Settings/u }).focus();
    const stops: (string | undefined)[] = [];
    for (;;) {
      await opened.page.keyboard.press('Tab');
      const stop = await focused(opened);
      if (stop === 'Message' || stops.length > 40) break;
      stops.push(stop);
    }
    assert.equal(stops.filter((stop) => stop === 'Regenerate').length, 2, stops.join(', '));
    assert.equal(stops.filter((stop) => stop?.startsWith('Conversation with')).length, 2);
  });
});

describe('The tabs of a comparison', function () {
  this.timeout(60_000);
  const browser = useBrowser();

  it('stand for the columns under 600 px, and say which one answers or failed', async () => {
    const opened = await browser.open('compare', { width: 500 });
    const failed = answerIn('a2', lora, {
      text: '',
      state: 'failed',
      alert: { text: 'Busy', detail: undefined, buttons: [] },
    });
    await opened.say(
      compared({ columns: [column('c1', { streaming: 'a1' }), column('c2')] }, [
        streamingAnswer('a1', { model: base }),
        failed,
      ]),
    );
    const tabs = opened.page.getByRole('tab');
    assert.deepEqual(await tabs.evaluateAll((all) => all.map((one) => one.textContent?.trim())), [
      `${base}is answering`,
      `${lora}failed`,
    ]);
    await opened.say(
      frameOf({
        columns: [column('c1', { streaming: 'a1' }), column('c2', { streaming: 'a2', inLine: 'Later.' })],
      }),
    );
    assert.equal(await tabs.nth(1).textContent(), `${lora}is waiting`);
    assert.equal(await opened.page.getByRole('tabpanel').count(), 1);
    await tabs.first().focus();
    await opened.page.keyboard.press('ArrowRight');
    assert.equal(await tabs.nth(1).getAttribute('aria-selected'), 'true');
    await opened.page.getByRole('tabpanel', { name: lora }).getByText('Busy').waitFor();
    assert.deepEqual(((await opened.kept()) as { tab?: string }).tab, 'c2');
    await opened.page.setViewportSize({ width: 900, height: 700 });
    await columnOf(opened, base).waitFor();
    assert.equal(await tabs.count(), 0);
  });

  it('come back as they were', async () => {
    const kept = { conversationId: 'c1', draft: 'Half a', tab: 'c2' };
    const opened = await browser.open('compare', { width: 500, kept });
    await opened.say(compared());
    assert.equal(await opened.page.getByRole('tab', { name: lora }).getAttribute('aria-selected'), 'true');
    assert.equal(await opened.page.getByRole('textbox', { name: 'Message' }).inputValue(), 'Half a');
  });
});
