import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, mkdir, open, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DeletionJournal } from '../../../../src/core/deletion/journal.ts';
import { maxKeptBytes } from '../../../../src/core/deletion/journalLines.ts';
import { lora, useFolder } from '../fixtures.ts';
import { acme, brief, journalBrief } from './deletionBench.ts';

const id = '0b2d6a52-6a2b-4f43-9b5c-9a52a2ad0e10';
const connection = { id: acme.id, name: acme.name, baseUrl: acme.baseUrl };
const begun = (...names: string[]) => {
  return { is: 'begun', id, connection, credentials: 'own', loras: names.map((name) => lora(name)) } as const;
};
const sent = (name: string, object: unknown = { name }) => ({ is: 'sent', id, name, object }) as const;
const deleted = (name: string) => {
  return { is: 'outcome', id, name, outcome: { is: 'deleted', isReturned: true } } as const;
};

describe('The journal of deletions', () => {
  const folder = useFolder();
  const path = () => join(folder(), 'journal', 'deleted.jsonl');
  const journal = () => new DeletionJournal(path());
  const names = async () => (await journal().read(() => undefined)).entries.map(journalBrief);

  it('returns each object as the service gave it, oldest first', async () => {
    const object = { name: 'tone', nested: [1, null, 'Grüße\n'] };
    for (const line of [begun('tone', 'second'), sent('tone', object), deleted('tone'), sent('second')]) {
      await journal().add(line);
    }
    const [first, second] = (await journal().read((read) => JSON.stringify(read))).entries;
    assert.ok(first && second);
    assert.equal(first.brief, JSON.stringify(object));
    assert.deepEqual(first.connection, connection);
    assert.ok(Math.abs(Date.parse(first.at) - Date.now()) < 60_000);
    assert.deepEqual([first, second].map(journalBrief), ['tone: returned', 'second?']);
    assert.deepEqual(await journal().object(first), object);
    assert.deepEqual(await journal().object(second), { name: 'second' });
  });

  it('returns the object of the line that contains it, even if a later line has another one', async () => {
    for (const line of [
      begun('ä', 'b'),
      sent('ä', { seen: 'retrieved' }),
      sent('b', { seen: 'retrieved' }),
      deleted('b'),
      { ...deleted('ä'), object: { seen: 'returned' } },
    ]) {
      await journal().add(line);
    }
    const { entries } = await journal().read(() => undefined);
    const objects: unknown[] = [];
    for (const entry of entries) objects.push(await journal().object(entry));
    assert.deepEqual(entries.map(journalBrief), ['b: returned', 'ä: returned']);
    assert.deepEqual(objects, [{ seen: 'retrieved' }, { seen: 'returned' }]);
  });

  it('loses no line to a torn one before it', async () => {
    await journal().add(begun('tone', 'after'));
    await journal().add(sent('tone'));
    await appendFile(path(), '{"v":1,"is":"sent","na');
    await journal().add(sent('after'));
    const { entries, unreadable } = await journal().read(() => undefined);
    assert.deepEqual([entries.map(journalBrief), unreadable], [['tone?', 'after?'], 1]);
  });

  it('counts what it can’t read, and leaves it there', async () => {
    await journal().add(begun('tone', 'after'));
    const strange = [
      'garbage',
      '{"v":9,"is":"sent","id":"x","at":"","name":"a","object":{}}',
      '{"v":1,"is":"renamed"}',
      '{"v":1,"is":"ended","id":"","at":"","why":"never heard of"}',
      '\0\0\0',
      'null',
    ];
    await appendFile(path(), `${strange.join('\n')}\n\n`);
    // Their beginning is in a lost line.
    await journal().add({ ...sent('orphan'), id: 'another' });
    await journal().add({ is: 'seen', id: 'another' });
    await journal().add(sent('after'));
    assert.deepEqual(await names(), ['after?']);
    assert.equal((await journal().read(() => undefined)).unreadable, strange.length + 2);
    assert.ok((await readFile(path(), 'utf8')).includes(strange.join('\n')));
  });

  it('keeps a name with any character in one line', async () => {
    const name = 'a\u2028b\u2029c\nd\r\ne\u0085f\0g😀\ud800';
    for (const line of [begun(name), sent(name), deleted(name)]) await journal().add(line);
    const { entries, open: kept, unreadable } = await journal().read(() => undefined);
    const [entry] = entries;
    assert.ok(entry);
    assert.deepEqual([entries.length, entry.name, unreadable], [1, name, 0]);
    assert.deepEqual(await journal().object(entry), { name });
    assert.deepEqual([...(kept.get(id)?.entries.values() ?? [])].map(brief), [`${name}: deleted`]);
  });

  it('reads lines that are longer than a chunk of the file, and those beside them', async () => {
    const long = (letter: string) => ({ text: letter.repeat(maxKeptBytes - 200) });
    const objects = [long('x'), { name: 'short' }, long('ä'), long('z')];
    await journal().add(begun());
    for (const [index, object] of objects.entries()) await journal().add(sent(`n${index}`, object));
    const { entries, unreadable } = await journal().read(() => undefined);
    const read: unknown[] = [];
    for (const entry of entries) read.push(await journal().object(entry));
    assert.deepEqual([read, unreadable], [objects, 0]);
  });

  it('has only one line in memory while it reads, however large', async function () {
    this.timeout(20_000);
    // Much more than the heap of its reader.
    const line = `${JSON.stringify({ v: 1, at: '', ...sent('n', { text: 'x'.repeat(4_000_000) }) })}\n`;
    await journal().add(begun('n'));
    const file = await open(path(), 'a');
    for (let count = 0; count < 12; count += 1) await file.write(line);
    await file.close();
    const source = new URL('../../../../src/core/deletion/journal.ts', import.meta.url).href;
    const script = `
      const { DeletionJournal } = await import(process.argv[1]);
      const { entries, unreadable } = await new DeletionJournal(process.argv[2]).read(() => undefined);
      console.log(entries.length, unreadable, (await new DeletionJournal(process.argv[2]).object(entries[0])).text.length);
    `;
    const flags = ['--max-old-space-size=32', '--input-type=module', '--no-warnings', '-e', script];
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, source, path()]);
    assert.equal(stdout.trim(), '1 0 4000000');
  });

  it('reports that it can’t be read', async () => {
    await assert.rejects(
      new DeletionJournal(folder()).read(() => undefined),
      { code: 'EISDIR' },
    );
  });
});

describe('Lines added to the journal of deletions', () => {
  const folder = useFolder();
  const path = () => join(folder(), 'deleted.jsonl');
  const line = (name: string, object: unknown = {}) => ({ is: 'sent', id: 'd', name, object }) as const;
  const names = async () =>
    (await readFile(path(), 'utf8'))
      .trim()
      .split('\n')
      .map((text) => (JSON.parse(text) as { name: string }).name);
  const all = Array.from({ length: 200 }, (_, index) => `l${index}`);

  it('are in the file, in order, once each has resolved', async () => {
    const journal = new DeletionJournal(path());
    const seen = await Promise.all(
      all.map(async (name) => {
        await journal.add(line(name));
        return (await names()).includes(name);
      }),
    );
    assert.ok(seen.every(Boolean));
    assert.deepEqual(await names(), all);
  });

  it('go on after some that the disk refused, and lose only those', async () => {
    const journal = new DeletionJournal(path());
    // Nothing can be appended to a folder.
    await mkdir(path());
    const refused = [journal.add(line('a')), journal.add(line('b'))];
    for (const one of refused) await assert.rejects(one, { code: 'EISDIR' });
    await rmdir(path());
    await journal.add(line('c'));
    assert.deepEqual(await names(), ['c']);
  });

  it('by two windows at once never mix', async () => {
    const [one, other] = [new DeletionJournal(path()), new DeletionJournal(path())];
    const text = 'x'.repeat(5000);
    await Promise.all(all.map((name, index) => (index % 2 === 0 ? one : other).add(line(name, text))));
    assert.deepEqual((await names()).toSorted(), all.toSorted());
  });
});
