import type { Logger } from '../../../api/index.ts';
import type { Question } from '../../../core/chats/columns/questions.ts';
import { bestCounts, countedVotes, tallyOf, type VotedModel } from '../../../core/chats/columns/tallies.ts';
import type { TallyStarts } from '../../../core/chats/columns/tallyStarts.ts';
import type { ChatStore } from '../../../core/chats/disk/chatStore.ts';
import type { ChatService } from '../../../core/chats/session/chatChange.ts';
import type { Vote } from '../../../core/chats/tree/column.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { hidesModels } from '../../../core/chats/tree/conversationTree.ts';
import { failureLine } from '../../../core/files/errorCode.ts';
import { isSameModel } from '../../../core/models/modelKey.ts';
import { bestLine, pairLine } from './tallyText.ts';

/** Sums the votes in all kept chats for the models of one chat. */
export class TallyLines {
  readonly #store: Pick<ChatStore, 'list'>;
  readonly #starts: TallyStarts;
  readonly #log: Pick<Logger, 'warn'>;
  /** The votes by the id of their chat, as last counted. */
  #votes: ReadonlyMap<string, readonly Vote[]> = new Map();

  constructor(store: Pick<ChatStore, 'list'>, starts: TallyStarts, log: Pick<Logger, 'warn'>) {
    this.#store = store;
    this.#starts = starts;
    this.#log = log;
  }

  /** Reads all votes. Call when a chat is about to show them. */
  async count(): Promise<void> {
    // The command *All Votes* shows this error to the user.
    await this.#starts
      .read()
      .catch((error) => this.#log.warn(failureLine('tallies.json could not be read', error)));
    const chats = await this.#store.list();
    this.#votes = new Map(chats.map(({ id, votes }) => [id, votes]));
  }

  /**
   * Returns the line about votes on the models of a chat's columns, with the deployments that gave their last answers. The chat's
   * own votes are taken from `conversation`, since it may have newer ones than the disk.
   */
  line(conversation: Conversation, questions: readonly Question[], listed: ChatService['deployment']) {
    const { id, columns, votes } = conversation;
    if (columns.length === 1 || hidesModels(conversation)) return undefined;
    const elsewhere = [...this.#votes].flatMap(([chat, all]) => (chat === id ? [] : all));
    const counted = countedVotes([...elsewhere, ...votes]);
    const models = columns.map((column): VotedModel => {
      const { id, connectionId, name } = column;
      const answers = questions.flatMap(({ cells }) => cells.get(id)?.answer ?? []);
      const last = answers.findLast((answer) => isSameModel(answer, column));
      const deployment = last ? last.deployment : listed(column);
      return { connectionId, name, ...(deployment && { deployment }) };
    });
    const pairs = models.flatMap((model, at) => models.slice(at + 1).map((other) => [model, other] as const));
    const now = counted.filter((vote) => !pairs.some((pair) => this.#starts.isEarlier(vote, pair)));
    const [pair, ...others] = pairs;
    if (!pair) return undefined;
    return others.length > 0 ? bestLine(bestCounts(now, models), models) : pairLine(tallyOf(now, pair));
  }
}
