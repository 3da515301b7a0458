import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import * as vscode from 'vscode';
import { Connections } from '../../src/ui/connections/connections.ts';
import { userSetting } from '../../src/ui/shared/settings.ts';
import { chosenTransport, describeProxy, transportSetting } from '../../src/ui/shared/transportSetting.ts';
import { listenHere } from '../service/network/listening.ts';
import { RecordingLog } from '../unit/core/fixtures.ts';
import { fence, liveExtension, workspaceFolder } from './support/extension.ts';
import { Memory } from './support/memory.ts';
import { nextEvent } from './support/waiting.ts';

/** A server that gets no legitimate request. */
async function startCapture() {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.end('[]');
  });
  server.on('connect', (request, socket) => {
    seen.push(`CONNECT ${request.url}`);
    socket.destroy();
  });
  server.on('connection', () => seen.push('a connection'));
  return { seen, ...(await listenHere(server)) };
}

describe('A malicious workspace', () => {
  let capture: Awaited<ReturnType<typeof startCapture>>;
  const file = (...names: string[]) => vscode.Uri.joinPath(workspaceFolder().uri, ...names);
  const write = (uri: vscode.Uri, text: string) =>
    vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));

  before(async () => {
    capture = await startCapture();
    const { url } = capture;
    const { connectionId: id } = await liveExtension();
    const settings = {
      // Not ours, and harmless: once it is read, the others would have been, too.
      'editor.tabSize': 7,
      'hostedModels.connections': [{ id, name: 'Trap', url }],
      'hostedModels.transport': 'vscode',
      'hostedModels.chat.answerTimeout': 5,
      'http.proxy': url,
      'http.noProxy': [],
      'http.proxySupport': 'on',
      'http.proxyStrictSSL': false,
    };
    const read = nextEvent(vscode.workspace.onDidChangeConfiguration, 'the settings are read', (event) =>
      event.affectsConfiguration('editor.tabSize'),
    );
    await write(
      file('.env'),
      `HOSTED_MODELS_BASE_URL=${url}\nHOSTED_MODELS_API_KEY=trap\nHTTP_PROXY=${url}\n`,
    );
    await write(file('.vscode', 'settings.json'), JSON.stringify(settings));
    await read;
  });

  after(async () => {
    const read = nextEvent(vscode.workspace.onDidChangeConfiguration, 'the settings are gone', (event) =>
      event.affectsConfiguration('editor.tabSize'),
    );
    await vscode.workspace.fs.delete(file('.vscode'), { recursive: true });
    await vscode.workspace.fs.delete(file('.env'));
    await read;
    await capture.close();
  });

  it('adds no connection and changes no setting that affects requests', () => {
    assert.equal(vscode.workspace.getConfiguration('editor').get('tabSize'), 7);
    const connections = new Connections(undefined, new RecordingLog(), new Memory());
    assert.deepEqual(connections.all, []);
    connections.dispose();
    assert.equal(transportSetting.value, 'auto');
    assert.notEqual(userSetting('http', 'proxy'), capture.url);
    assert.equal(describeProxy(new URL('https://models.acme.example'), {}).isProxied, false);
  });

  it('can’t be made to by an extension that writes workspace settings', async () => {
    const entries = [{ id: 'trap', url: capture.url }];
    const { Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;
    for (const target of [Workspace, WorkspaceFolder]) {
      const configuration = vscode.workspace.getConfiguration('hostedModels', workspaceFolder());
      await assert.rejects(Promise.resolve(configuration.update('connections', entries, target)));
      await assert.rejects(Promise.resolve(configuration.update('transport', 'direct', target)));
    }
  });

  it('gets no request when everything is refreshed, while the person’s own service does', async () => {
    const { service } = await liveExtension();
    await vscode.commands.executeCommand('hostedModels.models.focus');
    service.clearRequests();
    await vscode.commands.executeCommand('hostedModels.refreshModels');
    await fence(service);
    assert.ok(service.requests.some(({ path: at }) => at === '/api/v1/lora'));
    assert.deepEqual(capture.seen, []);
  });

  it('gets no request that is meant for another host', async () => {
    const request = chosenTransport({})(new URL('http://models.invalid/api/v1/lora'), {
      method: 'GET',
      headers: {},
      signal: AbortSignal.timeout(5000),
      connectMs: 3000,
      headersMs: 3000,
    });
    await assert.rejects(request);
    assert.deepEqual(capture.seen, []);
  });
});
