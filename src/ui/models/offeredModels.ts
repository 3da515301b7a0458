import * as vscode from 'vscode';
import { Emitter } from '../../core/emitter.ts';
import {
  hasOffers,
  type Offer,
  offerId,
  readOffers,
  withOffers,
  withoutOffers,
} from '../../core/languageModels/offers.ts';
import type { NamedModel } from '../../core/models/recentModels.ts';
import type { Connections } from '../connections/connections.ts';
import { ToldError } from '../shared/errors/toldError.ts';
import { userSetting } from '../shared/settings.ts';

const section = 'hostedModels';
const key = 'nativeChat.models';

/** The models that the user added to VS Code's chat, by the user setting `hostedModels.nativeChat.models`. */
export class OfferedModels {
  readonly #onDidChange = new Emitter<readonly NamedModel[]>();
  /** The models that were added, removed or set otherwise; none if only entries without a connection changed. */
  readonly onDidChange = this.#onDidChange.event;
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
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(`${section}.${key}`)) this.#onDidChange.fire(this.#follow());
      }),
    ];
  }

  /** Nothing was chosen, not even a model whose connection is gone. */
  get isEmpty(): boolean {
    return !hasOffers(userSetting(section, key));
  }

  /** Those whose connection is known. */
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
    await this.#write((setting) => withOffers(setting, models, this.#connections.all));
  }

  async remove(models: readonly NamedModel[]): Promise<void> {
    await this.#write((setting) => withoutOffers(setting, models, this.#connections.all));
  }

  async removeAllOf(connectionId: string): Promise<void> {
    const models = this.all.filter((one) => one.connectionId === connectionId);
    if (models.length > 0) await this.remove(models);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#onDidChange.dispose();
  }

  /** Reads anew, and returns what differs. */
  #follow(): Offer[] {
    const [before, now] = [this.#byId, this.#read()];
    this.#byId = now;
    const gone = [...before].filter(([id]) => !now.has(id));
    const set = [...now].filter(([id, { tools }]) => before.get(id)?.tools !== tools);
    return [...gone, ...set].map(([, offer]) => offer);
  }

  #read(): ReadonlyMap<string, Offer> {
    const offers = readOffers(userSetting(section, key), this.#connections.all);
    return new Map(offers.map((offer) => [offerId(offer), offer]));
  }

  async #write(change: (setting: unknown) => unknown[]): Promise<void> {
    const configuration = vscode.workspace.getConfiguration(section);
    const setting = userSetting(section, key);
    if (!Array.isArray(setting)) {
      throw new ToldError(
        vscode.l10n.t(
          'The setting {0} is not a list. Correct it in the settings first.',
          `${section}.${key}`,
        ),
      );
    }
    try {
      await configuration.update(key, change(setting), vscode.ConfigurationTarget.Global);
    } catch (error) {
      // VS Code explains what is wrong with its file, e.g. unsaved changes.
      const why = error instanceof Error ? error.message : String(error);
      throw new ToldError(vscode.l10n.t("The models of VS Code's chat were not changed. {0}", why));
    }
  }
}
