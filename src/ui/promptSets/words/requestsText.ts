import { cleanText } from '../../../core/cleanText.ts';
import type { ModelRef } from '../../../core/models/modelKey.ts';
import type { RequestCount } from '../../../core/promptSets/ask/askJob.ts';
import type { WindowServices } from '../../models/windowServices.ts';
import { listText, plural, t } from '../../shared/text/t.ts';
import { priceText } from '../../shared/text/unitText.ts';

/** E.g. "402 requests to Acme production (2 to warm up)", for each connection. Warm-ups are in the first number. */
export function requestsText(
  counts: readonly RequestCount[],
  connections: Pick<WindowServices['connections'], 'byId'>,
): string {
  const texts = [...Map.groupBy(counts, ({ connectionId }) => connectionId)].map(([id, own]) => {
    const sum = (of: (count: RequestCount) => number) => own.reduce((total, count) => total + of(count), 0);
    const warmUps = sum((count) => count.warmUps);
    const requests = sum((count) => count.requests) + warmUps;
    const said = plural(
      requests,
      '1 request to {1}',
      '{0} requests to {1}',
      cleanText(connections.byId(id)?.name ?? '', 80),
    );
    return warmUps === 0 ? said : t('{0} ({1} to warm up)', said, warmUps);
  });
  return texts.join(' · ');
}

/** E.g. "unit prices 0.25 and 1 (unit not specified)". */
export function pricesText(
  models: readonly ModelRef[],
  catalogs: Pick<WindowServices['catalogs'], 'find'>,
): string {
  const prices = models.map((model) => catalogs.find(model)?.unitPrice);
  if (prices.every((price) => price === undefined)) return t('unit prices not given');
  const all = [...new Set(prices)].map((price) => (price === undefined ? t('not given') : priceText(price)));
  return plural(
    all.length,
    'unit price {1} (unit not specified)',
    'unit prices {1} (unit not specified)',
    listText(all),
  );
}

/** Returns, e.g., "400 requests, written to files; nothing is sent". */
export function writtenText(requests: number): string {
  return plural(
    requests,
    '1 request, written to a file; nothing is sent',
    '{0} requests, written to files; nothing is sent',
  );
}
