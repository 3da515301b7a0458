import type { Model } from '../../../api/index.ts';
import type { ColumnModel } from '../../../core/chats/columns/columnSet.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { maxColumns } from '../../../core/chats/tree/column.ts';
import { cleanText } from '../../../core/cleanText.ts';
import type { ModelRef } from '../../../core/models/modelKey.ts';
import { chosenModels, modelFrom } from '../../models/modelArguments.ts';
import { pickModel, pickModels } from '../../models/pickModel.ts';
import type { WindowServices } from '../../models/windowServices.ts';
import { sayInfo } from '../../shared/messages.ts';
import { t } from '../../shared/text/t.ts';
import { listedModel } from '../actions/listedModel.ts';
import { isRefusedWhileHidden } from '../actions/refusedWhileHidden.ts';

/** Returns the commands that compare models, from rows, details pages, chats and the palette. */
export function columnCommands(
  window: Pick<WindowServices, 'connections' | 'catalogs' | 'recent'> & {
    view: Pick<WindowServices['view'], 'selection'>;
  },
  chats: {
    /** Session of the chat whose tab has the focus. */
    readonly active: ChatSession | undefined;
    /** Returns true, and shows the setting, if nothing may be asked there since a setting can't be as it is typed. */
    showFault(): boolean;
    compare(models: readonly [ColumnModel, ...ColumnModel[]], preset: string): Promise<unknown>;
  },
) {
  const { connections, catalogs, recent, view } = window;

  /** Returns the base model of a LoRA, even if its service doesn't list it. If the LoRA names none, the user chooses one. */
  async function baseFor(lora: ModelRef): Promise<ColumnModel | undefined> {
    const { connectionId } = lora;
    const connection = connections.byId(connectionId);
    const listedBase = () => catalogs.baseOf(lora)?.name;
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
    return pickModel(window, { title, accepts: ({ kind }) => kind === 'baseModel' });
  }

  const pickOther = ({ conversation }: ChatSession) =>
    pickModel(window, { title: t('Compare With'), own: conversation.columns[0], recent: recent.all });

  /** Adds a column. Not awaited, since the column answers at once. */
  function add(session: ChatSession, other: ColumnModel | undefined): void {
    // While the user was choosing, the chat may have been asked something, or made blind.
    if (!other || !canAdd(session)) return;
    recent.use(other);
    void session.addColumn(other);
  }

  return {
    /**
     * *Compare with Base*: compares the LoRA of a row or page with its base model. From the palette, adds the base model to the
     * chat whose tab has the focus; without one, the user chooses a LoRA.
     */
    async withBase(argument?: unknown): Promise<void> {
      const given = modelFrom(argument);
      const { active } = chats;
      if (!given && active?.conversation.columns.length === 1) {
        if (chats.showFault() || !canAdd(active)) return;
        const own = await listedModel(active.conversation.columns[0], window);
        return add(active, own.kind === 'lora' ? await baseFor(own) : await pickOther(active));
      }
      const accepts = ({ kind }: Model) => kind === 'lora';
      const asked = { title: t('Compare with Base'), recent: recent.all, accepts };
      const lora = given ?? (await pickModel(window, asked));
      const base = lora && (await baseFor(lora));
      if (base) await chats.compare([base, lora], lora.name);
    },
    /** *Compare Models…*: compares the selected rows, or models that the user chooses. */
    async models(argument?: unknown, selection?: unknown): Promise<void> {
      const checked = argument === undefined ? [] : chosenModels(argument, selection, view.selection);
      const isFit = (count: number) => count > 1 && count <= maxColumns;
      const whyNot = (count: number) =>
        isFit(count) ? undefined : t('select two to four ({0} selected)', count);
      const asked = { title: t('Compare Models'), checked, recent: recent.all, whyNot };
      const models = isFit(checked.length) ? checked : await pickModels(window, asked);
      const [first, ...others] = models === 'back' ? [] : (models ?? []);
      if (first) await chats.compare([first, ...others], first.name);
    },
    /** *Compare With…*: adds another model to the chat whose tab has the focus; it answers the last question too. */
    async with(): Promise<void> {
      const { active } = chats;
      if (active && !chats.showFault() && canAdd(active)) add(active, await pickOther(active));
    },
  };
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
