import type { Run } from '../../../core/promptSets/run/runRecord.ts';
import { modelNames } from '../../../core/promptSets/words/runFacts.ts';
import type { ErrorWords, RunDisplay } from '../../../core/promptSets/words/runNotices.ts';
import type { Connections } from '../../connections/connections.ts';
import { errorText } from '../../shared/errors/errorText.ts';
import { t } from '../../shared/text/t.ts';

/** Returns how a run is shown, by the connections as they are now. */
export function runDisplay(
  { models }: Pick<Run, 'models'>,
  connections: Pick<Connections, 'byId'>,
): RunDisplay {
  return {
    ...{ t, names: modelNames(t, models, connections), errorWords: failureTexts({ models }, connections) },
    judgeErrorWords: ({ judge, gaveUp }) =>
      gaveUp?.error ? failureTexts({ models: [judge] }, connections)(gaveUp.error, 0) : '',
  };
}

/** Returns a function that says why a request to a model of the run failed, with the service's own words behind it. */
export function failureTexts(
  { models }: Pick<Run, 'models'>,
  connections: Pick<Connections, 'byId'>,
): ErrorWords {
  return (error, model) => {
    const { connectionId = '', name } = models[model] ?? {};
    const connection = connections.byId(connectionId);
    if (!connection) return error.serverMessage ?? t('The request failed, and its connection was removed.');
    const { text, detail } = errorText(error, connection, name);
    return [text, detail].filter(Boolean).join(' ');
  };
}
