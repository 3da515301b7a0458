import * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import { type ModelRef, modelKey } from '../../core/models/modelKey.ts';
import { runTests, type TestedModel, type TestResult } from '../../core/testRequests/testRun.ts';
import { verdictOf } from '../../core/testRequests/testVerdict.ts';
import type { Catalogs } from '../models/catalogs.ts';
import { chosenModels } from '../models/chosenModels.ts';
import { pickModel } from '../models/pickModel.ts';
import { retrieveModel } from '../models/retrieveModel.ts';
import { errorText } from '../shared/errors/errorText.ts';
import { showErrorText } from '../shared/errors/showError.ts';
import { sayInfo, sayWarning } from '../shared/messages.ts';
import { isOwnRow } from '../shared/ownRows.ts';
import { type QueryOptions, stoppable } from '../shared/stoppable.ts';
import { agreedConnections, sendBulkTest, type TestRequestParts } from './bulkTest.ts';
import { answersText } from './testAnswers.ts';
import { answeredText, comparisonText, reasonText, shortName } from './testText.ts';

/**
 * *Send Test Request*: checks whether a model really answers. The user starts each request, by choosing the model or by agreeing,
 * and none is kept as a chat.
 */
export class TestRequestCommands {
  readonly #parts: TestRequestParts;
  readonly #running = new Set<string>();
  #isBulkRunning = false;

  constructor(parts: TestRequestParts) {
    this.#parts = parts;
  }

  async send(argument?: unknown, selection?: unknown): Promise<void> {
    const { view } = this.#parts;
    const refs = chosenModels(argument, selection, view.selection);
    if (refs.length > 1) return this.#sendBulk(refs);
    const [row] = refs;
    const title = vscode.l10n.t('Send Test Request');
    const ref = row ?? (argument === undefined ? await pickModel(this.#parts, { title }) : undefined);
    const rows = [argument, ...(Array.isArray(selection) ? selection : [])];
    const isChosen = row === undefined || rows.every(isOwnRow);
    if (ref) await this.#sendOne(ref, isChosen);
  }

  /** `isChosen`: the user has just chosen the model, so isn't asked. */
  async #sendOne(ref: ModelRef, isChosen: boolean): Promise<void> {
    const connection = this.#parts.connections.byId(ref.connectionId);
    const key = modelKey(ref);
    // A second click during the question or the request sends nothing more.
    if (!connection || this.#running.has(key)) return;
    this.#running.add(key);
    const send = async () =>
      isChosen || (await this.#isAgreedTo(ref)) ? this.#test(ref, connection) : undefined;
    const result = await send().finally(() => this.#running.delete(key));
    if (result) await this.#tell(result, connection);
  }

  async #isAgreedTo(ref: ModelRef): Promise<boolean> {
    const model = testedModel(ref, this.#parts.catalogs.find(ref));
    return (await agreedConnections([model], this.#parts)) !== undefined;
  }

  async #sendBulk(refs: readonly ModelRef[]): Promise<void> {
    if (this.#isBulkRunning) {
      void sayInfo(
        vscode.l10n.t('Test requests are being sent already. Stop them first, or wait for their end.'),
      );
      return;
    }
    this.#isBulkRunning = true;
    try {
      const models = refs.map((ref) => testedModel(ref, this.#parts.catalogs.find(ref)));
      await sendBulkTest(models, this.#parts);
    } finally {
      this.#isBulkRunning = false;
    }
  }

  /** Resolves with `undefined` if the user stopped it. */
  #test(ref: ModelRef, connection: Connection): Promise<TestResult | undefined> {
    const title = vscode.l10n.t('Testing {0}', shortName(ref.name));
    return stoppable(title, connection, async (options) => {
      const { signal, onRetry, onWaited } = options;
      const [result] = await runTests([await this.#find(ref, connection, options)], {
        service: this.#parts.service,
        signal,
        onWait: (wait) => (wait ? onRetry(wait.waitMs, wait.error) : onWaited()),
      });
      return result;
    });
  }

  /** Takes the base model from the list, or from the entry itself. Without either, the model is tested anyway. */
  async #find(ref: ModelRef, connection: Connection, options: QueryOptions): Promise<TestedModel> {
    const { catalogs, clients } = this.#parts;
    const listed = catalogs.find(ref);
    if (listed || ref.kind === 'baseModel') return testedModel(ref, listed);
    try {
      return testedModel(ref, (await retrieveModel(clients.for(connection), ref, options)).model);
    } catch {
      options.signal.throwIfAborted();
      return testedModel(ref, undefined);
    }
  }

  async #tell(result: TestResult, connection: Connection): Promise<void> {
    const { answer, model } = result;
    const verdict = verdictOf(answer);
    if (!answer || verdict === 'stopped') return;
    if (verdict === 'silent' || verdict === 'refused') {
      const before = vscode.l10n.t('{0} did not answer.', shortName(model.name));
      const words = answer.error
        ? errorText(answer.error, connection, shortName(model.name))
        : { text: reasonText(answer, connection), detail: undefined, actions: ['retry' as const] };
      return showErrorText(words, connection, () => this.#sendOne(model, true), before);
    }
    const show = vscode.l10n.t('Show Answers');
    const buttons = (answer.text + answer.reasoning).trim() === '' ? [] : [show];
    const chosen =
      verdict === 'cut'
        ? await sayWarning(
            vscode.l10n.t(
              '{0} started to answer, but was cut off: the connection closed.',
              shortName(model.name),
            ),
            ...buttons,
          )
        : await sayInfo(
            [answeredText(answer), comparisonText(result, connection)].filter((part) => part).join(' '),
            ...buttons,
          );
    if (chosen !== show) return;
    const fileName = `${vscode.l10n.t('Test of {0}', shortName(model.name))}.txt`;
    await this.#parts.documents.open(`test ${modelKey(model)}`, fileName, answersText(result));
  }
}

function testedModel(ref: ModelRef, model: ReturnType<Catalogs['find']>): TestedModel {
  const { connectionId, kind, name } = ref;
  const baseModelName = model?.kind === 'lora' ? model.activeDeployment?.baseModelName : undefined;
  return { connectionId, kind, name, baseModelName };
}
