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
      /^Deletion of 1 LoRA from .*\n\n1 refused\.\n1 LoRA is left; Try Again asks first\.\n/u,
    );
    assert.match(report(refused, refused), /\n2 LoRAs are left; Try Again asks first\.\n/u);
    assert.doesNotMatch(report({ is: 'alreadyGone' }), /Try Again/u);
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
      /Acme refuses the API key, or there is none\. Use Set API Key…, then Try Again\./u,
    );
  });
});
