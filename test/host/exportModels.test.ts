import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { exportModels } from '../../src/ui/models/exportModels.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { useSaving } from './support/standIns.ts';
import { connect, load, useWorld } from './support/world.ts';

describe('Export Models…', () => {
  const world = useWorld({ loras: 1200 });
  const person = usePerson();
  const picking = usePicking();
  const saving = useSaving();
  let asked: vscode.SaveDialogOptions[];

  function savingAs(name: string): void {
    asked = saving(vscode.Uri.file(path.join(world().folder, 'exports', name)));
  }

  beforeEach(async () => {
    await mkdir(path.join(world().folder, 'exports'));
    await load(world());
  });

  const run = (from?: unknown) => {
    const { connections, catalogs, looks, tree } = world();
    const view = { tree, filterOf: (id: string) => looks.of(id).filter };
    return exportModels({ connections, catalogs, view }, from);
  };
  const written = (name: string) => readFile(path.join(world().folder, 'exports', name), 'utf8');
  const files = () => readdir(path.join(world().folder, 'exports'));

  it('writes all models as CSV, including those that have no row, and says where, with Open', async () => {
    savingAs('models.csv');
    const picks = picking('CSV');
    const seen = person({ button: 'Open' });
    await run();
    assert.deepEqual(
      picks.map(({ title, labels }) => [title, labels]),
      [['Export 1,208 Models', ['CSV', 'JSON']]],
    );
    const lines = (await written('models.csv')).split('\r\n');
    assert.equal(lines.length, 1 + 1208 + 1);
    assert.match(lines[0] ?? '', /^\uFEFFkind,name,unit_price/u);
    assert.match(lines.find((line) => line.includes('support-tone-v7')) ?? '', /,ada@acme\.example,/u);
    const [{ title, defaultUri, filters } = {}] = asked;
    assert.equal(title, 'Export 1,208 Models');
    assert.match(path.basename(defaultUri?.path ?? ''), / models \d{4}-\d\d-\d\d\.csv$/u);
    assert.deepEqual(filters, { CSV: ['csv'] });
    const file = path.join(world().folder, 'exports', 'models.csv');
    assert.deepEqual(seen.messages, [`1,208 models were exported to ${file}.`]);
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, file);
  });

  it('writes what the filter leaves in the chosen format, and says which if the typed suffix is another', async () => {
    const { looks, connection } = world();
    looks.change(connection.id, { filter: 'support-tone-v' });
    savingAs('tone.csv');
    picking('JSON');
    const seen = person({});
    await run();
    assert.match(path.basename(asked[0]?.defaultUri?.path ?? ''), /\.json$/u);
    assert.match(seen.messages.join(), /^4 models were exported to .*tone\.csv\. The format is JSON\.$/u);
    const { connection: place, filter, loras, base_models: bases } = JSON.parse(await written('tone.csv'));
    assert.equal(place.base_url, connection.baseUrl);
    assert.equal(filter, 'support-tone-v');
    assert.deepEqual(bases, []);
    const names: string[] = loras.map(({ name }: { name: string }) => name);
    assert.deepEqual(names, [
      'support-tone-v5',
      'support-tone-v6',
      'support-tone-v7',
      'support-tone-v8-candidate',
    ]);
    assert.deepEqual(
      loras[2],
      world().service.catalog.loras.find(({ name }) => name === 'support-tone-v7'),
    );
  });

  it('names a file below the home folder by ~', async () => {
    savingAs('models.csv');
    picking('CSV');
    const seen = person({});
    const { HOME } = process.env;
    process.env['HOME'] = world().folder;
    await run().finally(() => Object.assign(process.env, { HOME }));
    assert.deepEqual(seen.messages, ['1,208 models were exported to ~/exports/models.csv.']);
  });

  it('says that a file can’t be written, and exports nothing', async () => {
    savingAs('missing.csv/models.csv');
    await writeFile(path.join(world().folder, 'exports', 'missing.csv'), 'a file');
    picking('CSV');
    const seen = person({});
    await assert.rejects(
      run(),
      /missing\.csv\/models\.csv can't be written \(.+\)\. Nothing was exported\.$/u,
    );
    assert.deepEqual([seen.messages, await files()], [[], ['missing.csv']]);
  });

  it('says that nothing matches, and asks and writes nothing', async () => {
    const { looks, connection } = world();
    looks.change(connection.id, { filter: 'tonne' });
    savingAs('none.csv');
    const picks = picking('CSV');
    const seen = person({});
    await run();
    assert.match(seen.messages.join(), /^No model of .+ matches “tonne”\. Nothing was exported\.$/u);
    assert.deepEqual([asked, picks, await files()], [[], [], []]);
  });

  it('writes nothing if the person cancels the choice of the format or the dialog', async () => {
    asked = saving(undefined);
    const seen = person({});
    picking();
    await run();
    assert.equal(asked.length, 0);
    picking('JSON');
    await run();
    assert.deepEqual([asked.length, seen.messages, await files()], [1, [], []]);
  });

  it('gives the date of a list that could not be refreshed, and says what is missing in it', async () => {
    world().service.fail({ kind: 'status', status: 400, on: '*' });
    await load(world());
    savingAs('old.csv');
    picking('CSV', 'CSV');
    const seen = person({});
    await run();
    assert.match(
      seen.messages.join(),
      /^1,208 models were exported to .*old\.csv\. The list is as of .+: the service answered 400\.$/u,
    );
    world().service.clearFaults();
    world().service.fail({ kind: 'body', on: 'GET /api/v1/lora', body: '[{"name":"one"},{"unit_price":1}]' });
    await load(world());
    await run();
    assert.match(
      seen.messages.at(-1) ?? '',
      /^9 models were exported to \S+ 1 entry of the list could not be read, and is left out\.$/u,
    );
  });

  it('asks which connection is meant, loads its list, and says why if there is none', async () => {
    const acme = { id: 'acme', name: 'Acme', url: world().service.url };
    await connect(world(), acme, { id: 'gone', name: 'Gone', url: 'http://127.0.0.1:9' });
    savingAs('two.csv');
    const seen = person({});
    const picks = picking('Acme', 'CSV', 'Gone');
    await run();
    assert.equal((await written('two.csv')).split('\r\n').length, 1210);
    await run();
    assert.deepEqual(
      picks.map(({ title }) => title),
      ['Export Models', 'Export 1,208 Models', 'Export Models'],
    );
    assert.equal(seen.messages.at(-1), 'Nothing was exported. No API key for Gone.');
    assert.equal(asked.length, 1);
  });
});
