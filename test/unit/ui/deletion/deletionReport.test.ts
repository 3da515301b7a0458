import assert from 'node:assert/strict';
import type { DeletionEntry, Outcome } from '../../../../src/core/deletion/outcome.ts';
import { deletionReport } from '../../../../src/ui/deletion/deletionReport.ts';
import { outcomeText } from '../../../../src/ui/deletion/deletionText.ts';
import { lora } from '../../core/fixtures.ts';

describe('The report of a deletion', () => {
  const connection = { id: 'acme', name: 'Acme', baseUrl: 'https://models.acme.example' };
  const refused: Outcome = { is: 'refused', at: 'deletion' };
  const report = (...outcomes: Outcome[]) => {
    const entry = (outcome: Outcome, index: number): DeletionEntry => {
      return { lora: lora(`l${index}`), outcome, credentials: 'own' };
    };
    return deletionReport({ connection, at: 0, endedAt: 1, entries: outcomes.map(entry) }).text;
  };

  it('says how many are left, in the singular for one', () => {
    const one =
      /^Deletion of 1 LoRA from .*\n\n1 refused\.\n1 LoRA is left\. Retry asks before deleting it\.\n/u;
    assert.match(report(refused), one);
    assert.match(report(refused, refused), /\n2 LoRAs are left\. Retry asks before deleting them\.\n/u);
    assert.doesNotMatch(report({ is: 'alreadyGone' }), /Retry/u);
  });

  it('says how many are unknown, in the singular for one', () => {
    const unknown: Outcome = { is: 'unknown' };
    const one = /\nSelect Check Now to look up the unconfirmed LoRA\. Nothing is deleted\.\n/u;
    assert.match(report(unknown), one);
    assert.match(report(unknown, unknown), /look up the unconfirmed LoRAs\. Nothing is deleted\.\n/u);
  });

  const at = 'deletion';
  for (const [outcome, said] of [
    [{ is: 'changed', now: 'deployed' }, 'not deleted\n  It was deployed after you confirmed.\n    - l0\n'],
    [{ is: 'notTried', why: 'interrupted' }, 'not deleted\n  The window was closed, or crashed.\n    - l0\n'],
    [{ is: 'notTried', why: 'readOnly' }, 'not deleted\n  Acme became read-only.\n    - l0\n'],
    [{ is: 'refused', at, error: { kind: 'conflict', status: 409 } }, '  In use, or being deleted (409).\n'],
    [{ is: 'refused', at, error: { kind: 'forbidden', status: 403 } }, '  Acme does not allow it (403).\n'],
    [{ is: 'unknown', isListed: true }, 'request sent\n  Asked for, still listed.\n    - l0\n'],
    [{ is: 'deleted', isReturned: true }, 'Deleted (1)\n  - l0\n'],
  ] as [Outcome, string][]) {
    it(`groups the LoRAs by how they ended: ${JSON.stringify(outcome)}`, () => {
      assert.ok(report(outcome).includes(said), report(outcome));
    });
  }

  it('has its commands above the lines that name them', () => {
    const entries: DeletionEntry[] = [{ lora: lora('l'), outcome: { is: 'unknown' }, credentials: 'own' }];
    const { text, commands } = deletionReport({ connection, at: 0, endedAt: 1, checkedAt: 2, entries });
    const lines = text.split('\n');
    assert.deepEqual(
      commands.map(({ line, command }) => [command, lines[line]?.slice(0, 20)]),
      [
        ['checkDeletion', 'Select Check Now to '],
        ['retryDeletion', '1 LoRA is left. Retr'],
      ],
    );
    assert.match(text, /\nChecked /u);
  });

  it('names the command that sets a key by its title', () => {
    const next = /The API key for Acme is missing or was refused\. Set it, then select Retry\./u;
    assert.match(report({ is: 'notTried', why: 'keyRefused' }), next);
  });
});

describe('The end of a deletion', () => {
  const place = { name: 'Acme', baseUrl: 'https://models.acme.example' };
  for (const [outcome, said] of [
    [
      { is: 'refused', at: 'deletion', error: { kind: 'forbidden', status: 403 } },
      /was not deleted\. .*403/u,
    ],
    [
      { is: 'unknown', isListed: true, error: { kind: 'network', code: 'ECONNRESET' } },
      /was asked for, but .* still lists it\. It may be gone later\. .*closed the connection/u,
    ],
    [{ is: 'unknown', isListed: true, error: { kind: 'notFound', status: 404 } }, /may be gone later\.$/u],
    [{ is: 'unknown', isListed: true }, /may be gone later\.$/u],
  ] as [Outcome, RegExp][]) {
    it(`is told in a sentence: ${JSON.stringify(outcome)}`, () => {
      assert.match(outcomeText('l0', outcome, place), said);
    });
  }
});
