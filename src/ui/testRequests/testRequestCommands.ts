import type { Connection } from '../../core/connections/connection.ts';
import { type ModelRef, modelKey } from '../../core/models/modelKey.ts';
import { type TestAnswer, testMaxTokens, testPrompt } from '../../core/testRequests/testRequest.ts';
import type { TestedModel, TestResult } from '../../core/testRequests/testRun.ts';
import { verdictOf } from '../../core/testRequests/testVerdict.ts';
import type { Catalogs } from '../models/catalogs.ts';
import { chosenModels } from '../models/modelArguments.ts';
import { pickModel } from '../models/pickModel.ts';
import { retrieveModel } from '../models/retrieveModel.ts';
import { errorText } from '../shared/errors/errorText.ts';
import { showErrorText } from '../shared/errors/showError.ts';
import { sayInfo, sayWarning } from '../shared/messages.ts';
import { isOwnRow } from '../shared/ownRows.ts';
import { placeName } from '../shared/text/placeName.ts';
import { t } from '../shared/text/t.ts';
import { absoluteTime, timeOfDay } from '../shared/text/time.ts';
import { isAgreedToTests, sendTests, type TestRequestParts } from './sendTests.ts';
import { didNotAnswerText, noAnswerText, resultRow, shortName, timesText } from './testText.ts';

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
  readonly #running = new Set<string>();

  constructor(parts: TestRequestParts) {
    this.#parts = parts;
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
      void sayWarning(text);
      return;
    }
    const sent = await this.#send(several, refs, false);
    if (!sent) return;
    const at = Date.now();
    const fileName = `${t('Test requests, {0}', timeOfDay(at))}.txt`;
    await this.#parts.documents.open('tests', fileName, summaryText(sent.results, sent.connections, at));
  }

  /** `isChosen`: the user has just chosen the model, so isn't asked. */
  async #send(key: string, refs: readonly ModelRef[], isChosen: boolean) {
    const { connections, catalogs, service } = this.#parts;
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
      return { results: await sendTests(models, all, service, find), connections: all };
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
    const { outcome, remark } = resultRow(result, connection);
    const fileName = `${t('Test of {0}', shortName(model.name))}.txt`;
    const text = `${outcome} ${remark}`.trimEnd();
    const parts = [answer, result.base].flatMap((one) => (one ? [partText(one)] : []));
    await this.#parts.documents.open(
      `test ${modelKey(model)}`,
      fileName,
      [text, askedText(), ...parts, ''].join('\n\n'),
    );
  }
}

function testedModel(ref: ModelRef, model: ReturnType<Catalogs['find']>): TestedModel {
  const { connectionId, kind, name } = ref;
  const baseModelName = model?.kind === 'lora' ? model.activeDeployment?.baseModelName : undefined;
  return { connectionId, kind, name, baseModelName };
}

// Documents about test requests, as plain text.

function askedText(): string {
  return [
    t('Asked: “{0}”', testPrompt),
    t('Temperature 0 and at most {0} tokens, so most answers are cut off.', testMaxTokens),
  ].join('\n');
}

function partText(answer: TestAnswer): string {
  const { text, reasoning } = answer;
  const lines = [`── ${shortName(answer.name)}\n   ${timesText(answer)}`];
  if (reasoning.trim() !== '') lines.push(t('Reasoning: {0}', reasoning.trim()));
  lines.push(text.trim() === '' ? t('(no text)') : text.trim());
  return lines.join('\n\n');
}

/** What is said of each model of a run, by connection. The remark is on a line of its own, so that windows show it whole. */
function summaryText(results: readonly TestResult[], connections: readonly Connection[], at: number): string {
  const tables = connections.map((connection) => {
    const own = results.filter(({ model }) => model.connectionId === connection.id);
    return [placeName(connection), '', ...own.map((result) => rowText(result, connection))].join('\n');
  });
  return `${[absoluteTime(at), ...tables, askedText()].join('\n\n')}\n`;
}

function rowText(result: TestResult, connection: Connection): string {
  const { outcome, remark } = resultRow(result, connection);
  return remark === '' ? outcome : `${outcome}\n    ${remark}`;
}
