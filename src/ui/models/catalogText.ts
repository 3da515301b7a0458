import type { Connection } from '../../core/connections/connection.ts';
import type { Catalog } from '../../core/models/catalog.ts';
import { askedWaitText, retryText, waitSentence, waitText } from '../shared/errors/waitText.ts';
import { modelsText } from '../shared/text/countText.ts';
import { plural, t } from '../shared/text/t.ts';
import { clockTime } from '../shared/text/time.ts';

/** True if there is a list to show, however old. */
export function hasList(catalog: Catalog): boolean {
  return catalog.loadedAt !== undefined;
}

/**
 * Returns the view's message: one line, only if the list is not fresh, which counts down until `countedUntil`. `retryAt`: when an offline
 * connection is tried again by itself. Omit both in a row, which shows the name and does not count.
 */
export function catalogMessage(catalog: Catalog, name?: string, retryAt?: number): string | undefined {
  const { state, loadedAt, isKept, skipped, waiting } = catalog;
  if (waiting) return name === undefined ? waitText(waiting) : waitSentence(waiting, name);
  if (state === 'loading' || state === 'idle') {
    if (loadedAt === undefined) return state === 'loading' ? t('Loading models…') : undefined;
    return isKept ? t('Last refreshed {0}.', clockTime(loadedAt)) : undefined;
  }
  if (loadedAt === undefined) return undefined;
  if (state === 'stale' || state === 'offline') {
    const isCounted = name !== undefined;
    const failed = t(
      "Couldn't refresh ({1}). Showing the list from {0}.",
      clockTime(loadedAt),
      failureText(catalog, isCounted),
    );
    return retryAt === undefined ? failed : `${failed} ${retryText(retryAt)}`;
  }
  if (skipped > 0) {
    return plural(
      skipped,
      '1 entry could not be read; see the log.',
      '{0} entries could not be read; see the log.',
    );
  }
  return undefined;
}

/** Returns until when the view's message counts down, in Unix milliseconds. */
export function countedUntil({ waiting, error }: Catalog, retryAt: number | undefined): number | undefined {
  return waiting?.until ?? retryAt ?? error?.retryAt;
}

/** Returns the end of a sentence, e.g. "offline" or "the service answered 503". `isCounted`: it is shown anew each second. */
export function failureText({ state, error, isStopped }: Catalog, isCounted = false): string {
  if (isStopped) return t('stopped');
  if (error?.retryAt !== undefined) return askedWaitText(error.retryAt, isCounted);
  if (error?.code === 'CERTIFICATES_UNCHECKED') return t('certificates would not be checked');
  if (error?.kind === 'tls') return t('its certificate is not trusted');
  if (error?.kind === 'timeout') return t('no answer in time');
  if (state === 'offline') return t('offline');
  if (error?.status === undefined) return t('the answer could not be read');
  return t('the service answered {0}', error.status);
}

/**
 * Returns the state text of a connection's row, which is shown if there are several connections. `filtered`: the result of its
 * filter, shown instead of the count.
 */
export function rowState(connection: Connection, catalog: Catalog, filtered?: string) {
  const readOnly = connection.readOnly ? t('read-only') : '';
  const { loras, baseModels } = catalog;
  const list = hasList(catalog) ? (filtered ?? modelsText(loras.length + baseModels.length)) : '';
  const parts = (text: string) => [list, text, readOnly].filter((part) => part).join(' · ');
  const { state, error } = catalog;
  if (state === 'noKey') return { text: parts(t('no API key')), contextValue: 'connection.key' };
  if (state === 'unauthorized') {
    const text = parts(t('refused the API key ({0})', error?.status ?? 401));
    return { text, contextValue: 'connection.key' };
  }
  const isStoppable = state === 'loading' && catalog.isSlow;
  const isFailed = state === 'stale' || state === 'offline';
  const message = state === 'fresh' ? undefined : catalogMessage(catalog)?.replace(/\.$/u, '');
  return {
    text: parts(message ?? (isFailed ? failureText(catalog) : '')),
    contextValue: isStoppable ? 'connection.slow' : 'connection',
  };
}
