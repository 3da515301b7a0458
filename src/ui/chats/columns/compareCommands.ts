import * as vscode from 'vscode';
import type { Model } from '../../../api/index.ts';
import { CompareSession } from '../../../core/chats/columns/compareSession.ts';
import { type ComparedModel, comparedFrom, comparing } from '../../../core/chats/columns/newComparison.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { columnCounts } from '../../../core/chats/tree/comparison.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { cleanText } from '../../../core/cleanText.ts';
import type { ModelRef } from '../../../core/models/modelKey.ts';
import { defaultSettings } from '../../../core/presets/presets.ts';
import { chosenModels } from '../../models/chosenModels.ts';
import { modelFrom } from '../../models/modelArguments.ts';
import { pickModel, pickModels } from '../../models/pickModel.ts';
import type { WindowParts } from '../../models/windowParts.ts';
import type { PresetsFile } from '../../presets/presetsFile.ts';
import { sayInfo } from '../../shared/messages.ts';
import { parsed } from '../../shared/parsed.ts';
import { hidesModels } from '../actions/hidesModels.ts';
import { listedModel } from '../actions/listedModel.ts';
import type { ChatPanels } from '../tab/chatPanels.ts';
import { newConversation } from '../tab/newConversation.ts';
import { turnArgument } from '../view/turnCommands.ts';

interface Parts extends Pick<WindowParts, 'connections' | 'catalogs' | 'recent'> {
  panels: ChatPanels;
  presets: Pick<PresetsFile, 'read'>;
  view: Pick<WindowParts['view'], 'selection'>;
}

/** Commands that open a comparison of models, from rows, details pages, chats and the palette. */
export class CompareCommands {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** *Compare with Base*: of the LoRA of a row or page, or of the chat whose tab has the focus, with its turns. */
  async withBase(argument?: unknown): Promise<void> {
    const given = modelFrom(argument);
    const { active } = this.#parts.panels;
    if (given) {
      const base = await this.#baseOf(given);
      if (base) await this.#open([base, refToCompare(given)], given.name);
    } else if (active && canBeCompared(active)) {
      const own = await listedModel(active.conversation, this.#parts);
      const base = own.kind === 'lora' ? await this.#baseOf(own) : await this.#pickOther(active);
      if (base) await this.#openFrom(active, base);
    }
  }

  /** *Compare Models…*: the selected rows, else the user chooses. */
  async models(argument?: unknown, selection?: unknown): Promise<void> {
    const selected =
      argument === undefined ? [] : chosenModels(argument, selection, this.#parts.view.selection);
    const isReady = selected.length >= columnCounts.least && selected.length <= columnCounts.most;
    const chosen = isReady ? selected : await this.#pick(selected);
    const [first] = chosen ?? [];
    if (chosen && first) await this.#open(chosen.map(refToCompare), first.name);
  }

  /** *Compare With…*: another model answers the last question of the chat whose tab has the focus, too. */
  async with(argument?: unknown): Promise<void> {
    const given = parsed(turnArgument, argument);
    const { panels } = this.#parts;
    const session = given ? panels.session(given.chat) : panels.active;
    if (!session || !canBeCompared(session)) return;
    const other = await this.#pickOther(session);
    if (other) await this.#openFrom(session, other, given?.turn);
  }

  #pick(checked: readonly ModelRef[]): Promise<ModelRef[] | undefined> {
    return pickModels(this.#parts, {
      title: vscode.l10n.t('Compare Models'),
      checked,
      recent: this.#parts.recent.all,
      whyNot: (count) =>
        count >= columnCounts.least && count <= columnCounts.most
          ? undefined
          : vscode.l10n.t('check two to four ({0} checked)', count),
    });
  }

  /** Its service may not list the base: it is asked all the same. Who has none chooses one. */
  async #baseOf(lora: ModelRef): Promise<ComparedModel | undefined> {
    const { connectionId } = lora;
    const connection = this.#parts.connections.byId(connectionId);
    const { catalogs } = this.#parts;
    let name = baseNameIn(catalogs.find(lora));
    // A kept list may be older than the deployment.
    if (name === undefined && connection && catalogs.of(connection).state !== 'fresh') {
      await catalogs.loader(connection).refresh();
      name = baseNameIn(catalogs.find(lora));
    }
    if (name) {
      const isListed = catalogs.find({ connectionId, kind: 'baseModel', name }) !== undefined;
      return { connectionId, model: name, ...(!isListed && { isUnlisted: true }) };
    }
    const title = vscode.l10n.t('{0} names no base model. Compare it with:', cleanText(lora.name, 60));
    const picked = await pickModel(this.#parts, { title, accepts: ({ kind }) => kind === 'baseModel' });
    return picked && refToCompare(picked);
  }

  async #pickOther({ conversation }: ChatSession): Promise<ComparedModel | undefined> {
    const own = { connectionId: conversation.connectionId, name: conversation.model };
    const title = vscode.l10n.t('Compare With');
    const picked = await pickModel(this.#parts, { title, own, recent: this.#parts.recent.all });
    return picked && refToCompare(picked);
  }

  /** Reveals a comparison of the same models in which nothing was said yet. `preset`: whose default settings all start with. */
  async #open(models: readonly ComparedModel[], preset: string): Promise<void> {
    const { panels, presets, recent } = this.#parts;
    const [first] = models;
    if (!first) return;
    for (const { connectionId, model } of models) recent.use({ connectionId, name: model });
    if (panels.revealUnused((conversation) => isUnusedComparison(conversation, models))) return;
    const ref: ModelRef = { connectionId: first.connectionId, kind: 'lora', name: first.model };
    const conversation = newConversation(ref, defaultSettings(await presets.read(), preset));
    await panels.openNew(comparing(conversation, models));
  }

  /** `turn`: the chat is taken along up to this one, else as far as it is shown. */
  async #openFrom(session: ChatSession, other: ComparedModel, turn?: string): Promise<void> {
    // It may have been asked, or made blind, while the user chose.
    if (!canBeCompared(session)) return;
    const { panels, recent } = this.#parts;
    recent.use({ connectionId: other.connectionId, name: other.model });
    const { conversation } = session;
    const copy = comparedFrom({ ...conversation, leaf: turn ?? conversation.leaf }, [other]);
    const panel = await panels.openNew(copy, session);
    await new CompareSession(panel.session, () => false).askMissing();
  }
}

function baseNameIn(model: Model | undefined): string | undefined {
  return model?.kind === 'lora' ? model.activeDeployment?.baseModelName : undefined;
}

/** Says why not. */
function canBeCompared({ streaming, conversation }: ChatSession): boolean {
  if (hidesModels(conversation)) return false;
  if (streaming === undefined) return true;
  void sayInfo(vscode.l10n.t('Wait for the end of the answer, or stop it, to compare.'));
  return false;
}

function refToCompare({ connectionId, name }: ModelRef): ComparedModel {
  return { connectionId, model: name };
}

function isUnusedComparison(
  { comparison, turns, deleted }: Conversation,
  models: readonly ComparedModel[],
): boolean {
  const { columns = [], blind } = comparison ?? {};
  const isSame =
    columns.length === models.length &&
    columns.every(
      ({ connectionId, model }, at) =>
        connectionId === models[at]?.connectionId && model === models[at]?.model,
    );
  return isSame && turns.size === 0 && !deleted && !blind;
}
