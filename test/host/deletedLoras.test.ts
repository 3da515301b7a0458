import assert from 'node:assert/strict';
import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { DeletionJournal } from '../../src/core/deletion/journal.ts';
import { keptObject } from '../../src/core/deletion/journalLines.ts';
import type { Outcome } from '../../src/core/deletion/outcome.ts';
import { DeletingWindow } from './support/deleting.ts';
import { usePerson } from './support/person.ts';
import { useSaving } from './support/standIns.ts';
import { type ShownPick, useSteps } from './support/steps.ts';
import { useWorld } from './support/world.ts';

describe('Show Deleted LoRAs', () => {
  const world = useWorld();
  const person = usePerson();
  const steps = useSteps();
  const saving = useSaving();
  let window: DeletingWindow;

  beforeEach(async () => {
    window = new DeletingWindow(world());
    const [tone] = world().service.catalog.loras;
    await deleted('old-experiment', { name: 'old-experiment', unit_price: 1 });
    await deleted('support-tone-v7', tone);
  });
  afterEach(() => window.close());

  async function deleted(name: string, object: unknown, outcome?: Outcome): Promise<void> {
    const journal = new DeletionJournal(window.journalPath);
    const connection = { id: 'acme', name: 'Acme production', baseUrl: 'https://models.acme.example' };
    const id = `deletion of ${name}`;
    await journal.add({ is: 'begun', id, connection, credentials: 'own', loras: [] });
    await journal.add({ is: 'sent', id, name, ...keptObject(object) });
    await journal.add({ is: 'outcome', id, name, outcome: outcome ?? { is: 'deleted', isReturned: true } });
  }

  /** Opens the quick pick; `ended` resolves when the command ends. */
  async function open(): Promise<{ shown: ShownPick; pick: ShownPick['pick']; ended: Promise<void> }> {
    const ended = window.feature.showDeleted();
    const shown = await steps.pick();
    return { shown, pick: shown.pick, ended };
  }

  it('lists them newest first, with every detail to search by', async () => {
    const { shown, pick, ended } = await open();
    assert.equal(pick.title, '2 Deleted LoRAs');
    assert.ok(pick.matchOnDescription && pick.matchOnDetail);
    const rows = pick.items.map(({ label, description, detail }) => `${label} | ${description} | ${detail}`);
    const year = new Date().getFullYear();
    assert.match(
      rows[0] ?? '',
      new RegExp(
        `^support-tone-v7 \\| llama-3-8b · Ada Example \\| .*${year}.* · Acme production \\(models\\.acme\\.example\\)$`,
        'u',
      ),
    );
    assert.match(rows[1] ?? '', /^old-experiment \| {2}\| /u);
    shown.escape();
    await ended;
  });

  it('opens what the service returned', async () => {
    const { shown, ended } = await open();
    shown.choose('support-tone-v7');
    await ended;
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.deepEqual(JSON.parse(text), world().service.catalog.loras[0]);
  });

  it('exports them as JSON, and says which ones can’t be read', async () => {
    await appendFile(window.journalPath, 'garbage\n{"v":9}\n');
    const target = path.join(world().folder, 'out.json');
    saving(vscode.Uri.file(target));
    const seen = person({ button: 'Open' });
    const { shown, pick, ended } = await open();
    assert.equal(pick.title, '2 Deleted LoRAs · 2 entries could not be read');
    shown.press('Export Deleted LoRAs…');
    await ended;
    const exported: unknown = JSON.parse(await readFile(target, 'utf8'));
    assert.ok(Array.isArray(exported));
    assert.deepEqual(
      exported.map(({ name }) => name),
      ['support-tone-v7', 'old-experiment'],
    );
    assert.deepEqual(exported[0].object, world().service.catalog.loras[0]);
    assert.match(
      seen.messages.join(),
      /^2 deleted LoRAs were exported to .*out\.json\. 2 entries could not be read; they are only in the journal\.$/u,
    );
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, target);
  });

  it('says which were kept in part, and for which it is unknown whether they are gone', async () => {
    const large = { name: 'large', notes: 'x'.repeat(400 * 1024), unit_price: 0.5 };
    await deleted('large', large);
    await deleted('lost', { name: 'lost' }, { is: 'unknown' });
    const { shown, pick, ended } = await open();
    assert.equal(pick.title, '3 Deleted LoRAs · 1 not confirmed');
    const details = new Map(pick.items.map(({ label, detail }) => [label, detail]));
    assert.match(details.get('large') ?? '', / · kept in part, of 401 KB$/u);
    assert.match(details.get('lost') ?? '', /^asked for, not confirmed · /u);
    shown.choose('large');
    await ended;
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, /"notes": null/u);
    assert.match(text, /"unit_price": 0\.5/u);
    assert.ok(text.length < 300 * 1024);
  });

  it('lists thousands', async () => {
    const connection = { id: 'acme', name: 'Acme', baseUrl: 'https://models.acme.example' };
    const lines = (index: number) => {
      const common = { v: 1, id: 'thousands', at: new Date().toISOString(), name: `lora-${index}` };
      const object = world().service.catalog.loras[index % 30];
      const outcome = { is: 'deleted', isReturned: true };
      return [
        { ...common, is: 'sent', object },
        { ...common, is: 'outcome', outcome },
      ].map((line) => `${JSON.stringify(line)}\n`);
    };
    const journal = new DeletionJournal(window.journalPath);
    await journal.add({ is: 'begun', id: 'thousands', connection, credentials: 'own', loras: [] });
    await appendFile(
      window.journalPath,
      Array.from({ length: 5000 }, (_, index) => lines(index))
        .flat()
        .join(''),
    );
    const { shown, pick, ended } = await open();
    assert.equal(pick.items.length, 5002);
    assert.equal(pick.items[0]?.label, 'lora-4999');
    shown.escape();
    await ended;
  });
});
