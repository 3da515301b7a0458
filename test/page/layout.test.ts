import assert from 'node:assert/strict';
import { longName } from './pageState.ts';
import { answer, modelWith, own, path, turn } from './samples.ts';
import { pageStates } from './states.ts';
import { long, show } from './turnTools.ts';
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
});

describe('A chat in a window of 1280 × 800 at 200 %', () => {
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
