import * as vscode from 'vscode';
import { cleanText } from '../../core/cleanText.ts';
import { agentContext, withContext } from '../../core/languageModels/contextSize.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import { shownName } from '../../core/shownName.ts';
import { hidingCommand, hidingNow } from '../models/hidingSettings.ts';
import { chosenModels, modelFrom } from '../models/modelArguments.ts';
import { pickModel } from '../models/pickModel.ts';
import type { WindowServices } from '../models/windowServices.ts';
import { writeSetting } from '../shared/listSetting.ts';
import { sayBriefly, sayInfo, sayWarning } from '../shared/messages.ts';
import { contextSizes } from '../shared/settings.ts';
import { plural, t } from '../shared/text/t.ts';

interface Parts extends Pick<WindowServices, 'connections' | 'catalogs' | 'offered' | 'recent'> {
  view: Pick<WindowServices['view'], 'selection'>;
}

/** *Add to VS Code's Chat*: adds the models of rows or a page, or one that the user picks. */
export async function addToVscodeChat(parts: Parts, from: unknown, selection: unknown): Promise<void> {
  const models = await asked(parts, from, selection);
  const added = models.filter((model) => !parts.offered.has(model));
  const [first, another] = added;
  if (!first) return;
  await parts.offered.add(added);
  sayBriefly(
    another
      ? t("{0} models were added to VS Code's chat.", added.length)
      : t("{0} was added to VS Code's chat.", cleanText(first.name, 60)),
  );
  await tellOfFurtherStep(parts);
  await warnOfSmall(parts, added);
}

export async function removeFromVscodeChat(parts: Parts, from: unknown, selection: unknown): Promise<void> {
  const models = chosenModels(from, selection, parts.view.selection).filter((model) =>
    parts.offered.has(model),
  );
  if (models.length > 0) await parts.offered.remove(models);
}

/** Opens what hides the models from VS Code's chat. */
export async function openHidingSetting(): Promise<void> {
  const [hiding] = hidingNow(vscode.workspace);
  if (!hiding) return;
  const { command, arguments: args = [] } = hidingCommand(hiding);
  await vscode.commands.executeCommand(command, ...args);
}

/** Sets a model's context to the size that its service named. */
export async function setContextSize(
  { offered, connections, catalogs }: Pick<Parts, 'offered' | 'connections' | 'catalogs'>,
  from: unknown,
): Promise<void> {
  const ref = modelFrom(from);
  const connection = ref && connections.byId(ref.connectionId);
  const model = ref && catalogs.find(ref);
  if (!connection || !model) return;
  const { limit } = offered.sizeOf(catalogs.of(connection), { ...ref, ...model });
  if (limit === undefined) return;
  await writeSetting(contextSizes.key, withContext(contextSizes.value, ref.name, limit));
  sayBriefly(t('The context of {0} was set to {1} tokens.', shownName(ref.name, 60), limit));
}

async function asked(parts: Parts, from: unknown, selection: unknown): Promise<ModelRef[]> {
  if (from !== undefined) return chosenModels(from, selection);
  const picked = await pickModel(parts, {
    title: t("Add to VS Code's Chat"),
    recent: parts.recent.all,
    accepts: ({ name }, { id: connectionId }) => !parts.offered.has({ connectionId, name }),
    emptyReason: () => t("all models are already in VS Code's chat"),
  });
  return picked ? [picked] : [];
}

/** Tells the user, unless it was done or there is an account, what VS Code's chat needs where nobody is signed in to GitHub. */
async function tellOfFurtherStep({ offered }: Pick<Parts, 'offered'>): Promise<void> {
  // VS Code then asks for what *Add Models* has written, too.
  await vscode.lm.selectChatModels({ vendor: 'hosted-models' });
  if (offered.isAddedThere || (await isSignedIn())) return;
  const open = t('Manage Language Models');
  const text = t(
    "Without a GitHub account, VS Code's chat needs one more step, once: select Add Models, then Hosted Models, and press Enter.",
  );
  const go = (chosen: string | undefined) =>
    chosen === open && vscode.commands.executeCommand('workbench.action.chat.manage');
  void sayInfo(text, open).then(go);
}

/** Asks for no access: accounts are only counted. */
async function isSignedIn(): Promise<boolean> {
  const enterprise = vscode.workspace.getConfiguration('github-enterprise').get('uri') ? ['-enterprise'] : [];
  const accounts = ['', ...enterprise].map((kind) =>
    // Without such a provider there is no account.
    Promise.resolve(vscode.authentication.getAccounts(`github${kind}`)).catch(() => []),
  );
  return (await Promise.all(accounts)).flat().length > 0;
}

/** Warns the user of models with a small context, which the agents' own instructions would fill. */
async function warnOfSmall(
  { catalogs, connections, offered }: Parts,
  added: readonly ModelRef[],
): Promise<void> {
  const small = added.flatMap((ref) => {
    const model = catalogs.find(ref);
    const connection = connections.byId(ref.connectionId);
    if (!model || !connection) return [];
    const { size } = offered.sizeOf(catalogs.of(connection), { ...ref, ...model });
    return size.context < agentContext ? [cleanText(ref.name, 60)] : [];
  });
  if (small.length === 0) return;
  const open = t('Open Settings');
  const chosen = await sayWarning(
    plural(
      small.length,
      "{1} has a context of less than 32,768 tokens, which VS Code's agent mostly fills itself. Use Ask mode, or set the real size in Settings.",
      "{1} have a context of less than 32,768 tokens, which VS Code's agent mostly fills itself. Use Ask mode, or set the real sizes in Settings.",
      small.join(', '),
    ),
    open,
  );
  if (chosen === open) {
    await vscode.commands.executeCommand('workbench.action.openSettings', contextSizes.id);
  }
}
