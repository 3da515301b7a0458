import type * as vscode from 'vscode';
import type { Model } from '../../api/types.ts';
import { Emitter } from '../../base/emitter.ts';
import { betterContext, type ContextSize, contextSize } from '../../core/languageModels/contextSize.ts';
import { LearnedFacts } from '../../core/languageModels/learnedFacts.ts';
import {
  hasOffers,
  type Offer,
  offerId,
  readOffers,
  withOffers,
  withoutOffers,
} from '../../core/languageModels/offers.ts';
import { type Catalog, findModel } from '../../core/models/catalog.ts';
import type { NamedModel } from '../../core/models/modelKey.ts';
import type { Connections } from '../connections/connections.ts';
import { ListSetting } from '../shared/listSetting.ts';
import { contextSizes } from '../shared/settings.ts';

/** The models that the user added to VS Code's chat, as listed in the user setting `hostedModels.vscodeChat.models`. */
export class OfferedModels {
  readonly #onDidChange = new Emitter<readonly NamedModel[]>();
  /** Fires with the models that were added, removed or changed; with none if only entries without a connection changed. */
  readonly onDidChange = this.#onDidChange.event;
  readonly #onDidLearnLimit = new Emitter<NamedModel>();
  /** Fires when the service has named a size for a model's context. */
  readonly onDidLearnLimit = this.#onDidLearnLimit.event;
  readonly memory: LearnedFacts;
  /** True if *Add Models* was used for our models: VS Code's chat then needs no account for them. */
  isAddedThere = false;
  readonly #setting = new ListSetting('vscodeChat.models');
  readonly #connections: Connections;
  readonly #subscriptions: { dispose(): void }[];
  #byId: ReadonlyMap<string, Offer>;

  constructor(connections: Connections, memory: vscode.Memento) {
    this.memory = new LearnedFacts(memory);
    this.#connections = connections;
    this.#byId = this.#read();
    this.#subscriptions = [
      connections.onDidChange(() => {
        const changed = this.#follow();
        if (changed.length > 0) this.#onDidChange.fire(changed);
      }),
      this.#setting.onDidChange(() => this.#onDidChange.fire(this.#follow())),
    ];
  }

  /** True if nothing was chosen, not even a model whose connection is gone. */
  get isEmpty(): boolean {
    return !hasOffers(this.#setting.value);
  }

  /** The models whose connection is known. */
  get all(): readonly Offer[] {
    return [...this.#byId.values()];
  }

  byId(id: string): Offer | undefined {
    return this.#byId.get(id);
  }

  has(model: NamedModel): boolean {
    return this.#byId.size > 0 && this.#byId.has(offerId(model));
  }

  async add(models: readonly NamedModel[]): Promise<void> {
    const used = new Set(models.map(({ connectionId }) => this.#connections.byId(connectionId)));
    for (const connection of used) if (connection) await this.#connections.keepId(connection);
    await this.#setting.change((setting) => withOffers(setting, models, this.#connections.all));
  }

  async remove(models: readonly NamedModel[]): Promise<void> {
    await this.#setting.change((setting) => withoutOffers(setting, models, this.#connections.all));
  }

  async removeAllOf(connectionId: string): Promise<void> {
    const models = this.all.filter((one) => one.connectionId === connectionId);
    if (models.length > 0) await this.remove(models);
  }

  learnLimit(model: NamedModel, limit: number): void {
    this.memory.learnLimit(offerId(model), limit);
    this.#onDidLearnLimit.fire(model);
  }

  /** Returns the size of a model's context, and the size that the service named if it would be better. */
  sizeOf(catalog: Catalog, model: Model & NamedModel): { size: ContextSize; limit: number | undefined } {
    const size = contextSize(contextSizes.value, model, (name) => findModel(catalog, name));
    return { size, limit: betterContext(size, this.memory.limit(offerId(model))) };
  }

  dispose(): void {
    this.#setting.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#onDidChange.dispose();
    this.#onDidLearnLimit.dispose();
  }

  /** Reads the setting again. Returns the models that changed. */
  #follow(): Offer[] {
    const [before, now] = [this.#byId, this.#read()];
    this.#byId = now;
    const gone = [...before].filter(([id]) => !now.has(id));
    const set = [...now].filter(([id, offer]) => JSON.stringify(offer) !== JSON.stringify(before.get(id)));
    return [...gone, ...set].map(([, offer]) => offer);
  }

  #read(): ReadonlyMap<string, Offer> {
    const offers = readOffers(this.#setting.value, this.#connections.all);
    return new Map(offers.map((offer) => [offerId(offer), offer]));
  }
}
