import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { activate } from '../../src/extension.ts';
import { canaryKey } from '../e2e/canary.ts';
import { type RunningService, startService } from '../service/service.ts';
import { developedExtension, fence, liveExtension, sent } from './support/extension.ts';
import { Memory } from './support/memory.ts';
import { MemorySecrets } from './support/memorySecrets.ts';
import { within } from './support/waiting.ts';
import { newFolder } from './support/world.ts';

const ownCommands = async (): Promise<string[]> =>
  (await vscode.commands.getCommands(true)).filter((id) => /^hostedModels\.\w+$/u.test(id));

// This file comes first: the extension is activated only once, and other tests use it afterwards.
describe('activation', () => {
  before(() => {
    assert.equal(developedExtension().isActive, false, 'Something activated the extension before.');
  });

  describe('in a context of our own', () => {
    let service: RunningService;
    let folder = '';
    const secrets = new MemorySecrets();
    const subscriptions: vscode.Disposable[] = [];

    before(async () => {
      service = await startService({ keys: [canaryKey] });
      folder = await newFolder();
      process.env['HOSTED_MODELS_BASE_URL'] = service.url;
      process.env['HOSTED_MODELS_API_KEY'] = canaryKey;
      const context: Pick<
        vscode.ExtensionContext,
        'extension' | 'extensionUri' | 'globalStorageUri' | 'secrets' | 'globalState' | 'subscriptions'
      > = {
        extension: developedExtension(),
        extensionUri: developedExtension().extensionUri,
        globalStorageUri: vscode.Uri.file(folder),
        secrets,
        globalState: new Memory(),
        subscriptions,
      };
      activate(context as vscode.ExtensionContext);
    });

    // VS Code gives an extension one log for each name, so the real extension gets this one, too. To close it before its file is
    // made leaves the closed one in VS Code's hands for good (extHostOutput.ts, `createOutputChannel`).
    const end = () => {
      for (const one of subscriptions.splice(0).toReversed()) if (!('appendLine' in one)) one.dispose();
    };

    after(async () => {
      end();
      await service.close();
      await rm(folder, { recursive: true, force: true });
    });

    it('sends no request, reads no secret and writes no file', async () => {
      await fence(service);
      assert.deepEqual(sent(service), []);
      assert.deepEqual(secrets.reads, []);
      assert.deepEqual(await vscode.workspace.fs.readDirectory(vscode.Uri.file(folder)), []);
    });

    it('takes every command away when its subscriptions are disposed', async () => {
      assert.notDeepEqual(await ownCommands(), []);
      end();
      assert.deepEqual(await ownCommands(), []);
    });
  });

  describe('by VS Code', () => {
    it('sends no request, with a connection and a key in the environment', async () => {
      const { service } = await liveExtension();
      await fence(service);
      assert.deepEqual(sent(service), []);
    });

    it('asks for both lists, each once and with the key, when the Models view is shown', async () => {
      const { service } = await liveExtension();
      const loras = service.nextRequest(({ path: at }) => at === '/api/v1/lora');
      const baseModels = service.nextRequest(({ path: at }) => at === '/api/v1/base-model');
      await vscode.commands.executeCommand('hostedModels.models.focus');
      const asked = await within(Promise.all([loras, baseModels]), 'both lists are asked for');
      for (const { headers } of asked) assert.equal(headers['authorization'], `Bearer ${canaryKey}`);
      await fence(service);
      assert.deepEqual(sent(service).sort(), ['GET /api/v1/base-model', 'GET /api/v1/lora']);
    });

    it('asks for nothing when the view is shown again within a minute', async () => {
      const { service } = await liveExtension();
      const before = sent(service).length;
      await vscode.commands.executeCommand('workbench.view.explorer');
      await vscode.commands.executeCommand('hostedModels.models.focus');
      await fence(service);
      assert.equal(sent(service).length, before);
    });
  });
});
