import assert from 'node:assert/strict';
import fc from 'fast-check';
import { marked } from 'marked';
import { attachmentBlock, messageText } from '../../../../src/core/attachments/attachmentContent.ts';
import { picture, reply } from './attachmentFixtures.ts';

describe('An attached file in a message', () => {
  it('is a fenced block below its path and lines', () => {
    assert.equal(
      attachmentBlock(reply),
      '`docs/reply.md 10–42`\n```markdown\nDear customer,\nwe are sorry.\n```',
    );
  });

  it('gives one line a single number, and a whole file only its path', () => {
    assert.match(attachmentBlock({ ...reply, lines: { start: 7, end: 7 } }), /^`docs\/reply\.md 7`\n/u);
    const { lines: _lines, ...whole } = reply;
    assert.match(attachmentBlock(whole), /^`docs\/reply\.md`\n/u);
  });

  it('has a fence longer than any run of backticks in the file', () => {
    const text = 'Say:\n```ts\na();\n```\nor `````five\n';
    assert.equal(attachmentBlock({ name: 'a.md', text }), `\`a.md\`\n\`\`\`\`\`\`\n${text}\`\`\`\`\`\``);
  });

  it('states its language as is common for fences', () => {
    const fence = (language: string) => attachmentBlock({ name: 'a', language, text: 'x' }).split('\n').at(1);
    assert.equal(fence('python'), '```python');
    assert.equal(fence('typescriptreact'), '```tsx');
    assert.equal(fence('shellscript'), '```bash');
    assert.equal(fence('plaintext'), '```');
    assert.equal(fence('constructor'), '```constructor');
  });

  it('ends where the file ends, whatever the file and its name contain', () => {
    const mark = fc.constantFrom(
      '`',
      '``',
      '```',
      '~~~',
      '\n',
      '\n```\n',
      'a',
      ' ',
      '    ',
      '> ',
      '- ',
      '\\',
    );
    const text = fc.array(mark, { maxLength: 30 }).map((parts) => parts.join(''));
    const name = fc.array(fc.constantFrom('`', '``', 'a', '_', '*', '.'), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(text, name, (content, parts) => {
        const block = attachmentBlock({ name: parts.join(''), text: content });
        const tokens = marked.lexer(block);
        assert.deepEqual(
          tokens.map(({ type }) => type),
          ['paragraph', 'code'],
        );
        const [caption, code] = tokens;
        assert.ok(caption?.type === 'paragraph' && code?.type === 'code');
        const said = caption.tokens?.map((token) => [token.type, 'text' in token && token.text]);
        assert.deepEqual(said, [['codespan', parts.join('')]]);
        // The lexer treats a blank line at the end in its own way.
        assert.equal(code.text.replace(/\n$/u, ''), content.replace(/\n$/u, ''));
      }),
    );
  });

  it('comes after what the person wrote, in the order of attaching', () => {
    const attachments = [reply, picture, { name: 'b.txt', text: 'b' }];
    const text = messageText({ text: 'Rewrite this reply.', attachments });
    assert.ok(text.startsWith('Rewrite this reply.\n\n`docs/reply.md 10–42`\n'));
    assert.ok(text.endsWith('\n```\n\n`b.txt`\n```\nb\n```'));
    assert.ok(!text.includes('screen.png'));
  });

  it('is the whole message if nothing was written', () => {
    assert.equal(messageText({ text: ' \n', attachments: [reply] }), attachmentBlock(reply));
    assert.equal(messageText({ text: 'Hi' }), 'Hi');
  });
});
