import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openWebLink } from '../../src/ui/chats/actions/openLink.ts';
import { usePerson } from './support/person.ts';
import { useStandIns } from './support/standIns.ts';

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

  describe('that is clicked', () => {
    const person = usePerson();
    const replace = useStandIns(vscode.env);
    const opened: string[] = [];
    beforeEach(() => {
      opened.length = 0;
      replace({
        openExternal: async (uri: vscode.Uri) => {
          opened.push(uri.toString());
          return true;
        },
      });
    });

    it('is passed to VS Code only if it is encrypted, on this machine, or a mail address', async () => {
      person({ button: 'Open Link' });
      for (const href of [...safe, ...unsafe]) {
        opened.length = 0;
        await openWebLink(href);
        assert.equal(opened.length, safe.includes(href) ? 1 : 0, href);
      }
    });

    const local = [
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
    ] as const;
    it('is opened only if the person, who sees its address, agrees if it leads to this machine', async () => {
      for (const [href, address] of local) {
        opened.length = 0;
        const refusing = person({});
        await openWebLink(href);
        assert.deepEqual([opened, refusing.messages], [[], ["Open this link from a model's answer?"]]);
        assert.equal(refusing.details[0]?.split('\n')[0], address);
        person({ button: 'Open Link' });
        await openWebLink(href);
        assert.equal(opened.length, 1, href);
      }
    });

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
