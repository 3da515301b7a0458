import { isDeepStrictEqual } from 'node:util';
import type { Lora } from '../../api/types.ts';
import type { Outcome } from './outcome.ts';

/** Returns how the entry differs from what was agreed to; `undefined` if it may be deleted. `ignored`: fields that may differ. */
export function changeSince(
  agreed: Lora,
  now: Lora,
  ignored: ReadonlySet<string> = new Set(),
): Extract<Outcome, { is: 'changed' }> | undefined {
  // If the LoRA lost its deployment meanwhile, deleting it affects fewer people than the user agreed to.
  if (!now.activeDeployment && isDeepStrictEqual(agreed.unreadFacts, now.unreadFacts)) return undefined;
  if (!now.activeDeployment) return now.unreadFacts && { is: 'changed', now: 'deployedAnew' };
  if (!agreed.activeDeployment) return { is: 'changed', now: 'deployed' };
  const isSame = isDeepStrictEqual(identityOf(agreed), identityOf(now)) && isSameCreator(agreed, now);
  if (!isSame) return { is: 'changed', now: 'deployedAnew' };
  const [before, after] = [agreed.unreadFacts ?? {}, now.unreadFacts ?? {}];
  // A field that only one has doesn't count, since a list may give fewer than a retrieve.
  const isOther = (field: string) =>
    Object.hasOwn(after, field) && !isDeepStrictEqual(before[field], after[field]);
  const fields = Object.keys(before).filter((field) => isOther(field) && !ignored.has(field));
  return fields.length > 0 ? { is: 'changed', now: 'deployedAnew', fields } : undefined;
}

/** The fields of the specification that tell deployments apart, with the wire names under which unreadable values are kept. */
const identifying = {
  baseModelName: 'base_model_name',
  createdAt: 'created_at',
  modelName: 'model_name',
  modelSource: 'model_source',
  hubRevision: 'hub_revision',
} as const;

function identityOf({ activeDeployment, unreadFacts = {} }: Lora): unknown[] {
  return Object.entries(identifying).map(
    ([field, wire]) => activeDeployment?.[field as keyof typeof identifying] ?? unreadFacts[wire],
  );
}

/**
 * True if both have the same creator, whom the confirmation names. A list may leave the creator out, and a new picture makes no other
 * creator, so neither counts as a difference.
 */
function isSameCreator({ activeDeployment: agreed }: Lora, { activeDeployment: now }: Lora): boolean {
  const [before, after] = [agreed, now].map((deployment) => {
    const { user, ...creator } = deployment?.creator ?? {};
    const { profileImageUrl: _picture, ...who } = user ?? {};
    return { ...creator, ...who };
  });
  const isLeftOut = [before, after].some((creator) => Object.keys(creator ?? {}).length === 0);
  return isLeftOut || isDeepStrictEqual(before, after);
}
