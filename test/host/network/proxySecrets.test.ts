import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import * as vscode from 'vscode';
import { ServiceClients } from '../../../src/ui/connections/serviceClients.ts';
import { DiagnosisCommands } from '../../../src/ui/diagnosis/diagnosisCommands.ts';
import { reportingErrors } from '../../../src/ui/shared/errors/showError.ts';
import { chosenTransport } from '../../../src/ui/shared/transportSetting.ts';
import { bytesNow, canaryKey } from '../../e2e/canary.ts';
import { withoutJitter } from '../../unit/api/harness.ts';
import { networkRun } from '../networkRun.ts';
import { setConnections, setUser } from '../support/connectionSettings.ts';
import { developedExtension, userDataFolder } from '../support/extension.ts';
import { useNetwork } from '../support/network.ts';
import { usePerson } from '../support/person.ts';
import { usePicking } from '../support/picking.ts';
import { useWorld } from '../support/world.ts';

const { proxyUser, proxyPassword } = networkRun();
const both = `${proxyUser}:${proxyPassword}`;

describe('The user name and password of a proxy', () => {
  withoutJitter();
  useNetwork({ setByAll: 'proxy' });
  const world = useWorld();
  const person = usePerson();
  const pick = usePicking();
  const unhandled: unknown[] = [];
  const onUnhandled = (error: unknown) => void unhandled.push(error);
  before(() => void process.on('unhandledRejection', onUnhandled));
  after(() => void process.off('unhandledRejection', onUnhandled));

  for (const [what, proxy] of [
    ['a proxy that is down', `http://${both}@127.0.0.1:1`],
    ['a proxy over TLS', `https://${both}@127.0.0.1:1`],
    ['SOCKS', `socks5://${both}@127.0.0.1:1`],
    ['SOCKS 4', `socks4://${both}@127.0.0.1:1`],
    ['a # in the password', `http://${both}#@127.0.0.1:1`],
    ['a password that looks like a host', `http://${proxyPassword}#x@127.0.0.1:1`],
    ['a user name that looks like a host', `http://${proxyUser}:1/${proxyPassword}@127.0.0.1:1`],
    ['a % that encodes nothing', `http://${both}%zz@127.0.0.1:1`],
    ['a password before a space, which looks like a host', `http://${proxyPassword} x@127.0.0.1:1`],
    ['a space', `http://${proxyUser}:1 ${proxyPassword}@127.0.0.1:1`],
    ['no host', `http://${both}@`],
    ['no scheme', `${both}@127.0.0.1:1`],
    ['an impossible port', `http://${both}@127.0.0.1:99999`],
    ['the environment', undefined],
  ] as const) {
    it(`are in no error, log, message or report: ${what}`, async () => {
      const seen = person({});
      const { connections, catalogs, keys, offered, log } = world();
      await setUser('http', 'proxy', proxy);
      const said: unknown[] = [];
      await setConnections([{ id: 'proxied', name: 'Proxied', url: 'https://models.acme.internal' }]);
      const connection = connections.byId('proxied');
      assert.ok(connection);
      await keys.setApiKey(connection, canaryKey);
      const clients = new ServiceClients(keys, chosenTransport(process.env), log);
      const error: unknown = await clients
        .for(connection)
        .listLoras()
        .catch((one: unknown) => one);
      assert.ok(error instanceof Error, 'The proxy was not used.');
      said.push(error, error.stack);
      await reportingErrors(log, 'list', () => clients.for(connection).listLoras());
      const extension = developedExtension();
      const reports: string[] = [];
      const documents = {
        open: async (_folder: string, _name: string, text: string) => void reports.push(text),
      };
      const commands = new DiagnosisCommands({
        extension,
        connections,
        catalogs,
        keys,
        clients,
        offered,
        documents,
      });
      pick('Without a chat');
      await commands.diagnose({ connectionId: 'proxied' });
      said.push(reports, await issueText(commands, reports.join()));
      assertSecretless(inspect([...said, ...seen.messages, ...seen.details], everything));
      assert.match(log.lines.join('\n'), /^error list failed: ServiceError/mu);
      assertSecretless(log.lines.join('\n'));
      assertSecretless(inspect(unhandled, everything));
      await assertLogFiles();
    });
  }

  async function issueText(commands: DiagnosisCommands, report: string): Promise<string> {
    assert.match(report, /Result: /u);
    const label = `With the diagnosis of ${/Diagnosis of (.*)/u.exec(report)?.[1]}`;
    pick(label);
    await commands.reportIssue();
    const issue = await vscode.env.clipboard.readText();
    assert.match(issue, /Result: /u);
    return issue;
  }
});

const everything = { depth: null, showHidden: true, maxStringLength: null, maxArrayLength: null };

function assertSecretless(text: string): void {
  for (const secret of [proxyUser, proxyPassword]) {
    const at = text.toLowerCase().indexOf(secret);
    assert.equal(at, -1, text.slice(Math.max(0, at - 200), at + 200));
  }
}

async function assertLogFiles(): Promise<void> {
  // A desktop VS Code writes the last ones; the server from npm lacks the native module for that.
  const files = globSync(['server.log', '{,data/}logs/**/*.log'], { cwd: userDataFolder() });
  assert.ok(files.length > 0, 'VS Code has written no log.');
  for (const file of files) {
    assertSecretless((await bytesNow(path.join(userDataFolder(), file))).toString());
  }
}
