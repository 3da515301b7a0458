import type { Model } from '../../../api/index.ts';
import type { ColumnModel } from '../../../core/chats/columns/columnSet.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { maxColumns } from '../../../core/chats/tree/column.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { baseOf } from '../../../core/models/modelFilter.ts';
import type { ModelRef } from '../../../core/models/modelKey.ts';
import { chosenModels, modelFrom } from '../../models/modelArguments.ts';
import { pickModel, pickModels } from '../../models/pickModel.ts';
import type { WindowParts } from '../../models/windowParts.ts';
import { sayInfo } from '../../shared/messages.ts';
import { t } from '../../shared/text/t.ts';
import { listedModel } from '../actions/listedModel.ts';
import { isRefusedWhileHidden } from '../actions/refusedWhileHidden.ts';

/** Opens chats with several columns. */
interface Chats {
  /** Session of the chat whose tab has the focus. */
  readonly active: ChatSession | undefined;
  compare(models: readonly [ColumnModel, ...ColumnModel[]], preset: string): Promise<unknown>;
}

interface Parts extends Pick<WindowParts, 'connections' | 'catalogs' | 'recent'> {
  chats: Chats;
  view: Pick<WindowParts['view'], 'selection'>;
}

/** Commands that compare models, from rows, details pages, chats and the palette. */
export class ColumnCommands {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * *Compare with Base*: compares the LoRA of a row or page with its base model. From the palette, adds the base model to the chat
   * whose tab has the focus; without one, the user chooses a LoRA.
   */
  async withBase(argument?: unknown): Promise<void> {
    const given = modelFrom(argument);
    const { active } = this.#parts.chats;
    if (!given && active?.conversation.columns.length === 1) {
      if (!canAdd(active)) return;
      const own = await listedModel(active.conversation.columns[0], this.#parts);
      const base = own.kind === 'lora' ? await this.#baseOf(own) : await this.#pickOther(active);
      if (base) this.#add(active, base);
      return;
    }
    const title = t('Compare with Base');
    const recent = this.#parts.recent.all;
    const accepts = ({ kind }: Model) => kind === 'lora';
    const lora = given ?? (await pickModel(this.#parts, { title, recent, accepts }));
    const base = lora && (await this.#baseOf(lora));
    if (base) await this.#parts.chats.compare([base, lora], lora.name);
  }

  /** *Compare Models…*: compares the selected rows, or models that the user chooses. */
  async models(argument?: unknown, selection?: unknown): Promise<void> {
    const selected =
      argument === undefined ? [] : chosenModels(argument, selection, this.#parts.view.selection);
    const isReady = selected.length > 1 && selected.length <= maxColumns;
    const [first, ...others] = (isReady ? selected : await this.#pick(selected)) ?? [];
    if (first) await this.#parts.chats.compare([first, ...others], first.name);
  }

  /** *Compare With…*: adds another model to the chat whose tab has the focus; it answers the last question too. */
  async with(): Promise<void> {
    const { active } = this.#parts.chats;
    if (!active || !canAdd(active)) return;
    const other = await this.#pickOther(active);
    if (other) this.#add(active, other);
  }

  #pick(checked: readonly ModelRef[]): Promise<ModelRef[] | undefined> {
    return pickModels(this.#parts, {
      title: t('Compare Models'),
      checked,
      recent: this.#parts.recent.all,
      whyNot: (count) =>
        count > 1 && count <= maxColumns ? undefined : t('check two to four ({0} checked)', count),
    });
  }

  /** Returns the base model of a LoRA, even if its service doesn't list it. If the LoRA names none, the user chooses one. */
  async #baseOf(lora: ModelRef): Promise<ColumnModel | undefined> {
    const { connectionId } = lora;
    const connection = this.#parts.connections.byId(connectionId);
    const { catalogs } = this.#parts;
    const listedBase = () => {
      const model = catalogs.find(lora);
      return model?.kind === 'lora' ? baseOf(model) : undefined;
    };
    let name = listedBase();
    // A kept list may be older than the deployment.
    if (name === undefined && connection && catalogs.of(connection).state !== 'fresh') {
      await catalogs.loader(connection).refresh();
      name = listedBase();
    }
    if (name) {
      const isListed = catalogs.find({ connectionId, kind: 'baseModel', name }) !== undefined;
      return { connectionId, name, ...(!isListed && { isUnlisted: true }) };
    }
    const title = t('{0} names no base model. Compare it with:', cleanText(lora.name, 60));
    return pickModel(this.#parts, { title, accepts: ({ kind }) => kind === 'baseModel' });
  }

  #pickOther({ conversation }: ChatSession): Promise<ColumnModel | undefined> {
    const [own] = conversation.columns;
    const title = t('Compare With');
    return pickModel(this.#parts, { title, own, recent: this.#parts.recent.all });
  }

  /** Adds a column. Not awaited, since the column answers at once. */
  #add(session: ChatSession, other: ColumnModel): void {
    // While the user was choosing, the chat may have been asked something, or made blind.
    if (!canAdd(session)) return;
    this.#parts.recent.use(other);
    void session.addColumn(other);
  }
}

/** Returns true if a column can be added; otherwise tells the user why not. */
function canAdd(session: ChatSession): boolean {
  if (isRefusedWhileHidden(session.conversation)) return false;
  if (session.canAddColumn) return true;
  if (session.isBusy) void sayInfo(t('Wait for the end of the answer, or stop it, to compare.'));
  else if (session.conversation.columns.length === maxColumns)
    void sayInfo(t('Four models are compared here already. Close one first.'));
  return false;
}
