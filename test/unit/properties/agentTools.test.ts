import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Creator, Model } from '../../../src/api/types.ts';
import { listAnswer, maxListed } from '../../../src/core/agentTools/listAnswer.ts';
import { modelDetails } from '../../../src/core/agentTools/modelEntry.ts';
import { asked, now } from '../core/agentTools/agentBench.ts';
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
    'an answer to an agent has nothing of a creator, nothing invisible, and a limited length',
    300,
    fc.asyncProperty(fc.array(model, { maxLength: 60 }), fc.nat(70), async (models, offset) => {
      const loras = models.filter((one) => one.kind === 'lora');
      const baseModels = models.filter((one) => one.kind === 'baseModel');
      const acme = asked(loras, baseModels);
      const list = await listAnswer({ filter: '', offset }, [acme, acme], now);
      assert.equal(list.models.length, Math.min(maxListed, Math.max(0, 2 * models.length - offset)));
      assert.equal(list.left_out, Math.max(0, 2 * models.length - offset - list.models.length));
      for (const entry of [...list.models, ...models.map(modelDetails)]) {
        const answer = JSON.stringify(entry);
        assert.ok(!answer.includes(secret), answer);
        assert.doesNotMatch(answer, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        assert.ok(answer.length < 6000, `${answer.length} characters`);
      }
    }),
  );
});
