import type { RetryWait } from '../../api/index.ts';
import type { ChatService } from '../../core/chats/session/chatChange.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { type ModelRef, modelKey } from '../../core/models/modelKey.ts';
import { KeptTests } from '../../core/weights/keptTests.ts';
import { WeightsNotes } from '../../core/weights/weightsNotes.ts';
import {
  type TestedAdapter,
  testWeights,
  weightsMaxTokens,
  weightsRequests,
} from '../../core/weights/weightsTest.ts';
import {
  type ModelAnswers,
  type OfBoth,
  type WeightsVerdict,
  weightsVerdict,
} from '../../core/weights/weightsVerdict.ts';
import { modelFrom } from '../models/modelArguments.ts';
import { pickModel } from '../models/pickModel.ts';
import { retrieveForCommand } from '../models/retrieveModel.ts';
import type { WindowServices } from '../models/windowServices.ts';
import { errorText } from '../shared/errors/errorText.ts';
import { showError, showErrorText } from '../shared/errors/showError.ts';
import { waitSentence } from '../shared/errors/waitText.ts';
import { isAgreed, sayInfo, sayWarning } from '../shared/messages.ts';
import type { ReadOnlyDocuments } from '../shared/readOnlyDocuments.ts';
import { cancellable } from '../shared/stoppable.ts';
import { placeName } from '../shared/text/placeName.ts';
import { t } from '../shared/text/t.ts';
import { noAnswerText } from '../testRequests/testText.ts';
import { AdapterCommands } from './adapterCommands.ts';
import { weightsReport } from './weightsText.ts';

interface WeightsParts
  extends Pick<WindowServices, 'connections' | 'catalogs' | 'clients' | 'stored' | 'memory' | 'log'> {
  documents: Pick<ReadOnlyDocuments, 'open'>;
}

/** *Test Adapter's Weights…*: whether a LoRA's answers are its own, and those of before. Nothing is sent unasked. */
export class WeightsCommands {
  readonly #parts: WeightsParts;
  readonly #service: ChatService;
  readonly #kept: KeptTests;
  readonly #notes: WeightsNotes;
  readonly #running = new Set<string>();
  readonly adapters: AdapterCommands;

  constructor(parts: WeightsParts, service: ChatService) {
    this.#parts = parts;
    this.#service = service;
    this.#kept = new KeptTests(parts.stored('weights'), parts.log);
    this.#notes = new WeightsNotes(parts.memory);
    const kept = { notes: this.#notes, tests: this.#kept };
    this.adapters = new AdapterCommands(parts, kept, ({ id }, name) =>
      this.test({ connectionId: id, kind: 'lora', name }),
    );
  }

  async test(argument?: unknown): Promise<void> {
    const title = t("Test Adapter's Weights");
    const ref =
      argument === undefined
        ? await pickModel(this.#parts, {
            title,
            accepts: ({ kind, activeDeployment }) => kind === 'lora' && activeDeployment !== undefined,
          })
        : modelFrom(argument);
    const connection = ref && this.#parts.connections.byId(ref.connectionId);
    if (!connection || ref.kind !== 'lora' || this.#running.has(modelKey(ref))) return;
    this.#running.add(modelKey(ref));
    try {
      const adapter = await this.#withBase(title, connection, ref);
      if (adapter && (await this.#isAgreed(connection, adapter))) await this.send(connection, adapter);
    } finally {
      this.#running.delete(modelKey(ref));
    }
  }

  /** Sends the requests, and opens what they found. Resolves with that; `undefined` if it was stopped, or a request failed. */
  async send(connection: Connection, adapter: TestedAdapter): Promise<WeightsVerdict | undefined> {
    const found = await this.#run(connection, adapter);
    if ('failed' in found) {
      const { failed } = found;
      if (failed.state === 'stopped') return undefined;
      const words = failed.error
        ? errorText(failed.error, connection, cleanText(failed.name, 80))
        : { text: noAnswerText(failed, connection), detail: undefined, actions: ['retry' as const] };
      const before = t('The test ended early, since {0} did not answer.', cleanText(failed.name, 80));
      await showErrorText(words, connection, async () => void (await this.send(connection, adapter)), before);
      return undefined;
    }
    const verdict = await this.#judge(connection, adapter, found);
    const fileName = `${t('Weights of {0}', cleanText(adapter.name, 80))}.txt`;
    const text = weightsReport(verdict, found, adapter, connection);
    await this.#parts.documents.open(`weights ${modelKey({ ...adapter, kind: 'lora' })}`, fileName, text);
    return verdict;
  }

  /** The base that the list names, or a fresh entry. Says why there is none. */
  async #withBase(title: string, connection: Connection, ref: ModelRef): Promise<TestedAdapter | undefined> {
    const listed = this.#parts.catalogs.find(ref);
    const { connectionId, name } = { ...ref, connectionId: connection.id };
    try {
      const model = listed ?? (await retrieveForCommand(title, connection, ref, this.#parts))?.model;
      const baseModelName = model?.kind === 'lora' ? model.activeDeployment?.baseModelName : undefined;
      if (baseModelName !== undefined && baseModelName !== name) return { connectionId, name, baseModelName };
      const text = model?.activeDeployment
        ? t('The base model of {0} is not known, so nothing can be compared.', cleanText(name, 80))
        : t("{0} is not deployed, so it can't be tested.", cleanText(name, 80));
      if (model) void sayInfo(text);
    } catch (error) {
      await showError(error, connection);
    }
    return undefined;
  }

  /** Returns false, also if the connection was removed or has moved meanwhile: the dialog may be open for long. */
  async #isAgreed(connection: Connection, { name, baseModelName }: TestedAdapter): Promise<boolean> {
    const half = weightsRequests / 2;
    const detail = t(
      '{0} requests to {1}: {2} to {3} and {2} to its base {4}, one at a time, for at most {5} tokens each. They may load the adapter on the service, which can be slow, and may incur charges. The answers are kept on this machine, to be compared with those of the next test.',
      weightsRequests,
      placeName(connection),
      half,
      cleanText(name, 80),
      cleanText(baseModelName, 80),
      weightsMaxTokens,
    );
    const question = t('Test the weights of “{0}”?', cleanText(name, 80));
    if (!(await isAgreed(question, detail, t('Send Requests')))) return false;
    if (this.#parts.connections.byId(connection.id)?.baseUrl === connection.baseUrl) return true;
    void sayWarning(t('The connections have changed meanwhile. Nothing was sent.'));
    return false;
  }

  #run(connection: Connection, adapter: TestedAdapter): ReturnType<typeof testWeights> {
    const title = t('Testing the weights of {0}', cleanText(adapter.name, 80));
    return Promise.resolve(
      cancellable(title, (say, signal) => {
        let sent = 0;
        const report = (wait?: RetryWait, increment = 0) => {
          const progress = t('{0} of {1} requests', sent, weightsRequests);
          say(wait ? `${progress} · ${waitSentence(wait, connection.name)}` : progress, increment);
        };
        const onRequest = (before: number) => {
          sent = before + 1;
          report(undefined, before === 0 ? 0 : 100 / weightsRequests);
        };
        return testWeights(adapter, { service: this.#service, signal, onWait: report, onRequest });
      }),
    );
  }

  /** Keeps the answers, and notes what has other weights than before. */
  async #judge(
    connection: Connection,
    { name, baseModelName }: TestedAdapter,
    now: OfBoth<ModelAnswers>,
  ): Promise<WeightsVerdict> {
    const [base, adapter] = await Promise.all([
      this.#kept.read(connection, baseModelName),
      this.#kept.read(connection, name),
    ]);
    const verdict = weightsVerdict(now, { base, adapter });
    if (verdict.baseSince?.found.is === 'differs') this.#notes.renew(connection, baseModelName);
    if (verdict.adapterSince?.found.is === 'differs') this.#notes.renew(connection, name);
    await this.#kept.keep(connection, baseModelName, now.base);
    await this.#kept.keep(connection, name, now.adapter);
    return verdict;
  }
}
