import type { Judging } from '../../../core/promptSets/run/runJudgments.ts';
import type { Run } from '../../../core/promptSets/run/runRecord.ts';
import type { Connections } from '../../connections/connections.ts';
import { errorText } from '../../shared/errors/errorText.ts';
import { t } from '../../shared/text/t.ts';
import type { ErrorWords } from './rowText.ts';

/** Returns a function that says why requests to a judge failed; nothing if that is not known. */
export function judgeFailureText(connections: Pick<Connections, 'byId'>): (judging: Judging) => string {
  return ({ judge, gaveUp }) =>
    gaveUp?.error ? failureTexts({ models: [judge] }, connections)(gaveUp.error, 0) : '';
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
