import assert from 'node:assert/strict';
import {
  answerIn,
  base,
  baseColumn,
  blindQuestion,
  columnsFrame,
  compared,
  comparedTwice,
  frameOf,
  lora,
  loraColumn,
  otherColumn,
  streamingBoth,
  twoAnswers,
  vote,
} from './columnSamples.ts';
import { columnStates } from './columnStates.ts';
import type { OpenPage } from './openPage.ts';
import { readMessage } from './readMessage.ts';
import { column, modelWith, own, piece, shows, stream, streamingAnswer } from './samples.ts';
import { button, focused, show } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

const headOf = ({ page }: OpenPage, name: string) => page.getByRole('region', { name, exact: true });
const answerOf = ({ page }: OpenPage, name: string) => page.getByRole('article', { name, exact: true });
const names = (all: Element[]) => all.map((one) => one.getAttribute('aria-label'));

describe('The columns of a chat', () => {
  const browser = useBrowser();

  const open = (...messages: object[]) => browser.open('chat', { width: 1000 }, ...messages);

  it('stand side by side under each question, which is there once', async () => {
    const opened = await open(comparedTwice());
    const log = opened.page.getByRole('log', { name: 'Conversation' });
    assert.deepEqual(await log.getByRole('article').evaluateAll(names), [
      'You',
      base,
      lora,
      'You',
      base,
      lora,
    ]);
    assert.deepEqual(await log.getByRole('region').evaluateAll(names), [base, lora]);
    const tops = await answerOf(opened, base)
      .or(answerOf(opened, lora))
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
    assert.equal(new Set(tops).size, 2, tops.join());
    const edges = (all: Element[]) => all.map((one) => Math.round(one.getBoundingClientRect().left));
    const heads = await opened.page.locator('.column-head').evaluateAll(edges);
    assert.deepEqual(await opened.page.locator('.turn-row:last-child .cell').evaluateAll(edges), heads);
    assert.equal(await focused(opened), 'Message');
    assert.equal(await opened.page.title(), 'Refund tone, angry mails');
  });

  it('come and go with the frame: what had no heads gets them, and the last but one column leaves none', async () => {
    const opened = await open(show({}, own('u1', 'Hi'), answerIn('a1', lora)));
    assert.equal(await opened.page.getByRole('combobox', { name: 'Model' }).count(), 1);
    await opened.say(compared());
    assert.equal(await opened.page.getByRole('combobox', { name: 'Model' }).count(), 0);
    await headOf(opened, base)
      .getByRole('button', { name: `Close ${base}` })
      .click();
    assert.deepEqual(await opened.posted('closeColumn'), [{ type: 'closeColumn', column: 'c1' }]);
    await opened.say(show({}, own('u1', 'Hi'), answerIn('a1', lora)));
    assert.equal(await opened.page.getByRole('region').count(), 0);
    assert.equal(await opened.page.getByRole('button', { name: /^Close/u }).count(), 0);
    assert.equal(await focused(opened), 'Message');
    assert.deepEqual(opened.complaints, []);
  });

  it('grow at once, and nothing else is rewritten', async () => {
    const answers = [
      streamingAnswer('a1', { name: base, text: 'Dear' }),
      streamingAnswer('a2', { name: lora, text: 'Hello' }),
    ];
    const opened = await open(compared(streamingBoth, answers));
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
      await opened.say(piece(` one${at}`), { type: 'append', turn: 'a2', text: ` two${at}`, reasoning: '' });
    }
    const text = async (name: string) =>
      (await answerOf(opened, name).locator('.markdown').innerText()).trim();
    assert.equal(await text(base), 'Dear, one1 one2 one3');
    assert.equal(await text(lora), 'Hello, two1 two2 two3');
    assert.deepEqual(await opened.page.evaluate(() => (window as unknown as { seen: string[] }).seen), []);
  });

  it('are stopped one by one or all, and say what they wait for', async () => {
    const answers = [streamingAnswer('a1', { name: base }), streamingAnswer('a2', { name: lora })];
    const waits = 'Starts when the models before it are done.';
    const opened = await open(
      compared({ streams: [stream('a1'), stream('a2', { silence: undefined, queued: waits })] }, answers),
    );
    await answerOf(opened, lora).getByText(waits).waitFor();
    await opened.page.getByRole('button', { name: `Stop ${lora}` }).click();
    await opened.page.getByRole('button', { name: 'Stop', exact: true }).click();
    await opened.page.keyboard.press('Escape');
    assert.deepEqual(await opened.posted('stop'), [
      { type: 'stop', turn: 'a2' },
      { type: 'stop' },
      { type: 'stop' },
    ]);
    assert.equal(await focused(opened), 'Message');
  });

  it('send what their host can read, and nothing else', async () => {
    const opened = await open(
      compared(
        {
          columns: [baseColumn, { ...loraColumn, hasOwnSettings: true }, otherColumn('c3')],
          tally: '3 : 1',
        },
        undefined,
        twoAnswers,
      ),
    );
    const { page } = opened;
    for (const name of [
      'Export',
      'Open Diff',
      'Add Model',
      'Close model-c3',
      '0 Tie',
      'Use Shared Settings',
      'Add to Prompt Set…',
      'Regenerate',
    ]) {
      await page.getByRole('button', { name, exact: true }).first().click();
    }
    await headOf(opened, lora)
      .getByRole('button', { name: `Continue as Chat: ${lora} Alone` })
      .click();
    await headOf(opened, base).getByRole('button', { name: base }).first().click();
    for (const name of ['Blind', 'One at a Time', 'Without Earlier Turns']) {
      await page.getByRole('checkbox', { name }).click();
    }
    await page.getByRole('button', { name: /^Settings/u }).click();
    await page.getByLabel('Applies to').focus();
    await page.getByLabel('Applies to').selectOption(lora);
    assert.ok(await page.getByLabel('Applies to').evaluate((one) => one === document.activeElement));
    await page.getByLabel('Temperature').fill('1');
    await page.getByRole('button', { name: 'Save as Preset' }).click({ force: true });
    await page.getByLabel('Applies to').selectOption('');
    await page.getByLabel('Temperature').fill('0.5');
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
    await page.keyboard.press('Enter');
    const posted = await opened.posted();
    for (const message of posted) assert.deepEqual(readMessage(message), message);
    assert.deepEqual(
      posted.filter(({ type }) => type !== 'ready'),
      [
        { type: 'export' },
        { type: 'openDiff', question: 'u1' },
        { type: 'addModel' },
        { type: 'closeColumn', column: 'c3' },
        { type: 'vote', question: 'u1', best: 'tie' },
        { type: 'shareSettings', column: 'c2' },
        { type: 'addToPromptSet' },
        { type: 'regenerate', turn: 'a1' },
        { type: 'continueAsChat', column: 'c2' },
        { type: 'chooseModel', column: 'c1' },
        { type: 'blind', isOn: true },
        { type: 'oneAtATime', isOn: true },
        { type: 'withoutEarlier', isOn: true },
        { type: 'settings', settings: { temperature: 1 }, column: 'c2' },
        { type: 'settings', settings: { temperature: 0.5 } },
        { type: 'send', text: 'Hello' },
      ],
    );
  });

  it('ask where a column was not asked, and show an answer to another version', async () => {
    const state = columnStates.find(({ name }) => name === 'columns-not-asked');
    const opened = await open(...(state?.messages ?? []));
    await opened.page.getByText('Not asked').waitFor();
    await opened.page.getByRole('button', { name: 'Ask', exact: true }).click();
    await opened.page.getByText('On version 1 of 2').waitFor();
    await opened.page.getByRole('button', { name: 'Show', exact: true }).click();
    const posted = (await opened.posted()).filter(({ type }) => type !== 'ready');
    assert.deepEqual(posted.map(readMessage), [
      { type: 'ask', question: 'u1', cell: 'c2' },
      { type: 'select', turn: 'a1-first' },
    ]);
  });

  it('say once in their head and once in the status that a model is gone, and go on without it', async () => {
    const gone = 'It was deleted.';
    const opened = await open(compared());
    const lost = column('c2', { name: lora, model: modelWith({ name: lora, gone }) });
    await opened.say(frameOf({ columns: [baseColumn, lost] }));
    await headOf(opened, lora).getByText(gone).waitFor();
    assert.match(await opened.page.getByRole('status').innerText(), /It was deleted\./u);
    assert.equal(await opened.page.getByText(gone).count(), 2);
    assert.equal(await opened.page.getByRole('button', { name: 'Choose Model' }).count(), 0);
    assert.equal(await answerOf(opened, lora).getByRole('button', { name: 'Regenerate' }).isDisabled(), true);
    assert.equal(await answerOf(opened, base).getByRole('button', { name: 'Regenerate' }).isEnabled(), true);
  });

  it('name the base, say what is usual, and explain why no model can be added now', async () => {
    const columns = [{ ...baseColumn, medians: 'Median of 3' }, loraColumn] as const;
    const opened = await open(compared({ columns, canAddModel: false }));
    assert.match(await headOf(opened, base).innerText(), /· base/u);
    assert.doesNotMatch(await headOf(opened, lora).innerText(), /· base/u);
    await opened.page.getByText('Median of 3').waitFor();
    const add = button(opened, 'Add Model');
    assert.equal(await add.isDisabled(), true);
    assert.match((await add.getAttribute('title')) ?? '', /once the answers have ended/u);
  });

  it('have their headings in order', async () => {
    const opened = await open(
      compared({}, [answerIn('a1', base, { text: '# Refunds' }), answerIn('a2', lora)]),
    );
    const levels = await opened.page
      .locator('h1, h2, h3, h4')
      .evaluateAll((all) => all.map(({ tagName }) => tagName).join(' '));
    assert.equal(levels, 'H1 H2 H2 H2 H2 H3 H2');
  });

  it('keep check boxes as the host says, whatever was clicked', async () => {
    const opened = await open(compared());
    const box = opened.page.getByRole('checkbox', { name: 'One at a Time' });
    await box.click();
    await opened.say(frameOf({ isOneAtATime: true }));
    assert.equal(await box.isChecked(), true);
    await opened.say(frameOf({ isOneAtATime: false }));
    assert.equal(await box.isChecked(), false);
  });

  it('offer nothing that would tell while a question is blind, and the DOM has no name', async () => {
    const opened = await open(blindQuestion());
    const { page } = opened;
    const html = await page.content();
    for (const told of [base, lora, 'Acme', 'tokens/s']) assert.ok(!html.includes(told), told);
    for (const name of [
      'Regenerate',
      'Edit',
      'Continue as Chat',
      'Close',
      'Add Model',
      'Show Request Details',
    ]) {
      assert.equal(await page.getByRole('button', { name }).count(), 0, name);
    }
    const sections = await page
      .getByRole('article')
      .evaluateAll((all) =>
        all.map((one) => JSON.parse(one.getAttribute('data-vscode-context') ?? '{}').webviewSection),
      );
    assert.deepEqual([...new Set(sections)], ['hidden']);
    await page.getByRole('button', { name: /^Settings/u }).click();
    assert.equal(await page.getByLabel('Applies to').count(), 0);
    await page.getByRole('button', { name: '1 A', exact: true }).click();
    assert.deepEqual(await opened.posted('vote'), [{ type: 'vote', question: 'u1', best: 'A' }]);
  });

  it('invite to a first question by their names, but not while they are hidden', async () => {
    const opened = await open(shows(columnsFrame(), []));
    await opened.page.getByText(`Ask ${base} and ${lora} something.`).waitFor();
    await opened.say(frameOf({ isBlind: true }));
    await opened.page.getByText('Ask both models something.').waitFor();
  });

  it('show text of a model as text', async () => {
    const text = '<img src=x onerror=alert(1)> <script>alert(1)</script> [a](command:x) </section>';
    const opened = await open(
      compared(
        {
          columns: [
            column('c1', { name: text, medians: text }),
            { ...loraColumn, settingsText: text, hasOwnSettings: true },
          ],
          tally: text,
        },
        [answerIn('a1', text, { text }), answerIn('a2', lora, { text })],
        { same: text, vote: vote({ choices: [{ best: 'c1', label: text, key: '1' }] }) },
      ),
    );
    assert.equal(await opened.page.locator('#app img, #app script').count(), 0);
    assert.deepEqual(opened.complaints, []);
  });
});
