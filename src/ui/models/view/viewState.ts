import type { Connection } from '../../../core/connections/connection.ts';
import type { Catalog } from '../../../core/models/catalog.ts';
import { modelsText } from '../../shared/text/countText.ts';
import { placeName } from '../../shared/text/placeName.ts';
import { t } from '../../shared/text/t.ts';
import { hasList } from '../catalogText.ts';

/** An active filter and its result. */
export interface FilterState {
  filter: string;
  matching: number;
  total: number;
}

/** Returns, e.g., "“tone” · 12 of 38". */
export function filterText({ filter, matching, total }: FilterState): string {
  return t('“{0}” · {1} of {2}', filter, matching, total);
}

/** A connection as the view shows it. */
export interface ShownConnection {
  connection: Connection;
  catalog: Catalog;
  /** The connection's filter, which may be empty, and how many of its models match it. */
  filtered: FilterState;
}

/** Returns what the view shows for the only connection: `list`, or the name of a welcome text. */
export function viewState({ catalog, filtered: { matching, total } }: ShownConnection) {
  if (catalog.state === 'noKey' || catalog.state === 'unauthorized') return catalog.state;
  if (!hasList(catalog)) {
    if (catalog.isStopped) return 'stopped';
    if (catalog.state === 'offline') return 'unreachable';
    return catalog.state === 'stale' ? 'failed' : 'list';
  }
  if (total === 0) return catalog.state === 'fresh' ? 'empty' : 'list';
  return matching === 0 ? 'noMatch' : 'list';
}

/** Returns the text beside the view's title for the only connection: its filter or its count, its name, and what else to know about it. */
export function viewDescription(shown: ShownConnection): string {
  const { connection, catalog, filtered } = shown;
  const state = viewState(shown);
  const isFiltered = filtered.filter !== '' && (state === 'list' || state === 'noMatch');
  const parts = [
    isFiltered ? filterText(filtered) : filtered.total > 0 ? modelsText(filtered.total) : '',
    state === 'unreachable' ? placeName(connection) : connection.name,
    state === 'failed' ? String(catalog.error?.status ?? t('unreadable')) : '',
    connection.readOnly ? t('read-only') : '',
  ];
  return parts.filter((part) => part).join(' · ');
}

/** True if there is something to filter and to sort. */
export function hasModels({ filtered }: ShownConnection): boolean {
  return filtered.total > 0;
}
