import * as vscode from 'vscode';
import { CompareSession } from '../../../core/chats/columns/compareSession.ts';
import { comparableQuestion, gapOf, questionsOf } from '../../../core/chats/columns/questions.ts';
import type { ChatChange } from '../../../core/chats/session/chatChange.ts';
import type { Column } from '../../../core/chats/tree/comparison.ts';
import type { CompareFrame } from '../../../protocol/compare.ts';
import { reportingErrors } from '../../shared/errors/showError.ts';
import { AnswerSilence } from '../page/answerSilence.ts';
import { ShownTurns } from '../page/shownTurns.ts';
import { Outbox } from '../tab/outbox.ts';
import { type CommonMessage, isCommon, type TabContext, type TabPage } from '../tab/tabPage.ts';
import { withColumnAlert } from './columnAlerts.ts';
import { doCompareAction } from './compareActions.ts';
import { compareFrame } from './compareFrame.ts';
import { readCompareMessage } from './compareInbound.ts';
import { CompareStatus } from './compareStatus.ts';
import { HiddenNames } from './hiddenNames.ts';
import type { Tally } from './tally.ts';

/** The page of a chat that compares models: a column each, and one composer. */
export class ComparePage implements TabPage {
  readonly name = 'compare';
  readonly outbox: Outbox;
  readonly turns: ShownTurns;
  readonly #context: TabContext;
  readonly #compare: CompareSession;
  readonly #names: HiddenNames;
  readonly #status: CompareStatus;
  readonly #silences = new Map<string, AnswerSilence>();
  readonly #tally: Tally;
  #isShownHidden: boolean;

  constructor(context: TabContext, tally: Tally) {
    const { session, attachments, feed, parts } = context;
    this.#context = context;
    this.#compare = new CompareSession(session, (column) => parts.pageModel(column).gone !== undefined);
    const compare = this.#compare;
    const names = new HiddenNames(compare);
    this.#names = names;
    this.#status = new CompareStatus(compare, names);
    this.#tally = tally;
    this.#isShownHidden = compare.isHidden;
    this.turns = new ShownTurns(
      session,
      feed,
      () => compare.comparison.columns.map((column) => compare.path(column)),
      {
        see: (answer) => names.answer(answer),
        nameOf: (connectionId) => names.connection(parts.connections.named(connectionId)),
        show: (turn) => withColumnAlert(turn, compare),
      },
    );
    const asked = {
      get conversation() {
        return session.conversation;
      },
      get streaming() {
        return session.streaming;
      },
      send: (...message: Parameters<CompareSession['send']>) => compare.send(...message),
    };
    this.outbox = new Outbox(asked, attachments, () => this.#canGoOn);
    this.#countVotes();
  }

  get isHidden(): boolean {
    return this.#compare.isHidden;
  }

  get isSpent(): boolean {
    return this.#compare.isSpent;
  }

  get title(): string {
    if (this.isHidden) return vscode.l10n.t('Blind comparison');
    return vscode.l10n.t('Compare: {0}', this.#names.all.join(', '));
  }

  look(turn: string): void {
    void this.#compare.find(turn);
  }

  sendSnapshot(): void {
    this.#isShownHidden = this.isHidden;
    const turns = this.turns.startOver();
    this.#context.feed.send({ type: 'snapshot', frame: this.#frame, turns, paths: this.#paths });
  }

  sendFrame(): void {
    const { feed } = this.#context;
    if (this.isHidden === this.#isShownHidden) {
      feed.send({ type: 'frame', frame: this.#frame });
      return;
    }
    // Every answer has its name and figures now, or no longer.
    if (this.#isShownHidden && this.#compare.isBegun) this.#status.reveal();
    this.sendSnapshot();
    feed.send({ type: 'attachments', attachments: this.outbox.attached });
  }

  sendPath(): void {
    this.turns.sendNews();
    // Last, so that the page switches to all of it at once without jumping.
    this.#context.feed.send({ type: 'paths', paths: this.#paths });
  }

  follow(change: ChatChange): boolean {
    const before = this.#status.text;
    this.#status.follow(change);
    for (const column of this.#compare.comparison.columns) this.#silenceOf(column).follow(change);
    if (change.type === 'ended' && comparableQuestion(this.#context.session.conversation)) {
      // Completes a step of the walkthrough.
      void vscode.commands.executeCommand('setContext', 'hostedModels.hasCompared', true);
    }
    return this.#status.text !== before;
  }

  read(raw: unknown): CommonMessage | (() => unknown) | undefined {
    const message = readCompareMessage(raw);
    if (!message) return undefined;
    if (isCommon(message)) return message;
    const { session, attachments, parts } = this.#context;
    const context = { compare: this.#compare, names: this.#names, session, attachments, parts };
    return async () => {
      await doCompareAction(message, context);
      if (message.type === 'vote') this.#countVotes();
      this.sendFrame();
    };
  }

  /** Every column that can be asked has answered what it was asked before. */
  get #canGoOn(): boolean {
    const questions = questionsOf(this.#context.session.conversation);
    const isMissing = this.#compare.comparison.columns.some((one) => gapOf(questions, one) === 'last');
    return !isMissing && this.#frame.noSend === undefined;
  }

  /** The sums are in many files: they come later. */
  #countVotes(): void {
    const { log } = this.#context.parts;
    void reportingErrors(log, 'votes', async () => {
      await this.#tally.count();
      this.sendFrame();
    });
  }

  #silenceOf(column: Column): AnswerSilence {
    const { session, parts } = this.#context;
    const known = this.#silences.get(column.id);
    if (known) return known;
    const compare = this.#compare;
    const inColumn = {
      get conversation() {
        return session.conversation;
      },
      get streaming() {
        return compare.streamingIn(column);
      },
    };
    const silence = new AnswerSilence(inColumn, parts.isBaseModel);
    this.#silences.set(column.id, silence);
    return silence;
  }

  get #paths() {
    return this.#compare.comparison.columns.map((column) => ({
      column: column.id,
      ids: this.#compare.path(column).map(({ id }) => id),
    }));
  }

  get #frame(): CompareFrame {
    const page = {
      names: this.#names,
      silences: this.#silences,
      status: this.#status.text,
      queued: this.outbox.queued,
      tally: this.#tally.sentences(this.#context.session.conversation, this.#compare.comparison),
    };
    return compareFrame(this.#compare, page, this.#context.parts);
  }
}
