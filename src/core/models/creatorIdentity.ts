import type { Creator } from '../../api/types.ts';

/**
 * Everything that tells a creator apart, the surest first: `email:…`, `key:…` (an API key's name), `name:…`. Empty where the
 * service says nothing but the kind of actor.
 */
export function creatorIdentities(creator: Creator | undefined): string[] {
  const { firstName, lastName, email } = creator?.user ?? {};
  const name = [firstName, lastName].filter((part) => part).join(' ');
  const parts = [
    ['email', email],
    ['key', creator?.apiKeyName],
    ['name', name],
  ];
  return parts.flatMap(([kind, value]) => (value ? [`${kind}:${value.trim().toLowerCase()}`] : []));
}

/** Whether this creator is known, and none of those that the person marked as "mine". Says no while none is marked. */
export function isSomebodyElse(creator: Creator | undefined, mine: ReadonlySet<string>): boolean {
  const identities = creatorIdentities(creator);
  return mine.size > 0 && identities.length > 0 && !identities.some((one) => mine.has(one));
}
