import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type HostedModels, openHostedModels } from './hostedModels.ts';

const asked = 'tone <b>x</b> & "y" *z* `c` [l](https://evil.example) &lt;';
const named = 'A & B <prod> "q" *s* $(x) &lt;';

/** An extension that calls our tools outside of any chat: VS Code then asks in a dialog. */
async function writeCaller(folder: string): Promise<void> {
  const manifest = {
    ...{ name: 'caller', publisher: 'test', version: '0.0.1', main: './main.js' },
    ...{ engines: { vscode: '^1.110.0' }, activationEvents: ['onStartupFinished'] },
    contributes: {
      commands: [
        { command: 'caller.get', title: 'Call the First Tool' },
        { command: 'caller.list', title: 'Call the Other Tool' },
      ],
    },
  };
  const script = `
const vscode = require('vscode');
const call = (tool, input) => () => vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined }).then(undefined, () => undefined);
exports.activate = () => {
  vscode.commands.registerCommand('caller.get', call('get_hosted_model', ${JSON.stringify({ name: asked })}));
  vscode.commands.registerCommand('caller.list', call('list_hosted_models', {}));
};`;
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'main.js'), script);
}

describe('A tool for agents that another extension calls', () => {
  let folder: string;
  let app: HostedModels | undefined;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'hosted-models-caller-'));
    await writeCaller(folder);
    const connections = (url: string) => [{ id: 'acme', name: named, url }];
    app = await openHostedModels({ extensionDevelopmentPath: folder, connections });
  });
  after(async () => {
    await app?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('asks in a dialog that shows names as they are, whatever signs they have', async () => {
    const { workbench } = app ?? assert.fail('VS Code is open while the tests run only.');
    const dialog = workbench.page.locator('.monaco-dialog-box');
    for (const [command, question, model] of [
      ['Call the First Tool', 'Look up a hosted model?', `Model: ${asked}\n`],
      ['Call the Other Tool', 'List hosted models?', ''],
    ] as const) {
      await workbench.runCommand(command);
      const text = await dialog.innerText();
      assert.ok(text.includes(question), text);
      assert.ok(text.includes(`${model}This sends model names,`), text);
      assert.ok(text.includes(`deployment times from ${named} (127.0.0.1:`), text);
      await workbench.page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  });

  it('shows names as they are where VS Code draws Markdown, too', async () => {
    const { workbench, service } = app ?? assert.fail('VS Code is open while the tests run only.');
    const [lora] = service.catalog.loras;
    assert.ok(lora);
    const name = '_tone_ <b>x</b> *z* `c` [l](https://evil.example) $(trash) ~~s~~ v1.';
    service.catalog.loras.splice(0, Number.POSITIVE_INFINITY, { ...lora, name });
    await workbench.viewAction('Models', 'Refresh Models');
    await (await workbench.scrollTo(name, 'Models')).hover();
    const hover = workbench.page.locator('.monaco-hover:visible');
    await hover.locator('strong').first().waitFor();
    assert.equal(await hover.locator('strong').first().innerText(), name);
    assert.equal(await hover.locator('a, .codicon-trash, em, del').count(), 0);
  });
});
