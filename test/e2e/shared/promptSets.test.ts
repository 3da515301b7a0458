import assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { holdRequests } from '../../service/faults/hold.ts';
import { openPlan } from '../screens/runScreens.ts';
import { fileRow, runPage, writeSets } from '../screens/runStartScreens.ts';
import { clear } from '../screens/steps.ts';
import { useSharedHostedModels } from '../useSharedHostedModels.ts';

const base = 'llama-3-8b';
const lora = 'support-tone-v7';
const command = 'Run Prompt Set…';

/**
 * From now on, what the window sends arrives half a second late, as over a slow connection to a remote machine. Returns a function that
 * ends that, and resolves once all has arrived.
 */
async function sendLate(page: Page): Promise<() => Promise<void>> {
  const connection = await page.evaluateHandle(() => {
    const { send } = WebSocket.prototype;
    const state = { lateMs: 500, waiting: [] as (() => void)[] };
    WebSocket.prototype.send = function (data) {
      if (state.lateMs === 0 && state.waiting.length === 0) return send.call(this, data);
      state.waiting.push(() => send.call(this, data));
      // Each timer sends what has waited longest, so that nothing overtakes.
      setTimeout(() => state.waiting.shift()?.(), state.lateMs);
    };
    return state;
  });
  return () =>
    connection.evaluate(async (state) => {
      state.lateMs = 0;
      while (state.waiting.length > 0) await new Promise(requestAnimationFrame);
    });
}

/** Is my adapter better than its base, and how sure is that? Each step starts where the previous one ended. */
describe('A prompt set, with the packed extension in the workbench', () => {
  const app = useSharedHostedModels();
  let release: (() => void) | undefined;

  before(async () => {
    await writeSets(app);
    await writeFile(path.join(app.workbench.folder, 'sets', 'package.json'), '{}');
  });
  after(async () => {
    await rm(path.join(app.workbench.folder, 'sets'), { recursive: true, maxRetries: 5 });
    await app.workbench.openContainer('Hosted Models');
  });

  const chats = () =>
    app.service.requests
      .filter(({ path: at }) => at === '/api/v1/chat/completions')
      .map(({ body }): { model: string; max_tokens: number } => JSON.parse(body));
  const status = () => app.workbench.page.locator('.statusbar').getByText(/Run \d+\/400/u);

  /** Resolves once they are closed: what comes next could come before. */
  const closeEditors = async () => {
    await app.workbench.runCommand('View: Close All Editors');
    await app.workbench.page
      .locator('.tabs-container')
      .getByRole('tab')
      .first()
      .waitFor({ state: 'detached' });
  };

  it('is offered in the menu of files that may be one, and in that of their tabs', async () => {
    const { workbench } = app;
    await workbench.openMenu(await fileRow(app, 'package.json'), 'Copy Path');
    assert.equal(await workbench.menuItem(command).count(), 0);
    await clear(app);
    await (await fileRow(app, 'mixed.jsonl')).dblclick();
    await workbench.openMenu(workbench.editorTab(/^mixed\.jsonl/u), command);
    await clear(app);
  });

  it('says first what is wrong with it, and marks that in the file', async () => {
    const { workbench } = app;
    await workbench.contextMenu(await fileRow(app, 'mixed.jsonl'), command);
    await workbench.quickInput.getByText('1 row is left out').waitFor();
    await workbench.pick('Left out: the row ends too early.');
    await workbench.page.locator('.editor-instance .squiggly-warning').first().waitFor();
    await closeEditors();
    await workbench.page.locator('.statusbar').getByRole('button', { name: 'No Problems' }).waitFor();
  });

  it('runs on a LoRA, which brings its base along, once the person has read what will be sent', async () => {
    const { workbench, service } = app;
    service.clearRequests();
    await openPlan(app);
    await workbench
      .quickInputSaying(
        /^402 requests to .* · at most 410,000 tokens · unit prices 0\.2 and 0\.25 \(unit not specified\)$/u,
      )
      .waitFor();
    assert.match(await workbench.pickItem('Base').innerText(), new RegExp(base, 'u'));
    assert.deepEqual(chats(), []);
    release = holdRequests(service, undefined, 20);
    await workbench.pick('Run');
    await workbench.editorTab(new RegExp(`^${lora} · refunds\\.jsonl · `, 'u')).waitFor();
    await (await runPage(workbench)).getByRole('progressbar', { name: 'Run' }).waitFor();
  });

  it('says in the status bar how far it is, also without its page, which opens from there', async () => {
    const { workbench } = app;
    await closeEditors();
    await status().click();
    await (await runPage(workbench)).getByRole('progressbar', { name: 'Run' }).waitFor();
    await closeEditors();
  });

  it('tells out of sight what it found, and then shows it', async () => {
    const { workbench } = app;
    release?.();
    const verdict = new RegExp(`${lora} passes \\d+ points more than ${base} `, 'u');
    const told = workbench.notification(verdict);
    await told.getByText(/^refunds\.jsonl: /u).waitFor();
    await status().waitFor({ state: 'detached' });
    await told.getByRole('button', { name: 'Open' }).click();
    await (await runPage(workbench)).getByText(verdict).first().waitFor();
    const asked = chats().filter(({ max_tokens }) => max_tokens === 1024);
    for (const name of [base, lora]) assert.equal(asked.filter(({ model }) => model === name).length, 200);
  });

  it('is rated blind by keys, and says whose answers were better after Finish', async () => {
    const { workbench } = app;
    const page = await workbench.webview('[data-page=run]');
    await page.getByRole('button', { name: 'Rate Blind' }).click();
    await page.getByRole('heading', { name: 'Rate Blind' }).waitFor();
    for (let rated = 0; rated < 12; rated++) {
      await page
        .getByRole('status')
        .getByText(new RegExp(`^${rated} of \\d+ rated$`, 'u'))
        .waitFor();
      const expected = await page.locator('.asked dt', { hasText: 'Expected' }).locator('+ dd').innerText();
      const left = await page.getByRole('article', { name: 'Left' }).locator('.plain').innerText();
      assert.equal(await page.getByText(lora).count(), 0);
      await workbench.page.keyboard.press(left === expected ? '1' : '2');
    }
    await workbench.page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Rate Blind' }).click();
    await page.getByText(/^12 of \d+ rated$/u).waitFor();
    await page.getByRole('button', { name: 'Finish…' }).click();
    await page.getByRole('button', { name: 'Finish and Show Names' }).click();
    // Which prompts were rated is chance.
    await page.getByText(/^Rated blind: .* is preferred \d+ to \d+: in \d+% /u).waitFor();
    await closeEditors();
  });

  it('is kept in the Runs view, from where its report is exported', async () => {
    const { workbench } = app;
    await workbench.openContainer('Hosted Models');
    await workbench.contextMenu(workbench.view('Runs').getByRole('treeitem').first(), 'Export…');
    await workbench.pick('Markdown');
    await workbench.quickInput.getByRole('button', { name: 'OK' }).waitFor();
    // The dialog has put a name there.
    await workbench.inputBox.press('Enter');
    const told = workbench.notification('The run of 200 prompts was exported to refunds run ');
    await told.waitFor();
    const [file = ''] = (await readdir(workbench.folder)).filter((name) => name.startsWith('refunds run '));
    const report = await readFile(path.join(workbench.folder, file), 'utf8');
    assert.match(report, /support-tone-v7 passes \d+ points more than llama-3-8b/u);
    assert.match(report, /Rated blind: /u);
    await told.getByRole('button', { name: 'Open' }).click();
    await workbench.editorTab(/^refunds run .*\.md/u).waitFor();
    await closeEditors();
  });

  it('opens from the status bar and from its row in Runs while both count on, however late a click arrives', async () => {
    const { workbench, service } = app;
    const on = 'POST /api/v1/chat/completions';
    // However many answers there are when the window is reloaded, they make nothing clear.
    const differ = service.fail({ on, kind: 'answer', text: 'I do not know which of them it is.' });
    const go = holdRequests(service, undefined, 200);
    release = () => {
      differ();
      go();
    };
    service.tokensPerSecond = 40;
    await openPlan(app);
    await workbench.pick('Run');
    await runPage(workbench);
    const sendAtOnce = await sendLate(workbench.page);
    await workbench.openContainer('Hosted Models');
    for (const target of [workbench.view('Runs').getByText(/ · [1-9]\d* of 400/u), status()]) {
      await closeEditors();
      await target.click();
      await (await runPage(workbench)).getByRole('progressbar', { name: 'Run' }).waitFor();
    }
    await sendAtOnce();
  });

  it('that a reload interrupts says so on its page and in Runs, and goes on when the person wants that', async () => {
    const { workbench, service } = app;
    await workbench.reload();
    release?.();
    service.tokensPerSecond = Number.POSITIVE_INFINITY;
    service.clearRequests();
    const page = await runPage(workbench);
    const notice = page.getByText(/^Interrupted at \d+ of 400\. Choose Run Missing to go on\./u);
    await notice.waitFor();
    await workbench.openContainer('Hosted Models');
    await workbench
      .view('Runs')
      .getByText(/ · Interrupted at \d+ of 400/u)
      .waitFor();
    assert.deepEqual(chats(), []);
    const goOn = page.getByRole('button', { name: /^Run Missing/u });
    const missing = Number(/\d+/u.exec(await goOn.innerText())?.[0]);
    await goOn.click();
    await notice.waitFor({ state: 'detached' });
    await goOn.waitFor({ state: 'detached' });
    // Some 300 requests, which a busy machine takes a while to send.
    await page.getByRole('progressbar', { name: 'Run' }).waitFor({ state: 'detached', timeout: 90_000 });
    const asked = chats().filter(({ max_tokens }) => max_tokens === 1024);
    assert.equal(asked.length, missing);
    await closeEditors();
  });

  it('with tools tells whose calls are wrong, and on which tags, and shows each call', async () => {
    const { workbench, service } = app;
    const rows = Array.from({ length: 25 }, (_, at) => ({
      prompt: `Where is order ${at}?`,
      tags: at < 15 ? 'refund' : 'invoice',
      tools: [{ type: 'function', function: { name: 'get_order', parameters: { type: 'object' } } }],
      checks: [{ type: 'tool-call', value: { name: 'get_order', arguments: { isPaid: at < 15 } } }],
    }));
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    await writeFile(path.join(workbench.folder, 'sets', 'orders.jsonl'), text);
    for (const model of [base, lora]) {
      const calls = [{ name: 'get_order', arguments: JSON.stringify({ isPaid: model === lora }) }];
      service.fail({ on: 'POST /api/v1/chat/completions', model, kind: 'toolCalls', calls });
    }
    await openPlan(app, lora, { file: 'orders.jsonl', requests: 52 });
    await workbench.pick('Run');
    const page = await runPage(workbench);
    await page.getByText('15 better, 10 worse').waitFor();
    await page.getByText('By tag: invoice 10 → 0 of 10, worse (p = 0.002).').waitFor();
    await page.getByText(`Failed tool calls of ${base}: wrong value 15`).waitFor();
    await page.getByText(`Failed tool calls of ${lora}: wrong value 10`).waitFor();
    const tags = await page.locator('.tags li').allInnerTexts();
    assert.deepEqual(
      tags.map((tag) => tag.trim()),
      ['invoice 10 → 0 of 10, worse (p = 0.002)', 'refund 0 → 15 of 15, better (p < 0.001)'],
    );
    await page
      .locator('.tags')
      .getByRole('button', { name: /^invoice/u })
      .click();
    await page.getByRole('status').getByText('10 of 25 prompts').waitFor();
    await page.locator('.result button').first().click();
    const details = page.getByRole('region', { name: /^Request Details/u });
    await details.getByText('get_order', { exact: true }).first().waitFor();
    const list = details.getByRole('article', { name: lora }).getByRole('list', { name: 'Tool calls' });
    assert.match(await list.innerText(), /get_order\s+\{\s+"isPaid": true\s+\}/u);
    await details.getByText('invoice', { exact: true }).waitFor();
    await closeEditors();
  });
});
