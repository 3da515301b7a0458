import * as vscode from 'vscode';
import type { ChatService } from '../../core/chats/session/chatChange.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { RetryWait } from '../../core/retryWait.ts';
import {
  countRequests,
  runTests,
  type TestedModel,
  type TestResult,
} from '../../core/testRequests/testRun.ts';
import type { ModelsView } from '../models/view/modelsView.ts';
import type { WindowParts } from '../models/windowParts.ts';
import { cancellable } from '../shared/cancellable.ts';
import { waitSentence } from '../shared/errors/waitText.ts';
import { isAgreed, sayWarning } from '../shared/messages.ts';
import type { ReadOnlyDocuments } from '../shared/readOnlyDocuments.ts';
import { placeName } from '../shared/text/placeName.ts';
import { timeOfDay } from '../shared/text/time.ts';
import { summaryText } from './testSummary.ts';
import { shortName } from './testText.ts';

/** What a test request needs from the rest of the extension. */
export interface TestRequestParts extends Pick<WindowParts, 'connections' | 'catalogs' | 'clients'> {
  service: ChatService;
  documents: Pick<ReadOnlyDocuments, 'open'>;
  view: Pick<ModelsView, 'selection'>;
}

/** Each model may have to be loaded: more would keep a service busy, and the user waiting, for too long. */
const mostModels = 20;

/** Tests several models one at a time, after the user agreed, and opens a summary. */
export async function sendBulkTest(models: readonly TestedModel[], parts: TestRequestParts): Promise<void> {
  if (models.length > mostModels) {
    const text = vscode.l10n.t(
      'At most {0} models can be tested at once, and {1} are selected. Nothing was sent.',
      mostModels,
      models.length,
    );
    void sayWarning(text);
    return;
  }
  const asked = await agreedConnections(models, parts);
  if (!asked) return;
  const startedAt = Date.now();
  const results = await run(models, asked, parts);
  const fileName = `${vscode.l10n.t('Test requests, {0}', timeOfDay(startedAt))}.txt`;
  const text = summaryText(results, (id) => of(asked, id), startedAt);
  await parts.documents.open('tests', fileName, text);
}

type Asked = ReadonlyMap<string, Connection>;

/** Asks the user. Returns the connections of these models by their ids if they still are those agreed to. */
export async function agreedConnections(
  models: readonly TestedModel[],
  parts: Pick<TestRequestParts, 'connections'>,
): Promise<Asked | undefined> {
  const asked = connectionsOf(models, parts);
  if (!asked || !(await isAgreedTo(models, asked))) return undefined;
  // The dialog may have been open for long.
  const hasMoved = [...asked.values()].some(
    ({ id, baseUrl }) => parts.connections.byId(id)?.baseUrl !== baseUrl,
  );
  if (!hasMoved) return asked;
  void sayWarning(vscode.l10n.t('The connections have changed meanwhile. Nothing was sent.'));
  return undefined;
}

/** Returns `undefined` if one is gone. */
function connectionsOf(
  models: readonly TestedModel[],
  { connections }: Pick<TestRequestParts, 'connections'>,
): Asked | undefined {
  const found = new Map<string, Connection>();
  for (const { connectionId } of models) {
    const connection = connections.byId(connectionId);
    if (!connection) return undefined;
    found.set(connectionId, connection);
  }
  return found;
}

function of(asked: Asked, connectionId: string): Connection {
  const connection = asked.get(connectionId);
  if (!connection) throw new Error('The connection of a tested model is not known.');
  return connection;
}

function isAgreedTo(models: readonly TestedModel[], asked: Asked): Promise<boolean> {
  const [first, ...others] = models;
  return first && others.length === 0
    ? isAgreedToOne(first, of(asked, first.connectionId))
    : isAgreedToAll(models, asked);
}

function isAgreedToOne({ name }: TestedModel, connection: Connection): Promise<boolean> {
  const why = vscode.l10n.t(
    'It is a short chat, and another with the base model if this is a LoRA. They may load adapters on the service, which can be slow, and may incur charges.',
  );
  return isAgreed(
    vscode.l10n.t('Send a test request to “{0}”?', shortName(name)),
    [placeName(connection), '', why].join('\n'),
    vscode.l10n.t('Send Test Request'),
  );
}

function isAgreedToAll(models: readonly TestedModel[], asked: Asked): Promise<boolean> {
  // A connection may be asked for by a former id, too.
  const where = [...new Set(asked.values())].map((connection) => {
    const place = placeName(connection);
    const count = models.filter(({ connectionId }) => asked.get(connectionId) === connection).length;
    return count === 1
      ? vscode.l10n.t('{0}: 1 model', place)
      : vscode.l10n.t('{0}: {1} models', place, count);
  });
  const why = vscode.l10n.t(
    'At most {0} requests, one at a time: one to each model, and one to each base model to compare with. They may load adapters on the service, which can be slow, and may incur charges.',
    countRequests(models),
  );
  return isAgreed(
    vscode.l10n.t('Send test requests to {0} models?', models.length),
    [...where, '', why].join('\n'),
    vscode.l10n.t('Send Test Requests'),
  );
}

function run(
  models: readonly TestedModel[],
  asked: Asked,
  { service }: TestRequestParts,
): Thenable<TestResult[]> {
  return cancellable(vscode.l10n.t('Sending test requests'), (say, signal) => {
    let turn = { text: '', connection: '' };
    const report = (wait?: RetryWait, increment = 0) =>
      say(wait ? `${turn.text} · ${waitSentence(wait, turn.connection)}` : turn.text, increment);
    return runTests(models, {
      service,
      signal,
      onWait: report,
      onModel: ({ connectionId, name }, index) => {
        const place = vscode.l10n.t('{0} of {1}: {2}', index + 1, models.length, shortName(name));
        turn = { text: place, connection: of(asked, connectionId).name };
        report(undefined, index === 0 ? 0 : 100 / models.length);
      },
    });
  });
}
