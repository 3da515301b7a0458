import type { RetryWait } from '../../api/index.ts';
import type { ChatService } from '../../core/chats/session/chatChange.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { type ModelRef, modelKey } from '../../core/models/modelKey.ts';
import { verdictOf } from '../../core/testRequests/testRequest.ts';
import {
  countRequests,
  runTests,
  type TestedModel,
  type TestResult,
} from '../../core/testRequests/testRun.ts';
import type { Catalogs } from '../models/catalogs.ts';
import { chosenModels } from '../models/modelArguments.ts';
import { pickModel } from '../models/pickModel.ts';
import { retrieveModel } from '../models/retrieveModel.ts';
import type { ModelsView } from '../models/view/modelsView.ts';
import type { WindowServices } from '../models/windowServices.ts';
import { errorText } from '../shared/errors/errorText.ts';
import { showErrorText } from '../shared/errors/showError.ts';
import { waitSentence } from '../shared/errors/waitText.ts';
import { isAgreed, sayInfo, sayWarning } from '../shared/messages.ts';
import { isOwnRow } from '../shared/ownRows.ts';
import type { ReadOnlyDocuments } from '../shared/readOnlyDocuments.ts';
import { cancellable } from '../shared/stoppable.ts';
import { modelsText } from '../shared/text/countText.ts';
import { placeName } from '../shared/text/placeName.ts';
import { t } from '../shared/text/t.ts';
import { timeOfDay } from '../shared/text/time.ts';
import { didNotAnswerText, noAnswerText, resultText, shortName, summaryText } from './testText.ts';

/** Each model may have to be loaded: more would keep a service busy, and the user waiting, for too long. */
const maxModels = 20;

/** The key of a test of several models: one at a time. */
const several = 'several';

/**
 * *Send Test Request*: checks whether models really answer. The user starts each request, by choosing the model or by agreeing,
 * and none is kept as a chat.
 */
export class TestRequestCommands {
  readonly #parts: TestRequestParts;
  readonly #service: ChatService;
  readonly #running = new Set<string>();

  constructor(parts: TestRequestParts, service: ChatService) {
    this.#parts = parts;
    this.#service = service;
  }

  async send(argument?: unknown, selection?: unknown): Promise<void> {
    const { view } = this.#parts;
    const refs = chosenModels(argument, selection, view.selection);
    if (refs.length > 1) return this.#sendSeveral(refs);
    const [row] = refs;
    const title = t('Send Test Request');
    const ref = row ?? (argument === undefined ? await pickModel(this.#parts, { title }) : undefined);
    const rows = [argument, ...(Array.isArray(selection) ? selection : [])];
    const isChosen = row === undefined || rows.every(isOwnRow);
    if (ref) await this.#sendOne(ref, isChosen);
  }

  /** Ends in a document with the answers, or in a message if none came. A second click during the question or the request sends nothing more. */
  async #sendOne(ref: ModelRef, isChosen: boolean): Promise<void> {
    if (this.#running.has(modelKey(ref))) return;
    const sent = await this.#send(modelKey(ref), [ref], isChosen);
    const [result] = sent?.results ?? [];
    const [connection] = sent?.connections ?? [];
    if (result && connection) await this.#tell(result, connection);
  }

  /** Ends in a summary. */
  async #sendSeveral(refs: readonly ModelRef[]): Promise<void> {
    if (this.#running.has(several)) {
      void sayInfo(t('Test requests are being sent already. Stop them first, or wait for their end.'));
      return;
    }
    if (refs.length > maxModels) {
      const text = t(
        'At most {0} models can be tested at once, and {1} are selected. Nothing was sent.',
        maxModels,
        refs.length,
      );
      return void sayWarning(text);
    }
    const sent = await this.#send(several, refs, false);
    if (!sent) return;
    const at = Date.now();
    const fileName = `${t('Test requests, {0}', timeOfDay(at))}.txt`;
    await this.#parts.documents.open('tests', fileName, summaryText(sent.results, sent.connections, at));
  }

  /** `isChosen`: the user has just chosen the model, so isn't asked. */
  async #send(key: string, refs: readonly ModelRef[], isChosen: boolean) {
    const { connections, catalogs } = this.#parts;
    const asked = new Set<Connection>();
    const models: TestedModel[] = [];
    for (const ref of refs) {
      const connection = connections.byId(ref.connectionId);
      if (!connection) return undefined;
      asked.add(connection);
      models.push(testedModel({ ...ref, connectionId: connection.id }, catalogs.find(ref)));
    }
    const all = [...asked];
    this.#running.add(key);
    try {
      if (!isChosen && !(await isAgreedToTests(models, all, this.#parts))) return undefined;
      const find = (model: TestedModel, signal: AbortSignal) => this.#find(model, signal);
      return { results: await sendTests(models, all, this.#service, find), connections: all };
    } finally {
      this.#running.delete(key);
    }
  }

  /** Retrieves a model that no list has, for its base model. Without that, the model is tested anyway. */
  async #find(model: TestedModel, signal: AbortSignal): Promise<TestedModel> {
    const { catalogs, clients, connections } = this.#parts;
    const connection = connections.byId(model.connectionId);
    if (!connection || model.kind === 'baseModel' || catalogs.find(model)) return model;
    try {
      return testedModel(model, (await retrieveModel(clients.for(connection), model, { signal })).model);
    } catch {
      return model;
    }
  }

  async #tell(result: TestResult, connection: Connection): Promise<void> {
    const { answer, model } = result;
    const verdict = verdictOf(answer);
    if (!answer || verdict === 'stopped') return;
    if (verdict === 'silent' || verdict === 'refused') {
      const words = answer.error
        ? errorText(answer.error, connection, shortName(model.name))
        : { text: noAnswerText(answer, connection), detail: undefined, actions: ['retry' as const] };
      const retry = () => this.#sendOne(model, true);
      return showErrorText(words, connection, retry, didNotAnswerText(result));
    }
    const fileName = `${t('Test of {0}', shortName(model.name))}.txt`;
    const text = resultText(result, connection);
    await this.#parts.documents.open(`test ${modelKey(model)}`, fileName, text);
  }
}

function testedModel(ref: ModelRef, model: ReturnType<Catalogs['find']>): TestedModel {
  const { connectionId, kind, name } = ref;
  const baseModelName = model?.kind === 'lora' ? model.activeDeployment?.baseModelName : undefined;
  return { connectionId, kind, name, baseModelName };
}

/** What a test request needs from the rest of the extension. */
interface TestRequestParts extends Pick<WindowServices, 'connections' | 'catalogs' | 'clients'> {
  documents: Pick<ReadOnlyDocuments, 'open'>;
  view: Pick<ModelsView, 'selection'>;
}

/** Asks the user. Returns false, also if a connection was removed or has moved meanwhile: the dialog may be open for long. */
async function isAgreedToTests(
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
function sendTests(
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
