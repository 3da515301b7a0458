import assert from 'node:assert/strict';
import type { ModelRef } from '../../../../src/core/models/modelKey.ts';
import { requestsText } from '../../../../src/ui/promptSets/start/requestsText.ts';

const model = (name: string, connectionId = 'acme'): ModelRef => ({ connectionId, kind: 'lora', name });

/** Says what is sent to models with these prices. */
function said(models: readonly ModelRef[], prices: Record<string, number>, each = 200): string {
  const names: Record<string, string> = { acme: 'Acme production', own: 'My\nserver' };
  const parts = {
    connections: { byId: (id: string) => ({ name: names[id] }) },
    catalogs: { find: ({ name }: ModelRef) => ({ unitPrice: prices[name] }) },
  };
  // Of both, it needs no more.
  return requestsText(models, each, parts as never);
}

describe('What a run is about to send', () => {
  it('is told by connection, with each model’s price', () => {
    assert.equal(
      said([model('a'), model('b')], { a: 0.25, b: 1 }),
      '400 requests to Acme production · unit prices 0.25 and 1 (unit not specified)',
    );
  });

  it('is told for several connections, whose names are one line', () => {
    assert.equal(
      said([model('a'), model('b'), model('c', 'own')], { a: 1, b: 2, c: 3 }),
      '400 requests to Acme production · 200 requests to My server · unit prices 1, 2, and 3 (unit not specified)',
    );
  });

  it('names a price once, and says which are missing', () => {
    assert.match(
      said([model('a'), model('b')], { a: 0.2, b: 0.2 }),
      /· unit price 0\.2 \(unit not specified\)$/u,
    );
    assert.match(said([model('a'), model('b')], { a: 0.2 }), /· unit prices 0\.2 and not given \(unit/u);
    assert.equal(said([model('a')], {}, 1), '1 request to Acme production · unit prices not given');
  });
});
