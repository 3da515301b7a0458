import assert from 'node:assert/strict';
import type { PagePresets } from '../../src/protocol/chat.ts';
import { frame, frames, shows } from './samples.ts';
import { button, hasFocus, show } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

const noPresets: PagePresets = { names: [], current: undefined, problem: undefined };

describe('A chat’s settings', () => {
  const browser = useBrowser();

  async function openSettings(settings = {}, presets = noPresets) {
    const open = await browser.chat(show({ settings, presets }));
    await open.page.getByRole('button', { name: 'Settings' }).click();
    return open;
  }

  it('are a region that a button with their number opens and closes', async () => {
    const open = await openSettings({ temperature: 0, systemPrompt: 'Be calm.' });
    const toggle = open.page.getByRole('button', { name: 'Settings (2)' });
    assert.equal(await toggle.getAttribute('aria-expanded'), 'true');
    assert.equal(await open.page.getByLabel('Temperature').inputValue(), '0');
    assert.equal(await open.page.getByLabel('System prompt').inputValue(), 'Be calm.');
    assert.equal(await open.page.getByLabel('Top P').getAttribute('placeholder'), 'not set');
    await toggle.click();
    assert.equal(await open.page.getByRole('region', { name: 'Settings' }).count(), 0);
  });

  it('say which of them are not sent, and are sent again on request', async () => {
    const text = "Not sent: Acme doesn't accept top_p, seed for support-tone-v7.";
    const refused = [
      { setting: 'topP', text },
      { setting: 'seed', text },
    ] as const;
    const open = await browser.chat(shows(frame({ settings: { topP: 0.5 }, refused }), []));
    await open.page.getByRole('button', { name: 'Settings' }).click();
    const field = open.page.getByLabel('Top P');
    const description = (await field.getAttribute('aria-describedby')) ?? '';
    assert.equal(await open.page.locator(`#${description}`).textContent(), text);
    // Behind "More", which is open for it.
    assert.ok(await open.page.getByLabel('Seed').getAttribute('aria-describedby'));
    await open.page.getByRole('button', { name: 'Send Again' }).first().click();
    assert.deepEqual(await open.posted('sendRefused'), [{ type: 'sendRefused' }]);
    assert.equal(await open.page.evaluate(() => document.activeElement?.id), 'setting-topP');
    await open.say(frames({ settings: { topP: 0.5 } }));
    assert.equal(await open.page.getByRole('button', { name: 'Send Again' }).count(), 0);
    assert.equal(await field.getAttribute('aria-describedby'), null);
  });

  it('go to the host while they are typed, valid ones only', async () => {
    const open = await openSettings();
    await open.page.getByLabel('Temperature').pressSequentially('0.7x');
    assert.deepEqual(await open.posted('settings'), [
      { type: 'settings', settings: { temperature: 0 } },
      { type: 'settings', settings: { temperature: 0.7 } },
    ]);
    const field = open.page.getByLabel('Temperature');
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    const reason = await field.getAttribute('aria-describedby');
    assert.equal(await open.page.locator(`#${reason}`).textContent(), 'Must be a number from 0 to 2.');
    await open.page.getByLabel('Max tokens').fill('0');
    assert.equal((await open.posted('settings')).length, 2);
    await field.fill('');
    assert.deepEqual((await open.posted('settings')).at(-1), { type: 'settings', settings: {} });
  });

  it('are not overwritten by their own echo, however late it comes, but by other changes', async () => {
    const set = (temperature: number) => ({ temperature });
    for (const { said, shown } of [
      { said: [{}, set(0), set(0), set(0.7), set(0.3)], shown: ['0.7', '0.7', '0.7', '0.7', '0.3'] },
      // The host may skip an echo in favor of a later one.
      { said: [set(0.7), set(0)], shown: ['0.7', '0'] },
      // Nothing that was sent before another change counts as an echo after it.
      { said: [set(0.3), set(0.7)], shown: ['0.3', '0.7'] },
    ]) {
      const open = await openSettings();
      const field = open.page.getByLabel('Temperature');
      await field.pressSequentially('0.7');
      const values: string[] = [];
      for (const settings of said) {
        await open.say(frames({ settings }));
        values.push(await field.inputValue());
      }
      assert.deepEqual(values, shown);
    }
  });

  it('have more in a folded part, which is open if something in it is set', async () => {
    const open = await openSettings();
    const more = open.page.getByRole('button', { name: 'More' });
    assert.equal(await more.getAttribute('aria-expanded'), 'false');
    await more.click();
    await open.page.getByLabel('Stop sequences').fill('END\n\\n\\n');
    await open.page.getByLabel('Extra JSON').fill('{"top_k": 4');
    await open.page.getByLabel('Extra JSON').fill('{"top_k": 4}');
    assert.deepEqual(await open.posted('settings'), [
      { type: 'settings', settings: { stop: ['END', '\n\n'] } },
      { type: 'settings', settings: { stop: ['END', '\n\n'], extra: { top_k: 4 } } },
    ]);
    const other = await openSettings({ seed: 7 });
    assert.equal(await other.page.getByLabel('Seed').inputValue(), '7');
  });

  it('hold in the folded part that each question is sent alone', async () => {
    const open = await openSettings({ seed: 7 });
    const box = open.page.getByRole('checkbox', { name: 'Without Earlier Turns' });
    await box.click();
    assert.deepEqual(await open.posted('withoutEarlier'), [{ type: 'withoutEarlier', isOn: true }]);
    await open.say(frames({ settings: { seed: 7 }, isWithoutEarlier: true }));
    assert.equal(await box.isChecked(), true);
    assert.equal(await open.page.getByRole('checkbox').count(), 1);
  });

  it('can be taken from a preset, saved as one, and removed', async () => {
    const presets = { names: ['Calm', 'Wild'], current: 'Calm', problem: undefined };
    const open = await openSettings({ temperature: 0.2 }, presets);
    const field = open.page.getByLabel('Preset', { exact: true });
    assert.equal(await field.inputValue(), 'Calm');
    await field.selectOption('Wild');
    await button(open, 'Save as Preset').click();
    await open.page.getByRole('button', { name: 'Edit Presets' }).click();
    await field.selectOption('none');
    const asked = ['preset', 'savePreset', 'editPresets', 'settings'];
    assert.deepEqual((await Promise.all(asked.map((type) => open.posted(type)))).flat(), [
      { type: 'preset', name: 'Wild' },
      { type: 'savePreset' },
      { type: 'editPresets' },
      { type: 'settings', settings: {} },
    ]);
  });

  it('can each be cleared alone, with the focus in the field, or all by Reset', async () => {
    const open = await openSettings({ temperature: 1, topP: 0.5 });
    const field = open.page.locator('.field', { has: open.page.getByLabel('Top P') });
    await field.getByRole('button', { name: 'Clear Field' }).press('Enter');
    assert.equal(await hasFocus(open.page.getByLabel('Top P')), true);
    assert.equal(await field.getByRole('button').count(), 0);
    await open.page.getByLabel('Max tokens').fill('many');
    await button(open, 'Reset').click();
    assert.deepEqual(await open.posted('settings'), [
      { type: 'settings', settings: { temperature: 1 } },
      { type: 'settings', settings: {} },
    ]);
    for (const label of ['System prompt', 'Temperature', 'Top P', 'Max tokens']) {
      assert.equal(await open.page.getByLabel(label).inputValue(), '');
    }
  });
});
