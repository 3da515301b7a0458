import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import {
  answerIn,
  base,
  blindQuestion,
  compared,
  lora,
  revealedBy,
  twoAnswers,
  vote,
} from './columnSamples.ts';
import { turn } from './samples.ts';
import { describedBy, hasFocus, long, message } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

describe('A vote by key', () => {
  const browser = useBrowser();
  const isInSight = (part: Locator) =>
    part.evaluate((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      const log = document.querySelector('[role=log]')?.getBoundingClientRect();
      const heads = document.querySelector('.heads')?.getBoundingClientRect();
      return top >= (heads?.bottom ?? 0) && bottom <= (log?.bottom ?? 0);
    });

  it('brings what it reveals into sight, where each answer has its model’s name', async () => {
    const opened = await browser.open('chat', { width: 1000 }, blindQuestion());
    const answers = ['A', 'B'].map((name, at) => answerIn(`a${at + 1}`, name, { text: long, figures: '' }));
    for (const answer of answers) await opened.say(turn(answer));
    const { keyboard } = opened.page;
    await keyboard.press('Shift+F6');
    await keyboard.press('1');
    assert.deepEqual(await opened.posted('vote'), [{ type: 'vote', question: 'u1', best: 'A' }]);
    const group = opened.page.getByRole('group', { name: 'Which is better?' });
    assert.equal(await isInSight(group), false);
    const named = [lora, base].map((name, at) => answerIn(`a${at + 1}`, name, { text: long }));
    const [row] = blindQuestion().rows;
    const cells = row?.cells.map((cell, at) => ({ ...cell, name: named[at]?.name ?? '' }));
    const shown = { ...row, cells, isHidden: false, vote: revealedBy('c2') };
    await opened.say(...named.map(turn), { type: 'rows', rows: [shown] });
    assert.equal(await isInSight(group), true);
    assert.equal(await isInSight(opened.page.getByText(/^You chose support-tone-v7/u)), true);
    // The heads keep their letters for the next question.
    assert.deepEqual(await opened.page.locator('.turn-row .turn-head .name:visible').allInnerTexts(), [
      lora,
      base,
    ]);
  });

  it('says why it can’t be, at the button that it stands for', async () => {
    const why = `${base} failed, was cut off or is empty, so it can only lose.`;
    const choices = vote().choices.map((choice) => (choice.best === 'c1' ? { ...choice, why } : choice));
    const opened = await browser.open(
      'chat',
      { width: 1000 },
      compared({}, undefined, { vote: vote({ choices }) }),
    );
    await opened.page.getByRole('log').focus();
    await opened.page.keyboard.press('1');
    const refused = opened.page.getByRole('button', { name: `1 ${base}`, exact: true });
    assert.equal(await hasFocus(refused), true);
    assert.equal(await refused.getAttribute('aria-disabled'), 'true');
    assert.equal(await refused.getAttribute('title'), why);
    await opened.page.getByText(why).waitFor();
    assert.equal(await describedBy(refused), why);
    await opened.page.keyboard.press('Enter');
    assert.deepEqual(await opened.posted('vote'), []);
    await opened.page.keyboard.press('2');
    assert.equal((await opened.posted('vote')).length, 1);
  });

  it('says in the message box, where a digit is text, how to get out of it', async () => {
    const opened = await browser.open('chat', { width: 1000 }, compared({}, undefined, twoAnswers));
    const box = message(opened);
    const hint = opened.page.getByText('To vote by key, press F6 first.');
    assert.equal(await hasFocus(box), true);
    assert.equal(await hint.isVisible(), true);
    assert.match(await describedBy(box), /To vote by key, press F6 first\.$/u);
    await box.press('2');
    assert.equal(await box.inputValue(), '2');
    await box.press('F6');
    assert.equal(await hint.isVisible(), false);
    await opened.page.keyboard.press('2');
    assert.equal((await opened.posted('vote')).length, 1);
    await opened.say(compared({}, undefined, { vote: revealedBy('c2') }));
    assert.equal(await hint.count(), 0);
    assert.doesNotMatch(await describedBy(box), /F6/u);
  });
});
