import assert from 'node:assert/strict';
import {
  estimateMessage,
  estimateRequest,
  estimateText,
  hasImages,
} from '../../../../src/core/languageModels/tokenEstimate.ts';

const picture = { type: 'image', url: 'data:image/png;base64,AAAA' } as const;
const text = (words: string) => ({ type: 'text', text: words }) as const;

describe('The estimate of tokens', () => {
  it('is one for four letters of English, and more for other scripts', () => {
    assert.equal(estimateText(''), 0);
    assert.equal(estimateText('a'.repeat(400)), 100);
    assert.ok(estimateText('語'.repeat(400)) > 200);
  });

  it('counts all of a message that is sent', () => {
    const bare = estimateMessage({ role: 'user', content: '' });
    assert.ok(bare > 0);
    const called = estimateMessage({
      role: 'assistant',
      content: 'a'.repeat(40),
      reasoning: 'b'.repeat(80),
      toolCalls: [{ id: 'c', name: 'name', arguments: '{"a":12}' }],
    });
    assert.equal(called, bare + 10 + 20 + 3);
    const parts = [text('a'.repeat(40)), text('b'.repeat(40))];
    assert.equal(estimateMessage({ role: 'user', content: parts }), bare + 20);
  });

  it('counts a picture alike, however large its data', () => {
    const small = estimateMessage({ role: 'user', content: [picture] });
    const large = { ...picture, url: `data:image/png;base64,${'A'.repeat(1_000_000)}` };
    assert.ok(small > 100);
    assert.equal(estimateMessage({ role: 'user', content: [large] }), small);
  });

  it('counts the tools of a request', () => {
    const messages = [{ role: 'user' as const, content: 'Hello' }];
    const without = estimateRequest({ messages });
    assert.equal(estimateRequest({ messages, tools: [] }), without);
    const tools = [{ name: 'read', description: 'd'.repeat(400) }];
    assert.ok(estimateRequest({ messages, tools }) > without + 100);
  });

  it('knows whether there are pictures, whose tokens services count differently', () => {
    assert.equal(hasImages({ messages: [{ role: 'user', content: 'Hello' }] }), false);
    assert.equal(hasImages({ messages: [{ role: 'user', content: [text('Hello')] }] }), false);
    assert.equal(hasImages({ messages: [{ role: 'user', content: [text('Look'), picture] }] }), true);
  });
});
