import { cleanText } from '../../../core/cleanText.ts';
import type { ModelRef } from '../../../core/models/modelKey.ts';
import type { WindowParts } from '../../models/windowParts.ts';
import { priceText } from '../../shared/text/figureText.ts';
import { listText, plural, t } from '../../shared/text/t.ts';

/** E.g. "400 requests to Acme production · unit prices 0.25 and 1 (unit not specified)". `each`: how many requests a model gets. */
export function requestsText(
  models: readonly ModelRef[],
  each: number,
  { connections, catalogs }: Pick<WindowParts, 'connections' | 'catalogs'>,
): string {
  const requests = [...Map.groupBy(models, ({ connectionId }) => connectionId)].map(([id, own]) =>
    plural(
      own.length * each,
      '1 request to {1}',
      '{0} requests to {1}',
      cleanText(connections.byId(id)?.name ?? '', 80),
    ),
  );
  return [...requests, pricesText(models.map((model) => catalogs.find(model)?.unitPrice))].join(' · ');
}

/** Returns, e.g., "400 requests, written to files; nothing is sent". */
export function writtenText(requests: number): string {
  return plural(
    requests,
    '1 request, written to a file; nothing is sent',
    '{0} requests, written to files; nothing is sent',
  );
}

function pricesText(prices: readonly (number | undefined)[]): string {
  if (prices.every((price) => price === undefined)) return t('unit prices not given');
  const all = [...new Set(prices)].map((price) => (price === undefined ? t('not given') : priceText(price)));
  return plural(
    all.length,
    'unit price {1} (unit not specified)',
    'unit prices {1} (unit not specified)',
    listText(all),
  );
}
