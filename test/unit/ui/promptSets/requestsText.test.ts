import assert from 'node:assert/strict';
import type { ModelRef } from '../../../../src/core/models/modelKey.ts';
import { missingRequests, newRequests } from '../../../../src/core/promptSets/ask/askJob.ts';
import { pricesText, requestsText } from '../../../../src/ui/promptSets/words/requestsText.ts';
import { no, rows, runOf, yes } from '../../core/promptSets/report/scoredRun.ts';

const model = (name: string, connectionId = 'acme'): ModelRef => ({ connectionId, kind: 'lora', name });
const names: Record<string, string> = { acme: 'Acme production', own: 'My\nserver' };
const connections = { byId: (id: string) => ({ name: names[id] }) } as never;

describe('What a run is about to send', () => {
  const said = (models: readonly ModelRef[], each = 200) =>
    requestsText(newRequests(models, each), connections);

  it('is told by connection, with one request for each model to warm it up', () => {
    assert.equal(said([model('a'), model('b')]), '402 requests to Acme production (2 to warm up)');
    assert.equal(
      said([model('a'), model('b'), model('c', 'own')]),
      '402 requests to Acme production (2 to warm up) · 201 requests to My server (1 to warm up)',
    );
  });

  it('has none to warm up for a judge', () => {
    const count = { connectionId: 'acme', requests: 1, warmUps: 0 };
    assert.equal(requestsText([count], connections), '1 request to Acme production');
  });

  it('is only what is missing or failed, to the models that lack it, once it goes on', () => {
    const failed = { state: 'failed', text: '' } as const;
    const scored = runOf([...rows(3, yes, no), [yes, failed], [yes, undefined]]);
    assert.equal(
      requestsText(missingRequests(scored), connections),
      '3 requests to Acme production (1 to warm up)',
    );
    assert.equal(requestsText(missingRequests(runOf(rows(3, yes, no))), connections), '');
  });

  it('comes with each price once, and says which are missing', () => {
    const priced = (prices: Record<string, number>, ...models: ModelRef[]) =>
      pricesText(models, { find: ({ name }: ModelRef) => ({ unitPrice: prices[name] }) } as never);
    const [a, b] = [model('a'), model('b')];
    assert.equal(priced({ a: 0.25, b: 1 }, a, b), 'unit prices 0.25 and 1 (unit not specified)');
    assert.equal(priced({ a: 0.2, b: 0.2 }, a, b), 'unit price 0.2 (unit not specified)');
    assert.match(priced({ a: 0.2 }, a, b), /^unit prices 0\.2 and not given \(unit/u);
    assert.equal(priced({}, a), 'unit prices not given');
  });
});
