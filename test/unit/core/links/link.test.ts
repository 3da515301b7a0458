import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type LinkProblem, readLink } from '../../../../src/core/links/link.ts';
import { holds } from '../../properties/holds.ts';
import { throughVsCode } from './throughVsCode.ts';

const read = (rest: string) => {
  const { path, query } = throughVsCode(`vscode://hosted-models.hosted-models${rest}`);
  return readLink(path, query);
};

function link(rest: string) {
  const result = read(rest);
  assert.ok(result.ok, rest);
  return result.link;
}

function promptOf(rest: string) {
  const chat = link(rest);
  assert.ok(chat.is === 'chat');
  return chat.prompt;
}

const textOf = (prompt: string) => promptOf(`/chat?model=a&prompt=${prompt}`)?.text;

describe('A link', () => {
  it('to a chat has a model, a prompt and a connection’s host, each of which may be missing', () => {
    assert.deepEqual(link('/chat?model=acme/tone&prompt=Hello%20there&connection=models.acme.example:8443'), {
      is: 'chat',
      model: { name: 'acme/tone', kind: undefined },
      host: 'models.acme.example:8443',
      prompt: { text: 'Hello there', hadHidden: false, hadMore: false },
    });
    for (const rest of [
      '/chat',
      '/chat/',
      '/chat?',
      '/chat?model=&prompt=&connection=',
      '/chat?prompt=%20%0A',
    ])
      assert.deepEqual(link(rest), { is: 'chat', model: undefined, host: undefined, prompt: undefined });
  });

  it('to a model has its name, and its kind if that is needed', () => {
    const model = { name: 'tone', kind: 'baseModel' };
    assert.deepEqual(link('/model?name=tone&kind=baseModel'), { is: 'model', model, host: undefined });
  });

  it('is read the same, whether its values were encoded once or twice', () => {
    const texts = [
      'Tom & Jerry',
      'Ask R&D',
      'if (a && b) x&y=2',
      '100% sure?',
      'What does %20 mean in a URL?',
      'a#b?c=d',
      '日本 👩‍💻',
      'C++',
      '2+2=',
      'x+y=z',
      'R+D',
      'Tom+Jerry',
      'a+b+c',
      '+ or -?',
      'line\nline\tend',
    ];
    for (const text of texts) {
      const once = encodeURIComponent(text);
      assert.equal(textOf(once), text);
      assert.equal(textOf(encodeURIComponent(once)), text);
    }
  });

  it('has a plus for a plus, also where it would be a space in a form', () => {
    const query = new URLSearchParams({ model: 'a', prompt: 'Hello there!\nBye' });
    assert.equal(promptOf(`/chat?${query}`)?.text, 'Hello+there!\nBye');
    assert.equal(textOf(encodeURIComponent('a+b%20c')), 'a+b%20c');
  });

  const pieces = fc.constantFrom(...'+ab=&%#?/ .2F\n'.split(''), '%2B', '%20', '&model=', '語');
  holds(
    'has the whole prompt if that was encoded once, or twice because of an & or %',
    3000,
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = `${parts.join('')}.`;
      const once = encodeURIComponent(text);
      const prompt = promptOf(`/chat?prompt=${/[&%]/u.test(text) ? encodeURIComponent(once) : once}&model=a`);
      assert.deepEqual(prompt, { text, hadHidden: false, hadMore: false });
    }),
  );

  it('ignores parameters that it doesn’t know, and says so if one may have been part of the prompt', () => {
    assert.deepEqual(
      link('/chat?key=k&url=https://evil.example&model=a&apiKey=k&setting=x&connection=h&api_key=k'),
      link('/chat?model=a&connection=h'),
    );
    assert.deepEqual(link('/model?name=a&name2=b&model=c&prompt=d&draft'), link('/model?name=a'));
    const prompt = { text: 'Hi', hadHidden: false };
    assert.deepEqual(promptOf('/chat?key=k&prompt=Hi&model=a'), { ...prompt, hadMore: false });
    assert.deepEqual(promptOf('/chat?model=a&prompt=Hi&key=k'), { ...prompt, hadMore: true });
  });

  it('loses what nobody sees in a prompt, and says so', () => {
    const cases: [prompt: string, text: string][] = [
      ['a\u202eb\u2066c\u200fd', 'abcd'],
      ['a\u0000b\u001b[31mc\u007f\u0085d', 'ab[31mc\nd'],
      ['a\u200bb\u00ad\ufeffc\u2060', 'abc'],
      ['say hi\u{e0069}\u{e0067}\u{e006e}', 'say hi'],
      [`x${'\ufe01\ufe0e\u{e0101}'.repeat(9)}`, 'x\ufe01'],
      ['x\u200d\u200c\u200d\u200cy', 'x\u200dy'],
      ['x\u3164\u115fy', 'xy'],
    ];
    for (const [prompt, text] of cases) {
      assert.deepEqual(promptOf(`/chat?prompt=${encodeURIComponent(prompt)}`), {
        text,
        hadHidden: true,
        hadMore: false,
      });
    }
    assert.deepEqual(readLink('/chat', 'prompt=a\ud800'), readLink('/chat', 'prompt=a\udfff'));
  });

  it('keeps what a prompt needs: line breaks, tabs, emoji, and joiners of scripts', () => {
    for (const text of ['a\n\tb', '❤️‍🔥 🏳️‍🌈 1️⃣ 👩‍💻', 'می‌خواهم', 'שלום', 'क्‍ष']) {
      assert.deepEqual(promptOf(`/chat?prompt=${encodeURIComponent(text)}`)?.text, text);
      assert.equal(promptOf(`/chat?prompt=${encodeURIComponent(text)}`)?.hadHidden, false);
    }
    const broken = { text: 'a\nb\nc\nd', hadHidden: false, hadMore: false };
    assert.deepEqual(promptOf('/chat?prompt=a%0D%0Ab%0Dc%E2%80%A8d'), broken);
  });
});

describe('A link that can’t be opened', () => {
  const long = 'x'.repeat(1001);
  const cases: [what: string, rest: string, problem: LinkProblem][] = [
    ['another path', '/settings?name=a', { is: 'path' }],
    ['no path', '', { is: 'path' }],
    ['a path that only begins like one', '/chat/../model?name=a', { is: 'path' }],
    ['capitals', '/Chat', { is: 'path' }],
    ['no name', '/model?model=a', { is: 'noName' }],
    ['an empty name', '/model?name=', { is: 'noName' }],
    ['two models', '/chat?model=a&model=b', { is: 'repeated', parameter: 'model' }],
    ['the same model twice', '/chat?model=a&model=a', { is: 'repeated', parameter: 'model' }],
    ['two prompts', '/chat?prompt=a&prompt=b', { is: 'repeated', parameter: 'prompt' }],
    [
      'two connections',
      '/model?name=a&connection=a&connection=b',
      { is: 'repeated', parameter: 'connection' },
    ],
    ['a long name', `/model?name=${long}`, { is: 'longValue', parameter: 'name', max: 1000 }],
    ['a long model', `/chat?model=${long}`, { is: 'longValue', parameter: 'model', max: 1000 }],
    [
      'a long connection',
      `/chat?connection=${long}`,
      { is: 'longValue', parameter: 'connection', max: 1000 },
    ],
    [
      'a long prompt',
      `/chat?prompt=${'x'.repeat(20_001)}`,
      { is: 'longValue', parameter: 'prompt', max: 20_000 },
    ],
    ['a very long query', `/chat?other=${'x'.repeat(200_000)}`, { is: 'tooLong' }],
    ['a control character in a name', '/model?name=a%00', { is: 'hidden', parameter: 'name' }],
    ['a line break in a name', '/chat?model=a%0Ab', { is: 'hidden', parameter: 'model' }],
    ['a bidi character in a name', '/chat?model=a%E2%80%AEb', { is: 'hidden', parameter: 'model' }],
    ['one that was encoded twice', '/chat?model=a%25E2%2580%25AEb', { is: 'hidden', parameter: 'model' }],
    [
      'a bidi character in a connection',
      '/chat?connection=%E2%81%A6a',
      { is: 'hidden', parameter: 'connection' },
    ],
    ['half a character', '/model?name=a%E0%A4', { is: 'encoding', parameter: 'name' }],
    ['bytes that are not UTF-8', '/chat?prompt=%FF%FE', { is: 'encoding', parameter: 'prompt' }],
    ['an unknown kind', '/model?name=a&kind=adapter', { is: 'kind' }],
    [
      'a name with an & that was encoded once',
      '/model?name=R%26D-tone&connection=h',
      { is: 'unclearEnd', parameter: 'name' },
    ],
    ['a name with an & that was not encoded', '/model?name=R&D', { is: 'unclearEnd', parameter: 'name' }],
    ['a name that ends with an &', '/model?name=R%26&kind=lora', { is: 'unclearEnd', parameter: 'name' }],
    ['a model with an &', '/chat?model=a%26b=c&prompt=Hi%26bye', { is: 'unclearEnd', parameter: 'model' }],
    [
      'a connection with an &',
      '/chat?model=a&connection=h%26x',
      { is: 'unclearEnd', parameter: 'connection' },
    ],
    ['a kind with an &', '/model?kind=lora%26x&name=a', { is: 'unclearEnd', parameter: 'kind' }],
    ['an empty name before an &', '/chat?model=%26D', { is: 'unclearEnd', parameter: 'model' }],
  ];
  for (const [what, rest, problem] of cases) {
    it(`is refused with its reason: ${what}`, () => assert.deepEqual(read(rest), { ok: false, problem }));
  }

  it('is one beyond the limits, not at them', () => {
    const model = link(`/chat?model=${'m'.repeat(1000)}&prompt=${encodeURIComponent('語'.repeat(20_000))}`);
    assert.ok(model.is === 'chat' && model.model?.name.length === 1000);
    assert.equal(model.prompt?.text.length, 20_000);
    const twice = encodeURIComponent(encodeURIComponent('語'.repeat(20_000)));
    assert.equal(promptOf(`/chat?prompt=${twice}`)?.text.length, 20_000);
  });

  it('is not one whose percent signs are text', () => {
    assert.equal(textOf('100%'), '100%');
    assert.equal(textOf('%zz%2'), '%zz%2');
  });
});
