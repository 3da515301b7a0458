import { ServiceError } from '../../api/serviceError.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { errorText } from '../shared/errors/errorText.ts';
import { ListedButNotFoundError } from '../shared/errors/listedButNotFound.ts';
import { StoppedByPerson } from '../shared/stoppable.ts';
import { t } from '../shared/text/t.ts';
import { clockTime } from '../shared/text/time.ts';

/** `at`: when the entry was last retrieved, in Unix milliseconds. */
export function goneNotice({ name }: Connection, at: number | undefined): string {
  return at === undefined
    ? t('Gone from {0}.', name)
    : t('Gone from {0}. Shown as of {1}.', name, clockTime(at));
}

/** True if the entry must be shown from the list: it still exists, but its name does not lead to it. */
export function isOnlyListed(error: unknown): boolean {
  if (error instanceof ListedButNotFoundError) return true;
  if (!(error instanceof ServiceError)) return false;
  // Only our own codes count: the service may send the same one, but then there is a status.
  return (
    (error.code === 'INVALID_NAME' && error.status === undefined) ||
    (error.code === 'OTHER_NAME' && error.kind === 'protocol')
  );
}

/** `at`: when the list was loaded, in Unix milliseconds. */
export function listedNotice(notice: string, at: number | undefined): string {
  return at === undefined ? notice : `${notice} ${t('Shown from the list as of {0}.', clockTime(at))}`;
}

/** Why the entry could not be retrieved; `undefined` for unexpected errors. */
export function failureNotice(error: unknown, connection: Connection): string | undefined {
  if (error instanceof StoppedByPerson) return t('Stopped before {0} answered.', connection.name);
  if (error instanceof ListedButNotFoundError) return error.message;
  if (!(error instanceof ServiceError)) return undefined;
  const { text, detail } = errorText(error, connection);
  return detail && detail !== text ? `${text} ${detail}` : text;
}
