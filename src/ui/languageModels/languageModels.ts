import * as vscode from 'vscode';
import { ServiceError } from '../../api/serviceError.ts';
import type { LoraDeployment } from '../../api/types.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { Offer } from '../../core/languageModels/offers.ts';
import { ReasoningStore } from '../../core/languageModels/reasoningStore.ts';
import { requestMessages } from '../../core/languageModels/requestMessages.ts';
import { estimateMessage, estimateText } from '../../core/languageModels/tokenEstimate.ts';
import { type Catalog, findModel } from '../../core/models/catalog.ts';
import type { NamedModel } from '../../core/models/modelKey.ts';
import type { WindowServices } from '../models/windowServices.ts';
import { t } from '../shared/text/t.ts';
import { type OfferedInformation, offeredInformation } from './offeredInformation.ts';
import { offeredRequest } from './offeredRequest.ts';
import { readMessages } from './readMessages.ts';
import { requestError, toldAs } from './requestError.ts';
import { streamAnswer } from './streamAnswer.ts';

type Services = Pick<
  WindowServices,
  'connections' | 'catalogs' | 'clients' | 'keys' | 'offered' | 'pending' | 'log'
>;

type Message = vscode.LanguageModelChatRequestMessage;

/** Provides VS Code's chat with the models that the user chose: lists those that are known, and passes requests on. */
export class LanguageModels implements vscode.LanguageModelChatProvider<OfferedInformation> {
  readonly #services: Services;
  readonly #changed: () => void;
  readonly #reasonings = new ReasoningStore();
  readonly #subscriptions: { dispose(): void }[];
  /** What VS Code was given last, as JSON. */
  #given: string | undefined;

  /** `changed` is called when VS Code should request the list again. */
  constructor(services: Services, changed: () => void) {
    this.#services = services;
    this.#changed = changed;
    this.#subscriptions = [
      services.catalogs.onDidChange(() => this.#tellChange()),
      services.connections.onDidChange(() => this.#tellChange()),
      services.pending.onDidChange(() => this.#tellChange()),
      services.offered.onDidChange((models) => this.#tryAgain(models)),
      services.keys.onDidChange(changed),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /**
   * Returns the models at once, without network: VS Code asks all vendors whenever any extension asks for models. Throws an error
   * of one sentence if none of the chosen models is listed.
   */
  async provideLanguageModelChatInformation(
    options: { silent: boolean; configuration?: unknown } = { silent: true },
  ): Promise<OfferedInformation[]> {
    // VS Code calls this once more for a group that *Add Models* writes, which it needs to work without an account: then each model
    // would be listed twice. It offers *Add Models* only for a provider with a `configuration` in its manifest, even an empty one.
    const { catalogs, offered } = this.#services;
    if (options.configuration !== undefined) {
      offered.isAddedThere = true;
      return [];
    }
    await Promise.all(this.#connectionsOf(offered.all).map((one) => catalogs.loader(one).showKept()));
    const listed = this.#list();
    this.#given = JSON.stringify(listed);
    if (typeof listed === 'string') throw new Error(listed);
    return listed;
  }

  async provideLanguageModelChatResponse(
    { id, name }: OfferedInformation,
    messages: readonly Message[],
    options: vscode.ProvideLanguageModelChatResponseOptions,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const { offered, connections, clients, log } = this.#services;
    const { memory } = offered;
    const offer = offered.byId(id);
    const connection = offer && connections.byId(offer.connectionId);
    if (!connection) {
      const text = t("{0} was removed from VS Code's chat. Choose another model.", cleanText(name));
      throw toldAs(vscode.LanguageModelError.NotFound(text));
    }
    const abort = new AbortController();
    const cancel = () => abort.abort(new vscode.CancellationError());
    const subscription = token.onCancellationRequested(cancel);
    if (token.isCancellationRequested) cancel();
    try {
      const request = offeredRequest(offer, messages, options, {
        reasons: memory.reasons(id),
        reasoningBefore: (callId) => this.#reasonings.of(id, callId),
      });
      await streamAnswer({
        id,
        request,
        deployment: this.#deploymentOf(connection, offer.name),
        needsTools: offer.tools === 'on' || options.toolMode === vscode.LanguageModelChatToolMode.Required,
        connection,
        client: clients.for(connection),
        report: (part) => progress.report(part),
        abort,
        memory,
        reasonings: this.#reasonings,
      });
    } catch (error) {
      if (error instanceof ServiceError && error.contextLimit) offered.learnLimit(offer, error.contextLimit);
      throw abort.signal.aborted
        ? abort.signal.reason
        : requestError(error, { connection, model: offer.name, log });
    } finally {
      subscription.dispose();
    }
  }

  async provideTokenCount({ id }: OfferedInformation, text: string | Message): Promise<number> {
    const estimated = typeof text === 'string' ? estimateText(text) : this.#estimate(text);
    return Math.ceil(estimated * this.#services.offered.memory.ratio(id));
  }

  #estimate(message: Message): number {
    const options = { reasons: true, reasoningBefore: () => undefined };
    const read = requestMessages(readMessages([message], { onUnknown: () => [], urlOf: () => '' }), options);
    return read.reduce((sum, one) => sum + estimateMessage(one), 0);
  }

  #deploymentOf(connection: Connection, name: string): string {
    const model = findModel(this.#services.catalogs.of(connection), name);
    const { createdAt, hubRevision }: LoraDeployment = model?.activeDeployment ?? {};
    return [createdAt, hubRevision].join(' ');
  }

  /** Returns the list or, if it has none of the models that the user chose, one sentence that says why. */
  #list(): OfferedInformation[] | string {
    const { offered, connections, catalogs, pending } = this.#services;
    const listed = offered.all.flatMap((offer) => {
      const connection = connections.byId(offer.connectionId);
      const model = connection && findModel(catalogs.of(connection), offer.name);
      if (!connection || !model || pending.isDeleted({ ...model, connectionId: connection.id })) return [];
      const hasSeveral = connections.all.length > 1;
      const hasTwin = offered.all.filter(({ name }) => name === offer.name).length > 1;
      const { size } = offered.sizeOf(catalogs.of(connection), { ...model, connectionId: connection.id });
      return [offeredInformation({ offer, model, connection, size, hasSeveral, hasTwin })];
    });
    return listed.length === 0 && !offered.isEmpty ? this.#whyNone() : listed;
  }

  #connectionsOf(offers: readonly Offer[]): Connection[] {
    const ids = new Set(offers.map(({ connectionId }) => connectionId));
    return this.#services.connections.all.filter(({ id }) => ids.has(id));
  }

  #whyNone(): string {
    const { offered, connections, catalogs } = this.#services;
    const [first] = offered.all;
    const connection = first && connections.byId(first.connectionId);
    return connection
      ? noListText(catalogs.of(connection), connection, first.name)
      : t(
          'The setting {0} names no known connection. Correct it, or add models again.',
          'hostedModels.vscodeChat.models',
        );
  }

  /** Forgets which fields the service refused for these models, since the user has changed the models' settings. */
  #tryAgain(models: readonly NamedModel[]): void {
    const { connections, clients } = this.#services;
    for (const { connectionId, name } of models) {
      const connection = connections.byId(connectionId);
      if (connection) clients.for(connection).forgetRefusedFields(name);
    }
  }

  #tellChange(): void {
    if (this.#given !== undefined && JSON.stringify(this.#list()) !== this.#given) this.#changed();
  }
}

/** Returns why VS Code's chat has none of the chosen models: one sentence, shown as the provider's status. `model`: one of them. */
function noListText({ state, loadedAt, error }: Catalog, connection: Connection, model: string): string {
  const place = cleanText(connection.name, 60);
  if (state === 'noKey') return t('No API key for {0}. Set it in the Models view.', place);
  if (state === 'unauthorized') {
    return t('{0} refused the API key ({1}). Set another in the Models view.', place, error?.status ?? 401);
  }
  return loadedAt === undefined
    ? t('Open the Hosted Models view once to load the models of {0}.', place)
    : t(
        "{0} no longer lists {1}. Add another model to VS Code's chat, or take this one out of the setting {2}.",
        place,
        cleanText(model),
        'hostedModels.vscodeChat.models',
      );
}
