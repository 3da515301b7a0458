import assert from 'node:assert/strict';
import { assertCutToFit } from './cutNames.ts';
import { longName } from './pageState.ts';
import { openRun } from './runHost.ts';
import {
  better,
  compared,
  runAnswer,
  runComparison,
  runDetail,
  runRow,
  runRows,
  runState,
  tagLines,
  versionTable,
} from './runSamples.ts';
import { calls } from './samples.ts';
import { useBrowser } from './useBrowser.ts';

describe('The run page', function () {
  this.timeout(30_000);
  const browser = useBrowser();

  it('loads under the policy, and says that it loads until its run is there', async () => {
    const open = await browser.open('run');
    assert.equal(await open.page.getByRole('status').textContent(), 'Loading…');
    await open.say({ type: 'state', state: runState() });
    assert.equal(await open.page.getByRole('heading', { level: 1 }).textContent(), 'refunds.jsonl');
    assert.equal(await open.page.title(), 'refunds.jsonl');
    await open.page.getByText('Loading…').waitFor();
    assert.deepEqual(open.complaints, []);
  });

  it('says the verdict in words, its test, and its interval to those who don’t see the bar', async () => {
    const open = await openRun(browser, {}, {});
    const verdict = open.page.getByRole('region', { name: 'Verdict' });
    assert.match(await verdict.innerText(), /passes 17 points more.*Exact McNemar test: p < 0\.001\./su);
    await verdict.getByRole('img', { name: 'Difference: +17 points; 95% interval: +10 to +23' }).waitFor();
  });

  it('shows an adapter from version to version, and since when a prompt fails', async () => {
    const since = 'Failed since support-tone-v6, Oct 28, 4:02 PM.';
    const state = runState({ ...compared, comparison: runComparison({ versions: versionTable }) });
    const detail = runDetail({ answers: [runAnswer(0), runAnswer(1, { since })] });
    const open = await openRun(browser, { state, detail });
    const table = open.page.getByRole('table', { name: 'Versions' });
    assert.deepEqual(
      await table.getByRole('row').last().getByRole('cell').allInnerTexts(),
      versionTable.rows[2]?.cells,
    );
    await table.getByRole('rowheader', { name: 'support-tone-v7, Nov 16' }).waitFor();
    await open.page.locator('.result button').first().click();
    await open.page.getByRole('article', { name: 'support-tone-v7' }).getByText(since).waitFor();
  });

  it('lists what changed since an earlier run, and shows the answers of then', async () => {
    const before = { is: 'failed' as const, text: 'Dear customer, please wait.' };
    const detail = runDetail({ answers: [runAnswer(0, { before }), runAnswer(1)] });
    const open = await openRun(browser, { state: runState(compared), detail });
    await open.page.getByRole('button', { name: 'Worse than Before' }).click();
    assert.deepEqual((await open.posted()).filter(({ type }) => type === 'list').at(-1), {
      type: 'list',
      show: 'worseThanBefore',
      find: '',
    });
    await open.page.locator('.result button').first().click();
    const answer = open.page.getByRole('article', { name: 'llama-3-8b' });
    await answer.getByText('Before', { exact: true }).click();
    await answer.getByText('Dear customer, please wait.').waitFor();
    assert.equal(await open.page.getByText('Before', { exact: true }).count(), 1);
  });

  it('says what differs from an earlier run above what became of the answers, until that is removed', async () => {
    const { comparison } = compared;
    const prompt = { name: 'System prompt', texts: ['changed'], hasDiff: true as const };
    const facts = [...comparison.facts, prompt];
    const open = await openRun(browser, {
      state: runState({ ...compared, comparison: { ...comparison, facts } }),
    });
    const region = open.page.getByRole('region', { name: 'Comparison' });
    await region.getByRole('status').getByText(comparison.title).waitFor();
    assert.match(
      await region.innerText(),
      /Settings\s+temperature 0 → 0\.7.*passes 6 points more than before/su,
    );
    await region.getByRole('button', { name: 'Open Diff' }).click();
    const remove = region.getByRole('button', { name: 'Remove Comparison' });
    assert.equal(await remove.getAttribute('title'), 'Remove Comparison');
    await open.page.getByRole('button', { name: 'Better than Before' }).click();
    await remove.focus();
    await open.page.keyboard.press('Enter');
    assert.deepEqual(
      (await open.posted()).flatMap(({ type }) => (/^(diff|remove)/u.test(String(type)) ? [type] : [])),
      ['diffSystemPrompt', 'removeComparison'],
    );
    await open.say({ type: 'state', state: runState() });
    await region.waitFor({ state: 'detached' });
    const focused = open.page.locator(':focus');
    assert.equal(await focused.innerText(), 'Compare With Run…');
    assert.equal(await open.page.getByRole('button', { name: 'Better than Before' }).count(), 0);
    await open.page.getByRole('button', { name: 'Differs from Base', pressed: true }).waitFor();
  });

  it('names the model of then if it had another name', async () => {
    const before = { is: 'passed' as const, text: 'We are sorry.', name: 'support-tone-v6' };
    const detail = runDetail({ answers: [runAnswer(0), runAnswer(1, { before })] });
    const open = await openRun(browser, { state: runState(compared), detail });
    await open.page.locator('.result button').first().click();
    const answer = open.page.getByRole('article', { name: 'support-tone-v7' });
    assert.match(await answer.locator('summary').innerText(), /^Before\s+support-tone-v6/u);
  });

  it('draws the bar to scale', async () => {
    const interval = { difference: 0.1, low: -0.1, high: 0.2, minimum: 0.05 };
    const open = await openRun(browser, { state: runState({ verdicts: [{ ...better, interval }] }) }, {});
    const [axis, line, point, minimum] = await open.page.evaluate(() =>
      ['.axis', '.range', '.point', '.minimum'].map((part) => {
        const box = document.querySelector(part)?.getBoundingClientRect();
        return { left: box?.left ?? 0, width: box?.width ?? 0 };
      }),
    );
    assert.ok(axis && line && point && minimum);
    // The axis goes from -20 to 20 points.
    const near = (actual: number, share: number) =>
      assert.ok(Math.abs(actual - share * axis.width) < 1, `${actual} of ${axis.width}`);
    near(line.left - axis.left, 1 / 4);
    near(line.width, 3 / 4);
    near(point.left + point.width / 2 - axis.left, 3 / 4);
    near(minimum.width, 1 / 4);
  });

  it('asks the host for everything that it offers', async () => {
    const progress = { done: 312, of: 400, text: '312 of 400 · about 1 min', canStop: true };
    const open = await openRun(browser, { state: runState({ progress, canJudge: true }) });
    const before = (await open.posted()).length;
    for (const name of [
      'Stop',
      'Judge With Model…',
      'Compare With Run…',
      'Export…',
      'How This Is Computed',
      'Base against Itself',
    ])
      await open.page.getByRole('button', { name, exact: true }).click();
    await open.say({ type: 'state', state: runState({ missing: 3 }) });
    await open.page.getByRole('button', { name: 'Run Missing (3)', exact: true }).click();
    await open.say({ type: 'state', state: runState({ missing: 3, isWaiting: true }) });
    for (const name of ['Import Results…', 'Copy Command…'])
      await open.page.getByRole('button', { name, exact: true }).click();
    assert.deepEqual((await open.posted()).slice(before), [
      { type: 'stop' },
      { type: 'judgeRun' },
      { type: 'compareRuns' },
      { type: 'exportRun' },
      { type: 'howComputed' },
      { type: 'runBaseAgain' },
      { type: 'runMissing' },
      { type: 'importResults' },
      { type: 'copyBatchCommand' },
    ]);
  });

  it('imports the files that are dropped on it, and nothing else', async () => {
    const open = await openRun(browser, { state: runState({}) });
    const uris = 'file:///out/a.jsonl\r\nfile:///out/b.jsonl.gz';
    const drop = (type: string, text: string) =>
      open.page.evaluate(
        ([type, text]) => {
          const data = new DataTransfer();
          data.setData(type, text);
          const fire = (name: string) => {
            const event = new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true });
            document.querySelector('main')?.dispatchEvent(event);
          };
          fire('dragover');
          fire('drop');
        },
        [type, text] as const,
      );
    await open.say({ type: 'state', state: runState({ isWaiting: true }) });
    await open.page.getByRole('button', { name: 'Import Results…', exact: true }).waitFor();
    const before = (await open.posted()).length;
    await drop('text/plain', uris);
    await drop('text/uri-list', 'https://acme.example/a.jsonl');
    await drop('text/uri-list', uris);
    await open.page.locator('main.dropping').waitFor({ state: 'detached' });
    await open.say({ type: 'state', state: runState({ isWaiting: false }) });
    await open.page
      .getByRole('button', { name: 'Import Results…', exact: true })
      .waitFor({ state: 'detached' });
    await drop('text/uri-list', uris);
    assert.deepEqual((await open.posted()).slice(before), [
      { type: 'importResults', uris: ['file:///out/a.jsonl', 'file:///out/b.jsonl.gz'] },
    ]);
  });

  it('offers no more than there is to do', async () => {
    const open = await openRun(browser, { state: runState({ verdicts: [], canRunBaseAgain: false }) }, {});
    for (const name of [/^Stop/u, /^Import/u, /^Run Missing/u, /^How/u, /^Base/u])
      assert.equal(await open.page.getByRole('button', { name }).count(), 0);
    assert.equal(await open.page.getByRole('progressbar').count(), 0);
  });

  it('keeps the focus when its run goes on, is stopped and ends', async () => {
    const open = await openRun(browser, { state: runState({ missing: 3 }) });
    const focused = () => open.page.evaluate(() => document.activeElement?.textContent);
    await open.page.getByRole('button', { name: 'Run Missing (3)' }).focus();
    const progress = { done: 397, of: 400, text: '397 of 400', canStop: true };
    await open.say({ type: 'state', state: runState({ progress }) });
    assert.equal(await focused(), 'Stop');
    await open.say({ type: 'state', state: runState({ missing: 1 }) });
    assert.equal(await focused(), 'Run Missing (1)');
    await open.say({ type: 'state', state: runState() });
    assert.equal(await focused(), 'Rate Blind');
  });

  it('says how far a run is that another window has, without a button to stop it', async () => {
    const progress = { done: 100, of: 400, text: '100 of 400', canStop: false };
    const open = await openRun(browser, { state: runState({ progress }) }, {});
    const bar = open.page.getByRole('progressbar', { name: 'Run' });
    assert.equal(await bar.getAttribute('aria-valuenow'), '100');
    assert.equal(await bar.getAttribute('aria-valuetext'), '100 of 400');
    const share = await bar.evaluate((all) => (all.firstElementChild?.clientWidth ?? 0) / all.clientWidth);
    assert.ok(Math.abs(share - 0.25) < 0.01, `${share}`);
    assert.equal(await open.page.getByRole('button', { name: 'Stop' }).count(), 0);
  });

  it('says notices in a status and what failed in an alert, which were there before', async () => {
    const open = await openRun(browser, {}, {});
    const [status, alert] = [open.page.getByRole('status').first(), open.page.getByRole('alert')];
    const handles = [await status.elementHandle(), await alert.elementHandle()];
    await open.say({
      type: 'state',
      state: runState({ notices: ['Acme is busy.'], alert: 'The disk is full.' }),
    });
    assert.equal(await handles[0]?.textContent(), 'Acme is busy.');
    assert.equal(await handles[1]?.textContent(), 'The disk is full.');
  });

  it('shows the prompts behind a number, marks it, and names it by the list', async () => {
    const open = await openRun(browser);
    const { page } = open;
    const passed = page.getByRole('table', { name: 'Summary' }).getByRole('button', { name: '78%' });
    await passed.click();
    assert.deepEqual((await open.waitForPosted('list', 2)).at(-1), {
      type: 'list',
      show: 'passed',
      model: 1,
      find: '',
    });
    assert.equal(await passed.getAttribute('aria-pressed'), 'true');
    assert.match((await page.locator('.behind').textContent()) ?? '', /^Passed:support-tone-v7/u);
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Prompts');
    await page.getByRole('button', { name: 'Show All' }).click();
    assert.deepEqual((await open.waitForPosted('list', 3)).at(-1), { type: 'list', show: 'all', find: '' });
    assert.equal(await page.locator('.behind').count(), 0);
  });

  it('shows the prompts behind each number of a verdict, which reads as one sentence', async () => {
    const open = await openRun(browser);
    const { page } = open;
    const verdict = page.getByRole('region', { name: 'Verdict' });
    assert.equal(await verdict.locator('.verdict-text').textContent(), runState().verdicts[0]?.text);
    const numbers = verdict.locator('.verdict-text').getByRole('button');
    assert.deepEqual(await numbers.allTextContents(), ['41 better', '7 worse', '152 equal']);
    await numbers.nth(1).click();
    const asked = { type: 'list', show: 'worse', model: 1, find: '' };
    assert.deepEqual((await open.waitForPosted('list', 2)).at(-1), asked);
    assert.equal(await numbers.nth(1).getAttribute('aria-pressed'), 'true');
    assert.match((await page.locator('.behind').textContent()) ?? '', /^Worse:support-tone-v7/u);
  });

  it('shows the prompts with a tag: those that got worse, all, or what is chosen then', async () => {
    const open = await openRun(browser, { state: runState({ tagLines, repetitions: 3 }) });
    const { page } = open;
    assert.match(
      await page.locator('.tags').innerText(),
      /^By tag\s+invoice 40 → 31 of 55, worse \(p = 0\.01\)(?:.|\n)*The difference depends on the tag/u,
    );
    const invoice = page.getByRole('button', { name: /^invoice/u });
    await invoice.click();
    const worse = { type: 'list', show: 'worse', tag: 'invoice', model: 1, find: '' };
    assert.deepEqual((await open.waitForPosted('list', 2)).at(-1), worse);
    assert.equal(await invoice.getAttribute('aria-pressed'), 'true');
    assert.equal(await page.locator('.behind').innerText(), 'Worse:\nsupport-tone-v7\n·\nTag: invoice');
    await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'Flaky' }).click();
    const flaky = { type: 'list', show: 'flaky', tag: 'invoice', find: '' };
    assert.deepEqual((await open.waitForPosted('list', 3)).at(-1), flaky);
    assert.equal(await page.locator('.behind').innerText(), 'Tag: invoice');
    await page.getByRole('button', { name: /^angry/u }).click();
    const angry = { type: 'list', show: 'all', tag: 'angry', find: '' };
    assert.deepEqual((await open.waitForPosted('list', 4)).at(-1), angry);
    await page.getByRole('button', { name: 'Show All' }).click();
    assert.deepEqual((await open.waitForPosted('list', 5)).at(-1), { type: 'list', show: 'all', find: '' });
    assert.equal(await page.locator('.behind').count(), 0);
  });

  it('lists what the person and a judge preferred, once there is any such prompt', async () => {
    const open = await openRun(browser);
    const { page } = open;
    const shown = page.getByRole('group', { name: 'Show' });
    assert.equal(await shown.getByRole('button', { name: /Preferred|Judge/u }).count(), 0);
    await open.say({ type: 'state', seq: 2, state: runState({ isRated: true, isJudged: true }) });
    for (const [at, [name, show]] of [
      ['I Preferred the Base', 'ratedBase'],
      ['I Preferred the Other', 'ratedOther'],
      ['Judge: Base', 'judgedBase'],
      ['Judge: Other', 'judgedOther'],
    ].entries()) {
      await shown.getByRole('button', { name: name ?? '' }).click();
      assert.deepEqual((await open.waitForPosted('list', at + 2)).at(-1), { type: 'list', show, find: '' });
    }
  });

  it('says beneath the summary what was wrong with tool calls', async () => {
    const said = 'Failed tool calls of support-tone-v7: no call 3 · broken JSON 1';
    const open = await openRun(browser, { state: runState({ callErrors: [said] }) });
    await open.page.getByText(said).waitFor();
  });

  it('shows a summary once there is one, each figure on one line, and cuts long names for that', async () => {
    const open = await openRun(browser, { state: runState({ summary: [] }) }, { width: 780 });
    const { page } = open;
    const table = page.getByRole('table', { name: 'Summary' });
    assert.equal(await table.count(), 0);
    const models = runState().models.map((one) => ({ ...one, name: one.name.repeat(12) }));
    await open.say({ type: 'state', seq: 2, state: runState({ models }) });
    const lines = await table
      .locator('td')
      .evaluateAll((cells) => cells.map((cell) => Math.floor(cell.clientHeight / 30)));
    assert.deepEqual(lines, Array(14).fill(0));
    const { width = 0 } = (await table.boundingBox()) ?? {};
    assert.ok(width > 600 && width <= 732, `It is ${width} wide.`);
  });

  it('lists what was chosen, and finds words, once typing has paused', async () => {
    const open = await openRun(browser);
    const { page } = open;
    const shown = page.getByRole('group', { name: 'Show' });
    await shown.getByRole('button', { name: 'Worse' }).click();
    assert.equal(await shown.getByRole('button', { name: 'Worse' }).getAttribute('aria-pressed'), 'true');
    await page.getByRole('searchbox', { name: 'Find' }).pressSequentially('refund now');
    assert.deepEqual(await open.waitForPosted('list', 3), [
      { type: 'list', show: 'differs', find: '' },
      { type: 'list', show: 'worse', find: '' },
      { type: 'list', show: 'worse', find: 'refund now' },
    ]);
  });

  it('offers nothing to compare if there is one model', async () => {
    const models = [{ name: 'm', isBase: false, isNoiseFloor: false }];
    const open = await openRun(browser, { state: runState({ models, summary: [] }), rows: [runRow(0)] }, {});
    assert.deepEqual(
      await open.page.getByRole('group', { name: 'Show' }).getByRole('button').allTextContents(),
      ['All', 'Failed', 'Slowest'],
    );
  });

  it('cuts the middle of long names to the room that they have, in each of its fonts', async () => {
    const models = ['', '-2'].map((end) => ({
      ...{ name: `${longName}${end}`, isBase: end === '', isNoiseFloor: false },
    }));
    const open = await openRun(browser, { state: runState({ models }), rows: runRows(3) });
    const names = await assertCutToFit(open.page, 'of a run');
    assert.equal(names.filter(({ isCut }) => isCut).length, 4);
  });

  it('says how many prompts it lists, and why there are none', async () => {
    const open = await openRun(browser, { rows: runRows(12) });
    const { page } = open;
    assert.equal(await page.locator('.count').textContent(), '12 of 200 prompts');
    await page.evaluate(() => {
      window.served.rows = [];
    });
    await page.getByRole('button', { name: 'Failed', exact: true }).click();
    await page.getByText('No request failed.').waitFor();
    assert.equal(await page.locator('.count').textContent(), '0 of 200 prompts');
    await page.getByRole('searchbox').fill('xyz');
    await page.getByText('No prompt of this list matches “xyz”.').waitFor();
    await page.getByRole('button', { name: 'Show All' }).click();
    await page.getByText('No prompt matches “xyz”.').waitFor();
    assert.equal(await page.getByRole('searchbox').inputValue(), 'xyz');
    await page.getByRole('button', { name: 'Show All' }).click();
    await open.waitForPosted('list', 5);
    assert.equal(await page.getByRole('searchbox').inputValue(), '');
  });

  it('shows what a row’s marks mean to those who don’t see the icons', async () => {
    const marks = [
      { is: 'missing', answer: '', text: '' } as const,
      { is: 'error', answer: '', text: 'Acme is busy (429).' } as const,
    ];
    const open = await openRun(browser, { rows: [runRow(0, { marks })] });
    for (const name of ['no answer', 'request failed Acme is busy (429).'])
      await open.page.getByRole('cell', { name, exact: true }).waitFor();
  });
});

describe('The details of a prompt', function () {
  this.timeout(30_000);
  const browser = useBrowser();

  it('show what was asked and expected, and both answers with their checks and figures', async () => {
    const reference = 'Dear Ms Example, …';
    const open = await openRun(browser, {
      rows: runRows(12),
      detail: runDetail({ expected: 'A refund.', reference }),
    });
    await open.page
      .getByRole('button', { name: /Where is my refund/u })
      .first()
      .click();
    const details = open.page.getByRole('region', { name: 'Request Details 1' });
    const asked = await details.locator('dl').innerText();
    for (const text of ['Rewrite the reply', 'Where is my refund', 'A refund.', reference, 'line 1'])
      assert.ok(asked.includes(text), text);
    const lora = details.getByRole('article', { name: 'support-tone-v7' });
    const checks = await lora.getByRole('listitem').allTextContents();
    assert.deepEqual(checks, ['passedcontains “refund”', 'passedat most 400 characters']);
    await lora.getByText('0.42 s to first token').waitFor();
  });

  it('show tool calls as calls, of the prompt and of answers, and what the tools and tags are', async () => {
    const messages = [
      { role: 'user', text: 'Where is my refund?' },
      { role: 'assistant', text: '', calls: calls.slice(0, 1) },
      { role: 'tool', text: '{"status":"sent"}' },
    ];
    const answers = [runAnswer(0), runAnswer(1, { text: '', calls })];
    const open = await openRun(browser, {
      detail: runDetail({ messages, tools: 'get_order', tags: 'refund · lang:en', answers }),
    });
    await open.page.locator('.result button').first().click();
    const details = open.page.getByRole('region', { name: 'Request Details 1' });
    await details.getByText('Tools offered').waitFor();
    await details.getByText('Tool result').waitFor();
    await details.getByText('refund · lang:en').waitFor();
    const article = details.getByRole('article', { name: 'support-tone-v7' });
    const list = article.getByRole('list', { name: 'Tool calls' });
    assert.match(await list.innerText(), /get_order\s+\{\s+"order": "4711"/u);
    assert.equal(await details.getByRole('list', { name: 'Tool calls' }).count(), 2);
    assert.equal(await article.getByText('The answer is empty.').count(), 0);
    await article.getByRole('button', { name: 'Open Diff' }).waitFor();
  });

  it('mark the words that differ', async () => {
    const open = await openRun(browser);
    await open.page.getByRole('button', { name: 'Question 1', exact: true }).click();
    await open.page.waitForFunction(() => (CSS.highlights.get('different')?.size ?? 0) > 0);
    const marked = await open.page.evaluate(() =>
      [...(CSS.highlights.get('different') ?? [])].map((range) => String(range)),
    );
    assert.ok(marked.includes('customer') && marked.includes('Ms Example'), marked.join('|'));
    await open.page.getByRole('button', { name: 'Close' }).click();
    // The click is over before the page is drawn anew.
    await open.page.waitForFunction(() => CSS.highlights.get('different')?.size === 0);
  });

  it('mark nothing in answers that have little in common, and say so', async () => {
    const answers = [
      runAnswer(0, { text: 'I do not know.' }),
      runAnswer(1, { text: 'Beijing, since 1949.' }),
    ];
    const open = await openRun(browser, { detail: runDetail({ answers }) });
    await open.page.getByRole('button', { name: 'Question 1', exact: true }).click();
    await open.page.getByText('Answers that have little in common').waitFor();
    assert.equal(await open.page.evaluate(() => CSS.highlights.get('different')?.size), 0);
  });

  it('say that longer answers are not marked', async () => {
    const long = 'word '.repeat(6000);
    const answers = [runAnswer(0, { text: long }), runAnswer(1)];
    const open = await openRun(browser, { detail: runDetail({ answers }) });
    await open.page.getByRole('button', { name: 'Question 1', exact: true }).click();
    await open.page.getByText('Only answers up to 20 KB').waitFor();
    await open.page.getByRole('button', { name: 'Show All 30,000 Characters' }).click();
    const shown = await open.page.locator('.answer-text').first().textContent();
    assert.equal(shown?.length, long.length);
  });

  it('ask the host for a chat, a diff and a request’s code', async () => {
    const open = await openRun(browser);
    await open.page.getByRole('button', { name: 'Question 3', exact: true }).click();
    const details = open.page.getByRole('region', { name: 'Request Details 3' });
    await details.getByRole('button', { name: 'Open as Chat' }).click();
    await details.getByRole('button', { name: 'Open Diff' }).click();
    await details.getByRole('button', { name: 'Copy Request As…' }).last().click();
    assert.deepEqual((await open.posted()).slice(-3), [
      { type: 'openAsChat', prompt: 2 },
      { type: 'openDiff', prompt: 2, model: 1, repetition: 0 },
      { type: 'copyRequest', prompt: 2, model: 1 },
    ]);
  });

  it('show whose answer the person and the judge prefer, and what the judge answered', async () => {
    const attack = '<b>Reasons</b>';
    const preference = {
      texts: ['You preferred this answer.', 'qwen-72b gave no judgment.'],
      said: [{ title: 'What qwen-72b answered with this answer as A', text: attack }],
    };
    const answers = [runAnswer(0), runAnswer(1, { preference })];
    const open = await openRun(browser, { detail: runDetail({ answers }) });
    await open.page.getByRole('button', { name: 'Question 1', exact: true }).click();
    const lora = open.page.getByRole('article', { name: 'support-tone-v7' });
    for (const text of preference.texts) await lora.getByText(text).waitFor();
    assert.equal(await lora.getByText(attack).isVisible(), false);
    await lora.getByText('with this answer as A').click();
    assert.equal(await lora.getByText(attack).isVisible(), true);
  });

  it('step through the repetitions, which the diff follows', async () => {
    const answers = [0, 1].flatMap((model) =>
      [0, 1, 2].map((repetition) => runAnswer(model, { repetition, text: `${model} times ${repetition}` })),
    );
    const open = await openRun(browser, {
      state: runState({ repetitions: 3 }),
      detail: runDetail({ answers }),
    });
    await open.page.getByRole('button', { name: 'Question 1', exact: true }).click();
    const details = open.page.getByRole('region', { name: 'Request Details 1' });
    await details.getByText('1 of 3').waitFor();
    await details.getByRole('button', { name: 'Next Answer' }).click();
    await details.getByText('2 of 3').waitFor();
    await details.getByText('1 times 1').waitFor();
    await details.getByRole('button', { name: 'Open Diff' }).click();
    assert.deepEqual((await open.posted()).at(-1), {
      type: 'openDiff',
      prompt: 0,
      model: 1,
      repetition: 1,
    });
  });

  it('say in an alert why an answer failed, and fold the reasoning', async () => {
    const answers = [
      runAnswer(0, { text: '', checks: [], figures: '', alert: 'Acme is busy (429).' }),
      runAnswer(1, { reasoning: 'I should be brief.' }),
    ];
    const open = await openRun(browser, { detail: runDetail({ answers }) });
    await open.page.getByRole('button', { name: 'Question 1', exact: true }).click();
    const details = open.page.getByRole('region', { name: 'Request Details 1' });
    assert.equal(await details.getByRole('alert').textContent(), 'Acme is busy (429).');
    assert.equal(await details.getByRole('button', { name: 'Open Diff' }).count(), 0);
    assert.equal(await details.getByText('I should be brief.').isVisible(), false);
    await details.getByText('Reasoning').click();
    assert.equal(await details.getByText('I should be brief.').isVisible(), true);
  });

  it('show a set’s and a model’s text as text, whatever it looks like', async () => {
    const attack = '<img src=x onerror="alert(1)"><b>bold</b> [link](javascript:alert(1))';
    const open = await openRun(browser, {
      state: runState({
        title: attack,
        facts: attack,
        notices: [attack],
        verdicts: [{ kind: 'none', text: attack }],
      }),
      rows: [
        runRow(0, {
          label: attack,
          question: attack,
          marks: [
            { is: 'none', answer: attack, text: attack },
            { is: 'none', answer: attack, text: attack },
          ],
        }),
      ],
      detail: runDetail({
        messages: [{ role: attack, text: attack }],
        expected: attack,
        answers: [runAnswer(0, { text: attack, reasoning: attack }), runAnswer(1, { alert: attack })],
      }),
    });
    await open.page.locator('.result button').click();
    await open.page.locator('.answer-text').first().waitFor();
    assert.equal(await open.page.locator('img, b, [href]:not(link)').count(), 0);
    assert.equal(await open.page.locator('.answer-text').first().textContent(), attack);
    assert.deepEqual(open.complaints, []);
  });
});
