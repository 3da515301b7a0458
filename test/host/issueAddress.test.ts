import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { reportIssue } from '../../src/ui/diagnosis/issueReport.ts';
import { usePerson } from './support/person.ts';
import { useStandIns } from './support/standIns.ts';
import { nextEvent } from './support/waiting.ts';

const reporter = 'workbench.action.openIssueReporter';
const bugs = { url: 'https://issues.acme.example/hosted-models' };

describe('An issue', () => {
  const person = usePerson();
  const inEnv = useStandIns(vscode.env);
  const inCommands = useStandIns(vscode.commands);
  const { executeCommand } = vscode.commands;
  const opened: string[] = [];
  const reported: unknown[] = [];
  let hasReporter = true;

  beforeEach(() => {
    opened.length = 0;
    reported.length = 0;
    hasReporter = true;
    inEnv({
      openExternal: async (uri: vscode.Uri) => {
        opened.push(uri.toString());
        return true;
      },
    });
    inCommands({
      executeCommand: async (id: string, ...args: unknown[]) => {
        if (id !== reporter) return executeCommand(id, ...args);
        if (!hasReporter) throw new Error('Not found');
        return reported.push(...args);
      },
    });
  });
  after(async () => {
    for (const text of vscode.workspace.textDocuments.filter(({ isUntitled }) => isUntitled)) {
      await vscode.window.showTextDocument(text);
      const closed = nextEvent(vscode.workspace.onDidCloseTextDocument, 'the text', (one) => one === text);
      await executeCommand('workbench.action.revertAndCloseActiveEditor');
      await closed;
    }
  });

  const parts = (packageJSON: object, version = '1.2.3'): Parameters<typeof reportIssue>[0] => ({
    extension: { id: 'acme.stand-in', packageJSON },
    place: [`Hosted Models ${version}`],
    latest: undefined,
    diagnose: undefined,
  });

  /** Reports an issue of this package and returns the text that opens; the version tells it from one that was closed. */
  async function textOf(packageJSON: object, version: string): Promise<string> {
    await reportIssue(parts(packageJSON, version));
    const texts = vscode.workspace.textDocuments.map((document) => document.getText());
    return texts.find((text) => text.includes(`- Hosted Models ${version}\n`)) ?? '';
  }

  it('goes to VS Code’s reporter, with the versions, if the package names an address', async () => {
    await reportIssue(parts({ bugs }));
    assert.deepEqual(reported, [
      {
        extensionId: 'acme.stand-in',
        issueBody: 'What did you do, what happened, and what did you expect?',
        data: '# Versions\n\n- Hosted Models 1.2.3',
      },
    ]);
    assert.deepEqual(opened, []);
  });

  it('opens that address beside the text for it where VS Code has no reporter', async () => {
    hasReporter = false;
    person({});
    const text = await textOf({ bugs, repository: { url: 'https://code.acme.example' } }, '1.2.4');
    assert.match(text, /open an issue with it at https:\/\/issues\.acme\.example\/hosted-models\./u);
    assert.deepEqual(opened, [bugs.url]);
  });

  it('is a text to send by hand if the package names no address', async () => {
    assert.match(
      await textOf({}, '1.2.5'),
      /^Nothing was sent\. This version of Hosted Models has no address/u,
    );
    assert.deepEqual([reported, opened], [[], []]);
  });
});
