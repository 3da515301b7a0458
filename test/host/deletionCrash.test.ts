import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { DeletionReports } from '../../src/ui/deletion/reportDocuments.ts';
import { tellOrphaned } from '../../src/ui/deletion/tellOrphaned.ts';
import { watchForOrphaned } from '../../src/ui/deletion/watchForOrphaned.ts';
import { lockOf, RecordingLog } from '../unit/core/fixtures.ts';
import { useChecking } from './support/checking.ts';
import { DeletingWindow } from './support/deleting.ts';
import { usePerson } from './support/person.ts';
import { rowOf } from './support/rows.ts';
import { until } from './support/waiting.ts';
import { closeWindow, load, openWindow, useWorld } from './support/world.ts';

const names = [
  'commit-messages',
  'meeting-minutes',
  'old-experiment',
  'release-notes-writer',
  'sql-assistant',
  'untitled',
];

describe('A bulk deletion whose window dies', () => {
  const world = useWorld();
  const person = usePerson();
  const checking = useChecking();
  let dead: DeletingWindow;
  let next: DeletingWindow;

  /** Deletes until four requests hang, two of which are carried out. Then the window is gone. */
  beforeEach(async () => {
    const { service } = world();
    dead = new DeletingWindow(world());
    next = new DeletingWindow(openWindow(world()));
    await load(world());
    service.fail({ kind: 'hang', on: 'DELETE /api/v1/lora/{name}' });
    checking('all');
    person({ typed: [String(names.length)] });
    let left = 4;
    const all = service.nextRequest(({ method }) => {
      left -= method === 'DELETE' ? 1 : 0;
      return left === 0;
    });
    void dead.feature.deleteLoras(
      undefined,
      names.map((name) => rowOf(world().tree, name)),
    );
    await all;
    dead.remove('commit-messages');
    dead.remove('meeting-minutes');
    await leaveLocks();
    service.clearFaults();
    service.clearRequests();
  });
  afterEach(async () => {
    await dead.close();
    await next.close();
    closeWindow(next.world);
  });

  /** Leaves the locks as a killed process does: with its own pid. */
  async function leaveLocks(): Promise<void> {
    const { pid } = spawnSync(process.execPath, ['--version']);
    for (const name of await readdir(next.openFolder)) {
      if (!name.endsWith('.lock')) continue;
      await writeFile(path.join(next.openFolder, name), lockOf({ pid }));
    }
  }

  it('is reported by the next window, once, which sends nothing for it', async () => {
    const seen = person({});
    await next.feature.tellOrphaned();
    await next.feature.tellOrphaned();
    assert.equal(seen.messages.length, 1);
    assert.match(
      seen.messages[0] ?? '',
      /was interrupted when its window closed: 4 unconfirmed, 2 not tried\.$/u,
    );
    assert.deepEqual(world().service.requests, []);
    const later = new DeletingWindow(world());
    await leaveLocks();
    await later.feature.tellOrphaned();
    assert.equal(seen.messages.length, 1);
    await later.close();
  });

  it('has a report that Check Now settles with a list alone, and Retry takes what is left', async () => {
    const { service } = world();
    person({ button: 'Show Report' });
    await next.feature.tellOrphaned();
    await reportShown();
    assert.match(next.report(), /\n4 unconfirmed, 2 not tried\.\nInterrupted when its window closed\.\n/u);
    assert.match(
      next.report(),
      /Not tried \(2\): not deleted\n {2}The window was closed, or crashed\.\n {4}- release-notes-writer\n {4}- sql-assistant\n/u,
    );
    assert.deepEqual(service.requests, []);

    const [uri] = next.reportUris();
    await next.feature.many.checkNow(uri);
    assert.ok(!service.requests.some(({ method }) => method === 'DELETE'));
    assert.match(next.report(), /\n2 deleted, 2 unconfirmed, 2 not tried\.\n/u);
    assert.match(
      next.report(),
      /Unconfirmed \(2\): request sent\n {2}Asked for, still listed\.\n {4}- old-experiment\n/u,
    );
    const sure = (await next.journalEntries()).filter(({ isSure }) => isSure).map(({ name }) => name);
    assert.deepEqual(sure.sort(), ['commit-messages', 'meeting-minutes']);

    checking('all');
    person({ typed: ['4'] });
    await next.feature.many.tryAgain(uri);
    assert.match(next.report(), /\n6 deleted\.\n/u);
    assert.deepEqual(await next.journaled(), names);
  });

  it('stays unknown if the list does not come, and is offered by Show Deleted LoRAs', async () => {
    const { service } = world();
    person({ button: 'Show Report' });
    await next.feature.tellOrphaned();
    await reportShown();
    service.fail({ kind: 'status', status: 400, on: 'GET /api/v1/lora' });
    await next.feature.many.checkNow(next.reportUris()[0]);
    assert.match(next.report(), /\n4 unconfirmed, 2 not tried\.\n/u);
    const picks = checking('leave');
    await next.feature.showDeleted();
    assert.match(picks[0]?.rows.join('\n') ?? '', /^Report of .*: 127\.0\.0\.1:\d+/mu);
  });

  it('is in Show Deleted LoRAs even if that is opened before the window has looked for it', async () => {
    person({});
    const picks = checking('leave');
    void next.feature.tellOrphaned();
    await next.feature.showDeleted();
    assert.match(picks[0]?.rows.join('\n') ?? '', /^Report of .*: 127\.0\.0\.1:\d+/mu);
  });

  it('is reported even if that can’t be noted, and a report that does not open is reported as an error', async () => {
    const seen = person({});
    const log = new RecordingLog();
    const kept = { connection: world().connection, at: 1, entries: [], endedAt: 2, isTold: false };
    const offered: string[] = [];
    const offer = async ({ id }: { id: string }) => {
      offered.push(id);
      throw new Error('It does not open.');
    };
    const open = {
      orphaned: async () => ['one', 'two'].map((id) => ({ id, ...kept })),
      told: () => Promise.reject(new Error('The disk is full.')),
    };
    const reports = new DeletionReports(next.documents, { seen: async () => undefined });
    await tellOrphaned({ open, reports, log }, { offer });
    assert.deepEqual(offered, ['one', 'two']);
    assert.equal(seen.messages.length, 2);
  });

  /** The notification's button opens it; nothing waits for that. */
  async function reportShown(): Promise<void> {
    await until(vscode.window.onDidChangeVisibleTextEditors, 'the report', () => next.report() !== '');
  }
});

describe('A deletion that an earlier window left', () => {
  const world = useWorld();

  it('is looked for again when its lock may have proved stale, and whenever the Models view is shown', async () => {
    const shown = new vscode.EventEmitter<{ visible: boolean }>();
    const looked = new vscode.EventEmitter<void>();
    const openFolder = path.join(world().folder, 'left');
    await mkdir(openFolder);
    await writeFile(path.join(openFolder, 'x.open'), '');
    let looks = 0;
    const tell = async () => {
      looks += 1;
      looked.fire();
    };
    const view = { isVisible: true, onDidChangeVisibility: shown.event };
    const deletions = async () => ({ tellOrphaned: tell });
    const looking = watchForOrphaned(view, openFolder, deletions, new RecordingLog(), 1);
    await until(looked.event, 'two looks', () => looks === 2);
    shown.fire({ visible: true });
    await until(looked.event, 'two more looks', () => looks === 4);
    looking.dispose();
  });
});
