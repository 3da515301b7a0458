import assert from 'node:assert/strict';
import type { DeletionEntry, Outcome } from '../../src/core/deletion/outcome.ts';
import { deletionReportText } from '../../src/ui/deletion/deletionReport.ts';
import { lora } from '../unit/core/fixtures.ts';

describe('The report of a deletion', () => {
  const connection = { id: 'acme', name: 'Acme', baseUrl: 'https://models.acme.example' };
  const refused: Outcome = { is: 'refused', at: 'deletion' };
  const report = (...outcomes: Outcome[]) => {
    const entries = outcomes.map(
      (outcome, index): DeletionEntry => ({
        lora: lora(`l${index}`),
        outcome,
        credentials: 'own',
      }),
    );
    return deletionReportText({ connection, at: 0, endedAt: 1, entries });
  };

  it('says how many are left, in the singular for one', () => {
    assert.match(
      report(refused),
      /^Deletion of 1 LoRA from .*\n\n1 refused\.\n1 LoRA was not deleted\. Retry asks before deleting it\.\n/u,
    );
    assert.match(
      report(refused, refused),
      /\n2 LoRAs were not deleted\. Retry asks before deleting them\.\n/u,
    );
    assert.doesNotMatch(report({ is: 'alreadyGone' }), /Retry/u);
  });

  it('says how many are unknown, in the singular for one', () => {
    const unknown: Outcome = { is: 'unknown' };
    assert.match(
      report(unknown),
      /\nCheck Now finds out what happened to the unknown one, and deletes nothing\.\n/u,
    );
    assert.match(report(unknown, unknown), /what happened to the unknown ones, and deletes nothing\.\n/u);
  });

  it('names the command that sets a key by its title', () => {
    assert.match(
      report({ is: 'notTried', why: 'keyRefused' }),
      /The API key for Acme is missing or was refused\. Set it, then select Retry\./u,
    );
  });
});
