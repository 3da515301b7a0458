import type { Creator } from '../../api/types.ts';

/**
 * Returns everything that identifies a creator, most reliable first: `email:…`, `key:…` (an API key's name), `name:…`. Empty
 * if the service gives only the kind of actor.
 */
export function creatorIdentities(creator: Creator | undefined): string[] {
  const { firstName, lastName, email } = creator?.user ?? {};
  const name = [firstName, lastName].filter(Boolean).join(' ');
  const facts = { email, key: creator?.apiKeyName, name };
  return Object.entries(facts).flatMap(([kind, value]) =>
    value ? [`${kind}:${value.trim().toLowerCase()}`] : [],
  );
}

/** True if this creator is known and is not one that the user marked as "mine". False while none is marked. */
export function isSomebodyElse(creator: Creator | undefined, mine: ReadonlySet<string>): boolean {
  const identities = creatorIdentities(creator);
  return mine.size > 0 && identities.length > 0 && !identities.some((one) => mine.has(one));
}
