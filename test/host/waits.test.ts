import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { catalogMessage, rowState } from '../../src/ui/models/catalogText.ts';
import { retrieveModel } from '../../src/ui/models/retrieveModel.ts';
import { stoppable } from '../../src/ui/shared/stoppable.ts';
import { holdRequests } from '../service/faults/hold.ts';
import { useCanceling } from './support/canceling.ts';
import { DeletingWindow } from './support/deleting.ts';
import { liveExtension } from './support/extension.ts';
import { usePerson } from './support/person.ts';
import { until, within } from './support/waiting.ts';
import { load, useWorld } from './support/world.ts';

const busy = { kind: 'status', status: 503, headers: { 'retry-after': '8' } } as const;

describe('A refresh that waits', () => {
  const world = useWorld();
  const catalog = () => world().catalogs.of(world().connection);
  const waits = () => until(world().catalogs.onDidChange, 'it waits', () => catalog().waiting !== undefined);

  it('is shown by the view and by the row, and once it is stopped the list says so', async () => {
    const { service, connection, catalogs } = world();
    await load(world());
    service.fail({ ...busy, on: 'GET /api/v1/lora' });
    const refreshed = load(world());
    await waits();
    assert.equal(catalogMessage(catalog(), 'Acme'), 'Acme is busy (503), trying again in 8 s.');
    assert.deepEqual(rowState(connection, catalog()), {
      text: '38 models · Busy, trying again in 8 s',
      contextValue: 'connection.slow',
    });
    const sent = service.requests.length;
    catalogs.loader(connection).stop();
    await within(refreshed, 'it is over');
    assert.match(
      catalogMessage(catalog(), 'Acme') ?? '',
      /^Couldn't refresh \(stopped\)\. Showing the list from .+\.$/u,
    );
    assert.equal(rowState(connection, catalog()).contextValue, 'connection');
    assert.deepEqual([catalog().loras.length, service.requests.length], [30, sent]);
  });
});

describe('A command that waits', () => {
  const world = useWorld();
  const person = usePerson();
  const canceling = useCanceling();

  it('says so in a notification whose Cancel ends it', async () => {
    const { service, clients, connection } = world();
    service.fail({ ...busy, on: 'GET /api/v1/lora/{name}' });
    const said = canceling('');
    const client = clients.for(connection);
    const asked = stoppable('Checking', { name: 'Acme' }, (options) =>
      retrieveModel(client, { kind: 'lora', name: 'support-tone-v7' }, options),
    );
    assert.equal(await within(asked, 'it is stopped'), undefined);
    assert.deepEqual(said, ['Checking: Acme is busy (503), trying again in 8 s.']);
    assert.equal(service.requests.length, 1);
  });

  it('deletes nothing and says nothing more if it is stopped before its question', async () => {
    const { service, connection } = world();
    const window = new DeletingWindow(world());
    service.fail({ ...busy, on: 'GET /api/v1/lora/{name}' });
    const said = canceling('');
    const seen = person({ button: 'Delete LoRA' });
    const ref = { connectionId: connection.id, kind: 'lora', name: 'old-experiment' };
    await within(window.feature.deleteLora(ref), 'it is stopped');
    await window.close();
    assert.match(said.join(), /^Checking LoRA “old-experiment”: .+ is busy \(503\), trying again in 8 s\.$/u);
    assert.deepEqual([seen.messages, service.requests.map(({ method }) => method)], [[], ['GET']]);
  });

  it('shows nothing if the answer comes at once', async () => {
    const { clients, connection } = world();
    const said = canceling('');
    const retrieved = await stoppable('Checking', connection, (options) =>
      retrieveModel(clients.for(connection), { kind: 'lora', name: 'support-tone-v7' }, options),
    );
    assert.deepEqual([retrieved?.model.name, said], ['support-tone-v7', []]);
  });
});

describe('Stop Refresh', () => {
  it('ends a refresh that waits, and the next refresh asks again', async () => {
    const { service } = await liveExtension();
    service.fail({ ...busy, on: '*' });
    const asked = service.nextRequest(({ path: at }) => at === '/api/v1/lora');
    const refreshed = vscode.commands.executeCommand('hostedModels.refreshModels');
    await within((await within(asked, 'it is asked')).closed, 'it is answered');
    service.clearFaults();
    await vscode.commands.executeCommand('hostedModels.stopRefresh');
    await within(refreshed, 'it is over', 4000);
    const again = service.nextRequest(({ path: at }) => at === '/api/v1/lora');
    await vscode.commands.executeCommand('hostedModels.refreshModels');
    await within(again, 'it is asked again');
  });
});

describe('Refresh Models', () => {
  it('asks again if a refresh is under way, whose answer may be older', async () => {
    const { service } = await liveExtension();
    const isList = ({ path: at }: { path: string }) => at === '/api/v1/lora';
    const release = holdRequests(service, 'GET /api/v1/lora');
    const first = service.nextRequest(isList);
    const early = vscode.commands.executeCommand('hostedModels.refreshModels');
    await within(first, 'it is asked');
    const again = service.nextRequest(isList);
    const late = vscode.commands.executeCommand('hostedModels.refreshModels');
    release();
    await within(again, 'it is asked again');
    await within(Promise.all([early, late]), 'both are over');
  });
});
