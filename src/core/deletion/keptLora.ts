import * as v from 'valibot';
import type { Lora } from '../../api/types.ts';

const creator = v.object({
  actorType: v.exactOptional(v.string()),
  apiKeyName: v.exactOptional(v.string()),
  user: v.exactOptional(
    v.object({
      firstName: v.exactOptional(v.string()),
      lastName: v.exactOptional(v.string()),
      email: v.exactOptional(v.string()),
    }),
  ),
});

/** A LoRA in a line of JSON: what was agreed to, as far as it is looked at again. */
export const keptLoraSchema = v.pipe(
  v.object({
    name: v.string(),
    activeDeployment: v.exactOptional(
      v.object({
        baseModelName: v.exactOptional(v.string()),
        createdAt: v.exactOptional(v.number()),
        creator: v.exactOptional(creator),
        modelName: v.exactOptional(v.string()),
        modelSource: v.exactOptional(v.string()),
        hubRevision: v.exactOptional(v.string()),
      }),
    ),
  }),
  v.transform(
    ({ name, activeDeployment }): Lora => ({ kind: 'lora', name, unitPrice: undefined, activeDeployment }),
  ),
);
