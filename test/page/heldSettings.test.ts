import assert from 'node:assert/strict';
import { answerIn, base, baseColumn, compared, frameOf, lora, loraColumn } from './columnSamples.ts';
import type { OpenPage } from './openPage.ts';
import { answer, chip, frames, own, streamingAnswer } from './samples.ts';
import { button, describedBy, field, hasFocus, message, mine, show } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

const asked = 'send queue edit regenerate regenerateWith ask addModel savePreset alertAction blind'.split(
  ' ',
);
const requests = async (open: OpenPage) =>
  (await open.posted()).filter(({ type }) => asked.includes(String(type)));
const settings = ({ page }: OpenPage) => page.getByRole('region', { name: 'Settings' });
const toggle = ({ page }: OpenPage) => page.getByRole('button', { name: /^Settings/u });
const temperature = ({ page }: OpenPage) => page.getByLabel('Temperature');
/** The focus comes after the next frame. */
const isFocused = ({ page }: OpenPage, id: string) =>
  page.waitForFunction((wanted) => document.activeElement?.id === wanted, id);

describe('A setting that can’t be', () => {
  const browser = useBrowser();
  /** Opens a chat in whose closed settings a temperature of 9 was typed. */
  const typed = async (...messages: object[]) => {
    const open = await browser.chat(...messages);
    await toggle(open).click();
    await temperature(open).fill('9');
    await toggle(open).click();
    assert.equal(await settings(open).count(), 0);
    return open;
  };

  it('holds back the message, which stays, and gets the focus with its reason, until it is mended', async () => {
    for (const mended of ['0.9', '']) {
      const open = await typed(show());
      await message(open).fill('Hello');
      await message(open).press('Enter');
      await isFocused(open, 'setting-temperature');
      assert.equal(await temperature(open).inputValue(), '9');
      assert.equal(await temperature(open).getAttribute('aria-invalid'), 'true');
      assert.equal(await describedBy(temperature(open)), 'Must be a number from 0 to 2.');
      assert.deepEqual(await requests(open), []);
      assert.equal(await message(open).inputValue(), 'Hello');
      await temperature(open).fill(mended);
      await message(open).press('Enter');
      assert.deepEqual(await requests(open), [{ type: 'send', text: 'Hello' }]);
    }
  });

  it('holds back all that would be asked or saved without it', async () => {
    const failed = answer('a2', {
      text: 'Dear',
      state: 'cut',
      alert: {
        text: 'Cut off.',
        detail: undefined,
        buttons: [
          { action: 'retry', label: 'Retry' },
          { action: 'continue', label: 'Continue' },
        ],
      },
    });
    const open = await typed(
      show({ settings: { seed: 7 } }, own('u1', 'Hi'), answer('a1'), own('u2', 'Hi'), failed),
    );
    const { page } = open;
    const first = page.getByRole('article', { name: lora }).first();
    const ways = [
      () => first.getByRole('button', { name: 'Regenerate', exact: true }).click({ force: true }),
      () => first.getByRole('button', { name: 'Regenerate with Another Model' }).click({ force: true }),
      () => button(open, 'Retry').click(),
      () => button(open, 'Continue').click(),
      () => button(open, 'Save as Preset').click(),
      async () => {
        await mine(open).first().hover();
        await mine(open).first().getByRole('button', { name: 'Edit' }).click();
        await field(open).press('Enter');
      },
    ];
    for (const [at, way] of ways.entries()) {
      if (at !== 4 && (await settings(open).count()) > 0) await toggle(open).click();
      await way();
      await isFocused(open, 'setting-temperature').catch(() => assert.fail(`way ${at}`));
    }
    assert.deepEqual(await requests(open), []);
    await temperature(open).fill('');
    await field(open).press('Enter');
    assert.deepEqual(await requests(open), [{ type: 'edit', turn: 'u1', text: 'Hi' }]);
  });

  it('may be garbage, JSON or a list behind More, which unfolds', async () => {
    const faults = [
      ['Seed', '1e9', 'seed', 'Must be a whole number.'],
      ['Extra JSON', '{"top_k": 4', 'extra', 'Must be a JSON object such as {"top_k": 40}.'],
      ['Stop sequences', Array(101).fill('END').join('\n'), 'stop', 'At most 100 lines.'],
    ] as const;
    for (const [label, text, name, reason] of faults) {
      const open = await browser.chat(show());
      await toggle(open).click();
      const more = open.page.getByRole('button', { name: 'More' });
      await more.click();
      await open.page.getByLabel(label).fill(text);
      await toggle(open).click();
      await message(open).fill('Hello');
      await message(open).press('Enter');
      await isFocused(open, `setting-${name}`);
      assert.equal(await more.getAttribute('aria-expanded'), 'true');
      assert.ok((await describedBy(open.page.getByLabel(label))).endsWith(reason));
      assert.deepEqual(await requests(open), []);
    }
  });

  it('outlives its page, and holds back what comes from a file, too', async () => {
    const typedBefore = await typed(show());
    const again = await browser.open('chat', { kept: await typedBefore.kept() }, show());
    const fromFile = await browser.chat(show({ settings: { temperature: 9, topP: 0.5 } }));
    for (const open of [again, fromFile]) {
      await message(open).fill('Hello');
      await message(open).press('Enter');
      await isFocused(open, 'setting-temperature');
      assert.equal(await temperature(open).inputValue(), '9');
      assert.deepEqual(await requests(open), []);
    }
    // What else is typed goes to the host, which would take nothing beside a value that can't be.
    await fromFile.page.getByLabel('Top P').fill('0.4');
    assert.deepEqual(await fromFile.posted('settings'), [{ type: 'settings', settings: { topP: 0.4 } }]);
    await temperature(again).fill('1');
    assert.equal(((await again.kept()) as { faults?: object }).faults, undefined);
  });

  it('of one column is shown as that column’s, and forgotten with its own settings', async () => {
    const open = await browser.open('chat', { width: 1000 }, compared());
    await toggle(open).click();
    await open.page.getByLabel('Applies to').selectOption(lora);
    await temperature(open).fill('9');
    await toggle(open).click();
    await open.page.getByRole('checkbox', { name: 'Blind' }).click();
    await isFocused(open, 'setting-temperature');
    assert.equal(await open.page.getByLabel('Applies to').inputValue(), 'c2');
    assert.equal(await open.page.getByRole('checkbox', { name: 'Blind' }).isChecked(), false);
    assert.deepEqual(await requests(open), []);
    await open.say(
      frameOf({ columns: [baseColumn, { ...loraColumn, settings: { topP: 1 }, hasOwnSettings: true }] }),
    );
    await toggle(open).click();
    await button(open, 'Use Shared Settings').click();
    await open.say(frameOf());
    await message(open).fill('Hello');
    await message(open).press('Enter');
    assert.deepEqual(await requests(open), [{ type: 'send', text: 'Hello' }]);
  });

  it('is told to the host, which asks by commands and what waits, and is shown on its demand', async () => {
    const queued = { id: 'q1', text: 'And in Spain?', attachments: [chip('x1')] };
    const open = await browser.chat(
      show({ streaming: 'a1', queued }, own('u1', 'Hi'), streamingAnswer('a1')),
    );
    await toggle(open).click();
    await temperature(open).fill('9');
    await toggle(open).click();
    assert.deepEqual(await open.posted('held'), [{ type: 'held', isHeld: true }]);
    await open.say(frames({ streaming: 'a1' }));
    assert.equal(await message(open).inputValue(), 'And in Spain?');
    await open.say({ type: 'showSettings' });
    await isFocused(open, 'setting-temperature');
    await temperature(open).fill('1');
    assert.deepEqual((await open.posted('held')).at(-1), { type: 'held', isHeld: false });
  });

  it('holds back what a column was not asked, and another model, and nothing else', async () => {
    const { rows, ...rest } = compared({}, [answerIn('a1', base)]);
    const cells = rows[0]?.cells.map((cell, at) => (at === 1 ? { ...cell, canAsk: true } : cell));
    const open = await browser.open('chat', { width: 1000 }, { ...rest, rows: [{ ...rows[0], cells }] });
    await toggle(open).click();
    await temperature(open).fill('hot');
    for (const name of ['Ask', 'Add Model']) {
      await button(open, name).click();
      await isFocused(open, 'setting-temperature');
    }
    assert.deepEqual(await requests(open), []);
    await button(open, 'Copy').first().click();
    await button(open, 'Export').click();
    assert.equal((await open.posted('export')).length, 1);
    assert.equal(await hasFocus(temperature(open)), false);
  });
});
