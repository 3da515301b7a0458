import assert from 'node:assert/strict';
import type { DeletionEntry } from '../../../../src/core/deletion/outcome.ts';
import type { ScriptedService } from './scriptedService.ts';

/** What is true of a service at a given moment. */
export interface Truth {
  present: ReadonlySet<string>;
  carriedOut: ReadonlySet<string>;
  requests: readonly string[];
}

export function truthOf({ present, carriedOut, requests }: ScriptedService): Truth {
  return { present: new Set(present), carriedOut: new Set(carriedOut), requests: [...requests] };
}

/** Asserts that every outcome in a report is true. `isListed`: a good list was read. */
export function assertTrue(
  entries: readonly DeletionEntry[],
  { present, carriedOut, requests }: Truth,
  isListed: boolean,
): void {
  for (const { lora, outcome } of entries) {
    const isThere = present.has(lora.name);
    const isOurs = carriedOut.has(lora.name);
    const say = `${lora.name} is ${JSON.stringify(outcome)}, and ${isThere ? 'there' : isOurs ? 'deleted' : 'gone'}`;
    switch (outcome.is) {
      case 'deleted':
        // A 2xx without the entry is believed until a list settles it.
        assert.ok(!isThere || !(outcome.isReturned || isListed), say);
        break;
      case 'alreadyGone':
        assert.ok(!isThere && !isOurs, say);
        break;
      case 'changed':
        assert.ok(isThere, say);
        break;
      case 'refused':
      case 'failed':
        // A failed check does not show whether somebody else deleted it.
        assert.ok(isThere || (outcome.at === 'check' && !outcome.isListed && !isOurs), say);
        break;
      case 'notTried':
        assert.ok(!isOurs, say);
        break;
      case 'unknown':
        assert.ok(requests.includes(`DELETE ${lora.name}`), say);
    }
  }
}
