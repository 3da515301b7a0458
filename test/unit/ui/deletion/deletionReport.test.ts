import assert from 'node:assert/strict';
import type { DeletionEntry, Outcome } from '../../../../src/core/deletion/outcome.ts';
import { deletionReportText } from '../../../../src/ui/deletion/deletionReport.ts';
import { lora } from '../../core/fixtures.ts';

describe('The report of a deletion', () => {
  const connection = { id: 'acme', name: 'Acme', baseUrl: 'https://models.acme.example' };
  const refused: Outcome = { is: 'refused', at: 'deletion' };
  const report = (...outcomes: Outcome[]) => {
    const entry = (outcome: Outcome, index: number): DeletionEntry => {
      return { lora: lora(`l${index}`), outcome, credentials: 'own' };
    };
    return deletionReportText({ connection, at: 0, endedAt: 1, entries: outcomes.map(entry) });
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

  it('names the command that sets a key by its title', () => {
    const next = /The API key for Acme is missing or was refused\. Set it, then select Retry\./u;
    assert.match(report({ is: 'notTried', why: 'keyRefused' }), next);
  });
});
