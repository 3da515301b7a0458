import assert from 'node:assert/strict';
import { forgetAccepted, isSendKey, type KeyPress } from '../../../src/webview/chat/composer/composerText.ts';
import { figuresText, reasoningText } from '../../../src/webview/chat/exchange/figuresText.ts';
import { readKept } from '../../../src/webview/chat/pageState.ts';
import { decodeEntities } from '../../../src/webview/markdown/parse/entities.ts';
import { canColour, readLanguage } from '../../../src/webview/markdown/parse/fence.ts';
import { loadBundle, t } from '../../../src/webview/shared/l10n.ts';

const press = (changes: Partial<KeyPress> = {}): KeyPress => ({
  key: 'Enter',
  keyCode: 13,
  isComposing: false,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...changes,
});

describe('The line of figures', () => {
  const figures = { ttftMs: 420, tokensPerSecond: 61.4, completionTokens: 212, durationMs: 4000 };

  it('names what was measured', () => {
    assert.equal(
      figuresText({ figures, finishReason: 'stop' }),
      '0.42 s to first token · 61 tokens/s · 212 tokens · stop',
    );
  });

  it('marks what is estimated, and a first request', () => {
    assert.equal(
      figuresText({
        figures: { ...figures, isEstimated: true, isFirstRequest: true },
        finishReason: undefined,
      }),
      '0.42 s to first token (first request) · ≈ 61 tokens/s · ≈ 212 tokens',
    );
  });

  it('leaves out what is unknown', () => {
    assert.equal(figuresText({ figures: undefined, finishReason: undefined }), '');
    assert.equal(figuresText({ figures: { durationMs: 9 }, finishReason: 'length' }), 'length');
    assert.equal(
      figuresText({ figures: { durationMs: 9, completionTokens: 1 }, finishReason: undefined }),
      '1 token',
    );
  });

  it('says that the person stopped it, where the service gave no reason', () => {
    const ended = (finishReason: string | undefined) =>
      figuresText({ figures: { durationMs: 9, ttftMs: 420 }, finishReason, state: 'stopped' });
    assert.equal(ended(undefined), '0.42 s to first token · stopped');
    assert.equal(ended('abort'), '0.42 s to first token · abort');
    assert.equal(figuresText({ figures: undefined, finishReason: undefined, state: 'cut' }), '');
  });

  it('is as fine as the number is small', () => {
    const ttft = (ttftMs: number) =>
      figuresText({ figures: { ttftMs, durationMs: 1 }, finishReason: undefined });
    assert.equal(ttft(12_340), '12.3 s to first token');
    assert.equal(ttft(9_999), '10.0 s to first token');
    assert.equal(ttft(123_400), '123 s to first token');
  });

  it('gives the time of the reasoning once it has ended', () => {
    assert.equal(reasoningText(undefined, true), 'Reasoning…');
    assert.equal(reasoningText(undefined, false), 'Reasoning');
    assert.equal(reasoningText(4200, false), 'Reasoning, 4 s');
    assert.equal(reasoningText(300, false), 'Reasoning, under 1 s');
  });
});

describe('The composer’s keys', () => {
  it('send with Enter alone, where that is the setting', () => {
    assert.ok(isSendKey(press(), 'enter'));
    assert.ok(!isSendKey(press({ shiftKey: true }), 'enter'));
    assert.ok(!isSendKey(press({ altKey: true }), 'enter'));
    assert.ok(!isSendKey(press({ key: 'a' }), 'enter'));
  });

  it('send with Ctrl or Cmd and Enter, where that is the setting', () => {
    assert.ok(!isSendKey(press(), 'modEnter'));
    assert.ok(isSendKey(press({ ctrlKey: true }), 'modEnter'));
    assert.ok(isSendKey(press({ metaKey: true }), 'modEnter'));
  });

  it('never send while an input method composes', () => {
    assert.ok(!isSendKey(press({ isComposing: true }), 'enter'));
    assert.ok(!isSendKey(press({ keyCode: 229 }), 'enter'));
    assert.ok(!isSendKey(press({ keyCode: 229, ctrlKey: true }), 'modEnter'));
  });
});

describe('The draft', () => {
  it('forgets what was accepted, and nothing else', () => {
    assert.equal(forgetAccepted('Hello ', 'Hello'), '');
    assert.equal(forgetAccepted('Hello\nand more', 'Hello'), 'and more');
    assert.equal(forgetAccepted('Another', 'Hello'), 'Another');
  });

  it('comes back from what was kept, if that can be read', () => {
    assert.deepEqual(readKept({ conversationId: 'c', draft: 'x', more: 1 }), {
      conversationId: 'c',
      draft: 'x',
    });
    const place = { turn: 'u1', above: -20 };
    assert.deepEqual(readKept({ conversationId: 'c', draft: '', place })?.place, place);
    for (const bad of [
      null,
      'top',
      { turn: 'u1' },
      { turn: 1, above: 0 },
      { turn: 'u1', above: Number.NaN },
    ]) {
      assert.equal(readKept({ conversationId: 'c', draft: '', place: bad })?.place, undefined);
    }
    for (const bad of [
      undefined,
      null,
      'x',
      {},
      { conversationId: 1, draft: 'x' },
      { conversationId: 'c' },
    ]) {
      assert.equal(readKept(bad), undefined);
    }
  });
});

describe('Entities', () => {
  it('become their characters, and unknown ones stay', () => {
    assert.equal(
      decodeEntities('a &lt;b&gt; &amp;amp; &#65;&#x42; &hellip; &unknown; &'),
      'a <b> &amp; AB … &unknown; &',
    );
    assert.equal(decodeEntities('&#0;&#xD800;&#x110000;'), '\ufffd\ufffd\ufffd');
    assert.equal(decodeEntities('&constructor;'), '&constructor;');
  });
});

describe('A code block', () => {
  it('is named by the first word of its fence', () => {
    assert.equal(readLanguage('python title="x"'), 'python');
    assert.equal(readLanguage(' ts{1,3}'), 'ts');
    assert.equal(readLanguage(undefined), '');
  });

  it('is coloured only when it is whole, has a language and is not huge', () => {
    assert.ok(canColour('x', 'ts', true));
    assert.ok(!canColour('x', 'ts', false));
    assert.ok(!canColour('x', '', true));
    assert.ok(!canColour('x'.repeat(60_001), 'ts', true));
  });
});

describe('Texts', () => {
  afterEach(() => loadBundle(undefined));

  it('are English without a bundle, or with one that can’t be read', () => {
    for (const json of [undefined, null, '', '{', '[]', '"x"', '{"Send":1}']) {
      loadBundle(json);
      assert.equal(t('Send'), 'Send');
    }
  });

  it('are translated, with their values in place', () => {
    loadBundle(JSON.stringify({ 'Settings ({0})': '{0} Einstellungen' }));
    assert.equal(t('Settings ({0})', 2), '2 Einstellungen');
    assert.equal(t('{0} of {1}', 2, 3), '2 of 3');
    assert.equal(t('constructor'), 'constructor');
  });
});
