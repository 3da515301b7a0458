import assert from 'node:assert/strict';
import {
  answer,
  conversation,
  frames,
  goneFrame,
  modelWith,
  own,
  path,
  piece,
  shows,
  streamingAnswer,
  turn,
} from './samples.ts';
import { button, hasFocus, message, show, status } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

describe('The chat page', () => {
  const browser = useBrowser();

  it('loads under the policy, says ready once, and puts the focus into the composer', async () => {
    const open = await browser.open('chat', { isLoaded: true }, show());
    assert.deepEqual(await open.posted(), [{ type: 'ready' }]);
    assert.equal(await hasFocus(message(open)), true);
    assert.deepEqual(open.complaints, []);
  });

  it('has the roles and names that assistive technology needs', async () => {
    const open = await browser.chat(conversation());
    const { page } = open;
    assert.equal(await page.getByRole('log', { name: 'Conversation' }).count(), 1);
    assert.equal(await page.getByRole('article', { name: 'You' }).count(), 2);
    assert.equal(await page.getByRole('article', { name: 'support-tone-v7' }).count(), 2);
    const model = page.getByRole('combobox', { name: 'Model' });
    assert.match(await model.ariaSnapshot(), /combobox "Model": support-tone-v7 · Acme$/u);
    await model.click();
    await button(open, 'Export').click();
    await page
      .getByRole('article', { name: 'support-tone-v7' })
      .last()
      .getByRole('button', { name: 'Copy' })
      .click();
    await button(open, 'Regenerate').last().click();
    await button(open, 'Previous Answer').click();
    await button(open, 'Next Answer').click();
    assert.equal(await page.getByText('2 of 3').count(), 1);
    assert.deepEqual((await open.posted()).slice(1), [
      { type: 'chooseModel' },
      { type: 'export' },
      { type: 'copyAnswer', turn: 'a2' },
      { type: 'regenerate', turn: 'a2' },
      { type: 'select', turn: 'a2-first' },
      { type: 'select', turn: 'a2-third' },
    ]);
  });

  it('sends with Enter, and clears the text only when the host has it', async () => {
    const open = await browser.chat(show());
    await message(open).fill('Hello');
    await message(open).press('Enter');
    await message(open).press('Enter');
    assert.deepEqual(await open.posted('send'), [{ type: 'send', text: 'Hello' }]);
    assert.equal(await message(open).inputValue(), 'Hello');
    await open.say({ type: 'accepted', text: 'Hello' });
    assert.equal(await message(open).inputValue(), '');
    assert.deepEqual(await open.kept(), { conversationId: 'c1', draft: '' });
    await message(open).fill('Hello');
    await button(open, 'Send').click();
    assert.equal((await open.posted('send')).length, 2);
    assert.equal(await hasFocus(message(open)), true);
  });

  it('sends with the key that the person set, even if that changes while the page is open, and nothing empty', async () => {
    const open = await browser.chat(show());
    await message(open).press('Enter');
    await message(open).pressSequentially('a');
    await message(open).press('Shift+Enter');
    await message(open).pressSequentially('b');
    assert.equal(await message(open).inputValue(), 'a\nb');
    await open.say(frames({ sendWith: 'modEnter' }));
    await open.page.getByText('Ctrl+Enter to send, Enter for new line').waitFor();
    await message(open).press('Enter');
    assert.deepEqual(await open.posted('send'), []);
    for (const key of ['Control+Enter', 'Meta+Enter']) {
      await message(open).press(key);
      assert.deepEqual((await open.posted('send')).pop(), { type: 'send', text: 'a\nb\n' });
      await open.say({ type: 'accepted', text: '' }, frames({ sendWith: 'modEnter' }));
    }
  });

  it('streams while the composer can be used, with Stop in place of Send, and Escape as Stop', async () => {
    const open = await browser.chat(
      show(
        { streaming: 'a1', status: 'support-tone-v7 is answering' },
        own('u1', 'Hi'),
        streamingAnswer('a1'),
      ),
    );
    assert.equal(await button(open, 'Send').count(), 0);
    await message(open).fill('Next');
    assert.deepEqual(await open.posted('send'), []);
    await open.say(piece('Hello **th'));
    await open.say(piece('ere**'));
    assert.equal(await open.page.locator('article strong').textContent(), 'there');
    await message(open).press('Escape');
    await button(open, 'Stop').click();
    assert.equal((await open.posted('stop')).length, 2);
    assert.equal(await hasFocus(message(open)), true);
    await open.say(
      turn(answer('a1', { text: 'Hello **there**', state: 'stopped' })),
      frames({ status: 'Stopped' }),
    );
    assert.equal(await button(open, 'Send').count(), 1);
    assert.equal(await status(open).first().textContent(), 'Stopped');
    assert.equal(await message(open).inputValue(), 'Next');
    await message(open).press('Escape');
    assert.equal((await open.posted('stop')).length, 2);
  });

  it('brings back the last own message with ↑, but only into an empty composer', async () => {
    const open = await browser.chat(conversation());
    await message(open).press('ArrowUp');
    assert.equal(await message(open).inputValue(), 'Shorter, please.');
    await message(open).fill('mine');
    await message(open).press('ArrowUp');
    assert.equal(await message(open).inputValue(), 'mine');
  });

  it('keeps the draft over a reload, but only for its own conversation', async () => {
    const open = await browser.open('chat', { kept: { conversationId: 'c1', draft: 'Half a' } }, show());
    assert.equal(await message(open).inputValue(), 'Half a');
    await message(open).fill('Half a sentence');
    assert.deepEqual(await open.kept(), { conversationId: 'c1', draft: 'Half a sentence' });
    const other = await browser.open('chat', { kept: { conversationId: 'c2', draft: 'Half a' } }, show());
    assert.equal(await message(other).inputValue(), '');
  });

  it('asks for a snapshot after a lost message, and shows it', async () => {
    const open = await browser.chat(show({ streaming: 'a1' }, own('u1', 'Hi'), streamingAnswer('a1')));
    open.lose();
    await open.say(piece('half'));
    assert.equal((await open.posted('ready')).length, 2);
    assert.equal(await open.page.getByText('half').count(), 0);
    await open.say(show({}, own('u1', 'Hi'), answer('a1', { text: 'The whole.' })));
    assert.equal(await open.page.getByText('The whole.').count(), 1);
  });

  it('shows a failure in place of the answer, with its buttons, and leaves the focus alone', async () => {
    const open = await browser.chat(show({}, own('u1', 'Hi')));
    const alert = {
      text: 'Acme refused the API key (401).',
      detail: 'Revoked <b>today</b>',
      buttons: [
        { action: 'setApiKey', label: 'Set API Key…' },
        { action: 'settings', label: 'Settings' },
      ],
    } as const;
    await open.say(path('u1', 'a1'), {
      type: 'turn',
      turn: answer('a1', { text: '', state: 'failed', alert: { ...alert, buttons: [...alert.buttons] } }),
    });
    const shown = open.page.getByRole('alert');
    assert.match((await shown.textContent()) ?? '', /refused the API key \(401\)\.Revoked <b>today<\/b>/);
    assert.equal(await hasFocus(message(open)), true);
    await shown.getByRole('button', { name: 'Set API Key…' }).click();
    assert.deepEqual(await open.posted('alertAction'), [
      { type: 'alertAction', turn: 'a1', action: 'setApiKey' },
    ]);
    await shown.getByRole('button', { name: 'Settings' }).click();
    await open.page.getByRole('region', { name: 'Settings' }).waitFor();
    await open.page.waitForFunction(() => document.activeElement?.id === 'setting-systemPrompt');
  });

  it('waits for another model when its own is gone', async () => {
    const open = await browser.chat(shows(goneFrame(), []));
    await message(open).fill('Hello');
    await message(open).press('Enter');
    assert.deepEqual(await open.posted('send'), []);
    assert.equal(await button(open, 'Send').getAttribute('aria-disabled'), 'true');
    await button(open, 'Choose Model').click();
    assert.equal((await open.posted('chooseModel')).length, 1);
    await open.say(frames());
    await message(open).press('Enter');
    assert.deepEqual(await open.posted('send'), [{ type: 'send', text: 'Hello' }]);
  });

  it('shows what is known of the model in an empty chat', async () => {
    const open = await browser.chat(
      show({ model: modelWith({ warning: 'No deployment is listed. It may not answer.' }) }),
    );
    for (const text of ['Ask support-tone-v7 something.', 'LoRA on llama-3-8b', 'No deployment is listed.']) {
      assert.equal(await open.page.getByText(text).count(), 1, text);
    }
  });

  it('shows the reasoning folded, live, on demand, and with its duration once the answer begins', async () => {
    const open = await browser.chat(show({ streaming: 'a1' }, own('u1', 'Hi'), streamingAnswer('a1')));
    await open.say(piece('', 'First thought'));
    const details = open.page.getByRole('group');
    assert.equal(await open.page.getByText('First thought').count(), 0);
    assert.equal(await details.locator('.codicon-loading').count(), 1);
    await open.page.getByText('Reasoning…', { exact: true }).click();
    await open.say(piece('', ', second thought'));
    await open.page.getByText('First thought, second thought').waitFor();
    const thought = { reasoning: 'First thought, second thought', reasoningMs: 4200 };
    await open.say(turn(streamingAnswer('a1', thought)));
    await open.say(piece('The answer.'));
    await open.page.getByText('Reasoning, 4 s').waitFor();
    assert.equal(await details.locator('.codicon-loading').count(), 0);
    // The person opened it, so it stays open.
    await open.page.getByText('First thought, second thought').waitFor();
    await open.say(turn(answer('a1', { ...thought, text: 'The answer.' })));
    await open.page.getByText('First thought, second thought').waitFor();
    await open.page.getByText('Reasoning, 4 s').click();
    await open.page.getByText('First thought').waitFor({ state: 'detached' });
  });

  it('keeps folded reasoning out of what is copied and out of the page', async () => {
    const turns = [own('u1', 'Hi'), answer('a1', { reasoning: 'A secret thought', text: 'Yes.' })];
    const open = await browser.chat(show({}, ...turns));
    for (const copy of await button(open, 'Copy').all()) await copy.press('Enter');
    assert.deepEqual((await open.posted()).slice(1), [
      { type: 'copy', text: 'Hi' },
      { type: 'copyAnswer', turn: 'a1' },
    ]);
    assert.equal(await open.page.locator('.markdown').textContent(), 'Yes.');
    assert.equal(await open.page.evaluate(() => document.body.textContent?.includes('secret')), false);
  });

  it('shows a turn’s actions under the pointer or the focus, and those of the last answer always', async () => {
    const open = await browser.chat(conversation());
    const opacity = (index: number) =>
      open.page
        .locator('.answer-turn .turn-actions')
        .nth(index)
        .evaluate((element) => getComputedStyle(element).opacity);
    await message(open).hover();
    assert.equal(await opacity(0), '0');
    assert.equal(await opacity(1), '1');
    await button(open, 'Regenerate').first().focus();
    assert.equal(await opacity(0), '1');
  });

  it('uses the texts of the display language', async () => {
    const bundle = { Send: 'Senden', 'Ask {0} something.': 'Frag {0} etwas.' };
    const open = await browser.open('chat', { bundle }, show());
    assert.equal(await button(open, 'Senden').count(), 1);
    assert.equal(await open.page.getByText('Frag support-tone-v7 etwas.').count(), 1);
  });
});
