import { Emitter } from '../../core/emitter.ts';
import {
  hasOffers,
  type Offer,
  offerId,
  readOffers,
  withOffers,
  withoutOffers,
} from '../../core/languageModels/offers.ts';
import type { NamedModel } from '../../core/models/modelKey.ts';
import type { Connections } from '../connections/connections.ts';
import { ListSetting } from '../shared/listSetting.ts';

/** The models that the user added to VS Code's chat, as listed in the user setting `hostedModels.vscodeChat.models`. */
export class OfferedModels {
  readonly #onDidChange = new Emitter<readonly NamedModel[]>();
  /** Fires with the models that were added, removed or changed; with none if only entries without a connection changed. */
  readonly onDidChange = this.#onDidChange.event;
  readonly #setting = new ListSetting('vscodeChat.models');
  readonly #connections: Connections;
  readonly #subscriptions: { dispose(): void }[];
  #byId: ReadonlyMap<string, Offer>;

  constructor(connections: Connections) {
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
    return this.#byId.has(offerId(model));
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

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#onDidChange.dispose();
  }

  /** Reads the setting again. Returns the models that changed. */
  #follow(): Offer[] {
    const [before, now] = [this.#byId, this.#read()];
    this.#byId = now;
    const gone = [...before].filter(([id]) => !now.has(id));
    const set = [...now].filter(([id, { tools, images }]) => {
      const old = before.get(id);
      return old?.tools !== tools || old.images !== images;
    });
    return [...gone, ...set].map(([, offer]) => offer);
  }

  #read(): ReadonlyMap<string, Offer> {
    const offers = readOffers(this.#setting.value, this.#connections.all);
    return new Map(offers.map((offer) => [offerId(offer), offer]));
  }
}
