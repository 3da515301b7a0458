import assert from 'node:assert/strict';
import { readCompareMessage } from '../../src/ui/chats/columns/compareInbound.ts';
import { answerIn, base, column, compared, compareFrame, lora, vote } from './compareSamples.ts';
import { compareStates } from './compareStates.ts';
import type { OpenPage } from './openPage.ts';
import { streamingAnswer } from './samples.ts';
import { useBrowser } from './useBrowser.ts';

const columnOf = ({ page }: OpenPage, name: string) => page.getByRole('region', { name, exact: true });
const frameOf = (changes: Parameters<typeof compareFrame>[0]) => ({
  type: 'frame',
  frame: compareFrame(changes),
});
const streamingBoth = { columns: [column('c1', { streaming: 'a1' }), column('c2', { streaming: 'a2' })] };

/** Where the focus is, by its accessible name, or else its text. */
const focused = ({ page }: OpenPage) =>
  page.evaluate(() => {
    const { activeElement: one } = document;
    return one?.getAttribute('aria-label') ?? one?.textContent?.trim() ?? '';
  });

describe('The page of a comparison', function () {
  this.timeout(60_000);
  const browser = useBrowser();

  async function open(messages: readonly object[], options: Parameters<typeof browser.open>[1] = {}) {
    const opened = await browser.open('compare', { width: 1000, ...options });
    await opened.say(...messages);
    return opened;
  }

  it('shows the columns in order, each with its own turns', async () => {
    const opened = await open([compared()]);
    const names = await opened.page
      .getByRole('region')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    assert.deepEqual(names, [base, lora]);
    for (const name of names) {
      const log = columnOf(opened, name ?? '').getByRole('log', { name: `Conversation with ${name}` });
      assert.deepEqual(
        await log.getByRole('article').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))),
        ['You', name],
      );
    }
    assert.equal(await focused(opened), 'Message');
    assert.equal(await opened.page.title(), 'Refund tone, angry mails');
  });

  it('grows answers in several columns at once, and rewrites nothing else', async () => {
    const answers = [
      streamingAnswer('a1', { model: base, text: 'Dear' }),
      streamingAnswer('a2', { model: lora, text: 'Hello' }),
    ];
    const opened = await open([compared(streamingBoth, answers)]);
    // The first piece ends the waiting.
    for (const turn of ['a1', 'a2']) await opened.say({ type: 'append', turn, text: ',', reasoning: '' });
    await opened.page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver((all) => {
        for (const { target } of all) {
          const element = target instanceof Element ? target : target.parentElement;
          if (!element?.closest('.markdown, .visually-hidden'))
            seen.push(element?.outerHTML.slice(0, 80) ?? '');
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    });
    for (const at of [1, 2, 3]) {
      await opened.say(
        { type: 'append', turn: 'a1', text: ` one${at}`, reasoning: '' },
        { type: 'append', turn: 'a2', text: ` two${at}`, reasoning: '' },
      );
    }
    assert.equal(
      (await columnOf(opened, base).locator('.markdown').innerText()).trim(),
      'Dear, one1 one2 one3',
    );
    assert.equal(
      (await columnOf(opened, lora).locator('.markdown').innerText()).trim(),
      'Hello, two1 two2 two3',
    );
    assert.deepEqual(await opened.page.evaluate(() => (window as unknown as { seen: string[] }).seen), []);
  });

  it('stops one column or all, and says where a column waits', async () => {
    const answers = [streamingAnswer('a1', { model: base }), streamingAnswer('a2', { model: lora })];
    const opened = await open([compared(streamingBoth, answers)]);
    await columnOf(opened, lora).getByText(`Waiting for ${lora}…`).waitFor();
    await opened.page.getByRole('button', { name: `Stop ${lora}` }).click();
    await opened.page.getByRole('button', { name: 'Stop', exact: true }).click();
    await opened.page.keyboard.press('Escape');
    assert.deepEqual(await opened.posted('stop'), [
      { type: 'stop', column: 'c2' },
      { type: 'stop' },
      { type: 'stop' },
    ]);
    assert.equal(await focused(opened), 'Message');
  });

  it('sends what its host can read, and nothing else', async () => {
    const opened = await open([
      compared({
        canChangeBlind: true,
        vote: vote(),
        canShowDifferences: true,
        canAskAnother: true,
        columns: [column('c1'), column('c2', { hasOwnSettings: true }), column('c3')],
      }),
    ]);
    const { page } = opened;
    await page.getByRole('textbox', { name: 'Message' }).fill('Next');
    for (const name of [
      'Export',
      'Show differences',
      'Ask another',
      'Add model',
      'Close model-c3',
      'Tie',
      'Use shared settings',
    ]) {
      await page.getByRole('button', { name, exact: true }).click();
    }
    await columnOf(opened, lora).getByRole('button', { name: 'Continue as Chat' }).click();
    await columnOf(opened, base).getByRole('button', { name: 'Regenerate' }).click();
    await columnOf(opened, base).locator('.model-button').click();
    await page.getByRole('checkbox', { name: 'Blind' }).click();
    await page.getByRole('checkbox', { name: 'One at a time' }).click();
    await page.getByRole('button', { name: /^Settings/u }).click();
    await page.getByLabel('Applies to').focus();
    await page.getByLabel('Applies to').selectOption(lora);
    assert.ok(await page.getByLabel('Applies to').evaluate((one) => one === document.activeElement));
    await page.getByLabel('Temperature').fill('1');
    await page.getByLabel('Applies to').selectOption('');
    await page.getByLabel('Temperature').fill('0.5');
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
    await page.keyboard.press('Enter');
    const posted = await opened.posted();
    for (const message of posted) assert.ok(readCompareMessage(message), JSON.stringify(message));
    assert.deepEqual(
      posted.filter(({ type }) => !['ready'].includes(String(type))),
      [
        { type: 'export' },
        { type: 'showDifferences' },
        { type: 'askAnother', draft: 'Next' },
        { type: 'addModel' },
        { type: 'closeColumn', column: 'c3' },
        { type: 'vote', best: 'tie' },
        { type: 'shareSettings', column: 'c2' },
        { type: 'continueAsChat', column: 'c2' },
        { type: 'regenerate', turn: 'a1' },
        { type: 'chooseModel', column: 'c1' },
        { type: 'blind', isOn: true },
        { type: 'oneAtATime', isOn: true },
        { type: 'settings', settings: { temperature: 1 }, column: 'c2' },
        { type: 'settings', settings: { temperature: 0.5 } },
        { type: 'send', text: 'Hello' },
      ],
    );
  });

  it('shows the settings of all whenever they are opened', async () => {
    const opened = await open([compared()]);
    const button = opened.page.getByRole('button', { name: /^Settings/u });
    await button.click();
    await opened.page.getByLabel('Applies to').selectOption(lora);
    await button.click();
    await button.click();
    assert.equal(await opened.page.getByLabel('Applies to').inputValue(), '');
  });

  it('leaves a blind comparison that has had its question as it is, but for the next one', async () => {
    const opened = await open([
      compared({
        blind: 'revealed',
        isSpent: true,
        canAskAnother: true,
        vote: vote({ chosen: 'c2', canVote: false }),
      }),
    ]);
    for (const name of ['Regenerate', 'Edit', 'Close', 'Add model']) {
      assert.equal(await opened.page.getByRole('button', { name }).count(), 0, name);
    }
    assert.equal(await columnOf(opened, base).locator('.model-button').count(), 0);
    const message = opened.page.getByRole('textbox', { name: 'Message' });
    assert.equal(await message.getAttribute('placeholder'), 'Your next question');
    const chosen = opened.page.getByRole('button', { name: lora, pressed: true });
    await chosen.press('Enter');
    assert.deepEqual(await opened.posted('vote'), []);
    assert.equal(await chosen.evaluate((one) => getComputedStyle(one).opacity), '1');
  });

  it('keeps the focus on the vote that reveals the names', async () => {
    const opened = await open([compared({ blind: 'hidden', isSpent: true, vote: vote() })]);
    await opened.page.getByRole('button', { name: lora, exact: true }).press('Enter');
    await opened.say(
      compared({
        blind: 'revealed',
        isSpent: true,
        vote: vote({ chosen: 'c2', canVote: false }),
        status: 'You chose it.',
      }),
    );
    assert.equal(await focused(opened), lora);
    assert.match(await opened.page.getByRole('status').innerText(), /You chose it\./u);
  });

  it('says what was found as soon as it opens, and speaks a remark once it comes', async () => {
    const opened = await open([compared({ same: 'Both answers are the same.' })]);
    const status = opened.page.getByRole('status');
    assert.match(await status.innerText(), /Both answers are the same\./u);
    await opened.say(frameOf({ columns: [column('c1'), column('c2', { remark: 'It was deleted.' })] }));
    assert.match(await status.innerText(), new RegExp(`${lora}: It was deleted\\.`, 'u'));
  });

  it('has its headings in order', async () => {
    const opened = await open([
      compared({}, [answerIn('a1', base, { text: '# Refunds' }), answerIn('a2', lora)]),
    ]);
    const levels = await opened.page
      .locator('h1, h2, h3, h4')
      .evaluateAll((all) => all.map(({ tagName }) => tagName).join(' '));
    assert.equal(levels, 'H1 H2 H3 H3 H4 H2 H3 H3');
  });

  for (const [width, height] of [
    [300, 400],
    [1000, 400],
  ] as const) {
    it(`is never taller than its window, at ${width} × ${height} px`, async () => {
      const opened = await browser.open('compare', { width, height });
      for (const { name, messages } of compareStates) {
        await opened.say(...messages);
        const room = await opened.page.evaluate(() => ({
          page: document.documentElement.scrollHeight - document.documentElement.clientHeight,
          wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        }));
        assert.deepEqual(room, { page: 0, wide: 0 }, name);
      }
    });
  }

  it('keeps check boxes as the host says, whatever was clicked', async () => {
    const opened = await open([compared({ canChangeBlind: true })]);
    const box = opened.page.getByRole('checkbox', { name: 'One at a time' });
    await box.click();
    await opened.say(frameOf({ canChangeBlind: true, isOneAtATime: true }));
    assert.equal(await box.isChecked(), true);
    await opened.say(frameOf({ canChangeBlind: true, isOneAtATime: false }));
    assert.equal(await box.isChecked(), false);
  });

  it('offers in a blind comparison nothing that would tell, and its DOM has no name', async () => {
    const blind = compareStates.find(({ name }) => name === 'compare-blind');
    const opened = await open(blind?.messages ?? []);
    const html = await opened.page.content();
    for (const told of [base, lora, 'Acme', 'tokens/s']) assert.ok(!html.includes(told), told);
    for (const name of ['Regenerate', 'Edit', 'Continue as Chat', 'Show request details']) {
      assert.equal(await opened.page.getByRole('button', { name }).count(), 0, name);
    }
    const sections = await opened.page
      .getByRole('article')
      .evaluateAll((all) =>
        all.map((one) => JSON.parse(one.getAttribute('data-vscode-context') ?? '{}').webviewSection),
      );
    assert.deepEqual([...new Set(sections)], ['hidden']);
    await opened.page.getByRole('button', { name: 'A', exact: true }).click();
    assert.deepEqual(await opened.posted('vote'), [{ type: 'vote', best: 'c1' }]);
  });

  it('announces the end of all columns once', async () => {
    const answers = [streamingAnswer('a1', { model: base }), streamingAnswer('a2', { model: lora })];
    const opened = await open([compared({ ...streamingBoth, status: 'Asking 2 models…' }, answers)]);
    await opened.say({ type: 'turn', turn: answerIn('a1', base) });
    await opened.say(
      frameOf({ columns: [column('c1'), column('c2', { streaming: 'a2' })], status: 'Asking 2 models…' }),
    );
    const status = opened.page.getByRole('status');
    assert.match(await status.innerText(), /Asking 2 models…/u);
    await opened.say({ type: 'turn', turn: answerIn('a2', lora) });
    await opened.say(frameOf({ status: 'All 2 answers complete' }));
    assert.match(await status.innerText(), /All 2 answers complete/u);
    assert.equal(await opened.page.getByRole('status').count(), 1);
  });

  it('shows text of a model as text', async () => {
    const text = '<img src=x onerror=alert(1)> <script>alert(1)</script> [a](command:x) </section>';
    const opened = await open([
      compared(
        { columns: [column('c1', { name: text }), column('c2', { remark: text, settingsText: text })] },
        [answerIn('a1', text, { text }), answerIn('a2', lora, { text })],
      ),
    ]);
    assert.equal(await opened.page.locator('#app img, #app script').count(), 0);
    assert.deepEqual(opened.complaints, []);
  });
});
