import assert from 'node:assert/strict';
import { answerIn, base, compared, lora } from './columnSamples.ts';
import { columnStates, fourColumns } from './columnStates.ts';
import { assertCutToFit } from './cutNames.ts';
import { longName } from './pageState.ts';
import { answer, modelWith, own, path, turn } from './samples.ts';
import { pageStates } from './states.ts';
import { button, long, show } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

describe('The column of a chat', () => {
  const browser = useBrowser();

  for (const width of [1400, 600, 300]) {
    it(`stays where it is when the scrollbar comes, in line with the composer, at ${width} px`, async () => {
      const open = await browser.open('chat', { width });
      const edges = (selector: string) =>
        open.page.locator(selector).evaluate((element) => {
          const { left, right } = element.getBoundingClientRect();
          return { left, right };
        });
      await open.say(show({}, own('u1', 'Hi')));
      const before = await edges('.turns');
      await open.say(turn(answer('a1', { text: long })), path('u1', 'a1'));
      const { offsetWidth, clientWidth } = await open.page.getByRole('log').evaluate((log) => ({
        offsetWidth: (log as HTMLElement).offsetWidth,
        clientWidth: log.clientWidth,
      }));
      assert.ok(offsetWidth - clientWidth >= 8, 'The scrollbar takes space.');
      assert.deepEqual(await edges('.turns'), before);
      assert.deepEqual(await edges('.composer'), before);
    });
  }
});

describe('The header of a chat', () => {
  const browser = useBrowser();

  for (const width of [400, 300]) {
    it(`is one row at ${width} px, and names all of its buttons`, async () => {
      const open = await browser.open('chat', { width });
      const model = modelWith({ name: longName, connection: 'Acme production, Frankfurt' });
      await open.say(show({ model, settings: { temperature: 0, seed: 1 } }));
      const header = open.page.locator('.top-row');
      const middles = await header
        .getByRole('button')
        .or(header.getByRole('combobox'))
        .evaluateAll((buttons) =>
          buttons.map((button) => {
            const { top, bottom } = button.getBoundingClientRect();
            return Math.round((top + bottom) / 2);
          }),
        );
      assert.equal(new Set(middles).size, 1);
      assert.equal(await header.getByRole('combobox', { name: 'Model' }).isVisible(), true);
      for (const name of ['Settings (2)', 'Export'])
        assert.equal(await header.getByRole('button', { name, exact: true }).isVisible(), true, name);
    });
  }

  it('leaves room at 300 px for the model’s name and, in the settings, for the preset’s', async () => {
    const open = await browser.open('chat', { width: 300 });
    const model = modelWith({ name: 'mistralai/Mixtral-8x7B-Instruct-v0.1' });
    const presets = { names: ['Calm agent, short'], current: 'Calm agent, short', problem: undefined };
    await open.say(show({ model, presets, settings: { temperature: 0, seed: 1 } }));
    assert.match((await open.page.locator('.name').innerText()) ?? '', /mistral.*…truct-v0\.1$/su);
    await button(open, 'Settings (2)').click();
    const preset = await open.page.getByLabel('Preset', { exact: true }).boundingBox();
    assert.ok((preset?.width ?? 0) >= 130, `${preset?.width} px`);
  });
});

describe('A chat in a window of 1280 × 800 at 200%', () => {
  const browser = useBrowser();
  const names = [
    ...['chat-conversation', 'chat-filled', 'chat-queued', 'chat-attachments', 'chat-open-elsewhere'],
    ...['columns-judged', 'columns-four', 'columns-queued'],
  ];

  for (const state of pageStates.filter(({ name }) => names.includes(name))) {
    it(`has half of its height for the transcript, and its last button in sight: ${state.name}`, async () => {
      const open = await browser.open('chat', { width: 640, height: 400 }, ...state.messages);
      await state.act?.(open);
      // Alone, and below VS Code's title and tabs.
      for (const height of [400, 310]) {
        await open.page.setViewportSize({ width: 640, height });
        await open.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
        const room = await open.page.evaluate(() => {
          const all = (selector: string) => [...document.querySelectorAll(selector)];
          const [log = 0, heads = 0] = ['[role=log]', '.heads'].map(
            (one) => all(one)[0]?.getBoundingClientRect().height ?? 0,
          );
          const bottom = all('.composer-foot .button').at(-1)?.getBoundingClientRect().bottom ?? 0;
          // No scrollbar makes the heads narrower than their columns.
          const isNarrower = all('.heads').some(
            (one) => one.clientWidth < one.getBoundingClientRect().width - 1,
          );
          return { read: log - heads, bottom, isNarrower };
        });
        assert.ok(room.read >= height / 2 && room.bottom > 0 && room.bottom <= height, JSON.stringify(room));
        assert.equal(room.isNarrower, false);
      }
    });
  }
});

describe('An answer that begins with a heading', () => {
  const browser = useBrowser();

  it('has room between that and the model’s name', async () => {
    const open = await browser.chat(
      show({}, own('u1', 'Hi'), answer('a1', { text: '# Refunds\n\nThey take a week.' })),
    );
    const gap = await open.page.evaluate(() => {
      const [name, heading] = ['.turn-head h2', '.markdown h3'].map((one) =>
        document.querySelector(one)?.getBoundingClientRect(),
      );
      return (heading?.top ?? 0) - (name?.bottom ?? 0);
    });
    assert.ok(gap >= 8, `${gap} px`);
  });
});

describe('The columns of a chat in their window', () => {
  const browser = useBrowser();
  const open = (messages: readonly object[], size: { width: number; height?: number } = { width: 1000 }) =>
    browser.open('chat', size, ...messages);

  it('have heads that stay in sight, while the row above them scrolls away', async () => {
    const text = 'A line of an answer.\n\n'.repeat(60);
    const opened = await open([
      compared({}, [answerIn('a1', base, { text }), answerIn('a2', lora, { text })]),
    ]);
    const top = (selector: string) =>
      opened.page.locator(selector).evaluate((one) => one.getBoundingClientRect().top);
    assert.equal(await top('.heads'), 0);
    assert.ok((await top('.top-row')) < -20);
  });

  it('lose the middle of a long name, never its end, without a hole before or after the dots', async () => {
    const opened = await open([fourColumns]);
    for (const width of [1100, 700, 300]) {
      await opened.page.setViewportSize({ width, height: 700 });
      await opened.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
      const names = await assertCutToFit(opened.page, `at ${width} px`);
      assert.ok(names.length >= 9, String(width));
      assert.ok(names.some(({ isCut }) => isCut));
    }
  });

  it('are never taller or wider than their window', async () => {
    const opened = await open([]);
    for (const width of [300, 1000]) {
      await opened.page.setViewportSize({ width, height: 400 });
      for (const { name, messages } of columnStates) {
        await opened.say(...messages);
        const room = await opened.page.evaluate(() => {
          const { scrollHeight, scrollWidth } = document.documentElement;
          return [scrollHeight - innerHeight, scrollWidth - innerWidth];
        });
        assert.deepEqual(room, [0, 0], `${name} at ${width} px`);
      }
    }
  });

  it('leave half of a page of 300 × 500 px to what is read, even with four of them', async () => {
    const opened = await open([fourColumns], { width: 300, height: 500 });
    const log = opened.page.getByRole('log');
    for (const tab of await opened.page.getByRole('tab').all()) {
      await tab.click();
      const pinned = await opened.page.locator('.heads').evaluate((heads) => heads.clientHeight);
      const height = (await log.evaluate(({ clientHeight }) => clientHeight)) - pinned;
      assert.ok(height >= 250, `${height} px`);
    }
  });
});
