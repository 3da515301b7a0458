import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readLink } from '../../../../src/core/links/link.ts';
import { isPlainName } from '../../../../src/core/links/plainText.ts';
import { writeLink } from '../../../../src/core/links/writeLink.ts';
import { holds } from '../../properties/holds.ts';
import { throughVsCode } from './throughVsCode.ts';

const host = 'models.acme.example:8443';

function readBack(link: string | undefined) {
  const { path, query } = throughVsCode(link ?? '');
  return readLink(path, query);
}

const names = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(...'%&=+#?/:;2F5a &name=kind%25%26'.split(''), '%2F', '&kind=lora', '👩‍💻', '語'),
      {
        minLength: 1,
        maxLength: 20,
      },
    )
    .map((parts) => parts.join('')),
);

describe('A copied link', () => {
  it('is short and readable for usual names', () => {
    const start = 'vscode://hosted-models.hosted-models/model';
    const model = { name: 'acme/support-tone:v7', kind: undefined };
    assert.equal(
      writeLink('vscode', model, host),
      `${start}?name=acme/support-tone:v7&connection=models.acme.example:8443`,
    );
    assert.equal(
      writeLink('vscode-insiders', { name: '[a b](c)', kind: 'lora' }, '[::1]:80'),
      'vscode-insiders://hosted-models.hosted-models/model?name=%5Ba%20b%5D%28c%29&connection=%5B::1%5D:80&kind=lora',
    );
  });

  it('leads back to its model, whatever the name', () => {
    for (const name of [
      'a b',
      'a%20b',
      '100%',
      '50%25',
      'a+b',
      'a&b',
      'a&kind=lora',
      'R&D%26',
      '"quoted" \'name\'',
      '👩‍💻 emoji',
      '語/日本',
      'a#b?c=d',
      '..',
      '%E0%A4%A',
      ' spaces ',
    ]) {
      const model = { name, kind: 'baseModel' } as const;
      const read = readBack(writeLink('vscode', model, host));
      assert.deepEqual(read, { ok: true, link: { is: 'model', model, host } }, name);
    }
  });

  it('is not made for a name that no link may have', () => {
    for (const name of ['', 'a\nb', 'a\u202eb', 'a\ud800', 'x'.repeat(1001)])
      assert.equal(writeLink('vscode', { name, kind: undefined }, host), undefined);
  });

  holds(
    'leads back to its model for any name, or is not made',
    3000,
    fc.property(names, fc.constantFrom(undefined, 'lora', 'baseModel'), (name, kind) => {
      const link = writeLink('vscode', { name, kind }, host);
      if (link === undefined) assert.ok(!isPlainName(name));
      else {
        assert.match(link, /^[!-~]+$/u);
        assert.deepEqual(readBack(link), { ok: true, link: { is: 'model', model: { name, kind }, host } });
      }
    }),
  );

  holds(
    'is all that any text is read as: a link, or a reason to refuse it, never an error',
    2000,
    fc.property(fc.constantFrom('/chat', '/model'), fc.string({ unit: 'binary' }), (path, text) => {
      for (const query of [text, `name=${text}`, `prompt=${text}&model=${text}`]) readLink(path, query);
    }),
  );
});
