import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Connection } from '../../src/core/connections/connection.ts';
import { DiagnosisCommands } from '../../src/ui/diagnosis/diagnosisCommands.ts';
import type { Lens } from '../../src/ui/shared/readOnlyDocuments.ts';
import { contextSizes } from '../../src/ui/shared/settings.ts';
import { canaryKey } from '../e2e/canary.ts';
import type { RunningService } from '../service/service.ts';
import { setUser } from './support/connectionSettings.ts';
import { developedExtension, fence, liveExtension, sent } from './support/extension.ts';
import { usePicking } from './support/picking.ts';
import { within } from './support/waiting.ts';
import { connect, load, useWorld } from './support/world.ts';

const chats = 'POST /api/v1/chat/completions';
/** In tokens per second, so that the pieces of an answer arrive one after the other. */
const steady = 200;

describe('Diagnose Connection', () => {
  const world = useWorld({ tokensPerSecond: steady });
  const pick = usePicking();
  const { window } = vscode;
  const ownProgress = window.withProgress;
  afterEach(() => void Object.assign(window, { withProgress: ownProgress }));

  let lenses: readonly Lens[] = [];
  const buttons = () => lenses.map(({ command }) => command.title);

  /** The report of a diagnosis; `undefined` if none was opened. */
  async function diagnose(from?: unknown): Promise<string | undefined> {
    const reports: string[] = [];
    const documents = {
      open: async (
        _folder: string,
        _name: string,
        text: string,
        _options: object,
        shown: readonly Lens[],
      ) => {
        reports.push(text);
        lenses = shown;
      },
    };
    const { connections, catalogs, keys, clients, offered } = world();
    const extension = developedExtension();
    const commands = new DiagnosisCommands({
      extension,
      connections,
      catalogs,
      keys,
      clients,
      offered,
      documents,
    });
    await within(commands.diagnose(from), 'the diagnosis ends', 15_000);
    for (const report of reports) assertFitForTicket(report);
    return reports[0];
  }

  /** The line of a step, including its further lines. */
  function step(report: string | undefined, label: string): string {
    const found = new RegExp(`^\\w+(?: out)? +${label} .*(?:\\n +.*)*`, 'mu').exec(report ?? '')?.[0];
    assert.ok(found, `no step "${label}" in ${report}`);
    return found.replace(/\s+/gu, ' ');
  }

  /** The report's first paragraph, right below its title. */
  function result(report: string | undefined): string {
    const found = /^# .+\n\nResult: ((?:.+\n)+)\n/u.exec(report ?? '')?.[1] ?? '';
    return found.trim().replaceAll('\n', ' ');
  }

  function assertFitForTicket(report: string): void {
    for (let at = 0; at + 6 <= canaryKey.length; at++) {
      assert.ok(!report.includes(canaryKey.slice(at, at + 6)), 'a piece of the key');
    }
    assert.doesNotMatch(report, /\w@\w|undefined|NaN|\[object/u);
    const { catalog } = world().service;
    const names = [...catalog.loras, ...catalog.baseModels].map(({ name }) => name);
    const said = names.filter(
      (name) => report.includes(name) && !report.includes(`${name}\n`) && !report.includes(`${name}: `),
    );
    assert.deepEqual(said, []);
    for (const line of report.split('\n')) assert.ok(line.length <= 72, line);
    assert.match(report, /```\n\nYou can paste this report into a ticket\.[^`]*$/u);
  }

  it('reports that a healthy service works, by its own requests and no deletion', async () => {
    const { service } = world();
    pick('support-tone-v7');
    const report = await diagnose();
    assert.equal(result(report), 'Everything works.');
    assert.match(step(report, 'Connection'), /^ok .* 127\.0\.0\.1:\d+ connected/u);
    assert.match(step(report, 'API key'), /from HOSTED_MODELS_API_KEY/u);
    assert.match(
      step(report, 'List LoRAs'),
      /^ok .*200, headers after \d+ ms, undici, req-\d+ entries: 30, \d+ KB/u,
    );
    assert.match(step(report, 'Get a LoRA'), /^ok .*200/u);
    assert.match(
      step(report, 'Chat'),
      /support-tone-v7 200, .* streamed in \d+ pieces first token after \d+ ms/u,
    );
    assert.match(step(report, 'Chat'), /tokens: \d+ sent, \d+ answered ended by/u);
    assert.deepEqual([...new Set(service.requests.map(({ method }) => method))], ['GET', 'POST']);
    assert.equal(service.requests.length, 5);
  });

  it('asks for a model once there are lists: none first, then the deployed ones', async () => {
    const seen = pick('Without a chat');
    const report = await diagnose();
    assert.equal(seen.length, 1);
    assert.ok(seen[0]);
    const { title, labels } = seen[0];
    assert.equal(title, `Diagnose ${world().connection.name}`);
    assert.deepEqual([labels[0], labels.length], ['Without a chat', 39]);
    assert.ok(labels.indexOf('support-tone-v7') < labels.indexOf('old-experiment'));
    assert.match(result(report), /^All checks passed\. Chat was not tested\.$/u);
    assert.match(step(report, 'Chat'), /^skipped Chat not requested/u);
    assert.equal(world().service.requests.length, 4);
  });

  it('puts the model of the failed chat first', async () => {
    const seen = pick('support-tone-v7');
    await diagnose({ connectionId: world().connection.id, name: 'support-tone-v7' });
    assert.deepEqual(seen[0]?.labels.slice(0, 2), ['support-tone-v7', 'Without a chat']);
    assert.ok(world().service.requests.some(({ path }) => path.endsWith('/lora/support-tone-v7')));
  });

  it('still offers the models that the service had, if it can list none now', async () => {
    await load(world());
    const { service } = world();
    for (const on of ['GET /api/v1/lora', 'GET /api/v1/base-model']) {
      service.fail({ kind: 'status', status: 500, on, headers: { 'x-should-retry': 'false' } });
    }
    pick('support-tone-v7');
    assert.match(step(await diagnose(), 'Chat'), /^ok .*support-tone-v7 200/u);
  });

  it('asks which connection is meant if there are several', async () => {
    const acme = { name: 'Acme production', url: world().service.url, readOnly: true };
    await connect(world(), acme, { id: 'b', name: 'Acme staging', url: 'http://127.0.0.1:9' });
    const seen = pick('Acme production', 'Without a chat');
    const report = await diagnose();
    assert.deepEqual(seen[0]?.labels, ['Acme production', 'Acme staging']);
    assert.match(report ?? '', /^# Diagnosis of Acme production$/mu);
  });

  it('repeats nothing that a careless service reveals: keys, people, other models', async () => {
    const { service, keys, connection } = world();
    await keys.setHeaders(connection, { 'x-gateway': 'gateway-secret-77aa' });
    const message = `Key ${canaryKey} (…${canaryKey.slice(-4)}) of Ada <ada@acme.example>, gateway-secret-77aa: see acme/legal/nda-review via http://ada:pw@proxy`;
    for (const on of ['GET /api/v1/lora/{name}', chats]) {
      const headers = { 'x-should-retry': 'false', 'x-request-id': canaryKey };
      service.fail({
        kind: 'status',
        status: 500,
        on,
        body: { error: { message, code: canaryKey } },
        headers,
      });
    }
    pick('support-tone-v7');
    const report = (await diagnose()) ?? '';
    assert.match(step(report, 'API key'), /further headers: 1/u);
    assert.match(step(report, 'Chat'), /“Key \*\*\*/u);
    for (const secret of ['gateway-secret', 'ada@', 'ada:pw']) assert.ok(!report.includes(secret), secret);
  });

  describe('with models in VS Code’s chat', () => {
    let live: RunningService;
    /** Adds models of the live extension's service, the only one whose models VS Code lists, and diagnoses it. */
    async function diagnoseWith(
      models: readonly string[],
      prepare?: (connection: Connection) => Promise<void>,
    ) {
      const [connection] = await connect(world(), { id: 'live', name: 'Acme', url: live.url });
      await world().keys.setApiKey(connection, canaryKey);
      await vscode.commands.executeCommand('hostedModels.refreshModels');
      const entries = models.map((name) => ({ connection: 'live', name }));
      await setUser('hostedModels', 'vscodeChat.models', entries.length > 0 ? entries : undefined);
      await prepare?.(connection);
      await fence(live);
      live.clearRequests();
      pick('Without a chat');
      return diagnose({ connectionId: 'live' });
    }
    before(async () => {
      live = (await liveExtension()).service;
    });
    afterEach(() => setUser('hostedModels', 'vscodeChat.models', undefined));

    it('reports that VS Code lists them, for which it asks the service nothing', async () => {
      const report = await diagnoseWith(['support-tone-v7', 'llama-3-8b']);
      assert.match(step(report, "VS Code's chat"), /^ok .* ms models added to it: 2, listed: 2 /u);
      assert.equal(sent(live).length, 4);
    });

    it('says what hides them, who is signed in, and what it can’t tell', async () => {
      const key = 'chat.agentHost.byokModels.enabled';
      const settings = vscode.workspace.getConfiguration();
      const report = await diagnoseWith(['support-tone-v7']);
      const said = step(report, "VS Code's chat");
      assert.match(said, /not signed in to GitHub: needs \*Add Models…\* › \*Hosted Models\* once/u);
      assert.match(said, /can't be told from here: models that you hid there, policies, Copilot/u);
      if (settings.inspect(key)?.defaultValue === undefined) {
        assert.doesNotMatch(said, /harness|Agents window/u);
        return assert.deepEqual(buttons(), []);
      }
      const window =
        "not in the Agents window: extensions.supportAgentsWindow doesn't name hosted-models.hosted-models";
      assert.ok(said.includes(`not in the Copilot harness: ${key} is off ${window}`), said);
      assert.equal(result(report), 'All checks passed. Chat was not tested.');
      assert.deepEqual(buttons(), [`Open ${key}`, 'Open extensions.supportAgentsWindow']);
      await setUser('chat', 'defaultToCopilotHarness', true);
      const hidden = await diagnoseWith(['support-tone-v7']);
      await setUser('chat', 'defaultToCopilotHarness', undefined);
      const words = `not in new chats, which use the Copilot harness: ${key} is off`;
      assert.ok(
        result(hidden).endsWith(`However, VS Code's chat hides your models: ${words}.`),
        result(hidden),
      );
      assert.match(step(hidden, "VS Code's chat"), /^warning/u);
      await setUser('chat', 'agentHost.byokModels.enabled', true);
      await setUser('extensions', 'supportAgentsWindow', { 'hosted-models.hosted-models': true });
      const open = step(await diagnoseWith(['support-tone-v7']), "VS Code's chat");
      await setUser('chat', 'agentHost.byokModels.enabled', undefined);
      await setUser('extensions', 'supportAgentsWindow', undefined);
      assert.doesNotMatch(open, /not in/u);
    });

    it('offers the size that the service named for a context', async () => {
      const report = await diagnoseWith(['support-tone-v7'], async (connection) => {
        await world().catalogs.loader(connection).refresh();
        world().offered.learnLimit({ connectionId: connection.id, name: 'support-tone-v7' }, 8192);
      });
      assert.match(
        step(report, "VS Code's chat"),
        /support-tone-v7: the service allows 8,192 tokens, and VS Code is told 32,768/u,
      );
      assert.match(
        result(report),
        /the service's context size for support-tone-v7 \(8,192 tokens\) differs from the one in Acme's settings\./u,
      );
      assert.ok(buttons().includes('Set 8,192 for support-tone-v7'));
      assert.deepEqual(contextSizes.value, {});
    });
  });

  it('can be stopped midway: the request is closed, and the report contains what was found so far', async () => {
    const { service } = world();
    service.fail({ kind: 'hang', on: 'GET /api/v1/base-model' });
    const source = new vscode.CancellationTokenSource();
    const messages: string[] = [];
    Object.assign(window, {
      withProgress: (options: vscode.ProgressOptions, task: (...args: unknown[]) => Thenable<unknown>) => {
        assert.equal(options.cancellable, true);
        const report = (value: { message: string }) => void messages.push(value.message);
        return ownProgress(options, () => task({ report }, source.token));
      },
    });
    const hanging = service.nextRequest(({ path }) => path === '/api/v1/base-model');
    const diagnosing = diagnose();
    const request = await within(hanging, 'the base models are asked for');
    source.cancel();
    const report = await diagnosing;
    assert.equal((await within(request.closed, 'the request is closed')).complete, false);
    assert.match(step(report, 'List LoRAs'), /^ok /u);
    assert.match(step(report, 'List base models'), /^skipped List base models stopped/u);
    assert.match(result(report), /^Stopped early\./u);
    assert.equal(messages.at(-1), 'List base models…');
  });
});
