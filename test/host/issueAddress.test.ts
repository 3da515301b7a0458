import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { reportIssue } from '../../src/ui/diagnosis/issueReport.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { useStandIns } from './support/standIns.ts';

const reporter = 'workbench.action.openIssueReporter';
const address = 'https://issues.acme.example/hosted-models';
const issueBody = '## What did you do?\n\n\n## What happened, and what did you expect?\n\n\n';
const versions = '# Versions\n\n- Hosted Models 1.2.3';

describe('An issue', () => {
  const person = usePerson();
  const pick = usePicking();
  const inEnv = useStandIns(vscode.env);
  const inCommands = useStandIns(vscode.commands);
  const { executeCommand } = vscode.commands;

  /** Reports an issue of this package: what the reporter got, which address was opened, what was said and copied. */
  async function report(
    packageJSON: object,
    hasReporter: boolean,
    parts: Partial<Parameters<typeof reportIssue>[0]> = {},
  ) {
    const opened: string[] = [];
    const reported: unknown[] = [];
    const { messages } = person({});
    inEnv({ openExternal: async (uri: vscode.Uri) => opened.push(uri.toString()) });
    inCommands({
      executeCommand: async (id: string, ...args: unknown[]) => {
        if (id !== reporter) return executeCommand(id, ...args);
        if (!hasReporter) throw new Error('Not found');
        return reported.push(...args);
      },
    });
    await vscode.env.clipboard.writeText('');
    await reportIssue({
      extension: { id: 'acme.stand-in', packageJSON },
      place: ['Hosted Models 1.2.3'],
      latest: undefined,
      diagnose: undefined,
      ...parts,
    });
    return { reported, opened, messages, copied: await vscode.env.clipboard.readText() };
  }

  for (const [what, packageJSON] of [
    ['bugs', { bugs: { url: address }, repository: 'https://code.acme.example' }],
    ['a repository', { repository: address }],
  ] as const) {
    it(`goes to VS Code’s reporter, with the versions, if the package names an address for ${what}`, async () => {
      const reported = [{ extensionId: 'acme.stand-in', issueBody, data: versions }];
      assert.deepEqual(await report(packageJSON, true), { reported, opened: [], messages: [], copied: '' });
    });
  }

  it('is copied, and the address opened, where VS Code has no reporter', async () => {
    const { opened, messages, copied } = await report({ bugs: { url: address } }, false);
    assert.deepEqual([opened, copied], [[address], `${issueBody}#${versions}`]);
    assert.match(messages.join(), /^Copied, as VS Code's issue reporter can't be used here/u);
  });

  it('is copied to send by hand if the package names no address', async () => {
    const { reported, opened, messages } = await report({}, true);
    assert.deepEqual([reported, opened], [[], []]);
    assert.match(messages.join(), /^Copied: send it to the people who gave you the extension\./u);
  });

  it('has the diagnosis that the user chooses, the latest or a new one', async () => {
    const about = (text: string) => ({ connection: 'Acme', at: Date.now(), text });
    const parts = { latest: about('# Latest'), diagnose: async () => about('# New') };
    for (const [label, data] of [
      ['With the diagnosis of Acme', '# Latest'],
      ['Diagnose again first', '# New'],
      ['Without a diagnosis', versions],
    ] as const) {
      pick(label);
      assert.deepEqual((await report({ bugs: address }, true, parts)).reported, [
        { extensionId: 'acme.stand-in', issueBody, data },
      ]);
    }
    pick();
    assert.deepEqual((await report({ bugs: address }, true, parts)).reported, []);
  });
});
