import assert from 'node:assert/strict';
import { JournalFold } from '../../../../src/core/deletion/journal.ts';
import { type NewLine, readLine, stamped } from '../../../../src/core/deletion/journalLines.ts';
import type { Outcome } from '../../../../src/core/deletion/outcome.ts';
import { lora } from '../fixtures.ts';
import { acme, brief, journalBrief } from './deletionBench.ts';

const id = 'one';
const connection = { id: acme.id, name: acme.name, baseUrl: acme.baseUrl };
const begun = (...names: string[]): NewLine => ({
  is: 'begun',
  id,
  connection,
  credentials: 'own',
  loras: names.map((name) => lora(name, { createdAt: 5, creator: { apiKeyName: 'ci' } })),
});
const sent = (name: string): NewLine => ({ is: 'sent', id, name, object: { name } });
const outcome = (name: string, is: Outcome): NewLine => ({ is: 'outcome', id, name, outcome: is });
const ended = (why?: 'stopped' | 'keyRefused'): NewLine => ({ is: 'ended', id, ...(why && { why }) });

const deleted: Outcome = { is: 'deleted', isReturned: true };
const unsaid: Outcome = { is: 'deleted', isReturned: false };
const listed: Outcome = { is: 'unknown', isListed: true };
const said: Outcome = { is: 'failed', at: 'deletion' };
const refused: Outcome = { is: 'refused', at: 'deletion', error: { kind: 'conflict', status: 409 } };

/** What the lines mean together; each is written a second after the previous one. */
function folded(...lines: NewLine[]) {
  const fold = new JournalFold((object) => object);
  for (const [index, line] of lines.entries()) {
    const read = readLine(JSON.parse(JSON.stringify(stamped(line, index * 1000))));
    assert.ok(read, `${line.is} can't be read.`);
    fold.add(read, { offset: index * 100, length: 99 });
  }
  const kept = fold.open.get(id);
  return {
    entries: [...fold.entries],
    names: [...fold.entries].map(journalBrief),
    kept,
    outcomes: kept && [...kept.entries.values()].map(brief),
    unreadable: fold.unreadable,
  };
}

describe('A deletion’s lines', () => {
  it('mean that nothing was tried if its window died at once', () => {
    const { outcomes, kept, names } = folded(begun('a', 'b'));
    assert.deepEqual(outcomes, ['a: notTried (interrupted)', 'b: notTried (interrupted)']);
    assert.deepEqual(
      [kept?.connection, kept?.at, kept?.endedAt, kept?.isTold],
      [connection, 0, undefined, false],
    );
    assert.deepEqual(
      kept?.entries.get('a')?.lora,
      lora('a', { createdAt: 5, creator: { apiKeyName: 'ci' } }),
    );
    assert.deepEqual(names, []);
  });

  it('call what was sent unknown until a line says how it ended', () => {
    const { outcomes, entries } = folded(begun('a'), sent('a'));
    assert.deepEqual(outcomes, ['a: unknown']);
    assert.deepEqual(entries, [
      {
        deletion: id,
        at: '1970-01-01T00:00:01.000Z',
        connection,
        name: 'a',
        isSure: false,
        source: 'retrieved',
        cutFrom: undefined,
        brief: { name: 'a' },
        place: { offset: 100, length: 99 },
      },
    ]);
  });

  for (const [is, journaled] of [
    [deleted, ['a: returned']],
    [unsaid, ['a: retrieved']],
    [{ is: 'unknown' }, ['a?']],
    [listed, ['a?']],
    [{ is: 'alreadyGone' }, []],
    [refused, []],
    [said, []],
    [{ is: 'changed', now: 'deployedAnew' }, []],
    [{ is: 'notTried', why: 'stopped' }, []],
  ] satisfies [Outcome, string[]][]) {
    it(`keep ${journaled[0] ?? 'nothing'} if it was sent and then is ${JSON.stringify(is)}`, () => {
      // The list, or the user's word, may settle an unknown one later.
      for (const before of [[], [outcome('a', { is: 'unknown' })]]) {
        const { names, kept } = folded(begun('a'), sent('a'), ...before, outcome('a', is));
        assert.deepEqual([names, kept?.entries.get('a')?.outcome], [journaled, is]);
      }
    });
  }

  it('revoke a 2xx if a list still has it, and for no other reason', () => {
    const lines = [begun('a'), sent('a'), outcome('a', unsaid)];
    assert.deepEqual(folded(...lines, outcome('a', listed)).names, ['a?']);
    for (const late of [{ is: 'notTried', why: 'taken' }, refused, { is: 'unknown' }] satisfies Outcome[]) {
      const { names, outcomes } = folded(...lines, outcome('a', late));
      assert.deepEqual([names, outcomes], [['a: retrieved'], ['a: deleted']]);
    }
  });

  it('keep what was deleted even if another window was late about to send it again', () => {
    const late = [sent('a'), outcome('a', { is: 'notTried', why: 'taken' })];
    assert.deepEqual(folded(begun('a'), sent('a'), outcome('a', deleted), ...late).names, ['a: returned']);
  });

  it('give one entry for what was sent again after a busy answer', () => {
    const { entries, names } = folded(begun('a'), sent('a'), sent('a'), outcome('a', unsaid));
    assert.deepEqual([names, entries[0]?.place.offset], [['a: retrieved'], 200]);
  });

  it('give the rest the reason of the end', () => {
    const { outcomes, kept } = folded(
      begun('a', 'b', 'c'),
      outcome('a', refused),
      sent('c'),
      ended('keyRefused'),
    );
    assert.deepEqual(outcomes, ['a: refused', 'b: notTried (keyRefused)', 'c: unknown']);
    assert.equal(kept?.endedAt, 3000);
  });

  it('record that the person was told, and are closed once everything was seen', () => {
    const told: NewLine = { is: 'told', id };
    assert.equal(folded(begun('a'), told).kept?.isTold, true);
    const { kept, names } = folded(begun('a'), sent('a'), outcome('a', deleted), ended(), { is: 'seen', id });
    assert.deepEqual([kept, names], [undefined, ['a: returned']]);
  });

  it('continue when the rest is tried again, and keep how the others ended', () => {
    const before = [begun('a', 'b', 'c', 'd'), sent('a'), outcome('a', deleted), outcome('b', refused)];
    const again = [...before, ended('stopped'), { is: 'told', id } as const, begun('b', 'c')];
    const { kept, outcomes } = folded(...again);
    assert.deepEqual(outcomes, [
      'a: deleted',
      'b: notTried (interrupted)',
      'c: notTried (interrupted)',
      'd: notTried (stopped)',
    ]);
    assert.deepEqual([kept?.at, kept?.endedAt, kept?.isTold], [0, undefined, false]);
    const over = folded(...again, sent('b'), outcome('b', deleted), ended('keyRefused'));
    assert.deepEqual(over.outcomes, [
      'a: deleted',
      'b: deleted',
      'c: notTried (keyRefused)',
      'd: notTried (stopped)',
    ]);
    assert.deepEqual(over.names, ['a: returned', 'b: returned']);
  });

  it('leave unknown what was sent before it is tried again', () => {
    const { outcomes, names } = folded(begun('a'), sent('a'), ended('stopped'), begun('a'), ended('stopped'));
    assert.deepEqual([outcomes, names], [['a: unknown'], ['a?']]);
  });

  it('keep for each entry what it was agreed to with', () => {
    const again: NewLine = { ...begun('b'), credentials: 'other' } as NewLine;
    const { kept } = folded(begun('a', 'b'), again);
    assert.deepEqual(
      [...(kept?.entries.values() ?? [])].map(({ credentials }) => credentials),
      ['own', 'other'],
    );
  });

  it('start again if everything was seen before', () => {
    const seen: NewLine[] = [begun('a', 'b'), outcome('a', refused), ended('stopped'), { is: 'seen', id }];
    assert.deepEqual(folded(...seen, begun('b')).outcomes, ['b: notTried (interrupted)']);
  });

  it('are not lost if an answer comes after they were seen', () => {
    const seen: NewLine[] = [begun('a', 'b'), sent('a'), { is: 'seen', id }];
    const { names, kept, unreadable } = folded(...seen, outcome('a', deleted), ended('stopped'));
    assert.deepEqual([names, kept, unreadable], [['a: returned'], undefined, 0]);
  });

  it('can’t be read without their beginning', () => {
    const { names, unreadable } = folded(sent('a'), outcome('a', deleted), ended(), { is: 'told', id });
    assert.deepEqual([names, unreadable], [[], 4]);
  });

  it('are kept even for a name that was not agreed to', () => {
    const { names, outcomes } = folded(begun('a'), sent('b'), outcome('b', deleted));
    assert.deepEqual([names, outcomes], [['b: returned'], ['a: notTried (interrupted)']]);
  });
});
