import * as vscode from 'vscode';
import type { Model } from '../../../api/index.ts';
import { countedVotes, pairsWith, tallyOf } from '../../../core/chats/columns/tallies.ts';
import { TallyStarts } from '../../../core/chats/columns/tallyStarts.ts';
import type { ChatStore } from '../../../core/chats/disk/chatStore.ts';
import type { ModelRef } from '../../../core/models/modelKey.ts';
import type { DetailsSection } from '../../../protocol/details.ts';
import { deploymentFacts } from '../actions/chatService.ts';
import { verdictText, votedName } from './tallyText.ts';

/** Reads what votes say of a model as it is deployed now, a line for each other one; `undefined` without votes. */
export async function modelVotes(
  store: Pick<ChatStore, 'list' | 'folder'>,
  { connectionId, name }: ModelRef,
  listed: Model['activeDeployment'],
): Promise<DetailsSection | undefined> {
  const chats = await store.list();
  const votes = countedVotes(chats.flatMap((chat) => chat.votes));
  const deployment = listed && deploymentFacts(listed);
  const pairs = pairsWith(votes, { connectionId, name, ...(deployment && { deployment }) });
  if (pairs.length === 0) return undefined;
  const starts = new TallyStarts(store.folder);
  await starts.read();
  const facts = pairs.flatMap((pair) => {
    const counted = votes.filter((vote) => !starts.isEarlier(vote, pair));
    const value = verdictText(tallyOf(counted, pair));
    return value === undefined
      ? []
      : {
          label: vscode.l10n.t('Against {0}', votedName(pair[1])),
          value,
          detail: undefined,
          copy: undefined,
          model: undefined,
        };
  });
  return facts.length > 0 ? { title: vscode.l10n.t('Votes'), text: undefined, facts } : undefined;
}
