import assert from 'node:assert/strict';
import {
  costText,
  type PlannedRun,
  tellsApartNote,
  tellsApartText,
} from '../../../../src/ui/promptSets/start/planText.ts';

const model = (name: string) => ({ connectionId: 'acme', kind: 'lora' as const, name });
const connections = { byId: () => ({ name: 'Acme production' }) } as never;
const draft = {
  ...{ models: [model('base'), model('tone')], settings: { temperature: 0 } },
  ...{ repetitions: 1, stopsWhenClear: false },
};
const set = { prompts: 200, checked: 200, units: 200 };
const plan: PlannedRun = { set, draft, discordance: undefined };
const said = (changed: Partial<PlannedRun>) => {
  const planned = { ...plan, ...changed };
  return `${costText(planned, connections)} · ${tellsApartText(planned)}`;
};

describe('The plan of a run', () => {
  it('says what is sent, warm-ups included, how many tokens that can take, and what it can show', () => {
    assert.equal(
      said({}),
      '402 requests to Acme production · at most 410,000 tokens · 200 prompts tell apart 10 points or more',
    );
    assert.match(
      said({ draft: { ...draft, repetitions: 3 } }),
      /^1,202 requests .* at most 1,300,000 tokens /u,
    );
    const short = { ...draft, settings: { maxTokens: 1 } };
    assert.match(said({ draft: short }), / at most 450 tokens /u);
  });

  it('counts the tests of weights before it', () => {
    const tested = [{ connectionId: 'acme', name: 'tone', baseModelName: 'base' }];
    assert.match(said({ draft: { ...draft, tested } }), /^434 requests .* at most 420,000 tokens /u);
  });

  it('has no more tokens than its ceiling', () => {
    assert.match(said({ draft: { ...draft, maxTotalTokens: 12_345 } }), / at most 12,345 tokens /u);
    assert.match(said({ draft: { ...draft, maxTotalTokens: 1e9 } }), / at most 410,000 tokens /u);
  });

  it('counts groups where prompts belong together, and only what has checks', () => {
    assert.match(said({ set: { ...set, units: 40 } }), / 40 groups tell apart 24 points or more$/u);
    assert.match(
      said({ set: { prompts: 200, checked: 40, units: 40 } }),
      / 40 prompts tell apart 24 points/u,
    );
  });

  it('says where there will be no verdict', () => {
    assert.match(
      said({ set: { prompts: 9, checked: 9, units: 9 } }),
      / too few checked prompts for a verdict$/u,
    );
    assert.doesNotMatch(said({ set: { ...set, checked: 0, units: 0 } }), /apart|verdict/u);
    assert.doesNotMatch(said({ draft: { ...draft, models: [model('tone')] } }), /apart|verdict/u);
  });

  it('rests on what an earlier run of the set found, else on a guess, and says on which', () => {
    assert.match(said({ discordance: 0.02 }), /200 prompts tell apart 5 points or more$/u);
    assert.match(tellsApartNote(plan)?.detail ?? '', /on a fifth of the prompts, which is a guess\.$/u);
    assert.match(
      tellsApartNote({ ...plan, discordance: 0.125 })?.detail ?? '',
      /on 13% of the prompts, as in its last run\.$/u,
    );
    assert.equal(tellsApartNote({ ...plan, set: { ...set, units: 9 } }), undefined);
  });
});
