import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { DetailsPanel } from '../../src/ui/details/detailsPanel.ts';
import { compareJson } from '../../src/ui/models/compareJson.ts';
import { ReadOnlyDocuments } from '../../src/ui/shared/readOnlyDocuments.ts';
import { failed } from '../unit/core/fixtures.ts';
import { useDetails } from './support/detailsBench.ts';
import { usePerson } from './support/person.ts';
import { namesIn } from './support/rows.ts';
import { until } from './support/waiting.ts';
import { load, useWorld } from './support/world.ts';

describe('The details of a model that is listed but can’t be retrieved', () => {
  const world = useWorld();
  const person = usePerson();
  const onEntry = 'GET /api/v1/lora/{name}';
  const onList = 'GET /api/v1/lora';
  const asOf = /Shown from the list as of \d+:\d\d\s[AP]M\.$/u;
  const bench = useDetails(world);
  let following: { dispose(): void } | undefined;
  afterEach(() => following?.dispose());

  /** A page that follows the list, as the extension's own pages do. */
  function open(name: string): DetailsPanel {
    const page = bench().open(name);
    following = world().catalogs.onDidChange(() => void page.follow());
    return page;
  }

  const refTo = (name: string) => bench().ref(name);
  const last = () => bench().last;
  const wasCalledGone = () =>
    bench().states.some(({ state, notice }) => state === 'gone' || /Gone/u.test(notice ?? ''));

  async function list(...names: string[]): Promise<void> {
    const { service } = world();
    for (const name of names) {
      service.catalog.loras.push({
        name,
        unit_price: 7,
        active_deployment: { base_model_name: 'llama-3-8b' },
      });
    }
    await load(world());
    service.clearRequests();
  }

  const requests = () => world().service.requests.map(({ method, path }) => `${method} ${path}`);
  const isShown = () => JSON.stringify(last()?.sections).includes('llama-3-8b');

  it('say that a gateway decodes the slash, after one new list', async () => {
    await list('team/tone');
    world().service.fail({ kind: 'status', status: 404, on: onEntry });
    const page = open('team/tone');
    await bench().reaches('failed');
    const { name } = world().connection;
    assert.ok(
      last()?.notice?.startsWith(
        `team/tone is listed by ${name}, but can't be retrieved (404): a gateway on the way probably decodes the slash in its name. Use a base URL that bypasses it. `,
      ),
      last()?.notice,
    );
    assert.match(last()?.notice ?? '', asOf);
    assert.deepEqual([last()?.canDelete, isShown(), wasCalledGone()], [false, true, false]);
    assert.equal(requests().filter((one) => one === onList).length, 1);
    await load(world());
    await page.follow();
    assert.equal(last()?.state, 'failed');
    assert.equal(requests().filter((one) => one.includes('/lora/')).length, 2, requests().join());
    assert.ok(namesIn(world().tree).includes('team/tone'));
  });

  it('don’t mention a gateway if the name has no slash, and show the model once it can be retrieved', async () => {
    await list('tone');
    world().service.fail({ kind: 'status', status: 404, on: onEntry });
    const page = open('tone');
    await bench().reaches('failed');
    const { name } = world().connection;
    const text = `tone is listed by ${name}, but can't be retrieved (404). Shown`;
    assert.ok(last()?.notice?.startsWith(text), last()?.notice);
    world().service.clearFaults();
    await page.refresh();
    assert.deepEqual([last()?.state, last()?.notice, last()?.canDelete], ['shown', undefined, true]);
  });

  it('are marked as gone if the new list no longer has the model, and stay as they were', async () => {
    await list('tone');
    world().service.catalog.loras.pop();
    open('tone');
    await bench().reaches('gone');
    assert.match(last()?.notice ?? '', /^Gone from /u);
    assert.ok(isShown());
    assert.equal(world().catalogs.find(refTo('tone')), undefined);
  });

  it('are marked as gone if no new list comes', async () => {
    await list('tone');
    world().service.fail({ kind: 'status', status: 404, on: onEntry });
    world().service.fail({ kind: 'status', status: 400, on: onList });
    open('tone');
    await bench().reaches('gone');
    assert.match(last()?.notice ?? '', /^Gone from /u);
  });

  it('are marked as gone when a later list no longer has the model', async () => {
    await list('tone');
    world().service.fail({ kind: 'status', status: 404, on: onEntry });
    const page = open('tone');
    await bench().reaches('failed');
    world().service.catalog.loras.pop();
    await load(world());
    await page.follow();
    assert.deepEqual([last()?.state, isShown()], ['gone', true]);
  });

  it('can be stopped while the new list loads, which goes on', async () => {
    await list('tone');
    const { service, catalogs, connection } = world();
    service.fail({ kind: 'status', status: 404, on: onEntry });
    service.fail({ kind: 'status', status: 503, on: onList, headers: { 'retry-after': '8' }, times: 1 });
    open('tone');
    await until(bench().recorded.onDidPost, 'it takes long', () => last()?.canStop === true);
    bench().recorded.say({ type: 'stop' });
    await bench().reaches('failed');
    assert.equal(last()?.notice, `Stopped before ${connection.name} answered.`);
    assert.equal(catalogs.of(connection).state, 'loading');
    catalogs.loader(connection).stop();
  });

  it('say why the name can’t be part of a path, and request nothing', async () => {
    await list('..');
    const page = open('..');
    await bench().reaches('failed');
    const { name } = world().connection;
    assert.ok(
      last()?.notice?.startsWith(`${name} can't be asked for this name: it has an empty, "." or ".." part`),
    );
    assert.match(last()?.notice ?? '', asOf);
    assert.deepEqual([last()?.canDelete, last()?.retrieved, isShown()], [false, '', true]);
    await page.refresh();
    await load(world());
    await page.follow();
    assert.equal(last()?.canDelete, false);
    assert.deepEqual(requests().sort(), ['GET /api/v1/base-model', onList]);
  });

  it('show the entry of such a name as soon as there is a list', async () => {
    open('..');
    await bench().reaches('failed');
    assert.doesNotMatch(last()?.notice ?? '', asOf);
    await list('..');
    await until(bench().recorded.onDidPost, 'the entry', isShown);
    assert.match(last()?.notice ?? '', asOf);
  });

  it('say that the service answered with another model, and show the listed one', async () => {
    await list('a/b');
    bench().changes.retrieve = () => Promise.reject(failed('protocol', { code: 'OTHER_NAME', status: 200 }));
    open('a/b');
    await bench().reaches('failed');
    assert.match(last()?.notice ?? '', /answered with another model than the one asked for\. .* Shown from/u);
    assert.match(last()?.notice ?? '', asOf);
    assert.deepEqual([last()?.canDelete, isShown()], [false, true]);
  });

  it('have the same reasons as Compare JSON', async () => {
    await list('team/tone', '..');
    world().service.fail({ kind: 'status', status: 404, on: onEntry });
    const seen = person({});
    const { connections, catalogs, clients } = world();
    const documents = new ReadOnlyDocuments();
    const view = { selection: [] };
    try {
      for (const name of ['team/tone', '..']) {
        const rows = [refTo(name), refTo('support-tone-v7')];
        await compareJson({ connections, catalogs, clients, documents, view }, rows[0], rows);
      }
    } finally {
      documents.dispose();
    }
    const [first, second] = seen.messages;
    assert.match(
      first ?? '',
      /^team\/tone could not be compared\. team\/tone is listed by .* decodes the slash/u,
    );
    assert.match(second ?? '', /^\.\. could not be compared\. .* can't be asked for this name: /u);
    assert.equal(
      vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff,
      false,
    );
  });
});
