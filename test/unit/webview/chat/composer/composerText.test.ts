import assert from 'node:assert/strict';
import {
  fillWith,
  forgetAccepted,
  isSendKey,
  type KeyPress,
  signAt,
} from '../../../../../src/webview/chat/composer/composerText.ts';

const press = (changes: Partial<KeyPress>): KeyPress => ({
  ...{ key: 'Enter', keyCode: 13, isComposing: false },
  ...{ shiftKey: false, ctrlKey: false, metaKey: false, altKey: false },
  ...changes,
});

describe('The composer’s keys', () => {
  const cases: [isSent: boolean, setting: 'enter' | 'modEnter', keys: Partial<KeyPress>][] = [
    [true, 'enter', {}],
    [false, 'enter', { shiftKey: true }],
    [false, 'enter', { altKey: true }],
    [false, 'enter', { key: 'a' }],
    [false, 'modEnter', {}],
    [true, 'modEnter', { ctrlKey: true }],
    [true, 'modEnter', { metaKey: true }],
    // While an input method composes.
    [false, 'enter', { isComposing: true }],
    [false, 'enter', { keyCode: 229 }],
    [false, 'modEnter', { keyCode: 229, ctrlKey: true }],
  ];
  for (const [isSent, setting, keys] of cases)
    it(`${isSent ? 'send' : 'do not send'} with Enter and ${JSON.stringify(keys)}, if the setting is ${setting}`, () =>
      assert.equal(isSendKey(press(keys), setting), isSent));
});

describe('The draft', () => {
  it('forgets what was accepted, and nothing else', () => {
    assert.equal(forgetAccepted('Hello ', 'Hello'), '');
    assert.equal(forgetAccepted('Hello\nand more', 'Hello'), 'and more');
    assert.equal(forgetAccepted('Another', 'Hello'), 'Another');
  });

  it('is filled without a loss, and once if the text comes twice', () => {
    assert.equal(fillWith('', 'From a link'), 'From a link');
    assert.equal(fillWith('From a link', 'From a link'), 'From a link');
    assert.equal(fillWith('From a link, and more', 'From a link'), 'From a link, and more');
    assert.equal(fillWith('My own', 'From a link'), 'From a link\n\nMy own');
    assert.equal(fillWith(' ', 'From a link'), 'From a link');
  });
});

describe('The sign that asks for an attachment', () => {
  const at = (text: string, caret = text.length) => signAt(text, caret);

  it('is a # or @ at the start or after white space, with the word up to the caret', () => {
    assert.deepEqual(at('#'), { start: 0, query: '' });
    assert.deepEqual(at('See @docs/re'), { start: 4, query: 'docs/re' });
    assert.deepEqual(at('one\n#two three', 8), { start: 4, query: 'two' });
    assert.deepEqual(at(`${'long '.repeat(100)}#x`), { start: 500, query: 'x' });
  });

  it('is nothing in a word, in an address, before a word, with a number, or far away', () => {
    for (const text of ['C#', 'ada@acme.example', '', 'word', '# Title', '#1', '@42', `#${'x'.repeat(101)}`])
      assert.equal(at(text), undefined, text);
    assert.equal(at('#word', 1), undefined);
  });
});
