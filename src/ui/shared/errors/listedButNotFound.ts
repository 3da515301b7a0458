import type { Connection } from '../../../core/connections/connection.ts';
import { shownName } from '../../../core/shownName.ts';
import { t } from '../text/t.ts';
import { UserFacingError } from './userFacingError.ts';

/** Explains a 404 for an entry that a fresh list still has: it is not gone. */
export function listedButNotFoundText(name: string, connection: Pick<Connection, 'name'>): string {
  const model = shownName(name, 80);
  return name.includes('/')
    ? t(
        "{0} is listed by {1}, but can't be retrieved (404): a gateway on the way probably decodes the slash in its name. Use a base URL that bypasses it.",
        model,
        connection.name,
      )
    : t("{0} is listed by {1}, but can't be retrieved (404).", model, connection.name);
}

/** The service answers 404 for an entry in its fresh list. */
export class ListedButNotFoundError extends UserFacingError {
  constructor(name: string, connection: Pick<Connection, 'name'>) {
    super(listedButNotFoundText(name, connection));
  }
}
