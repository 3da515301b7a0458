import {
  allTallies,
  countedVotes,
  type PairTally,
  pairKey,
  tallyOf,
} from '../../../core/chats/columns/tallies.ts';
import type { TallyStarts } from '../../../core/chats/columns/tallyStarts.ts';
import type { ChatStore } from '../../../core/chats/disk/chatStore.ts';
import type { Vote } from '../../../core/chats/tree/column.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { askOf } from '../../../core/chats/tree/conversationTree.ts';
import { cleanText } from '../../../core/cleanText.ts';
import type { Lens, ReadOnlyDocuments } from '../../shared/readOnlyDocuments.ts';
import { t } from '../../shared/text/t.ts';
import { absoluteTime } from '../../shared/text/time.ts';
import { sumText, votedName } from './tallyText.ts';

interface Sources {
  store: Pick<ChatStore, 'list' | 'look'>;
  starts: TallyStarts;
  documents: Pick<ReadOnlyDocuments, 'open'>;
  /** Returns the chats in tabs. */
  openChats: () => readonly Conversation[];
}

interface ChatVote {
  vote: Vote;
  chat: Pick<Conversation, 'id' | 'title'>;
  question: string;
}

/** *All Votes*: a read-only document with the sums for each pair of models and deployments, and the votes behind them. */
export function allVotes({ store, starts, documents, openChats }: Sources) {
  /** The pairs that the document's lenses name, by their keys. */
  let pairs: ReadonlyMap<unknown, PairTally['pair']> = new Map();

  /** Returns all votes, newest first. Those of open chats are taken from their tabs, which have the latest. */
  async function read(): Promise<ChatVote[]> {
    const found: ChatVote[] = [];
    const open = new Map(openChats().map((chat) => [chat.id, chat]));
    const voted = (await store.list()).filter(({ votes }) => votes.length > 0).map(({ id }) => id);
    for (const id of new Set([...voted, ...open.keys()])) {
      const chat = open.get(id) ?? (await store.look(id))?.conversation;
      if (!chat) continue;
      const asked = [...chat.turns.values()].filter((turn) => turn.role === 'user');
      const questions = new Map(asked.map((turn) => [askOf(turn), turn.text]));
      found.push(...chat.votes.map((vote) => ({ vote, chat, question: questions.get(vote.ask) ?? '' })));
    }
    return found.sort((a, b) => b.vote.at - a.vote.at);
  }

  return {
    async open(): Promise<void> {
      await starts.read();
      const all = await read();
      const counted = new Set(countedVotes(all.map(({ vote }) => vote)));
      const own = all.filter(({ vote }) => counted.has(vote));
      pairs = new Map(allTallies([...counted]).map(({ pair }) => [pairKey(pair), pair]));
      const lines = [`# ${t('All Votes')}`, ''];
      const lenses: Lens[] = [];
      const addLens = (command: Lens['command']) => lenses.push({ line: lines.length, command });
      const addVote = ({ vote, chat, question }: ChatVote) => {
        const winner = vote.among.find(({ column }) => column === vote.best);
        const chosen = winner ? votedName(winner) : t('a tie');
        const blind = vote.isBlind ? ` · ${t('blind')}` : '';
        const title = t('Open Chat');
        addLens({ title, command: 'hostedModels.openChat', arguments: [{ chatId: chat.id }] });
        lines.push(`- ${absoluteTime(vote.at)}: ${chosen}${blind}  `);
        lines.push(`  ${cleanText(question, 200)} (${cleanText(chat.title, 80)})`, '');
      };
      if (own.length === 0)
        lines.push(t('There are no votes yet. Compare two models and say which is better.'), '');
      for (const [key, pair] of pairs) {
        const voted = own.filter(({ vote }) => allTallies([vote]).some((one) => pairKey(one.pair) === key));
        const { now = [], earlier = [] } = Object.groupBy(voted, ({ vote }) =>
          starts.isEarlier(vote, pair) ? 'earlier' : 'now',
        );
        const sum = (some: readonly ChatVote[]) => {
          const votes = some.map(({ vote }) => vote);
          return sumText(tallyOf(votes, pair));
        };
        const title = t('Start Anew');
        if (now.length > 0) addLens({ title, command: 'hostedModels.showAllVotes', arguments: [key] });
        lines.push(`## ${votedName(pair[0])} ↔ ${votedName(pair[1])}`, '');
        lines.push(now.length > 0 ? sum(now) : t('No votes since you started anew.'), '');
        for (const vote of now) addVote(vote);
        if (earlier.length > 0) lines.push(t('Before you started anew:'), '', sum(earlier), '');
        for (const vote of earlier) addVote(vote);
      }
      const imported = all.filter(({ vote }) => vote.isImported);
      if (imported.length > 0) lines.push(`## ${t('Imported, not counted')}`, '');
      for (const vote of imported) addVote(vote);
      const text = `${lines.join('\n').trimEnd()}\n`;
      await documents.open('votes', `${t('All Votes')}.md`, text, {}, lenses);
    },
    /**
     * Starts a new count for the pair that a lens names by this key; earlier votes are then listed apart. Does nothing for any
     * other argument.
     */
    async startAnew(key: unknown): Promise<void> {
      const pair = pairs.get(key);
      if (pair) await starts.startAnew(pair);
    },
  };
}
