import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Creator, Model } from '../../../src/api/types.ts';
import { completeFilter } from '../../../src/core/models/filterCompletions.ts';
import { readFilter } from '../../../src/core/models/modelFilter.ts';
import { baseModel, lora } from '../core/fixtures.ts';
import { holds } from './holds.ts';
import { plainFilter } from './plainFilter.ts';

const context = {
  now: 2_000_000_000_000,
  isChanged: ({ name }: Model) => name.length % 2 === 1,
};
const pieces = [
  ...['tone', 'Tone v7', 'llama-3-8b', 'LLAMA', 'ada', 'Ada Example', 'ci', '', ' ', '@base', 'ÄÖ'],
  ...['-x', '90d'],
];
const piece = fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 6 }));

const creator: fc.Arbitrary<Creator> = fc.record(
  {
    apiKeyName: piece,
    user: fc.record({ firstName: piece, lastName: piece, email: piece }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);
const deployment = fc.record(
  { baseModelName: piece, createdAt: fc.integer({ min: 1_900_000_000, max: 2_000_100_000 }), creator },
  { requiredKeys: [] },
);
const model: fc.Arbitrary<Model> = fc
  .tuple(fc.boolean(), piece, fc.option(deployment, { nil: undefined }))
  .map(([isLora, name, given]) => {
    if (isLora) return lora(name, given);
    const { baseModelName: _none, ...rest } = given ?? {};
    return baseModel(name, given && rest);
  });

const key = fc.constantFrom(
  ...['@deployed', '@undeployed', '@changed', '@base:', '@creator:', '@older:', '@BASE:', '@x:', '@'],
  ...[''],
);
const quoting = fc.constantFrom(
  (text: string) => text,
  (text: string) => `"${text}"`,
  (text: string) => `"${text}`,
);
const word = fc
  .tuple(fc.constantFrom('', '-', '--', '---'), key, piece, quoting)
  .map(([dashes, at, value, quote]) => dashes + at + quote(value));
const filterText = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.array(word, { maxLength: 4 }).map((words) => words.join(' ')),
  fc.tuple(word, fc.constantFrom('\t', '\n', '  ', '\u00A0'), word).map((parts) => parts.join('')),
);

describe('Any text as a filter', () => {
  holds(
    'lets the same models through as a second, plain implementation',
    600,
    fc.property(filterText, fc.array(model, { maxLength: 6 }), (text, models) => {
      const lets = readFilter(text);
      for (const one of models) {
        assert.equal(lets(one, context), plainFilter(text, one, context), JSON.stringify({ text, one }));
      }
    }),
  );

  holds(
    'can be completed, and each value offered matches at least as many models as it says',
    300,
    fc.property(filterText, fc.array(model, { maxLength: 6 }), (text, models) => {
      for (const completion of completeFilter(text, models)) {
        const { word: offered, models: count = 0 } = completion;
        const lets = readFilter(offered);
        assert.ok(models.filter((one) => lets(one, context)).length >= count, JSON.stringify(completion));
        assert.ok(completion.text.endsWith(offered));
      }
    }),
  );
});
