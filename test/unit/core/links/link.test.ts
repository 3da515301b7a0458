import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readLink, writeLink } from '../../../../src/core/links/link.ts';
import { shownName } from '../../../../src/core/shownName.ts';
import { holds } from '../../properties/holds.ts';

/** What a link's handler gets of it: VS Code splits a link and decodes each part once, as far as that is possible (`URI.parse`). */
function throughVsCode(link: string): { path: string; query: string } {
  const [, path = '', query = ''] = /^[^:]+:\/\/[^/?#]*([^?#]*)(?:\?([^#]*))?/u.exec(link) ?? [];
  return { path: decoded(path), query: decoded(query) };
}

function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-z]{2})+/giu, gracefully);
}

function gracefully(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.length > 3 ? text.slice(0, 3) + gracefully(text.slice(3)) : text;
  }
}

const host = 'models.acme.example:8443';

const read = (rest: string) => {
  const { path, query } = throughVsCode(`vscode://hosted-models.hosted-models${rest}`);
  return readLink(path, query);
};

function readBack(link: string | undefined) {
  const { path, query } = throughVsCode(link ?? '');
  return readLink(path, query);
}

const chat = '/chat?name=tone&connection=h&kind=lora';

function promptOf(prompt: string) {
  const link = read(`${chat}&prompt=${prompt}`);
  return link?.path === '/chat' ? link.prompt : undefined;
}

const names = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(...'%&=+#?/:;2F5a &name=kind%25%26'.split(''), '%2F', '&kind=lora', '👩‍💻', '語'),
      { minLength: 1, maxLength: 20 },
    )
    .map((parts) => parts.join('')),
);

describe('A copied link', () => {
  it('is short and readable for usual names', () => {
    const start = 'vscode://hosted-models.hosted-models/model';
    assert.equal(
      writeLink('vscode', { name: 'acme/support-tone:v7', kind: 'lora' }, host),
      `${start}?name=acme/support-tone:v7&connection=models.acme.example:8443&kind=lora`,
    );
    assert.equal(
      writeLink('vscode-insiders', { name: '[a b](c)', kind: 'baseModel' }, '[::1]:80'),
      'vscode-insiders://hosted-models.hosted-models/model?name=%5Ba%20b%5D%28c%29&connection=%5B::1%5D:80&kind=baseModel',
    );
  });

  it('is not made for a name that could look like another one', () => {
    for (const name of ['', 'a\nb', 'a\u202eb', 'a\ud800', 'a\u200bb', ' a', 'x'.repeat(1001)])
      assert.equal(writeLink('vscode', { name, kind: 'lora' }, host), undefined);
  });

  holds(
    'leads back to its model for any name, or is not made',
    3000,
    fc.property(names, fc.constantFrom('lora', 'baseModel'), (name, kind) => {
      const link = writeLink('vscode', { name, kind }, host);
      if (link === undefined) assert.notEqual(shownName(name), name);
      else {
        assert.match(link, /^[!-~]+$/u);
        assert.deepEqual(readBack(link), { path: '/model', name, kind, connection: host });
      }
    }),
  );
});

describe('A link', () => {
  it('leads to a chat in place of the details, with a prompt if there is one', () => {
    const link = { path: '/chat', name: 'tone', kind: 'lora', connection: 'h' };
    assert.deepEqual(read(chat), link);
    assert.deepEqual(read(`${chat}&prompt=Hello%20there`), { ...link, prompt: 'Hello there' });
    assert.deepEqual(read('/chat?prompt=Hi&kind=lora&connection=h&name=tone'), { ...link, prompt: 'Hi' });
  });

  const pieces = fc.constantFrom(...'+ab=&%#?/ .2F\n'.split(''), '%2B', '%20', '&name=', '語');
  holds(
    'has the whole prompt if that was encoded once, or twice because of an & or %',
    3000,
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = `${parts.join('')}.`;
      const once = encodeURIComponent(text);
      assert.equal(promptOf(/[&%]/u.test(text) ? encodeURIComponent(once) : once), text);
      assert.equal(promptOf(encodeURIComponent(once)), text);
    }),
  );

  it('has a plus for a plus, also where it would be a space in a form', () => {
    assert.equal(promptOf('2+2='), '2+2=');
    assert.equal(promptOf(encodeURIComponent(encodeURIComponent('a+b%20c'))), 'a+b%20c');
  });

  it('loses what nobody sees in a prompt', () => {
    const cases: [prompt: string, text: string][] = [
      ['a\u202eb\u2066c\u200fd', 'abcd'],
      ['a\u0000b\u001b[31mc\u007f\u0085d', 'ab[31mc\nd'],
      ['a\u200bb\u00ad\ufeffc\u2060', 'abc'],
      ['say hi\u{e0069}\u{e0067}\u{e006e}', 'say hi'],
      [`x${'\ufe01\ufe0e\u{e0101}'.repeat(9)}`, 'x\ufe01'],
      ['x\u200d\u200c\u200d\u200cy', 'x\u200dy'],
      ['x\u3164\u115fy', 'xy'],
    ];
    for (const [prompt, text] of cases) assert.equal(promptOf(encodeURIComponent(prompt)), text);
  });

  it('keeps what a prompt needs: line breaks, tabs, emoji, and joiners of scripts', () => {
    for (const text of ['a\n\tb', '❤️‍🔥 🏳️‍🌈 1️⃣ 👩‍💻', 'می‌خواهم', 'שלום', 'क्‍ष'])
      assert.equal(promptOf(encodeURIComponent(text)), text);
    assert.equal(promptOf('a%0D%0Ab%0Dc%E2%80%A8d'), 'a\nb\nc\nd');
  });

  it('has limits that it may reach', () => {
    const name = 'm'.repeat(1000);
    assert.equal(read(`/model?name=${name}&connection=h&kind=lora`)?.name, name);
    const long = encodeURIComponent('語'.repeat(20_000));
    assert.equal(promptOf(long)?.length, 20_000);
    assert.equal(promptOf(encodeURIComponent(long))?.length, 20_000);
  });
});

describe('A link that can’t be opened', () => {
  const rest = 'connection=h&kind=lora';
  const cases: [what: string, rest: string][] = [
    ['another path', `/settings?name=a&${rest}`],
    ['no path', ''],
    ['a path that only begins like one', `/chat/../model?name=a&${rest}`],
    ['capitals', `/Chat?name=a&${rest}`],
    ['no query', '/chat'],
    ['no name', `/model?${rest}`],
    ['an empty name', `/model?name=&${rest}`],
    ['no connection', '/model?name=a&kind=lora'],
    ['no kind', '/model?name=a&connection=h'],
    ['an unknown kind', '/model?name=a&connection=h&kind=adapter'],
    ['the same name twice', `/chat?name=a&name=a&${rest}`],
    ['two connections', `/model?name=a&connection=i&${rest}`],
    ['another path in its query', `/model?name=a&${rest}&path=/chat`],
    ['a prompt for the details', `/model?name=a&${rest}&prompt=Hi`],
    ['anything unknown', `/chat?name=a&${rest}&prompt=Hi&key=k`],
    ['a name without a value', `/chat?name=a&${rest}&draft`],
    ['a long name', `/model?name=${'x'.repeat(1001)}&${rest}`],
    ['a long connection', `/model?name=a&kind=lora&connection=${'x'.repeat(1001)}`],
    ['a long prompt', `${chat}&prompt=${'x'.repeat(20_001)}`],
    ['a control character in a name', `/model?name=a%00&${rest}`],
    ['a line break in a name', `/chat?name=a%0Ab&${rest}`],
    ['a bidi character in a name', `/chat?name=a%E2%80%AEb&${rest}`],
    ['one that was encoded twice', `/chat?name=a%25E2%2580%25AEb&${rest}`],
    ['half a character', `/model?name=a%E0%A4&${rest}`],
    ['bytes that are not UTF-8', `${chat}&prompt=%FF%FE`],
    ['a name with an & that was encoded once', `/model?name=R%26D-tone&${rest}`],
    ['a name with a % that was encoded once', `/model?name=50%25&${rest}`],
    ['a prompt with an & that was encoded once', `${chat}&prompt=${encodeURIComponent('Tom & Jerry')}`],
    ['a prompt with a % that was encoded once', `${chat}&prompt=${encodeURIComponent('Is x%20y right?')}`],
  ];
  for (const [what, link] of cases) {
    it(`is one with ${what}`, () => assert.equal(read(link), undefined));
  }

  holds(
    'never ends in an error, whatever it says',
    2000,
    fc.property(fc.constantFrom('/chat', '/model'), fc.string({ unit: 'binary' }), (path, text) => {
      for (const query of [text, `name=${text}&${rest}`, `name=a&${rest}&prompt=${text}`])
        readLink(path, query);
    }),
  );
});
