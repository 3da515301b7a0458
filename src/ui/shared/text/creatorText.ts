import type { Creator } from '../../../api/index.ts';
import { t } from './t.ts';

/** "Ada Example <ada@acme.example>", 'API key "ci-deploy"', or just the actor type; `undefined` if nothing is given. */
export function creatorText(creator: Creator | undefined): string | undefined {
  const name = creatorName(creator);
  const email = creator?.user?.email;
  return name && email && name !== email ? `${name} <${email}>` : name;
}

/** Like `creatorText`, but without the e-mail address unless there is nothing else. */
export function creatorName(creator: Creator | undefined): string | undefined {
  if (!creator) return undefined;
  const { firstName, lastName, email } = creator.user ?? {};
  const fullName = [firstName, lastName].filter((part) => part).join(' ');
  if (fullName || email) return fullName || email;
  if (creator.apiKeyName) return t('API key "{0}"', creator.apiKeyName);
  return creator.actorType;
}
