import { cleanText } from '../../../core/cleanText.ts';
import type { RequestCount } from '../../../core/promptSets/ask/askJob.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { isAgreed, sayWarning } from '../../shared/messages.ts';
import { t } from '../../shared/text/t.ts';
import type { RunServices } from '../runServices.ts';
import { requestsText } from '../words/requestsText.ts';
import { runTitle } from './runRow.ts';

/**
 * Resolves with whether a run's requests may be sent. Asks the user unless they were chosen by a row or page of ours (`isChosen`); then,
 * too, if another engine may be answering them, or if they would go elsewhere than the run's first ones.
 */
export async function maySend(
  { run, index }: RunFile,
  requests: readonly RequestCount[],
  isChosen: boolean,
  { connections }: Pick<RunServices, 'connections'>,
): Promise<boolean> {
  const places = () => run.models.map(({ connectionId }) => connections.byId(connectionId)?.baseUrl);
  const before = places();
  const moved = run.models.filter(
    ({ baseUrl }, at) => baseUrl !== undefined && before[at] !== undefined && baseUrl !== before[at],
  );
  const isWaiting = index.state === 'waiting';
  if (requests.length === 0 || (isChosen && !isWaiting && moved.length === 0)) return true;
  const details = [
    requestsText(requests, connections),
    isWaiting ? t('Requests were exported: what another engine answers would be asked and paid twice.') : '',
    ...movedTexts(moved, { connections }),
  ];
  const question = t('Send requests for “{0}”?', runTitle(run));
  if (!(await isAgreed(question, details.filter(Boolean).join('\n'), t('Send')))) return false;
  // The dialog may be open for long.
  if (places().every((place, at) => place === before[at])) return true;
  void sayWarning(t('The connections have changed meanwhile. Nothing was sent.'));
  return false;
}

function movedTexts(
  moved: RunFile['run']['models'],
  { connections }: Pick<RunServices, 'connections'>,
): string[] {
  const ids = [...new Set(moved.map(({ connectionId }) => connectionId))];
  return ids.flatMap((id) => {
    const [was] = moved.filter(({ connectionId }) => connectionId === id);
    const connection = connections.byId(id);
    if (!connection || was?.baseUrl === undefined) return [];
    return t(
      '{0} had another address when the run began ({1}): the prompts go to {2} now.',
      cleanText(connection.name, 80),
      was.baseUrl,
      connection.baseUrl,
    );
  });
}
