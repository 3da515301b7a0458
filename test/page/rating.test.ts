import assert from 'node:assert/strict';
import type { OpenPage } from './openPage.ts';
import { serveRun } from './runHost.ts';
import { ratedPair, ratingState, runBase, runLora, runState } from './runSamples.ts';
import { useBrowser } from './useBrowser.ts';

type Changes = Parameters<typeof ratingState>[0];

const focused = ({ page }: OpenPage) =>
  page.evaluate(() => document.activeElement?.textContent?.trim().replace(/\s+/gu, ' '));

describe('The page while answers are rated blind', function () {
  this.timeout(60_000);
  const browser = useBrowser();
  const rate = async (changes: Changes = {}, height = 700) => {
    const open = await browser.open('run', { height });
    await open.say({ type: 'rating', rating: ratingState(changes) });
    return open;
  };
  const said = async (open: OpenPage) =>
    (await open.posted()).filter(({ type }) => !['ready', 'list', 'rows'].includes(String(type)));

  it('rates by keys, for the prompt in sight', async () => {
    const open = await rate();
    for (const key of ['1', '2', '0', 's', 'S', 'Backspace', 'Escape', 'x', '3'])
      await open.page.keyboard.press(key);
    assert.deepEqual(await said(open), [
      { type: 'rate', prompt: 17, choice: 'left' },
      { type: 'rate', prompt: 17, choice: 'right' },
      { type: 'rate', prompt: 17, choice: 'tie' },
      { type: 'skipRating', prompt: 17 },
      { type: 'skipRating', prompt: 17 },
      { type: 'ratingBack' },
      { type: 'leaveRating' },
    ]);
  });

  it('rates once for a key that is held down, and never for a combination', async () => {
    const open = await rate();
    await open.page.keyboard.down('1');
    await open.page.keyboard.down('1');
    await open.page.keyboard.up('1');
    for (const key of ['Control+1', 'Alt+2', 'Meta+s']) await open.page.keyboard.press(key);
    assert.equal((await said(open)).length, 1);
  });

  it('rates by buttons, and shows what was chosen before', async () => {
    const open = await rate({ pair: ratedPair({ choice: 'right' }) });
    const button = (name: RegExp) => open.page.getByRole('button', { name });
    for (const name of [/Left Is Better/u, /Tie/u, /Right Is Better/u, /Skip/u, /Back$/u, /Leave/u])
      await button(name).click();
    assert.deepEqual(
      (await said(open)).map(({ type, choice }) => choice ?? type),
      ['left', 'tie', 'right', 'skipRating', 'ratingBack', 'leaveRating'],
    );
    assert.equal(await button(/Right Is Better/u).getAttribute('aria-pressed'), 'true');
    assert.equal(await button(/Left Is Better/u).getAttribute('aria-pressed'), 'false');
  });

  it('shows both answers as they are, beside each other or, if the page is narrow, one below the other', async () => {
    const open = await rate({ pair: ratedPair({ left: '<img src=x onerror=alert(1)>', right: ' ' }) });
    const [left, right] = [
      open.page.getByLabel('Left', { exact: true }),
      open.page.getByLabel('Right', { exact: true }),
    ];
    assert.match((await left.textContent()) ?? '', /<img src=x onerror=alert\(1\)>/u);
    assert.match((await right.textContent()) ?? '', /The answer is empty\./u);
    const boxes = async () => [await left.boundingBox(), await right.boundingBox()];
    const [one, two] = await boxes();
    assert.ok(one && two && one.x < two.x && one.y === two.y);
    await open.page.setViewportSize({ width: 300, height: 700 });
    const [above, below] = await boxes();
    assert.ok(above && below && above.x === below.x && above.y < below.y);
  });

  it('knows nothing of the run meanwhile, and shows it again afterwards, as it was', async () => {
    const open = await browser.open('run');
    await serveRun(open, { state: runState() });
    await open.page.getByRole('button', { name: 'Rate Blind' }).click();
    assert.deepEqual(await said(open), [{ type: 'rateBlind' }]);
    await open.say({ type: 'rating', rating: ratingState() });
    const html = await open.page.content();
    for (const name of [runBase, runLora, '78%']) assert.ok(!html.includes(name), name);
    const lists = (await open.posted('list')).length;
    await open.say({ type: 'list', version: 9, count: 3 });
    assert.ok(await open.page.getByRole('heading', { name: 'Rate Blind' }).isVisible());

    await open.say({ type: 'state', state: runState() });
    assert.equal((await open.waitForPosted('list', lists + 1)).length, lists + 1);
    await open.page.getByText(runLora).first().waitFor();
    assert.equal(await open.page.getByRole('heading', { name: 'Rate Blind' }).count(), 0);
  });

  it('comes after what was typed into Find, however soon it is chosen, which is listed again afterwards', async () => {
    const open = await browser.open('run');
    await serveRun(open);
    const { page } = open;
    // At once, for typing rests only for a moment.
    await page.evaluate(() => {
      const field = document.querySelector<HTMLInputElement>('input[type=search]');
      const rate = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Rate Blind');
      field?.focus();
      document.execCommand('insertText', false, 'refund');
      rate?.focus();
      rate?.click();
    });
    const sent = (await open.posted()).filter(({ type }) => type === 'list' || type === 'rateBlind');
    const found = { type: 'list', show: 'differs', find: 'refund' };
    assert.deepEqual(sent.slice(1), [found, { type: 'rateBlind' }]);
    await open.say({ type: 'rating', rating: ratingState() });
    await open.say({ type: 'state', state: runState() });
    assert.deepEqual((await open.waitForPosted('list', 3)).at(-1), found);
    assert.equal(await page.getByRole('searchbox', { name: 'Find' }).inputValue(), 'refund');
  });

  it('has the focus on its heading first, then where it was, as long as that is there', async () => {
    const open = await rate();
    assert.equal(await focused(open), 'Rate Blind');
    await open.page.getByRole('button', { name: 'Tie' }).focus();
    await open.say({ type: 'rating', rating: ratingState({ pair: ratedPair({ prompt: 3 }) }) });
    assert.equal(await focused(open), '0 Tie');
    await open.say({ type: 'rating', rating: ratingState({ pair: undefined, rated: 60 }) });
    assert.equal(await focused(open), 'Finish and Show Names');
  });

  it('leaves the focus on the button that began it, and on the verdict once it is finished', async () => {
    const open = await rate();
    await open.say({ type: 'state', state: runState() });
    assert.equal(await focused(open), 'Rate Blind');
    await open.say({ type: 'rating', rating: ratingState({ pair: undefined, rated: 60 }) });
    await open.page.keyboard.press('Enter');
    assert.deepEqual((await said(open)).at(-1), { type: 'finishRating' });
    await open.say({ type: 'state', state: runState() });
    assert.match((await focused(open)) ?? '', /^Better by/u);
  });

  it('shows the next prompt from its beginning, with the choices in sight', async () => {
    const long = ratedPair({ left: 'Line\n'.repeat(200) });
    const open = await rate({ pair: long }, 400);
    const tie = open.page.getByRole('button', { name: 'Tie' });
    const box = await tie.boundingBox();
    assert.ok(box && box.y + box.height <= 400);
    await open.page.evaluate(() => scrollTo(0, 500));
    await open.say({ type: 'rating', rating: ratingState({ pair: { ...long, prompt: 4 } }) });
    assert.equal(await open.page.evaluate(() => scrollY), 0);
  });

  it('asks before it finishes with prompts left', async () => {
    const open = await rate();
    await open.page.getByRole('button', { name: 'Finish…' }).click();
    await open.page.getByText('Finish after 24 of 60?').waitFor();
    await open.page.keyboard.press('1');
    await open.page.keyboard.press('Escape');
    await open.page.getByRole('button', { name: 'Tie' }).waitFor();
    assert.deepEqual(await said(open), []);
    await open.page.getByRole('button', { name: 'Finish…' }).click();
    await open.page.getByRole('button', { name: 'Finish and Show Names' }).click();
    assert.deepEqual(await said(open), [{ type: 'finishRating' }]);
  });

  it('offers to finish, or to rate what was skipped, once all were in sight', async () => {
    const open = await rate({ pair: undefined, rated: 57, skipped: 3 });
    await open.page.getByText('57 of 60 are rated; the others were skipped.').waitFor();
    await open.page.getByRole('button', { name: 'Rate Skipped (3)' }).click();
    await open.page.getByRole('button', { name: 'Finish and Show Names' }).click();
    assert.deepEqual(await said(open), [{ type: 'rateSkipped' }, { type: 'finishRating' }]);
  });
});
