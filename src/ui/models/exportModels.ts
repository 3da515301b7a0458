import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { Catalog } from '../../core/models/catalog.ts';
import { modelsCsv, modelsJson } from '../../core/models/exportedModels.ts';
import { chosenConnection } from '../connections/pickConnection.ts';
import { errorText } from '../shared/errors/errorText.ts';
import { showErrorText } from '../shared/errors/showError.ts';
import { exportFile } from '../shared/exportFile.ts';
import { sayInfo } from '../shared/messages.ts';
import { stoppable } from '../shared/stoppable.ts';
import { fileName } from '../shared/text/shownPath.ts';
import { plural, t } from '../shared/text/t.ts';
import { clockTime } from '../shared/text/time.ts';
import { failureText, hasList } from './catalogText.ts';
import type { ModelsView } from './view/modelsView.ts';
import type { WindowServices } from './windowServices.ts';

/** *Export Models…*: writes all models of a connection that match its filter to a file. */
export async function exportModels(
  {
    connections,
    catalogs,
    view,
  }: Pick<WindowServices, 'connections' | 'catalogs'> & {
    view: Pick<ModelsView, 'filterOf'> & { tree: Pick<ModelsView['tree'], 'matching'> };
  },
  from?: unknown,
): Promise<void> {
  const title = t('Export Models');
  const connection = await chosenConnection(connections, from, title);
  const catalog = connection && (await listOf(connection, catalogs, title));
  if (!connection || !catalog) return;
  const models = view.tree.matching(connection);
  const filter = view.filterOf(connection.id);
  if (models.length === 0) {
    void sayInfo(
      filter === ''
        ? t('{0} has no models. Nothing was exported.', connection.name)
        : t('No model of {0} matches “{1}”. Nothing was exported.', connection.name, cleanText(filter, 80)),
    );
    return;
  }
  const { name, baseUrl } = connection;
  const source = { connection: { name, baseUrl }, listedAt: catalog.loadedAt, filter };
  // The Swedish locale writes dates as in ISO 8601.
  const today = new Intl.DateTimeFormat('sv-SE').format(Date.now());
  await exportFile({
    title: plural(models.length, 'Export 1 Model', 'Export {0} Models'),
    name: `${fileName(name, 'models')} ${t('models')} ${today}`,
    formats: [
      { label: 'CSV', description: t('for a spreadsheet'), suffix: 'csv', content: () => modelsCsv(models) },
      {
        label: 'JSON',
        description: t("for scripts, with the service's own names"),
        suffix: 'json',
        content: () => modelsJson(models, source),
      },
    ],
    said: (place) => [
      plural(models.length, '1 model was exported to {1}.', '{0} models were exported to {1}.', place),
      ...remarksOn(catalog),
    ],
  });
}

/** Returns the catalog, loaded first if needed; `undefined` if the user stopped it or was told why there is no list. */
async function listOf(connection: Connection, catalogs: WindowServices['catalogs'], title: string) {
  const loader = catalogs.loader(connection);
  if (!hasList(catalogs.of(connection))) {
    const isLoaded = await stoppable(title, connection, async ({ signal }) => {
      signal.addEventListener('abort', () => loader.stop());
      await loader.refresh();
      signal.throwIfAborted();
      return true;
    });
    if (!isLoaded) return undefined;
  }
  const catalog = catalogs.of(connection);
  if (hasList(catalog)) return catalog;
  const words = catalog.error && errorText(catalog.error, connection);
  if (words) await showErrorText(words, connection, undefined, t('Nothing was exported.'));
  return undefined;
}

/** Says how old the list is, and what it lacks. */
function remarksOn(catalog: Catalog): string[] {
  const { state, loadedAt = 0, skipped } = catalog;
  const time = clockTime(loadedAt);
  const hasFailed = state === 'stale' || state === 'offline';
  const age = hasFailed
    ? t('The list is as of {0}: {1}.', time, failureText(catalog))
    : t('The list is as of {0}.', time);
  const lack = plural(
    skipped,
    '1 entry of the list could not be read, and is left out.',
    '{0} entries of the list could not be read, and are left out.',
  );
  return [...(state === 'fresh' ? [] : [age]), ...(skipped > 0 ? [lack] : [])];
}
