import assert from 'node:assert/strict';
import { details } from './samples.ts';
import { useBrowser } from './useBrowser.ts';

const state = (changes: Parameters<typeof details>[0] = {}) => ({ type: 'state', state: details(changes) });

describe('The details page', () => {
  const browser = useBrowser();

  it('loads under the policy, says ready once, and keeps which entry it shows', async () => {
    const open = await browser.open('details', { isLoaded: true });
    assert.equal(await open.page.getByRole('status').textContent(), 'Loading…');
    await open.say(state());
    assert.deepEqual(await open.posted(), [{ type: 'ready' }]);
    assert.deepEqual(await open.kept(), { connectionId: 'k1', kind: 'lora', name: 'support-tone-v7' });
    assert.equal(await open.page.getByRole('heading', { level: 1 }).textContent(), 'support-tone-v7');
    assert.equal(await open.page.getByRole('status').textContent(), '');
    assert.deepEqual(open.complaints, []);
  });

  it('shows the facts, and says what is not given', async () => {
    const open = await browser.open('details', {}, state());
    const facts = await open.page.locator('.fact').allTextContents();
    assert.ok(facts.includes('Creatornot given'));
    assert.ok(facts.includes('Created3 days ago17 Nov 2026, 10:42:07 UTC'));
    assert.ok(facts.includes('Model nameacme/support-tone(was acme/tone)'));
    assert.equal(await open.page.getByRole('button', { name: 'Copy Creator' }).count(), 0);
    await open.say(state({ sections: [{ title: 'Active deployment', text: 'none', facts: [] }] }));
    await open.page.getByText('none', { exact: true }).waitFor();
  });

  it('keeps a field’s long name in its own column', async () => {
    const open = await browser.open('details');
    const label = 'active_deployment.creator.api_key.a_field_that_the_service_added';
    const facts = [{ label, value: 'x', detail: undefined, copy: 'x', model: undefined }];
    await open.say(state({ sections: [{ title: 'Other', text: undefined, facts }] }));
    const term = open.page.getByRole('term');
    assert.ok(await term.evaluate((element) => element.scrollWidth <= element.clientWidth));
  });

  it('says that it waits, and offers Stop in place of Refresh', async () => {
    const open = await browser.open('details');
    const notice = 'Acme is busy (503), trying again in 8 s.';
    await open.say(state({ state: 'loading', notice, canStop: true }));
    assert.equal(await open.page.getByRole('status').textContent(), notice);
    assert.equal(await open.page.getByRole('button', { name: 'Refresh' }).count(), 0);
    await open.page.getByRole('button', { name: 'Stop', exact: true }).click();
    assert.deepEqual((await open.posted()).at(-1), { type: 'stop' });
    await open.say(state({ state: 'failed', notice: 'Stopped before Acme answered.' }));
    await open.page.getByRole('button', { name: 'Refresh' }).waitFor();
  });

  it('asks the host for everything that it offers', async () => {
    const open = await browser.open('details', {}, state({ loras: ['old-experiment'] }));
    const { page } = open;
    for (const name of ['Chat', 'Send Test Request', 'Delete LoRA…', 'Refresh']) {
      await page.getByRole('button', { name, exact: true }).click();
    }
    await page.getByRole('button', { name: 'Copy Revision' }).click();
    const base = page.getByRole('link', { name: 'llama-3-8b' });
    assert.equal(await base.getAttribute('title'), 'llama-3-8b');
    await base.click();
    await page.getByRole('link', { name: 'old-experiment' }).press('Enter');
    await page.getByRole('link', { name: 'Refund tone, angry mails' }).press('Enter');
    assert.deepEqual((await open.posted()).slice(1), [
      { type: 'chat' },
      { type: 'sendTestRequest' },
      { type: 'delete' },
      { type: 'refresh' },
      { type: 'copy', text: '4f2c9ab17be06b1de7f5fd0e1e9a3c5d7b902f48' },
      { type: 'openModel', name: 'llama-3-8b' },
      { type: 'openModel', name: 'old-experiment' },
      { type: 'openChat', id: 'c1' },
    ]);
  });

  it('opens VS Code’s menu below its button, which says what the menu is for', async () => {
    const open = await browser.open('details', {}, state({ vscodeChat: 'remove' }));
    const more = open.page.getByRole('button', { name: 'More Actions…' });
    const { identity } = details();
    const context = { webviewSection: 'model', preventDefaultContextMenuItems: true, vscodeChat: 'remove' };
    assert.deepEqual(JSON.parse((await more.getAttribute('data-vscode-context')) ?? ''), {
      canLink: true,
      ...context,
      ...identity,
    });
    const opened = open.page.evaluate(async () => {
      const { promise, resolve } = Promise.withResolvers<Event>();
      addEventListener('contextmenu', resolve, { once: true });
      const { clientX, clientY, target } = (await promise) as MouseEvent;
      const { left, bottom } = (target as Element).getBoundingClientRect();
      return clientX === Math.floor(left) && clientY === Math.floor(bottom);
    });
    await more.press('Enter');
    assert.ok(await opened);
  });

  it('keeps what it showed when it is gone, which its status says, except for the deletion', async () => {
    const open = await browser.open('details', {}, state());
    const facts = await open.page.locator('.fact').allTextContents();
    const notice = 'The connection of this entry was removed.';
    await open.say(state({ state: 'gone', notice, canDelete: false }));
    assert.equal(await open.page.getByRole('status').textContent(), notice);
    assert.deepEqual(await open.page.locator('.fact').allTextContents(), facts);
    assert.equal(await open.page.getByRole('button', { name: /Delete/ }).count(), 0);
    await open.say(state({ state: 'failed', notice: 'Can’t reach models.acme.example.' }));
    assert.equal(await open.page.getByRole('alert').textContent(), 'Can’t reach models.acme.example.');
    assert.equal(await open.page.getByRole('status').textContent(), '');
  });

  it('cuts the middle of a long model’s name in a link, never its end', async () => {
    const open = await browser.open('details', { width: 300 });
    const name = `meta-llama/${'Llama-3-8b-'.repeat(8)}instruct-v7`;
    await open.say(state({ loras: [name] }));
    const link = open.page.getByRole('link', { name });
    assert.equal(await link.getAttribute('title'), name);
    const [cut, beyond] = await link.evaluate((one) => {
      const shown = one.querySelector('.cut [aria-hidden]');
      const { right = 0 } = shown?.getBoundingClientRect() ?? {};
      return [shown?.textContent, right - document.documentElement.clientWidth] as const;
    });
    assert.ok(beyond <= 0, `${beyond} px beyond the page`);
    assert.match(cut ?? '', /^meta-llama\/.*…nstruct-v7$/u);
  });
});
