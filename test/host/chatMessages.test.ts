import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isSafeLink, openWebLink } from '../../src/ui/chats/actions/openLink.ts';
import { ChatFeed } from '../../src/ui/chats/page/chatFeed.ts';
import { usePerson } from './support/person.ts';
import { within } from './support/waiting.ts';

describe('A message to a chat’s page', () => {
  const posted: Parameters<ConstructorParameters<typeof ChatFeed>[0]>[0][] = [];
  let arrived = Promise.withResolvers<void>();
  let feed: ChatFeed;
  const seen = () => posted.map((message) => [message.seq, message.type]);

  beforeEach(() => {
    posted.length = 0;
    arrived = Promise.withResolvers();
    feed = new ChatFeed((message) => {
      posted.push(message);
      arrived.resolve();
    });
    feed.open();
  });
  afterEach(() => feed.close());

  it('is numbered without a gap, even if text was joined before it', () => {
    feed.send({ type: 'accepted', text: 'a' });
    for (const text of 'bcd') feed.append('t1', text, '');
    feed.send({ type: 'rows', rows: [] });
    feed.append('t1', '', 'why');
    feed.flush();
    assert.deepEqual(seen(), [
      [1, 'accepted'],
      [2, 'append'],
      [3, 'rows'],
      [4, 'append'],
    ]);
  });

  it('joins pieces of text that come in quick succession, and is then sent by itself', async () => {
    for (let index = 0; index < 500; index++) feed.append('t1', `${index} `, index % 2 ? 'r' : '');
    assert.deepEqual(posted, []);
    await within(arrived.promise, 'the batch is sent');
    const text = Array.from({ length: 500 }, (_, index) => `${index} `).join('');
    assert.deepEqual(posted, [{ type: 'append', seq: 1, turn: 't1', text, reasoning: 'r'.repeat(250) }]);
  });

  it('never mixes two turns, and joins what came for each', () => {
    feed.append('t1', 'one', '');
    feed.append('t2', 'two', '');
    feed.append('t1', 'three', '');
    feed.flush();
    const appended = posted.map((message) => message.type === 'append' && [message.turn, message.text]);
    assert.deepEqual(appended, [
      ['t1', 'onethree'],
      ['t2', 'two'],
    ]);
  });

  it('is dropped if a snapshot contains it already, and the numbers go on', () => {
    feed.append('t1', 'in the snapshot', '');
    feed.drop();
    feed.flush();
    feed.send({ type: 'accepted', text: '' });
    assert.deepEqual(seen(), [[1, 'accepted']]);
  });

  it('is not sent while there is no page, and the numbers go on for the next one', () => {
    feed.send({ type: 'accepted', text: 'a' });
    feed.append('t1', 'in the next snapshot', '');
    feed.close();
    feed.append('t1', 'too', '');
    feed.flush();
    feed.send({ type: 'accepted', text: 'b' });
    feed.open();
    feed.send({ type: 'rows', rows: [] });
    assert.deepEqual(seen(), [
      [1, 'accepted'],
      [2, 'rows'],
    ]);
  });
});

describe('A link in an answer', () => {
  const safe = [
    'https://acme.example',
    'https://acme.example:8443/a?b=c#d',
    'HTTPS://ACME.EXAMPLE/',
    'http://localhost:3000/',
    'http://127.0.0.1:8080/x',
    'http://[::1]:8080/',
    'mailto:ada@acme.example',
  ];
  const unsafe = [
    '',
    'acme.example',
    '//acme.example',
    '/etc/passwd',
    'http://acme.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://127.0.0.1@evil.example',
    'https://acme.example@evil.example',
    'https://acme.example:443@evil.example',
    'https://:secret@evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'command:hostedModels.deleteLora',
    'command:workbench.action.terminal.new',
    'vscode:extension/evil.evil',
    'vscode-insiders://evil.evil/path',
    'vscode-remote://ssh-remote+evil/x',
    'file:///etc/passwd',
    'file://evil.example/share',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://acme.example/1',
    'ftp://acme.example',
    'ssh://evil.example',
    'ms-msdt:/id',
    'https://',
    'https://exa mple.example',
  ];

  it('is safe if it is encrypted, on this machine, or a mail address', () => {
    for (const href of safe) assert.equal(isSafeLink(href), true, href);
  });

  it('is unsafe in every other case', () => {
    for (const href of unsafe) assert.equal(isSafeLink(href), false, href);
  });

  describe('that is clicked', () => {
    const person = usePerson();
    const { openExternal } = vscode.env;
    const opened: string[] = [];
    before(() => {
      // VS Code lets tests change `env`.
      Object.assign(vscode.env, {
        openExternal: async (uri: vscode.Uri) => {
          opened.push(uri.toString());
          return true;
        },
      });
    });
    after(() => Object.assign(vscode.env, { openExternal }));
    beforeEach(() => opened.splice(0));

    it('is passed to VS Code only if it is safe', async () => {
      person({ button: 'Open Link' });
      for (const href of [...safe, ...unsafe]) await openWebLink(href);
      assert.equal(opened.length, safe.length);
    });

    for (const [href, address] of [
      ['http://localhost:1234/x?a=1#b', 'http://localhost:1234/x?a=1#b'],
      ['https://LOCALHOST.:1234/', 'https://localhost.:1234/'],
      ['https://evil.localhost/', 'https://evil.localhost/'],
      ['http://127.0.0.9:1234/', 'http://127.0.0.9:1234/'],
      ['http://0x7f.1/', 'http://127.0.0.1/'],
      ['http://2130706433:80/', 'http://127.0.0.1/'],
      ['http://\uff11\uff12\uff17.1/', 'http://127.0.0.1/'],
      ['http://[0:0::1]:9/', 'http://[::1]:9/'],
      ['https://0:9/', 'https://0.0.0.0:9/'],
      ['https://[::ffff:127.0.0.1]/', 'https://[::ffff:7f00:1]/'],
      ['https://acme.example/?a=b&u=http://127.1:22/', 'https://acme.example/?a=b&u=http://127.1:22/'],
      ['http://localhost/\u202e\u0007\nx y', 'http://localhost/%E2%80%AE%07x%20y'],
      ['mailto:ada@acme.example?body=\u202ex', 'mailto:ada@acme.example?body=%E2%80%AEx'],
    ] as const) {
      it(`is opened only if the person, who sees ${address}, agrees`, async () => {
        const refusing = person({});
        await openWebLink(href);
        assert.deepEqual([opened, refusing.messages], [[], ["Open this link from a model's answer?"]]);
        assert.equal(refusing.details[0]?.split('\n')[0], address);
        person({ button: 'Open Link' });
        await openWebLink(href);
        assert.equal(opened.length, 1);
      });
    }

    it('is left to VS Code’s own question if it leads to another machine', async () => {
      const seen = person({});
      for (const href of [
        'https://acme.example/?a=b',
        'https://localhost.evil.example/',
        'https://10.0.0.1/',
      ])
        await openWebLink(href);
      assert.deepEqual([opened.length, seen.messages], [3, []]);
    });

    // `Uri.parse` and `URL` disagree on a backslash in the host.
    it('leads to the host that was checked', async () => {
      const tricky = [
        'https://acme.example\\@evil.example/',
        'https:acme.example',
        'https:\\\\acme.example\\x',
      ];
      for (const href of tricky) await openWebLink(href);
      for (const uri of opened) assert.equal(new URL(uri).host, 'acme.example', uri);
    });
  });
});
