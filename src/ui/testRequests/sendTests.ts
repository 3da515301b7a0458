import type { RetryWait } from '../../api/index.ts';
import type { ChatService } from '../../core/chats/session/chatChange.ts';
import type { Connection } from '../../core/connections/connection.ts';
import {
  countRequests,
  runTests,
  type TestedModel,
  type TestResult,
} from '../../core/testRequests/testRun.ts';
import type { ModelsView } from '../models/view/modelsView.ts';
import type { WindowParts } from '../models/windowParts.ts';
import { waitSentence } from '../shared/errors/waitText.ts';
import { isAgreed, sayWarning } from '../shared/messages.ts';
import type { ReadOnlyDocuments } from '../shared/readOnlyDocuments.ts';
import { cancellable } from '../shared/stoppable.ts';
import { modelsText } from '../shared/text/countText.ts';
import { placeName } from '../shared/text/placeName.ts';
import { t } from '../shared/text/t.ts';
import { shortName } from './testText.ts';

/** What a test request needs from the rest of the extension. */
export interface TestRequestParts extends Pick<WindowParts, 'connections' | 'catalogs' | 'clients'> {
  service: ChatService;
  documents: Pick<ReadOnlyDocuments, 'open'>;
  view: Pick<ModelsView, 'selection'>;
}

/** Asks the user. Returns false, also if a connection was removed or has moved meanwhile: the dialog may be open for long. */
export async function isAgreedToTests(
  models: readonly TestedModel[],
  asked: readonly Connection[],
  { connections }: Pick<TestRequestParts, 'connections'>,
): Promise<boolean> {
  const [first, another] = models;
  const question =
    first && !another
      ? t('Send a test request to “{0}”?', shortName(first.name))
      : t('Send test requests to {0} models?', models.length);
  const where = asked.map((connection) => {
    const count = models.filter(({ connectionId }) => connectionId === connection.id).length;
    return `${placeName(connection)}: ${modelsText(count)}`;
  });
  const why = t(
    'Short chats, one at a time, and at most {0}: one with each model, and one with each base model to compare with. They may load adapters on the service, which can be slow, and may incur charges.',
    countRequests(models),
  );
  const verb = t('Send Test Request');
  if (!(await isAgreed(question, [...where, '', why].join('\n'), verb))) return false;
  if (asked.every(({ id, baseUrl }) => connections.byId(id)?.baseUrl === baseUrl)) return true;
  void sayWarning(t('The connections have changed meanwhile. Nothing was sent.'));
  return false;
}

/** Sends the requests, under a notification that stops them. `find` completes what is known of the models. Never rejects. */
export function sendTests(
  models: readonly TestedModel[],
  asked: readonly Connection[],
  service: ChatService,
  find: (model: TestedModel, signal: AbortSignal) => Promise<TestedModel>,
): Thenable<TestResult[]> {
  return cancellable(t('Sending test requests'), async (say, signal) => {
    let turn = { text: '', connection: '' };
    const report = (wait?: RetryWait, increment = 0) =>
      say(wait ? `${turn.text} · ${waitSentence(wait, turn.connection)}` : turn.text, increment);
    return runTests(await Promise.all(models.map((model) => find(model, signal))), {
      service,
      signal,
      onWait: report,
      onModel: ({ connectionId, name }, index) => {
        const place = t('{0} of {1}: {2}', index + 1, models.length, shortName(name));
        turn = { text: place, connection: asked.find(({ id }) => id === connectionId)?.name ?? '' };
        report(undefined, index === 0 ? 0 : 100 / models.length);
      },
    });
  });
}
