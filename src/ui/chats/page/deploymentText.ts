import type { Deployment } from '../../../core/chats/tree/column.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { t } from '../../shared/text/t.ts';
import { absoluteTime, createdText } from '../../shared/text/time.ts';

/** Number of characters of a revision that tell two apart. */
const revisionLength = 7;

/** Returns, e.g., "revision 4f2c9ab, deployed Nov 18, 2026, 10:42:07 AM UTC"; `undefined` if the service gave neither. */
export function deploymentText({ hubRevision, createdAt }: Deployment): string | undefined {
  const parts: string[] = [];
  if (hubRevision) parts.push(t('revision {0}', cleanText(hubRevision).slice(0, revisionLength)));
  if (createdAt !== undefined) parts.push(t('deployed {0}', createdText(createdAt, absoluteTime)));
  return parts.length > 0 ? parts.join(', ') : undefined;
}
