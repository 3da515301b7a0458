import assert from 'node:assert/strict';
import { alert, failed } from './alertStates.ts';
import { richText } from './markdownSample.ts';
import { answer, conversation, frames, own, path, streamingAnswer, turn } from './samples.ts';
import { button, focused, show } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

const busy = failed('a1', alert('Acme is busy.', ['retry']));
const siblings = (index: number) => ({
  index,
  count: 3,
  previous: index > 1 ? `a${index - 1}` : undefined,
  next: index < 3 ? `a${index + 1}` : undefined,
});
const sibling = (index: number) => [
  path('u1', `a${index}`),
  turn(answer(`a${index}`, { text: `Answer ${index}`, siblings: siblings(index) })),
];

describe('The focus in the chat page', () => {
  const browser = useBrowser();

  it('reaches everything usable outside of earlier turns by Tab, in order, and leaves the page after Send', async () => {
    const open = await browser.chat(conversation());
    await button(open, 'Settings (2)').click();
    await button(open, 'More').click();
    const all = await open.page.evaluate(() => {
      const usable = 'button:enabled, input, select, textarea, summary, [tabindex="0"]';
      const last = [...document.querySelectorAll('article')].at(-1);
      const elements = [...document.querySelectorAll<HTMLElement>(usable)].filter(
        (element) => (element.closest('article') ?? last) === last,
      );
      for (const [index, element] of elements.entries()) element.dataset['order'] = String(index);
      elements[0]?.focus();
      return elements.length;
    });
    const visited: (string | undefined)[] = [];
    for (let step = 0; step < all; step += 1) {
      visited.push(await open.page.evaluate(() => (document.activeElement as HTMLElement).dataset['order']));
      await open.page.keyboard.press('Tab');
    }
    assert.deepEqual(
      visited,
      Array.from({ length: all }, (_, index) => String(index)),
    );
    assert.equal(await focused(open), 'nothing');
  });

  it('is visible on each of them', async () => {
    const open = await browser.chat(conversation());
    const plain = await open.page.evaluate(async () => {
      const usable = 'button:enabled, summary, [tabindex="0"]';
      const bare: string[] = [];
      for (const element of document.querySelectorAll<HTMLElement>(usable)) {
        element.focus({ focusVisible: true } as FocusOptions);
        // A button that fills its line has the outline around the line.
        const outlined = [element, element.parentElement].some((one) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(one ?? element);
          return outlineStyle !== 'none' && outlineWidth !== '0px';
        });
        if (!outlined) bare.push(element.outerHTML.slice(0, 80));
      }
      return bare;
    });
    assert.deepEqual(plain, []);
  });

  it('is in the composer after Send and Stop, even by keyboard, and after Stop disappears by itself', async () => {
    const open = await browser.chat(show());
    const message = open.page.getByRole('textbox', { name: 'Message' });
    await message.fill('Hello');
    await button(open, 'Send').press('Enter');
    assert.equal(await focused(open), 'Message');
    const streaming = show({ streaming: 'a1' }, own('u1', 'Hello'), streamingAnswer('a1'));
    await open.say({ type: 'accepted', text: 'Hello' }, streaming);
    await button(open, 'Stop').press('Enter');
    assert.equal(await focused(open), 'Message');
    await button(open, 'Stop').focus();
    await open.say(show({}, own('u1', 'Hello'), answer('a1')));
    assert.equal(await focused(open), 'Message');
  });

  it('moves from Retry to the composer once that has started', async () => {
    const open = await browser.chat(show({}, own('u1', 'Hi'), busy));
    await button(open, 'Retry').press('Enter');
    await open.say(turn(streamingAnswer('a1')), frames({ streaming: 'a1' }));
    assert.equal(await focused(open), 'Message');
  });

  it('moves from Regenerate, even if the messages about the new answer come one by one, in any order', async () => {
    const messages = [path('u1', 'a2'), turn(streamingAnswer('a2')), frames({ streaming: 'a2' })];
    const open = await browser.open('chat');
    for (const order of ['012', '102', '210', '120']) {
      await open.say(show({}, own('u1', 'Hi'), answer('a1')));
      await button(open, 'Regenerate').press('Enter');
      for (const at of order) await open.say(messages[Number(at)] ?? {});
      assert.equal(await focused(open), 'Message', order);
    }
  });

  it('stays on the arrow from answer to answer, and changes to the other arrow at the last one', async () => {
    const open = await browser.chat(
      show({}, own('u1', 'Hi'), answer('a1', { text: 'Answer 1', siblings: siblings(1) })),
    );
    await button(open, 'Next Answer').press('Enter');
    await open.say(...sibling(2));
    assert.equal(await focused(open), 'Next Answer');
    await open.page.keyboard.press('Enter');
    await open.say(...sibling(3));
    assert.equal(await focused(open), 'Previous Answer');
    await open.page.keyboard.press('Enter');
    assert.deepEqual(
      (await open.posted('select')).map(({ turn }) => turn),
      ['a2', 'a3', 'a2'],
    );
  });

  it('moves to the next turn when the turn that had it is deleted', async () => {
    const turns = [own('u1', 'One'), answer('a1'), own('u2', 'Two'), answer('a2')];
    const open = await browser.chat(show({}, ...turns));
    const place = () =>
      open.page.evaluate(() =>
        [...document.querySelectorAll('article')].findIndex((one) => one.contains(document.activeElement)),
      );
    await button(open, 'Copy').nth(1).focus();
    await open.say(path('u1', 'u2', 'a2'));
    assert.deepEqual([await focused(open), await place()], ['You', 1]);
    await button(open, 'Copy').nth(2).focus();
    await open.say(path('u1'));
    assert.deepEqual([await focused(open), await place()], ['Conversation', -1]);
  });

  it('is left where the person put it, whatever arrives', async () => {
    const open = await browser.chat(show({ settings: { temperature: 1 } }, own('u1', 'Hi')));
    await button(open, 'Settings (1)').click();
    const field = open.page.getByLabel('Top P');
    await field.focus();
    await open.say(
      path('u1', 'a1'),
      turn(busy),
      frames({ notice: 'Chat history is off.', settings: { temperature: 1 } }),
    );
    assert.equal(await field.evaluate((element) => element === document.activeElement), true);
    await open.page.getByRole('heading', { name: 'You' }).click();
    await open.say(turn(answer('a1')), frames());
    assert.notEqual(await focused(open), 'Message');
  });

  it('leaves Ctrl+F, Ctrl+A and all other keys of VS Code to VS Code', async () => {
    const open = await browser.chat(
      show({ streaming: 'a1' }, own('u1', 'Hi'), streamingAnswer('a1', { text: richText })),
    );
    const kept = await open.page.evaluate(() => {
      const prevented: string[] = [];
      const targets = document.querySelectorAll<HTMLElement>('textarea, [role=log], button, a, body');
      const keys = ['f', 'a', 'c', 'p', 'w', 'Tab', 'F1', 'F2', 'F3'];
      for (const target of targets) {
        for (const key of keys) {
          for (const modifier of [{ ctrlKey: true }, { metaKey: true }]) {
            const event = new KeyboardEvent('keydown', {
              key,
              bubbles: true,
              cancelable: true,
              ...modifier,
            });
            target.dispatchEvent(event);
            if (event.defaultPrevented) prevented.push(`${target.tagName} ${key}`);
          }
        }
      }
      return prevented;
    });
    assert.deepEqual(kept, []);
    assert.deepEqual((await open.posted()).slice(1), []);
  });
});
