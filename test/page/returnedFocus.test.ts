import assert from 'node:assert/strict';
import { compared } from './columnSamples.ts';
import type { OpenPage } from './openPage.ts';
import { openRun, serveRun } from './runHost.ts';
import { runState } from './runSamples.ts';
import { answer, attached, chip, conversation, details, own } from './samples.ts';
import { button, field, focused, message, mine, show } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

/** As an element loses the focus with its frame, and VS Code gives it back to the page alone. */
const leaveAndReturn = ({ page }: OpenPage) =>
  page.evaluate(() => {
    (document.activeElement as HTMLElement).blur();
    window.dispatchEvent(new Event('focus'));
  });

describe('A page that gets the focus back', () => {
  const browser = useBrowser();
  const pages = {
    chat: {
      open: () => browser.chat(conversation()),
      first: 'Message',
      standIn: 'Message',
      button: 'Settings (2)',
    },
    run: {
      open: async () => {
        const open = await browser.open('run', { height: 700 });
        await serveRun(open, { state: runState() });
        return open;
      },
      first: runState().title,
      standIn: 'Prompts',
      button: 'Export…',
    },
    details: {
      open: () => browser.open('details', {}, { type: 'state', state: details() }),
      first: 'support-tone-v7',
      standIn: 'support-tone-v7',
      button: 'Send Test Request',
    },
  };
  for (const [name, { open: openPage, first, standIn, button: other }] of Object.entries(pages)) {
    it(`gives it to its first place, then to where it was, each time: ${name}`, async () => {
      const open = await openPage();
      await leaveAndReturn(open);
      assert.equal(await focused(open), first);
      await button(open, other).focus();
      for (let times = 0; times < 3; times++) {
        await leaveAndReturn(open);
        assert.equal(await focused(open), other);
      }
    });

    it(`gives it to what stands in for one that is gone or disabled: ${name}`, async () => {
      const open = await openPage();
      for (const lose of ['remove', 'disable'] as const) {
        const { page } = open;
        await page.evaluate((how) => {
          const lost = document.createElement('button');
          document.querySelector('main')?.append(lost);
          lost.focus();
          lost.blur();
          if (how === 'remove') lost.remove();
          else lost.disabled = true;
        }, lose);
        await leaveAndReturn(open);
        assert.equal(await focused(open), standIn);
      }
    });
  }

  it('gives it to its first place as soon as that is there: details', async () => {
    const open = await browser.open('details');
    await leaveAndReturn(open);
    assert.equal(await focused(open), 'nothing');
    await open.say({ type: 'state', state: details() });
    assert.equal(await focused(open), 'support-tone-v7');
  });

  it('gives it to the same control when it is built anew behind another editor', async () => {
    const openDetails = async (kept?: unknown) =>
      browser.open('details', { kept }, { type: 'state', state: details() });
    const left = await openDetails();
    await button(left, 'Send Test Request').focus();
    assert.equal(await focused(await openDetails(await left.kept())), 'Send Test Request');
    const run = await openRun(browser);
    const find = run.page.getByRole('searchbox', { name: 'Find' });
    await find.fill('refund');
    await find.blur();
    await find.focus();
    const again = await openRun(browser, {}, { kept: await run.kept() });
    await again.page.keyboard.type('s');
    assert.equal(await again.page.getByRole('searchbox', { name: 'Find' }).inputValue(), 'refunds');
  });

  it('gives it to the edit or setting that was being typed when a chat is built anew', async () => {
    /** Types into the page as it is after a way to another editor. */
    const type = async (left: OpenPage, shown: object) => {
      const open = await browser.open('chat', { kept: await left.kept() }, shown);
      await open.page.keyboard.type('!');
      assert.equal(await message(open).inputValue(), '');
      return open;
    };
    const turns = show({}, own('u1', 'Hi'), answer('a1'), own('u2', 'Ho'), answer('a2'));
    const edited = await browser.chat(turns);
    for (const one of await mine(edited).all())
      await one.getByRole('button', { name: 'Edit' }).press('Enter');
    const texts = field(await type(edited, turns));
    assert.deepEqual([await texts.nth(0).inputValue(), await texts.nth(1).inputValue()], ['Hi', 'Ho!']);
    const set = await browser.chat(compared());
    await button(set, 'Settings').press('Enter');
    await set.page.getByLabel('Applies to').selectOption('c2');
    await set.page.getByLabel('System prompt').focus();
    const open = await type(set, compared());
    assert.deepEqual(await open.posted('settings'), [
      { type: 'settings', settings: { systemPrompt: '!' }, column: 'c2' },
    ]);
    await open.page.keyboard.press('Escape');
    const closed = await browser.open('chat', { kept: await open.kept() }, compared());
    assert.equal(await closed.page.getByRole('region', { name: 'Settings' }).count(), 0);
    assert.equal(await focused(closed), 'Message');
  });

  it('keeps it on a button that can’t be used for a while', async () => {
    const open = await browser.open('details', {}, { type: 'state', state: details() });
    const refresh = button(open, 'Refresh');
    await refresh.press('Enter');
    await open.say({ type: 'state', state: details({ state: 'loading' }) });
    await refresh.press('Enter');
    await open.say({ type: 'state', state: details() });
    assert.equal(await focused(open), 'Refresh');
    assert.equal((await open.posted('refresh')).length, 1);
  });

  it('gives it to the heading before when a button goes by its own doing', async () => {
    const run = await openRun(browser, { rows: [] });
    await run.page.getByRole('button', { name: 'Failed', exact: true }).click();
    await run.say();
    await button(run, 'Show All').press('Enter');
    await button(run, 'Show All').waitFor({ state: 'detached' });
    assert.equal(await focused(run), 'Prompts');
  });

  it('takes what is typed on a chat’s button or turn as text for its message', async () => {
    const open = await browser.chat(conversation());
    const { keyboard } = open.page;
    for (const typed of ['Hi', '2 more']) {
      await button(open, 'Settings (2)').focus();
      await keyboard.type(typed);
    }
    assert.equal(await message(open).inputValue(), 'Hi2 more');
    await button(open, 'Attach').focus();
    for (const key of ['Space', 'Control+a', 'Alt+x']) await keyboard.press(key);
    assert.equal(await focused(open), 'Attach');
  });

  it('takes no digit typed on a button of the message as a vote', async () => {
    const vote = { choices: [{ best: 'c1', label: 'llama-3-8b', key: '1' }], chosen: undefined };
    const open = await browser.chat(compared({}, undefined, { vote }));
    await button(open, 'Attach').focus();
    await open.page.keyboard.type('1 more');
    assert.equal(await message(open).inputValue(), '1 more');
    assert.deepEqual(await open.posted('vote'), []);
  });

  it('moves it from the button of a pick to the message once the pick has brought something', async () => {
    const open = await browser.chat(conversation());
    const { keyboard } = open.page;
    const comes = async (name: string, ...news: object[]) => {
      await button(open, name).press('Enter');
      assert.equal(await focused(open), name);
      await open.say(...news);
      assert.equal(await focused(open), 'Message', name);
    };
    await comes('Attach', attached(chip('a')));
    await open.say(compared());
    await comes('Attach', attached(chip('a'), chip('b')));
    // One that goes is no news.
    await button(open, 'Attach').focus();
    await open.say(attached());
    assert.equal(await focused(open), 'Attach');
    await comes('Add Model', conversation());
    await keyboard.type('ok');
    assert.equal(await message(open).inputValue(), 'ok');
  });
});
