import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Creator, Model } from '../../../src/api/types.ts';
import { mostBytes } from '../../../src/core/agentTools/byteBudget.ts';
import { listAnswer } from '../../../src/core/agentTools/listAnswer.ts';
import { modelAnswer, unlistedAnswer } from '../../../src/core/agentTools/modelAnswer.ts';
import { asked, modelsIn, now } from '../core/agentTools/agentBench.ts';
import { baseModel, lora } from '../core/fixtures.ts';
import { holds } from './holds.ts';

/** In everything that is known of a creator, and nowhere else. */
const secret = 'CANARY';
const personal = fc.string({ maxLength: 8 }).map((text) => `${text}${secret}${text}`);
const creator: fc.Arbitrary<Creator> = fc.record({
  actorType: personal,
  apiKeyName: personal,
  user: fc.record({ firstName: personal, lastName: personal, email: personal, profileImageUrl: personal }),
});
const text = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: fc.constantFrom('模', '"', '\\', '\n', 'e\u0301', '👩‍🚀'), maxLength: 400 }),
  )
  .filter((one) => !one.includes(secret));
const deployment = fc.record(
  {
    baseModelName: text,
    createdAt: fc.oneof(fc.integer(), fc.double()),
    modelName: text,
    modelSource: text,
    hubRevision: text,
  },
  { requiredKeys: [] },
);
const model: fc.Arbitrary<Model> = fc
  .tuple(fc.boolean(), text, fc.option(deployment, { nil: undefined }), creator, fc.double())
  .map(([isLora, name, given, by, unitPrice]) => {
    const whole = given && { ...given, creator: by };
    return { ...(isLora ? lora(name, whole) : baseModel(name, whole)), unitPrice };
  });

describe('Whatever a service lists', () => {
  holds(
    'an answer to an agent has nothing of a creator, whole entries only, and at most 8 KB',
    300,
    fc.asyncProperty(fc.array(model, { maxLength: 60 }), fc.nat(70), async (models, offset) => {
      const loras = models.filter((one) => one.kind === 'lora');
      const baseModels = models.filter((one) => one.kind === 'baseModel');
      const acme = asked(loras, baseModels);
      const input = { filter: '', offset, limit: Number.MAX_SAFE_INTEGER };
      const answers = [await listAnswer(input, [acme, acme], now)];
      for (const one of models.slice(0, 2)) {
        answers.push(await modelAnswer(one.name, acme, { is: 'retrieved', model: one }, now));
        answers.push(await modelAnswer(one.name, acme, { is: 'notFound', listed: one }, now));
        answers.push(await modelAnswer(`${one.name}x`, acme, { is: 'notFound', listed: undefined }, now));
        answers.push(await modelAnswer(one.name, acme, { is: 'failed', why: 'x', listed: one }, now));
        answers.push(await unlistedAnswer(`${one.name}x`, [acme, acme], now));
      }
      for (const answer of answers) {
        assert.ok(!answer.includes(secret), answer);
        assert.ok(Buffer.byteLength(answer) <= mostBytes, `${Buffer.byteLength(answer)} bytes`);
        // Throws if a line is not whole.
        modelsIn(answer);
      }
    }),
  );
});
