import type { Logger, Model } from '../../../api/index.ts';
import { countedVotes, pairsWith, tallyOf } from '../../../core/chats/columns/tallies.ts';
import { TallyStarts } from '../../../core/chats/columns/tallyStarts.ts';
import type { ChatStore, ChatSummary } from '../../../core/chats/disk/chatStore.ts';
import { failureLine } from '../../../core/files/errorCode.ts';
import { isSameModel, type ModelRef } from '../../../core/models/modelKey.ts';
import type { DetailsSection, DetailsState, PageFact } from '../../../protocol/details.ts';
import { t } from '../../shared/text/t.ts';
import { clockTime } from '../../shared/text/time.ts';
import { deploymentFacts } from '../actions/chatService.ts';
import { votedName, votesText } from '../columns/tallyText.ts';

/** What the kept chats say about a model. */
export interface ModelHistory {
  /** The model's chats, newest first, without those whose models are hidden. */
  chats: DetailsState['chats'];
  /** What votes say about the model as it is deployed now, one line per other model; `undefined` without votes. */
  votes: DetailsSection | undefined;
}

export async function modelHistory(
  store: Pick<ChatStore, 'list' | 'folder'>,
  ref: ModelRef,
  deployment: Model['activeDeployment'],
  log: Pick<Logger, 'warn'>,
): Promise<ModelHistory> {
  const chats = await store.list();
  const own = chats.filter(({ models }) => models.some((model) => isSameModel(model, ref)));
  return {
    chats: own.map(({ id, title, updatedAt }) => ({ id, title, when: clockTime(updatedAt) })),
    // The command *All Votes* shows this error to the user.
    votes: await votesOn(chats, store.folder, ref, deployment).catch((error) => {
      log.warn(failureLine('tallies.json could not be read', error));
      return undefined;
    }),
  };
}

async function votesOn(
  chats: readonly ChatSummary[],
  folder: string,
  { connectionId, name }: ModelRef,
  listed: Model['activeDeployment'],
): Promise<DetailsSection | undefined> {
  const votes = countedVotes(chats.flatMap((chat) => chat.votes));
  const deployment = listed && deploymentFacts(listed);
  const pairs = pairsWith(votes, { connectionId, name, ...(deployment && { deployment }) });
  if (pairs.length === 0) return undefined;
  const starts = new TallyStarts(folder);
  await starts.read();
  const facts = pairs.flatMap((pair): PageFact[] => {
    const own = votes.filter((vote) => !starts.isEarlier(vote, pair));
    const value = votesText(tallyOf(own, pair));
    const label = t('Against {0}', votedName(pair[1]));
    const rest = { detail: undefined, copy: undefined, model: undefined };
    return value === undefined ? [] : [{ label, value, ...rest }];
  });
  return facts.length > 0 ? { title: t('Votes'), text: undefined, facts } : undefined;
}
