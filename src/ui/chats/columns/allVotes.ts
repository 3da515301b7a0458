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
export class AllVotes {
  readonly #sources: Sources;
  #lenses: Lens[] = [];
  /** The pairs that the lenses name, by their keys. */
  readonly #pairs = new Map<string, PairTally['pair']>();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  async open(): Promise<void> {
    const text = await this.#text();
    await this.#sources.documents.open('votes', `${t('All Votes')}.md`, text, {}, this.#lenses);
  }

  /**
   * Starts a new count for the pair that a lens names by this key; earlier votes are then listed apart. Does nothing for any other
   * argument.
   */
  async startAnew(key: unknown): Promise<void> {
    const pair = typeof key === 'string' ? this.#pairs.get(key) : undefined;
    if (pair) await this.#sources.starts.startAnew(pair);
  }

  async #text(): Promise<string> {
    await this.#sources.starts.read();
    const all = await this.#votes();
    const counted = new Set(countedVotes(all.map(({ vote }) => vote)));
    const own = all.filter(({ vote }) => counted.has(vote));
    const lines = [`# ${t('All Votes')}`, ''];
    this.#lenses = [];
    this.#pairs.clear();
    if (own.length === 0)
      lines.push(t('There are no votes yet. Compare two models and say which is better.'), '');
    for (const { pair } of allTallies([...counted])) this.#addPair(lines, pair, own);
    const imported = all.filter(({ vote }) => vote.isImported);
    if (imported.length > 0) lines.push(`## ${t('Imported, not counted')}`, '');
    for (const vote of imported) this.#addVote(lines, vote);
    return `${lines.join('\n').trimEnd()}\n`;
  }

  #addPair(lines: string[], pair: PairTally['pair'], all: readonly ChatVote[]): void {
    const key = pairKey(pair);
    this.#pairs.set(key, pair);
    const voted = all.filter(({ vote }) => allTallies([vote]).some((one) => pairKey(one.pair) === key));
    const isEarlier = ({ vote }: ChatVote) => this.#sources.starts.isEarlier(vote, pair);
    const now = voted.filter((vote) => !isEarlier(vote));
    if (now.length > 0) {
      const title = t('Start Anew');
      const command = { title, command: 'hostedModels.showAllVotes', arguments: [key] };
      this.#lenses.push({ line: lines.length, command });
    }
    lines.push(`## ${votedName(pair[0])} ↔ ${votedName(pair[1])}`, '');
    const sumOf = (some: readonly ChatVote[]) => {
      const votes = some.map(({ vote }) => vote);
      return sumText(tallyOf(votes, pair));
    };
    lines.push(now.length > 0 ? sumOf(now) : t('No votes since you started anew.'), '');
    for (const vote of now) this.#addVote(lines, vote);
    const earlier = voted.filter(isEarlier);
    if (earlier.length === 0) return;
    lines.push(t('Before you started anew:'), '', sumOf(earlier), '');
    for (const vote of earlier) this.#addVote(lines, vote);
  }

  #addVote(lines: string[], { vote, chat, question }: ChatVote): void {
    const { best, among, isBlind, at } = vote;
    const winner = among.find(({ column }) => column === best);
    const chosen = winner ? votedName(winner) : t('a tie');
    const blind = isBlind ? ` · ${t('blind')}` : '';
    const title = t('Open Chat');
    const command = { title, command: 'hostedModels.openChat', arguments: [{ chatId: chat.id }] };
    this.#lenses.push({ line: lines.length, command });
    lines.push(`- ${absoluteTime(at)}: ${chosen}${blind}  `);
    lines.push(`  ${cleanText(question, 200)} (${cleanText(chat.title, 80)})`, '');
  }

  /** Returns all votes, newest first. Those of open chats are taken from their tabs, which have the latest. */
  async #votes(): Promise<ChatVote[]> {
    const { store, openChats } = this.#sources;
    const found: ChatVote[] = [];
    const open = new Map(openChats().map((chat) => [chat.id, chat]));
    const voted = (await store.list()).filter(({ votes }) => votes.length > 0).map(({ id }) => id);
    for (const id of new Set([...voted, ...open.keys()])) {
      const chat = open.get(id) ?? (await store.look(id))?.conversation;
      if (!chat) continue;
      const questions = new Map(
        [...chat.turns.values()].flatMap((turn) =>
          turn.role === 'user' ? [[askOf(turn), turn.text] as const] : [],
        ),
      );
      found.push(...chat.votes.map((vote) => ({ vote, chat, question: questions.get(vote.ask) ?? '' })));
    }
    return found.sort((a, b) => b.vote.at - a.vote.at);
  }
}
