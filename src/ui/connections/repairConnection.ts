import * as v from 'valibot';
import * as vscode from 'vscode';
import { normaliseBaseUrl } from '../../api/config/baseUrl.ts';
import type { ConnectionProblem } from '../../core/connections/connection.ts';
import { ChangedMeanwhileError, entryId, type Repair } from '../../core/connections/repairs.ts';
import { isAgreed, sayWarning, withoutIcons } from '../shared/messages.ts';
import { parsed } from '../shared/parsed.ts';
import type { ConnectionParts } from './addConnection.ts';
import { addressStep, agreesToPlainHttp } from './addressStep.ts';
import { problemText, problemTitle } from './connectionProblems.ts';
import type { Connections } from './connections.ts';

const argument = v.object({ problem: v.object({ index: v.number(), reason: v.string() }) });

type Parts = Pick<ConnectionParts, 'connections' | 'clients'>;

interface Choice extends vscode.QuickPickItem {
  /** `undefined` if the user cancels. */
  repair: () => Promise<Repair | undefined>;
}

/**
 * *Fix Connection…*: offers fixes for an entry of the setting and applies the chosen one. `forget` deletes what is kept under
 * an id.
 */
export async function repairConnection(
  { connections, clients }: Parts,
  from: unknown,
  forget: (id: string) => Promise<void>,
): Promise<void> {
  const given = parsed(argument, from)?.problem;
  const problem = given
    ? connections.problems.find(({ index, reason }) => index === given.index && reason === given.reason)
    : connections.problems[0];
  if (!problem) return;
  const chosen = await vscode.window.showQuickPick([...choices(problem, clients), openSettings()], {
    title: withoutIcons(problemTitle(problem)),
    placeHolder: problemText(problem),
  });
  const repair = await chosen?.repair();
  if (!repair) return;
  try {
    await connections.repair(problem, repair);
    const id = repair.is === 'remove' ? entryId(problem.entry, normaliseBaseUrl) : undefined;
    if (id !== undefined && !isUsed(connections, id)) await forget(id);
  } catch (error) {
    if (!(error instanceof ChangedMeanwhileError)) throw error;
    void sayWarning(vscode.l10n.t('The settings changed meanwhile. Look at the entry again.'));
  }
}

function isUsed({ all, problems }: Connections, id: string): boolean {
  return (
    all.some((one) => one.id === id) || problems.some(({ entry }) => entryId(entry, normaliseBaseUrl) === id)
  );
}

function choice(label: string, icon: string, repair: Choice['repair'], description = ''): Choice {
  return { label, description, iconPath: new vscode.ThemeIcon(icon), repair };
}

function openSettings(): Choice {
  return choice(vscode.l10n.t('Open it in the settings'), 'json', async () => {
    // This argument is internal to VS Code; its Settings editor passes it.
    await vscode.commands.executeCommand('workbench.action.openSettingsJson', {
      revealSetting: { key: 'hostedModels.connections' },
    });
    return undefined;
  });
}

function choices(problem: ConnectionProblem, clients: Parts['clients']): Choice[] {
  const remove = choice(vscode.l10n.t('Remove the entry'), 'trash', () => askToRemove(problem));
  switch (problem.reason) {
    case 'list':
      return [];
    case 'duplicate': {
      const consequence = vscode.l10n.t('asks for its API key; chats stay with the entry above');
      const giveId = async () => ({ is: 'newId' }) as const;
      return [choice(vscode.l10n.t('Give it a new id'), 'add', giveId, consequence), remove];
    }
    case 'http':
      return [
        choice(vscode.l10n.t('Use https:'), 'lock', async () => ({ is: 'useHttps' })),
        choice(vscode.l10n.t('Allow http:'), 'unlock', async () =>
          (await agreesToPlainHttp(urlOf(problem))) ? { is: 'allowHttp' } : undefined,
        ),
        remove,
      ];
    case 'url':
      return [newUrl(problem, clients), remove];
    case 'shape':
      // A new address alone fixes only entries that lack nothing else.
      return v.is(v.looseObject({ url: v.optional(v.undefined()) }), problem.entry)
        ? [newUrl(problem, clients), remove]
        : [remove];
  }
}

function newUrl(problem: ConnectionProblem, clients: Parts['clients']): Choice {
  return choice(vscode.l10n.t('Type its address…'), 'edit', async () => {
    const look = { title: problemTitle(problem), value: urlOf(problem) };
    const address = await addressStep(clients, look);
    return address && { is: 'newUrl', url: address.baseUrl, allowHttp: address.allowHttp };
  });
}

async function askToRemove(problem: ConnectionProblem): Promise<Repair | undefined> {
  const isSure = await isAgreed(
    vscode.l10n.t('Remove “{0}” from the settings?', problemTitle(problem)),
    problem.reason === 'duplicate'
      ? vscode.l10n.t('Chats and the list of deleted LoRAs stay. Nothing changes on any service.')
      : vscode.l10n.t(
          'Its API key, headers and kept list are deleted from this machine. Chats and the list of deleted LoRAs stay. Nothing changes on any service.',
        ),
    vscode.l10n.t('Remove Entry'),
  );
  return isSure ? { is: 'remove' } : undefined;
}

function urlOf({ entry }: ConnectionProblem): string {
  return parsed(v.object({ url: v.string() }), entry)?.url ?? '';
}
