import assert from 'node:assert/strict';
import { withFencesClosed } from '../../../../src/ui/chats/transfer/chatMarkdown.ts';
import { cpuTimeOf } from '../../cpuTime.ts';

describe('A code block left open', () => {
  it('is closed by the marks that opened it', () => {
    assert.equal(withFencesClosed('a\n````js\nb'), 'a\n````js\nb\n````');
    assert.equal(withFencesClosed('~~~\n```\nb\n'), '~~~\n```\nb\n~~~');
    assert.equal(withFencesClosed('a\r\n```js\r\nb\r\n'), 'a\r\n```js\r\nb\r\n```');
    for (const closed of ['a', '```\nb\n````  ', '```\r\nb\r\n```\r\n', '``` `b', '``\nb'])
      assert.equal(withFencesClosed(closed), closed);
  });

  it('is found in linear time', () => {
    for (const end of ['', '\u2028', '\r', '`']) {
      const ms = cpuTimeOf(() =>
        withFencesClosed('`~'.replace(/./gu, (mark) => `${mark.repeat(200_000)}${end}\n`)),
      );
      assert.ok(ms < 1500, `${JSON.stringify(end)}: ${ms} ms`);
    }
  });
});
